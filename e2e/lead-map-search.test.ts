import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { type Asker, agrees, asked, askerOf, inView, useFinder, viewOf } from './finder.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

test('a search that goes along with the map is restored by a reload', async () => {
  const page = await finder({ criteria: {}, map: '36.15,-86.78,10' })
  await inView(page).waitFor()
  const follows = page.getByRole('checkbox', { name: 'Search as I move' })
  const ring = () => JSON.stringify(asked(page).location?.polygons)
  // It is offered once the map looks elsewhere than at the whole answer.
  await button(page, 'Zoom in (+)').click()
  await follows.check()
  await expect.poll(() => viewOf(page).zoom).toBeCloseTo(11, 1)
  await expect.poll(ring).toBeDefined()
  const wide = ring()
  await button(page, 'Zoom in (+)').click()
  await expect.poll(ring).not.toBe(wide)
  await expect.poll(() => viewOf(page).zoom).toBeCloseTo(12, 1)
  const before = asked(page)
  await agrees(page, await ask.count(before))
  await page.reload()
  await agrees(page, await ask.count(before))
  expect(await follows.isChecked()).toBe(true)
  expect(asked(page)).toEqual(before)
})
