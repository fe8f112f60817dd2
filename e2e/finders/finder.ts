import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { toMercatorX, toMercatorY } from '@dooryard/contract/criteria/web-mercator'
import { auth } from '@dooryard/contract/identity/auth'
import { type PropertyMapQuery, propertyMap } from '@dooryard/contract/properties/map'
import { properties } from '@dooryard/contract/properties/properties'
import { maxListedRows, type PropertySearch } from '@dooryard/contract/properties/property-search'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn, type useBrowser } from '../support/browser.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'

export const davidson = { location: { counties: ['47037'] } }

const consumer = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }

/** The API as the demo consumer, for the values that the screen should show. */
export async function createFinderApi(url: string) {
  const { accessToken } = await call(url, undefined, auth.login, { body: consumer })
  return {
    count: async (criteria: Criteria) => (await call(url, accessToken, properties.count, { body: { criteria } })).count,
    /** The first matches in the order of the table. */
    rows: async (body: Partial<PropertySearch> & { criteria: Criteria }) =>
      (
        await call(url, accessToken, properties.search, {
          body: { page: 1, limit: 100, sort: 'place', order: 'asc', ...body },
        })
      ).items,
    map: (body: PropertyMapQuery) => call(url, accessToken, propertyMap.map, { body }),
    property: (id: string) => call(url, accessToken, properties.get, { params: { id } }),
  }
}
export type FinderApi = Awaited<ReturnType<typeof createFinderApi>>

export const buildFinderUrl = (search: Record<string, unknown>) =>
  `/portal/lead-finder?${new URLSearchParams(
    Object.entries(search).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`

const desktop = { viewport: { width: 1440, height: 900 } }

/** Opens the lead finder as the demo consumer, with a search in the URL. */
export function useFinder(browser: Pick<ReturnType<typeof useBrowser>, 'open'>) {
  const newPage = usePages(browser)
  return async (search: Record<string, unknown>, options: BrowserContextOptions = desktop): Promise<Page> => {
    const page = await newPage(options)
    await signIn(page, 'consumer')
    await page.goto(buildFinderUrl(search))
    return page
  }
}

/** The criteria in the URL. */
export const getCriteria = (page: Page): Criteria =>
  JSON.parse(new URL(page.url()).searchParams.get('criteria') ?? '{}')

export const parseCount = (text: string | null) => Number(text?.replace(/\D/g, ''))

export const grid = (page: Page) => page.getByRole('grid', { name: 'Properties' })
export const rowAt = (page: Page, index: number) => grid(page).locator(`[role=row][data-index="${index}"]`)
export const chips = (page: Page) => page.getByRole('list', { name: 'Filters set' })
/** The number of matches, or of new ones once some were purchased. */
export const matchCount = (page: Page) => page.getByText(/^[\d,]+ (propert(y matches|ies match)|new)$/)

export const inViewText = (page: Page) => page.getByText(/^[\d,]+ (new |purchased )?in view/)
export const mapCanvas = (page: Page) => page.getByRole('region', { name: 'Map of the properties that match' })

/** The address of the open property; the drawer itself is labeled with its content. */
export const propertyHeading = (page: Page) =>
  page.getByRole('dialog', { name: 'Property' }).getByRole('heading', { level: 2, name: /^(?!Property$)/ })

/** The number of matches on the screen. */
export const readCount = async (page: Page) => parseCount(await matchCount(page).textContent())

/** Waits until the screen shows this number of matches, and the table has as many rows, up to its limit. */
export async function expectTableCount(page: Page, count: number) {
  await expect.poll(() => readCount(page)).toBe(count)
  if (count === 0) await page.getByText('No properties match your filters').waitFor()
  else
    await expect
      .poll(async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1)
      .toBe(Math.min(count, maxListedRows))
}

/** Waits until the screen, the table and the map show this number of matches. */
export async function expectAllCounts(page: Page, count: number) {
  await expectTableCount(page, count)
  const shown = async () =>
    ((await inViewText(page).textContent()) ?? '').split('·').reduce((sum, part) => sum + parseCount(part), 0)
  await expect.poll(shown).toBe(count)
}

/** The texts of a column in the rendered rows, from the top. */
export async function readColumn(page: Page, header: string): Promise<string[]> {
  const headers = await grid(page).getByRole('columnheader').allTextContents()
  const at = headers.indexOf(header)
  const rows = await grid(page).locator('[role=row][data-property]').all()
  const placed = await Promise.all(
    rows.map(async (row) => ({
      index: Number(await row.getAttribute('data-index')),
      text: (await row.getByRole('gridcell').nth(at).textContent()) ?? '',
    })),
  )
  return placed.sort((one, other) => one.index - other.index).map(({ text }) => text)
}

type MapView = { lat: number; lng: number; zoom: number }

/** The position of the map in the URL, which updates shortly after the map has stopped. */
export function getMapView(page: Page): MapView {
  const [lat = 0, lng = 0, zoom = 0] = (new URL(page.url()).searchParams.get('map') ?? '').split(',').map(Number)
  return { lat, lng, zoom }
}

function toWorldPixels({ lat, lng }: { lat: number; lng: number }, zoom: number) {
  const size = 512 * 2 ** zoom
  return { x: toMercatorX(lng) * size, y: toMercatorY(lat) * size }
}

/** Converts a place to its position on the screen for a map view. */
export async function toScreenPoint(canvas: Locator, view: MapView, place: { lat: number; lng: number }) {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the map is not there')
  const [middle, at] = [toWorldPixels(view, view.zoom), toWorldPixels(place, view.zoom)]
  return { x: box.x + box.width / 2 + at.x - middle.x, y: box.y + box.height / 2 + at.y - middle.y }
}

/** Moves the mouse around a place on the map until the cursor is a pointer; returns its position. */
export async function hoverUntilPointer(page: Page, canvas: Locator, { x, y }: { x: number; y: number }) {
  const steps = [0, 4, -4, 8, -8, 12, -12]
  const spots = steps.flatMap((dx) => steps.map((dy) => ({ x: x + dx, y: y + dy })))
  let position = { x, y }
  const points = async () => {
    for (const spot of spots) {
      await page.mouse.move(spot.x, spot.y)
      position = spot
      if ((await canvas.evaluate((element) => element.style.cursor)) === 'pointer') return true
    }
    return false
  }
  await expect.poll(points).toBe(true)
  return position
}

/** Sends touch input to the browser. */
export async function createTouch(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  // Sent together, however long the page takes to respond: a long touch opens a menu.
  const tap = (x: number, y: number) => Promise.all([touch('touchStart', { x, y }), touch('touchEnd')])
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await touch('touchStart', from)
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    await touch('touchEnd')
  }
  return { tap, drag }
}
