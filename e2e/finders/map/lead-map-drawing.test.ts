import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import {
  createFinderApi,
  createTouch,
  davidson,
  expectAllCounts,
  type FinderApi,
  getCriteria,
  inViewText,
  mapCanvas,
  readCount,
  useFinder,
} from '../finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

test('a circle and a polygon drawn on the map limit the search until they are removed', async () => {
  const page = await openFinder({ criteria: davidson })
  const all = await api.count(davidson)
  await expectAllCounts(page, all)
  const box = await mapCanvas(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await button(page, 'Draw a circle').click()
  await page.getByText('Drag from the middle outward, or click twice.').waitFor()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => Object.keys(getCriteria(page).location ?? {})).toEqual(['near'])
  await page.getByText('The places you chose are not searched.').waitFor()
  const inCircle = await api.count(getCriteria(page))
  expect(inCircle).toBeGreaterThan(0)
  expect(inCircle).toBeLessThan(all)
  await expectAllCounts(page, inCircle)

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
  await expect.poll(() => getCriteria(page).location?.polygons?.length).toBe(1)
  const inBoth = await api.count(getCriteria(page))
  expect(inBoth).toBeGreaterThan(inCircle)
  await expectAllCounts(page, inBoth)
  await button(page, /^Remove Circle, [\d.]+ mi$/).click()
  await expect.poll(() => Object.keys(getCriteria(page).location ?? {})).toEqual(['polygons'])
  await expectAllCounts(page, await api.count(getCriteria(page)))
})

/** The center of the map, which stops moving once the order below it shows its cost. */
async function getMapCenter(page: Page) {
  await page.getByRole('region', { name: 'Order' }).locator('p:not([data-stale])').waitFor()
  const box = await mapCanvas(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a finger draws a circle on a phone', async () => {
  const page = await openFinder({ criteria: davidson, view: 'map' }, phone)
  await inViewText(page).waitFor()
  const { drag } = await createTouch(page)
  await button(page, 'Draw a circle').click()
  await page.getByText(/^Drag from the middle outward/).waitFor()
  const middle = await getMapCenter(page)
  await drag(middle, { x: middle.x + 60, y: middle.y })
  await expect.poll(() => getCriteria(page).location?.near).toBeDefined()
  await expect.poll(() => readCount(page)).toBe(await api.count(getCriteria(page)))
})
