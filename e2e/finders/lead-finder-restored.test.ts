import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import {
  chips,
  createFinderApi,
  davidson,
  expectAllCounts,
  getCriteria,
  getMapView,
  grid,
  inViewText,
  parseCount,
  propertyHeading,
  readCount,
  rowAt,
  useFinder,
} from './finder.ts'

const browser = useBrowser()
const { open, pageErrors, url } = browser
const openFinder = useFinder(browser)
const propertyDrawer = (page: Page) => page.getByRole('dialog', { name: 'Property' })

afterAll(() => expect(pageErrors).toEqual([]))

/** Captures the visible state of the lead finder. */
async function captureState(page: Page) {
  await propertyHeading(page).waitFor()
  const top = await grid(page).evaluate((element) => Math.floor(element.scrollTop / 44))
  return {
    count: await readCount(page),
    chips: await chips(page).getByRole('listitem').allTextContents(),
    headers: await grid(page).getByRole('columnheader').allTextContents(),
    sorted: await grid(page)
      .locator('[aria-sort]')
      .evaluateAll((all) => all.map((one) => one.ariaSort + one.textContent)),
    top,
    atTop: await rowAt(page, top).getByRole('link').textContent(),
    property: await propertyHeading(page).textContent(),
    address: page.url(),
  }
}

const countInView = async (page: Page) => parseCount(await inViewText(page).textContent())

/** Waits until a page shows the captured state. */
async function expectState(page: Page, before: Awaited<ReturnType<typeof captureState>>, onMap: number) {
  await expect.poll(() => captureState(page)).toEqual(before)
  // The position in the URL is exact to a few yards.
  await expect.poll(async () => Math.abs((await countInView(page)) / onMap - 1)).toBeLessThan(0.01)
}

test('a reload, the back button, and a link opened through the sign-in restore the same screen', async () => {
  const page = await openFinder({ criteria: davidson })
  await button(page, 'Residential').click()
  await expect.poll(() => getCriteria(page).property?.assetClasses).toEqual(['RESIDENTIAL'])
  await expectAllCounts(page, await (await createFinderApi(url)).count(getCriteria(page)))
  await grid(page).getByRole('button', { name: 'Built' }).click()
  await page.waitForURL(/[?&]sort=/)
  // New rows start at the top, even if the old ones were scrolled.
  await expect.poll(() => grid(page).getAttribute('aria-busy')).toBe(null)
  await button(page, 'Columns').click()
  await page.getByRole('checkbox', { name: 'Parcel number' }).check()
  await page.keyboard.press('Escape')
  for (const _ of ['once', 'twice']) {
    const [farther, view] = [await countInView(page), getMapView(page)]
    await page.getByRole('button', { name: 'Zoom in (+)' }).click()
    await expect.poll(() => countInView(page)).not.toBe(farther)
    await expect.poll(() => getMapView(page)).not.toEqual(view)
  }
  await rowAt(page, 0).hover()
  await page.mouse.wheel(0, 44 * 300)
  await page.waitForURL(/[?&]at=300\b/)
  await rowAt(page, 302).and(page.locator('[data-property]')).click()
  await expect
    .poll(() => chips(page).locator('[data-hint$=" more without this filter"]:not([data-stale])').count())
    .toBe(2)
  const before = await captureState(page)
  expect(before).toMatchObject({ top: 300, sorted: ['ascendingBuilt'] })
  expect(before.headers).toContain('Parcel number')
  const onMap = await countInView(page)
  expect(onMap).toBeLessThan(before.count * 0.95)

  await page.reload()
  await expectState(page, before, onMap)
  await propertyDrawer(page).getByRole('link', { name: 'Find buyers nearby' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/buyer-finder')
  await page.getByRole('heading', { name: 'Buyer finder', level: 1 }).waitFor()
  await page.goBack()
  await expectState(page, before, onMap)

  const { page: shared } = await open({ viewport: { width: 1440, height: 900 } })
  await shared.goto(before.address)
  await shared.waitForURL(/\/login\?redirect=/)
  await shared.getByLabel('Email').fill('consumer@dooryard.test')
  await shared.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await shared.getByRole('button', { name: 'Sign in', exact: true }).click()
  await shared.waitForURL((at) => at.pathname === '/portal/lead-finder')
  await expectState(shared, before, onMap)
})
