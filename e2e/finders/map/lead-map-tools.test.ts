import { join } from 'node:path'
import { about } from '@dooryard/contract/about'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { streetAt } from '../../../server/modules/properties/places/base-map/write/base-map.fixture.ts'
import { writeBaseMap } from '../../../server/modules/properties/places/base-map/write/write-base-map.ts'
import { useBrowser } from '../../support/browser.ts'
import { checkAccessibility } from '../../support/page-checks.ts'
import { call } from '../../support/portal-process.ts'
import { createFinderApi, davidson, getMapView, mapCanvas, useFinder } from '../finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)
afterAll(() => expect(pageErrors).toEqual([]))

/** The portal's base map, or a made-up street where the demo has not drawn its own yet. */
beforeAll(async () => {
  const { baseMap } = await call(url, undefined, about.get, {})
  const folder = inject('portalFolders')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (baseMap || !folder) return
  const street = streetAt(-86.79, 36.15, 'Tarrowell Drive')
  // The name that portals of browser tests are given, so that the demo draws no map.
  await writeBaseMap(join(folder, 'none.pmtiles'), [street], { name: 'Demo', attribution: 'Made up', maxZoom: 14 })
})

const openMap = async () => {
  const page = await openFinder({ criteria: davidson, view: 'map', map: '36.15,-86.79,14' })
  await page.getByRole('button', { name: 'More map tools' }).waitFor()
  await mapCanvas(page).waitFor()
  return page
}

const openTool = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More map tools' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('the map reads its streets from the portal, in parts, and names who made them', async () => {
  const { baseMap } = await call(url, undefined, about.get, {})
  const parts: [path: string, status: number][] = []
  const page = await openFinder({ criteria: davidson })
  page.on('response', (response) => {
    const { origin, pathname, search } = new URL(response.url())
    if (pathname === '/map/base.pmtiles') parts.push([`${origin}${pathname}${search}`, response.status()])
  })
  await page.goto(`/portal/lead-finder?view=map&map=${encodeURIComponent('"36.15,-86.79,14"')}`)
  await mapCanvas(page).waitFor()
  await expect.poll(() => parts.length).toBeGreaterThan(1)
  expect(new Set(parts.map(String))).toEqual(new Set([[`${new URL(url).origin}${baseMap?.url}`, 206].join()]))
  await page.getByText(baseMap?.attribution ?? '', { exact: true }).waitFor()
})

test('distances and areas are measured by clicks and by the keyboard', async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'More map tools' }).click()
  await page.getByRole('menu', { name: 'Map tools' }).waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText(/^Click places on the map/).waitFor()
  const { x, y, width, height } = (await mapCanvas(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.mouse.click(x + width / 2 + 100, y + height / 2)
  // At zoom 14, a pixel of this latitude is 12.7 feet wide.
  const first = await page.getByText(/^Distance/).textContent()
  expect(first).toMatch(/^Distance (1,2[5-9]\d ft|0\.24 mi)$/)
  await mapCanvas(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => getMapView(page).lat).toBeLessThan(36.149)
  await page.keyboard.press('Enter')
  await page.getByText(/^Distance .* · Area [\d.]+ acres$/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(first ?? '', { exact: true }).waitFor()
  // No property was opened by the clicks.
  expect(new URL(page.url()).searchParams.get('property')).toBeNull()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => page.getByText(/^Distance/).count()).toBe(0)
})

test('the map flies to what is found', async () => {
  const [row] = await (await createFinderApi(url)).rows({ criteria: davidson, limit: 1 })
  const page = await openMap()
  await openTool(page, 'Find an address')
  const field = page.getByRole('combobox', { name: 'Find on the map' })
  await expect.poll(() => field.evaluate((box) => box.matches(':focus'))).toBe(true)
  await field.fill(row?.zip ?? '')
  await field.press('Enter')
  await expect.poll(() => getMapView(page).zoom).toBe(12.5)
  expect(await field.count()).toBe(0)
})

test('a location is asked for on click, and a refusal is said', async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'Show my location' }).click()
  await page.getByText('Your browser does not share your location.', { exact: false }).waitFor()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 36.2, longitude: -86.7 })
  await page.getByRole('button', { name: 'Show my location' }).click()
  await expect.poll(() => getMapView(page)).toEqual({ lat: 36.2, lng: -86.7, zoom: 15 })
  await page.context().clearPermissions()
})

test('the map fills the screen, and a page when it is printed', async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await page.getByRole('button', { name: 'Full screen' }).waitFor()
  await page.evaluate('window.print = () => { document.title = "Printed" }')
  await openTool(page, 'Print the map')
  await expect.poll(() => page.title()).toBe('Printed')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
  const picture = page.locator('body > div > div > img, body > div img').last()
  const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.max(width / 980, height / 718)).toBeCloseTo(1, 1)
  await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('heading', { level: 1 }).waitFor()
})
