import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import {
  type Asker,
  agrees,
  asked,
  askerOf,
  canvasOf,
  countOn,
  davidson,
  finderAt,
  grid,
  handOver,
  inView,
  lists,
  numberIn,
  onScreen,
  useFinder,
  viewOf,
} from './finder.ts'
import { stands } from './still.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)
const newPage = usePages(browser)

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
  await page
    .getByRole('dialog', { name: 'Property' })
    .getByRole('heading', { level: 2, name: /^(?!Property$)/ })
    .waitFor()
  expect(new URL(page.url()).searchParams.get('property')?.replaceAll('"', '')).toBe(point.propertyId)
})

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

const mapCode = /\/assets\/(property-map|places-map|use-map|maplibre)/

test('the code of the map comes when a map is shown, and not before', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await page.goto(finderAt({ criteria: davidson, view: 'table' }))
  await expect.poll(() => countOn(page)).toBe(await ask.count(davidson))
  await stands(page)
  expect(loaded).toEqual([])
  await page.getByRole('radio', { name: 'Map and table' }).check({ force: true })
  await agrees(page, await ask.count(davidson))
  expect(loaded.length).toBeGreaterThan(1)
})

test('a browser that cannot draw a map says so, and shows everything in the table', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await page.goto(finderAt({ criteria: davidson }))
  await page.getByText('This browser cannot show the map').waitFor()
  await lists(page, await ask.count(davidson))
  expect(loaded).toEqual([])
})
