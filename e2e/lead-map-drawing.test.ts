import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import {
  type Asker,
  agrees,
  asked,
  askerOf,
  canvasOf,
  countOn,
  davidson,
  fingerOn,
  inView,
  useFinder,
} from './finder.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

test('a circle and a shape that are drawn on the map are what is searched, and no more once they are taken away', async () => {
  const page = await finder({ criteria: davidson })
  const all = await ask.count(davidson)
  await agrees(page, all)
  const box = await canvasOf(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await button(page, 'Draw a circle').click()
  await page.getByText('Drag from the middle outward, or click twice.').waitFor()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => Object.keys(asked(page).location ?? {})).toEqual(['near'])
  await page.getByText('The places you chose are left out.').waitFor()
  const inCircle = await ask.count(asked(page))
  expect(inCircle).toBeGreaterThan(0)
  expect(inCircle).toBeLessThan(all)
  await agrees(page, inCircle)

  await button(page, 'Draw a shape').click()
  await page.getByText('Click each corner, and the first one again to finish.').waitFor()
  const corners = [
    [-120, -60],
    [-20, -60],
    [-20, 60],
    [-120, 60],
    [-120, -60],
  ] as const
  for (const [dx, dy] of corners) await page.mouse.click(x + dx, y + dy)
  await expect.poll(() => asked(page).location?.polygons?.length).toBe(1)
  const inBoth = await ask.count(asked(page))
  expect(inBoth).toBeGreaterThan(inCircle)
  await agrees(page, inBoth)
  await button(page, /^Remove Circle, [\d.]+ mi$/).click()
  await expect.poll(() => Object.keys(asked(page).location ?? {})).toEqual(['polygons'])
  await agrees(page, await ask.count(asked(page)))
})

/** The middle of the map, which stands still once the order under it says what it costs. */
async function middleOf(page: Page) {
  await page.getByRole('region', { name: 'Order' }).locator('p:not([data-stale])').waitFor()
  const box = await canvasOf(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('on a phone a finger draws a circle', async () => {
  const page = await finder({ criteria: davidson, view: 'map' }, phone)
  await inView(page).waitFor()
  const { drag } = await fingerOn(page)
  await button(page, 'Draw a circle').click()
  await page.getByText(/^Drag from the middle outward/).waitFor()
  const middle = await middleOf(page)
  await drag(middle, { x: middle.x + 60, y: middle.y })
  await expect.poll(() => asked(page).location?.near).toBeDefined()
  await expect.poll(() => countOn(page)).toBe(await ask.count(asked(page)))
})
