import { auth } from '@dooryard/contract/auth'
import type { Criteria } from '@dooryard/contract/criteria'
import { type PropertyMapQuery, propertyMap } from '@dooryard/contract/map'
import { properties } from '@dooryard/contract/properties'
import { deepestRow, type PropertySearch } from '@dooryard/contract/property-search'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn, type useBrowser } from './browser.ts'
import { call } from './portal-process.ts'
import { usePages } from './use-pages.ts'

export const davidson = { location: { counties: ['47037'] } }

const consumer = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }

/** The API as the demo consumer asks it: what the screen should say. */
export async function askerOf(url: string) {
  const { accessToken } = await call(url, undefined, auth.login, { body: consumer })
  return {
    count: async (criteria: Criteria) => (await call(url, accessToken, properties.count, { body: { criteria } })).count,
    /** The first of what matches, as the table has them. */
    rows: async (body: Partial<PropertySearch> & { criteria: Criteria }) =>
      (
        await call(url, accessToken, properties.search, {
          body: { page: 1, limit: 100, sort: 'place', order: 'asc', ...body },
        })
      ).items,
    map: (body: PropertyMapQuery) => call(url, accessToken, propertyMap.map, { body }),
  }
}
export type Asker = Awaited<ReturnType<typeof askerOf>>

export const finderAt = (search: Record<string, unknown>) =>
  `/portal/lead-finder?${new URLSearchParams(
    Object.entries(search).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`

const desk = { viewport: { width: 1440, height: 900 } }

/** Opens the lead finder for the demo consumer, with a search as its address has it. */
export function useFinder(browser: Pick<ReturnType<typeof useBrowser>, 'open'>) {
  const newPage = usePages(browser)
  return async (search: Record<string, unknown>, options: BrowserContextOptions = desk): Promise<Page> => {
    const page = await newPage(options)
    await signIn(page, 'consumer')
    await page.goto(finderAt(search))
    return page
  }
}

/** What the address asks for. */
export const asked = (page: Page): Criteria => JSON.parse(new URL(page.url()).searchParams.get('criteria') ?? '{}')

export const numberIn = (text: string | null) => Number(text?.replace(/\D/g, ''))

export const grid = (page: Page) => page.getByRole('grid', { name: 'Properties' })
export const rowAt = (page: Page, index: number) => grid(page).locator(`[role=row][data-index="${index}"]`)
export const chips = (page: Page) => page.getByRole('list', { name: 'Filters set' })
export const inView = (page: Page) => page.getByText(/^[\d,]+ in view/)
export const canvasOf = (page: Page) => page.getByRole('region', { name: 'Map of the properties that match' })

/** The address of the property that is open; the drawer itself is called what it shows. */
export const nameIn = (page: Page) =>
  page.getByRole('dialog', { name: 'Property' }).getByRole('heading', { level: 2, name: /^(?!Property$)/ })

/** The number on the screen, as it stands there. */
export const countOn = async (page: Page) =>
  numberIn(await page.getByText(/^[\d,]+ propert(y matches|ies match)$/).textContent())

/** Waits until the screen says how many match, and the table has as many rows, as far as it lists them. */
export async function lists(page: Page, count: number) {
  await expect.poll(() => countOn(page)).toBe(count)
  if (count === 0) await page.getByText('No property matches all of these').waitFor()
  else
    await expect
      .poll(async () => Number(await grid(page).getAttribute('aria-rowcount')) - 1)
      .toBe(Math.min(count, deepestRow))
}

/** Waits until the screen says how many match, and the table and the map have as many. */
export async function agrees(page: Page, count: number) {
  await lists(page, count)
  const shown = async () =>
    ((await inView(page).textContent()) ?? '').split('·').reduce((sum, part) => sum + numberIn(part), 0)
  await expect.poll(shown).toBe(count)
}

/** The texts of a column, in the rows that are there, from the top. */
export async function columnOf(page: Page, header: string): Promise<string[]> {
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

type View = { lat: number; lng: number; zoom: number }

/** Where the address says that the map looks, which it does a moment after the map has come to rest. */
export function viewOf(page: Page): View {
  const [lat = 0, lng = 0, zoom = 0] = (new URL(page.url()).searchParams.get('map') ?? '').split(',').map(Number)
  return { lat, lng, zoom }
}

function onWorld({ lat, lng }: { lat: number; lng: number }, zoom: number) {
  const size = 512 * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size }
}

/** Where a place lies on the screen while the map looks somewhere. */
export async function onScreen(canvas: Locator, view: View, place: { lat: number; lng: number }) {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the map is not there')
  const [middle, at] = [onWorld(view, view.zoom), onWorld(place, view.zoom)]
  return { x: box.x + box.width / 2 + at.x - middle.x, y: box.y + box.height / 2 + at.y - middle.y }
}

/** Points at the map around a place until the hand shows that there is something to click; gives where that is. */
export async function handOver(page: Page, canvas: Locator, { x, y }: { x: number; y: number }) {
  const steps = [0, 4, -4, 8, -8, 12, -12]
  const spots = steps.flatMap((dx) => steps.map((dy) => ({ x: x + dx, y: y + dy })))
  let found = { x, y }
  const points = async () => {
    for (const spot of spots) {
      await page.mouse.move(spot.x, spot.y)
      found = spot
      if ((await canvas.evaluate((element) => element.style.cursor)) === 'pointer') return true
    }
    return false
  }
  await expect.poll(points).toBe(true)
  return found
}

/** A finger on the screen, as the browser hears it. */
export async function fingerOn(page: Page) {
  const wire = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    wire.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  // At once, however long the page takes to answer: a finger that stays asks for a menu.
  const tap = (x: number, y: number) => Promise.all([touch('touchStart', { x, y }), touch('touchEnd')])
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await touch('touchStart', from)
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    await touch('touchEnd')
  }
  return { tap, drag }
}
