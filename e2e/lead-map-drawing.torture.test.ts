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

test('what is drawn on the map is what is searched, and no more once it is taken away', async () => {
  const page = await finder({ criteria: davidson })
  const all = await ask.count(davidson)
  await agrees(page, all)
  const box = await canvasOf(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]

  const drawCircle = async () => {
    await button(page, 'Draw a circle').click()
    await page.getByText('Drag from the middle outward, or click twice.').waitFor()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, y, { steps: 5 })
    await page.mouse.move(x + 60, y, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => Object.keys(asked(page).location ?? {})).toEqual(['near'])
  }
  const leftOut = page.getByText('The places you chose are left out.')
  await drawCircle()
  await leftOut.waitFor()
  await button(page, 'Search them too').click()
  await agrees(page, all)
  await button(page, 'Only in this area').click()
  await expect.poll(() => Object.keys(asked(page).location ?? {})).toEqual(['near'])
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
  await page.getByRole('button', { name: 'Remove Area 1', exact: true }).click()
  await expect.poll(() => asked(page)).toEqual(davidson)
  await agrees(page, all)

  await drawCircle()
  await leftOut.waitFor()
  await page
    .getByRole('button', { name: /^Remove .*ithin .* miles/ })
    .first()
    .click()
  await expect.poll(() => asked(page)).toEqual({})
  // The map looks at everything now, and moves no more while something is drawn.
  await agrees(page, await ask.count({}))
  await drawCircle()
  await agrees(page, await ask.count(asked(page)))
  expect(await leftOut.count()).toBe(0)
})

/** The middle of the map, which stands still once the order under it says what it costs. */
async function middleOf(page: Page) {
  await page.getByRole('region', { name: 'Order' }).locator('p:not([data-stale])').waitFor()
  const box = await canvasOf(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('on a phone a finger draws a circle, a rectangle and a shape', async () => {
  const page = await finder({ criteria: davidson, view: 'map' }, phone)
  await inView(page).waitFor()
  const { tap, drag } = await fingerOn(page)
  const areas = () => [asked(page).location?.near !== undefined, asked(page).location?.polygons?.length ?? 0]

  await button(page, 'Draw a circle').click()
  await page.getByText(/^Drag from the middle outward/).waitFor()
  const inCircle = await middleOf(page)
  await drag(inCircle, { x: inCircle.x + 60, y: inCircle.y })
  await expect.poll(areas).toEqual([true, 0])
  await button(page, 'Draw a rectangle').click()
  await page.getByText(/^Drag from corner to corner/).waitFor()
  const inRectangle = await middleOf(page)
  await drag({ x: inRectangle.x - 60, y: inRectangle.y - 60 }, { x: inRectangle.x + 40, y: inRectangle.y + 60 })
  await expect.poll(areas).toEqual([true, 1])
  await button(page, 'Draw a shape').click()
  await page.getByText(/^Click each corner/).waitFor()
  const { x, y } = await middleOf(page)
  for (const [dx, dy] of [
    [-80, -80],
    [80, -80],
    [80, 80],
    [-80, 80],
  ] as const)
    await tap(x + dx, y + dy)
  // A fingertip comes back to about where it began.
  await tap(x - 74, y - 76)
  await expect.poll(areas).toEqual([true, 2])
  expect(await ask.count(asked(page))).toBeGreaterThan(0)
  await expect.poll(() => countOn(page)).toBe(await ask.count(asked(page)))
})
