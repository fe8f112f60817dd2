import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import {
  type Asker,
  agrees,
  askerOf,
  canvasOf,
  davidson,
  grid,
  handOver,
  inView,
  nameIn,
  numberIn,
  onScreen,
  useFinder,
  viewOf,
} from './finder.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)

const county = { west: -87.1, south: 35.9, east: -86.4, north: 36.5 }

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

test('a circle on the map stands for as many as lie there, and a click on it looks closer', async () => {
  const answer = await ask.map({ criteria: davidson, bounds: county, zoom: 10 })
  const cells = 'cells' in answer ? answer.cells : []
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(answer.inBounds)
  const largest = cells.reduce(
    (one, other) => (other.count > one.count ? other : one),
    cells[0] ?? { lat: 0, lng: 0, count: 0 },
  )
  const page = await finder({ criteria: davidson, map: `${largest.lat},${largest.lng},9` })
  await agrees(page, await ask.count(davidson))
  const all = await inView(page).textContent()
  const before = viewOf(page)
  const canvas = canvasOf(page)
  const spot = await handOver(page, canvas, await onScreen(canvas, before, largest))
  await page.mouse.click(spot.x, spot.y)
  await expect.poll(() => viewOf(page).zoom).toBeCloseTo(before.zoom + 2, 1)
  await expect.poll(() => inView(page).textContent()).not.toBe(all)
  expect(numberIn(await inView(page).textContent())).toBeGreaterThan(0)
})

test('a property on the map and its row in the table are pointed at in step, and either opens it', async () => {
  const rows = await ask.rows({ criteria: davidson, limit: 20 })
  const criteria = { only: { propertyIds: rows.map(({ propertyId }) => propertyId) } }
  const answer = await ask.map({ criteria, bounds: county, zoom: 10 })
  const points = 'points' in answer ? answer.points : []
  expect(points.length).toBe(answer.inBounds)
  const [point] = points
  if (!point) throw new Error('none of them has a position')
  const view = { lat: point.lat, lng: point.lng, zoom: 15 }
  const page = await finder({ criteria, map: `${view.lat},${view.lng},${view.zoom}` })
  const canvas = canvasOf(page)
  const row = grid(page).locator(`[data-property="${point.propertyId}"]`)
  await row.scrollIntoViewIfNeeded()
  const at = await onScreen(canvas, view, point)
  await inView(page).waitFor()
  const pointed = row.and(page.locator('[data-pointed]'))

  const spot = await handOver(page, canvas, at)
  await pointed.waitFor()
  await page
    .getByText(new RegExp(`^${(point.address ?? '').split(' ')[0]} `))
    .first()
    .waitFor()
  await page.mouse.move(10, 10)
  await pointed.waitFor({ state: 'detached' })
  await row.hover()
  await pointed.waitFor()

  await page.mouse.click(spot.x, spot.y)
  await nameIn(page).waitFor()
  expect(new URL(page.url()).searchParams.get('property')?.replaceAll('"', '')).toBe(point.propertyId)
})
