import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import {
  createFinderApi,
  davidson,
  expectAllCounts,
  type FinderApi,
  getMapView,
  grid,
  hoverUntilPointer,
  inViewText,
  mapCanvas,
  parseCount,
  propertyHeading,
  toScreenPoint,
  useFinder,
} from '../finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)

const county = { west: -87.1, south: 35.9, east: -86.4, north: 36.5 }

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

test('a cluster on the map shows its number of properties, and a click on it zooms in', async () => {
  const answer = await api.map({ criteria: davidson, bounds: county, zoom: 9.5 })
  const cells = 'cells' in answer ? answer.cells : []
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(answer.inBounds)
  const largest = cells.reduce(
    (one, other) => (other.count > one.count ? other : one),
    cells[0] ?? { lat: 0, lng: 0, count: 0 },
  )
  const middle = (places: number[]) => (Math.min(...places) + Math.max(...places)) / 2
  const [lat, lng] = [middle(cells.map((cell) => cell.lat)), middle(cells.map((cell) => cell.lng))]
  const page = await openFinder({ criteria: davidson, map: `${lat},${lng},8.5` })
  await expectAllCounts(page, await api.count(davidson))
  const all = await inViewText(page).textContent()
  const before = getMapView(page)
  const canvas = mapCanvas(page)
  const spot = await hoverUntilPointer(page, canvas, await toScreenPoint(canvas, before, largest))
  await page.mouse.click(spot.x, spot.y)
  await expect.poll(() => getMapView(page).zoom).toBeCloseTo(before.zoom + 2, 1)
  await expect.poll(() => inViewText(page).textContent()).not.toBe(all)
  expect(parseCount(await inViewText(page).textContent())).toBeGreaterThan(0)
})

test('a property on the map and its table row are highlighted together, and either opens it', async () => {
  const rows = await api.rows({ criteria: davidson, limit: 20 })
  const criteria = { only: { propertyIds: rows.map(({ propertyId }) => propertyId) } }
  const answer = await api.map({ criteria, bounds: county, zoom: 10 })
  const points = 'points' in answer ? answer.points : []
  expect(points.length).toBe(answer.inBounds)
  const [point] = points
  if (!point) throw new Error('none of them has a position')
  const view = { lat: point.lat, lng: point.lng, zoom: 15 }
  const page = await openFinder({ criteria, map: `${view.lat},${view.lng},${view.zoom}` })
  const canvas = mapCanvas(page)
  const row = grid(page).locator(`[data-property="${point.propertyId}"]`)
  await row.scrollIntoViewIfNeeded()
  const at = await toScreenPoint(canvas, view, point)
  await inViewText(page).waitFor()
  const pointed = row.and(page.locator('[data-pointed]'))

  const spot = await hoverUntilPointer(page, canvas, at)
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
  await propertyHeading(page).waitFor()
  expect(new URL(page.url()).searchParams.get('property')?.replaceAll('"', '')).toBe(point.propertyId)
})
