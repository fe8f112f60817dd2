import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import {
  createFinderApi,
  expectAllCounts,
  type FinderApi,
  getCriteria,
  getMapView,
  inViewText,
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

test('a search that follows the map is restored by a reload', async () => {
  const page = await openFinder({ criteria: {}, map: '36.15,-86.78,10' })
  await inViewText(page).waitFor()
  const follows = page.getByRole('checkbox', { name: 'Search as I move' })
  const ring = () => JSON.stringify(getCriteria(page).location?.polygons)
  // It is offered once the map shows another area than the whole result.
  await button(page, 'Zoom in (+)').click()
  await follows.check()
  await expect.poll(() => getMapView(page).zoom).toBeCloseTo(11, 1)
  await expect.poll(ring).toBeDefined()
  const wide = ring()
  await button(page, 'Zoom in (+)').click()
  await expect.poll(ring).not.toBe(wide)
  await expect.poll(() => getMapView(page).zoom).toBeCloseTo(12, 1)
  // The area follows the map once it rests.
  const isResting = async () => {
    const now = ring()
    await page.waitForTimeout(500)
    return ring() === now
  }
  await expect.poll(isResting).toBe(true)
  const before = getCriteria(page)
  await expectAllCounts(page, await api.count(before))
  await page.reload()
  // The last thing to come must not change the size of the map.
  await page.getByRole('region', { name: 'Order' }).getByText('deliverable').waitFor()
  await expectAllCounts(page, await api.count(before))
  expect(await follows.isChecked()).toBe(true)
  expect(getCriteria(page)).toEqual(before)
})
