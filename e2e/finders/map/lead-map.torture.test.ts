import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import {
  buildFinderUrl,
  createFinderApi,
  davidson,
  expectAllCounts,
  type FinderApi,
  getCriteria,
  getMapView,
  grid,
  hoverUntilPointer,
  inViewText,
  mapCanvas,
  propertyHeading,
  readCount,
  toScreenPoint,
  useFinder,
} from '../finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)
const withoutWebGl = useBrowser('--disable-3d-apis')

const county = { west: -87.1, south: 35.9, east: -86.4, north: 36.5 }

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

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
  const around = { clip: { x: at.x - 24, y: at.y - 24, width: 48, height: 48 } }
  const picture = async () => (await page.screenshot(around)).toString('base64')
  const pointed = row.and(page.locator('[data-pointed]'))

  const spot = await hoverUntilPointer(page, canvas, at)
  await pointed.waitFor()
  await page
    .getByText(new RegExp(`^${(point.address ?? '').split(' ')[0]} `))
    .first()
    .waitFor()
  const plainAndPointed = async () => {
    await page.mouse.move(10, 10)
    await pointed.waitFor({ state: 'detached' })
    const plain = [await picture(), await picture()]
    await row.hover()
    await pointed.waitFor()
    return [...plain, await picture()]
  }
  // The map draws shortly after the row, so both are captured again until they match.
  await expect
    .poll(async () => {
      const [plain, still, lit] = await plainAndPointed()
      return plain === still && lit !== plain
    })
    .toBe(true)

  await page.mouse.click(spot.x, spot.y)
  await propertyHeading(page).waitFor()
  expect(new URL(page.url()).searchParams.get('property')?.replaceAll('"', '')).toBe(point.propertyId)
})

type PropertyPoint = { propertyId: string; lat: number; lng: number }

/** The two points closest to each other, and the center between them. */
function findClosestPair(points: readonly PropertyPoint[]) {
  let best: { pair: PropertyPoint[]; lat: number; lng: number; gap: number } | undefined
  for (const [at, one] of points.entries())
    for (const other of points.slice(at + 1)) {
      const gap = Math.hypot(one.lat - other.lat, one.lng - other.lng)
      if (best && best.gap <= gap) continue
      best = { pair: [one, other], lat: (one.lat + other.lat) / 2, lng: (one.lng + other.lng) / 2, gap }
    }
  if (!best) throw new Error('there are no two points')
  return { ids: best.pair.map(({ propertyId }) => propertyId), middle: { lat: best.lat, lng: best.lng } }
}

test('overlapping properties are listed, with the same selection as the table', async () => {
  const condominiums = { ...davidson, property: { assetSubGroups: ['CONDOMINIUM' as const] } }
  const answer = await api.map({ criteria: condominiums, bounds: county, zoom: 18 })
  const { ids, middle } = findClosestPair('points' in answer ? answer.points : [])
  const page = await openFinder({ criteria: { only: { propertyIds: ids } }, map: `${middle.lat},${middle.lng},17` })
  await page.getByText('2 in view').waitFor()
  const canvas = mapCanvas(page)
  const spot = await hoverUntilPointer(page, canvas, await toScreenPoint(canvas, { ...middle, zoom: 17 }, middle))
  await page.mouse.click(spot.x, spot.y)
  const list = page.getByRole('dialog', { name: '2 properties here' })
  const first = list.getByRole('checkbox').first()
  await first.check()
  const bulk = page.getByRole('region', { name: 'Selected properties' })
  await bulk.getByText('1 selected').waitFor()
  const chosen = grid(page).locator('[role=row][aria-selected=true]')
  expect(await chosen.count()).toBe(1)
  // In reverse: the list shows the selection of the table.
  await grid(page).locator('[role=row][aria-selected=false]').getByRole('checkbox').check()
  await bulk.getByText('2 selected').waitFor()
  await expect.poll(() => list.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await first.uncheck()
  await bulk.getByText('1 selected').waitFor()
})

test('a search that follows the map is restored by a reload, by a link, and by the back button', async () => {
  const page = await openFinder({ criteria: {}, map: '36.15,-86.78,10' })
  await inViewText(page).waitFor()
  const follows = (on: Page) => on.getByRole('checkbox', { name: 'Search as I move' })
  const buildRing = (on: Page) => JSON.stringify(getCriteria(on).location?.polygons)
  const nearer = async (on: Page) => {
    const [before, { zoom }] = [buildRing(on), getMapView(on)]
    await button(on, 'Zoom in (+)').click()
    await expect.poll(() => buildRing(on)).not.toBe(before)
    await expect.poll(() => getMapView(on).zoom).toBeCloseTo(zoom + 1, 1)
    await expectAllCounts(on, await api.count(getCriteria(on)))
  }
  await button(page, 'Zoom in (+)').click()
  await expect.poll(() => getMapView(page).zoom).toBeCloseTo(11, 1)
  await follows(page).check()
  await expect.poll(() => buildRing(page)).toBeDefined()
  await nearer(page)
  const [before, address] = [getCriteria(page), page.url()]

  await page.reload()
  await expectAllCounts(page, await api.count(before))
  expect(await follows(page).isChecked()).toBe(true)
  expect(getCriteria(page)).toEqual(before)
  await button(page, 'Zoom in (+)').click()
  await expect.poll(() => buildRing(page), { interval: 10 }).not.toBe(JSON.stringify(before.location?.polygons))
  // Without delay: by then the history has the previous position of the map.
  await page.goBack()
  await expect.poll(() => getCriteria(page)).toEqual(before)
  await expectAllCounts(page, await api.count(before))
  expect(await follows(page).isChecked()).toBe(true)

  const shared = await page.context().newPage()
  await shared.goto(address)
  await expectAllCounts(shared, await api.count(before))
  await nearer(shared)
  await follows(shared).click()
  const last = buildRing(shared)
  await button(shared, 'Zoom in (+)').click()
  await button(shared, 'Search this area').waitFor()
  expect(buildRing(shared)).toBe(last)
  expect(new URL(shared.url()).searchParams.has('follow')).toBe(false)
})

const mapCode = /\/assets\/(property-map|places-map|use-map|maplibre)/

test('a browser without WebGL says so, and shows everything in the table', async () => {
  const { page } = await withoutWebGl.open({ viewport: { width: 1440, height: 900 } })
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await signIn(page, 'consumer')
  await page.goto(buildFinderUrl({ criteria: davidson }))
  await page.getByText('This browser cannot show the map').waitFor()
  await button(page, 'Retail').click()
  const criteria = { ...davidson, property: { assetClasses: ['RETAIL' as const] } }
  const count = await api.count(criteria)
  await expect.poll(() => readCount(page)).toBe(count)
  await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1).toBe(count)
  await grid(page).locator('[role=row][data-property]').first().click()
  await page.getByRole('dialog', { name: 'Property' }).getByText('This browser cannot show the map').waitFor()
  expect(loaded).toEqual([])
  expect(withoutWebGl.pageErrors).toEqual([])
})
