import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import {
  createFinderApi,
  davidson,
  type FinderApi,
  grid,
  hoverUntilPointer,
  inViewText,
  mapCanvas,
  propertyHeading,
  toScreenPoint,
  useFinder,
} from '../finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

/** A place in a parcel that is not the position of its property, where its point would be. */
async function findPlaceInParcel({ propertyId }: { propertyId: string }) {
  const { lat, lng, outline } = await api.property(propertyId)
  const [corner] = outline?.coordinates[0]?.[0] ?? []
  if (lat === null || lng === null || !corner) throw new Error('This property has no outline.')
  return { lat: lat + (corner[1] - lat) / 2, lng: lng + (corner[0] - lng) / 2 }
}

const tip = (page: Page, address: string | null) =>
  page.getByText(new RegExp(`^${(address ?? '').split(' ')[0]} `)).first()

test('parcels of a near map show their address and open, and those that match are selected there', async () => {
  const [match] = await api.rows({ criteria: davidson, limit: 1 })
  const { lat, lng } = await api.property(match?.propertyId ?? '')
  if (!match || lat === null || lng === null) throw new Error('The demo has no such property.')
  const around = { west: lng - 0.0008, east: lng + 0.0008, south: lat - 0.0003, north: lat + 0.0003 }
  const near = await api.map({ criteria: davidson, bounds: around, zoom: 19 })
  const neighbors = 'points' in near ? near.points : []
  const other = neighbors.find(({ address, unit }) => address !== match.address && unit === null)
  if (!other) throw new Error('This property has no neighbor.')
  const page = await openFinder({ criteria: { only: { propertyIds: [match.propertyId] } }, map: `${lat},${lng},17` })
  const canvas = mapCanvas(page)
  await inViewText(page).waitFor()
  const toScreen = async (property: { propertyId: string }) =>
    toScreenPoint(canvas, { lat, lng, zoom: 17 }, await findPlaceInParcel(property))

  const spot = await hoverUntilPointer(page, canvas, await toScreen(match))
  const row = grid(page).locator(`[data-property="${match.propertyId}"]`)
  await row.and(page.locator('[data-pointed]')).waitFor()
  await page.keyboard.down('Control')
  await page.mouse.click(spot.x, spot.y)
  await page.keyboard.up('Control')
  await row.getByRole('checkbox', { checked: true }).waitFor()

  const { x, y } = await hoverUntilPointer(page, canvas, await toScreen(other))
  await tip(page, other.address).waitFor()
  await page.mouse.click(x, y)
  await propertyHeading(page).waitFor()
  expect(new URL(page.url()).searchParams.get('property')?.replaceAll('"', '')).toBe(other.propertyId)
})

test('a layer lies over the map with its legend, and stays after a reload', async () => {
  const [match] = await api.rows({ criteria: davidson, limit: 1 })
  const { lat, lng } = await api.property(match?.propertyId ?? '')
  const page = await openFinder({ criteria: davidson, map: `${lat},${lng},13` })
  const legend = (name: string) => page.getByRole('group', { name, exact: true })
  const choose = async (layer: string) => {
    await page.getByRole('button', { name: 'Layers' }).click()
    await page.getByRole('radio', { name: layer }).check()
    await page.keyboard.press('Escape')
  }
  await choose('Recent sales')
  await legend('Recent sales')
    .getByText(/^(The 2,000 newest of )?[\d,]+ sales here\.$/)
    .waitFor()
  await choose('My leads by stage')
  await legend('My leads by stage')
    .getByText(/leads are here\.$|leads here\.$/)
    .waitFor()
  expect(await legend('Recent sales').count()).toBe(0)
  await choose('Heat of matches')
  await legend('Heat of matches').getByText('Many matches').waitFor()
  await choose('Price per square foot')
  await legend('Price per square foot')
    .getByText(/^\$\d+ or more$/)
    .waitFor()
  await page.reload()
  await legend('Price per square foot')
    .getByText(/^\$\d+ or more$/)
    .waitFor()
  await choose('Nothing')
  await legend('Price per square foot').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('layers')).toBe(false)
})
