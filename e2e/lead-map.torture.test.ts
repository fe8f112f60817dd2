import type { Page } from 'playwright-core'
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
  nameIn,
  onScreen,
  useFinder,
  viewOf,
} from './finder.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)
const withoutWebGl = useBrowser('--disable-3d-apis')

const county = { west: -87.1, south: 35.9, east: -86.4, north: 36.5 }

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

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
  const around = { clip: { x: at.x - 24, y: at.y - 24, width: 48, height: 48 } }
  const picture = async () => (await page.screenshot(around)).toString('base64')
  const pointed = row.and(page.locator('[data-pointed]'))

  const spot = await handOver(page, canvas, at)
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
  // The map draws a moment after the row, so both are taken again until it was in time for both.
  await expect
    .poll(async () => {
      const [plain, still, lit] = await plainAndPointed()
      return plain === still && lit !== plain
    })
    .toBe(true)

  await page.mouse.click(spot.x, spot.y)
  await nameIn(page).waitFor()
  expect(new URL(page.url()).searchParams.get('property')?.replaceAll('"', '')).toBe(point.propertyId)
})

type Placed = { propertyId: string; lat: number; lng: number }

/** The two that lie closest to each other, and the middle between them. */
function closest(points: readonly Placed[]) {
  let best: { pair: Placed[]; lat: number; lng: number; gap: number } | undefined
  for (const [at, one] of points.entries())
    for (const other of points.slice(at + 1)) {
      const gap = Math.hypot(one.lat - other.lat, one.lng - other.lng)
      if (best && best.gap <= gap) continue
      best = { pair: [one, other], lat: (one.lat + other.lat) / 2, lng: (one.lng + other.lng) / 2, gap }
    }
  if (!best) throw new Error('there are no two points')
  return { ids: best.pair.map(({ propertyId }) => propertyId), middle: { lat: best.lat, lng: best.lng } }
}

test('properties that lie on each other are listed, and selected there as they are in the table', async () => {
  const condominiums = { ...davidson, property: { assetSubGroups: ['CONDOMINIUM' as const] } }
  const answer = await ask.map({ criteria: condominiums, bounds: county, zoom: 18 })
  const { ids, middle } = closest('points' in answer ? answer.points : [])
  const page = await finder({ criteria: { only: { propertyIds: ids } }, map: `${middle.lat},${middle.lng},17` })
  await page.getByText('2 in view').waitFor()
  const canvas = canvasOf(page)
  const spot = await handOver(page, canvas, await onScreen(canvas, { ...middle, zoom: 17 }, middle))
  await page.mouse.click(spot.x, spot.y)
  const list = page.getByRole('dialog', { name: '2 properties here' })
  const first = list.getByRole('checkbox').first()
  await first.check()
  const bulk = page.getByRole('region', { name: 'Selected properties' })
  await bulk.getByText('1 selected').waitFor()
  const chosen = grid(page).locator('[role=row][aria-selected=true]')
  expect(await chosen.count()).toBe(1)
  // The other way round: the list shows what the table selects.
  await grid(page).locator('[role=row][aria-selected=false]').getByRole('checkbox').check()
  await bulk.getByText('2 selected').waitFor()
  await expect.poll(() => list.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await first.uncheck()
  await bulk.getByText('1 selected').waitFor()
})

test('a search that goes along with the map is restored by a reload, by a link, and on the way back', async () => {
  const page = await finder({ criteria: {}, map: '36.15,-86.78,10' })
  await inView(page).waitFor()
  const follows = (on: Page) => on.getByRole('checkbox', { name: 'Search as I move' })
  const ringOf = (on: Page) => JSON.stringify(asked(on).location?.polygons)
  const nearer = async (on: Page) => {
    const [before, { zoom }] = [ringOf(on), viewOf(on)]
    await button(on, 'Zoom in (+)').click()
    await expect.poll(() => ringOf(on)).not.toBe(before)
    await expect.poll(() => viewOf(on).zoom).toBeCloseTo(zoom + 1, 1)
    await agrees(on, await ask.count(asked(on)))
  }
  await button(page, 'Zoom in (+)').click()
  await expect.poll(() => viewOf(page).zoom).toBeCloseTo(11, 1)
  await follows(page).check()
  await expect.poll(() => ringOf(page)).toBeDefined()
  await nearer(page)
  const [before, address] = [asked(page), page.url()]

  await page.reload()
  await agrees(page, await ask.count(before))
  expect(await follows(page).isChecked()).toBe(true)
  expect(asked(page)).toEqual(before)
  await button(page, 'Zoom in (+)').click()
  await expect.poll(() => ringOf(page), { interval: 10 }).not.toBe(JSON.stringify(before.location?.polygons))
  // As soon as it is searched: the way back knows by then where the map looked before.
  await page.goBack()
  await expect.poll(() => asked(page)).toEqual(before)
  await agrees(page, await ask.count(before))
  expect(await follows(page).isChecked()).toBe(true)

  const shared = await page.context().newPage()
  await shared.goto(address)
  await agrees(shared, await ask.count(before))
  await nearer(shared)
  await follows(shared).click()
  const last = ringOf(shared)
  await button(shared, 'Zoom in (+)').click()
  await button(shared, 'Search this area').waitFor()
  expect(ringOf(shared)).toBe(last)
  expect(new URL(shared.url()).searchParams.has('follow')).toBe(false)
})

const mapCode = /\/assets\/(property-map|places-map|use-map|maplibre)/

test('a browser without WebGL says so, and shows everything in the table', async () => {
  const { page } = await withoutWebGl.open({ viewport: { width: 1440, height: 900 } })
  const loaded: string[] = []
  page.on('request', (request) => mapCode.test(request.url()) && loaded.push(request.url()))
  await signIn(page, 'consumer')
  await page.goto(finderAt({ criteria: davidson }))
  await page.getByText('This browser cannot show the map').waitFor()
  await button(page, 'Retail').click()
  const criteria = { ...davidson, property: { assetClasses: ['RETAIL' as const] } }
  const count = await ask.count(criteria)
  await expect.poll(() => countOn(page)).toBe(count)
  await expect.poll(async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1).toBe(count)
  await grid(page).locator('[role=row][data-property]').first().click()
  await page.getByRole('dialog', { name: 'Property' }).getByText('This browser cannot show the map').waitFor()
  expect(loaded).toEqual([])
  expect(withoutWebGl.troubles).toEqual([])
})
