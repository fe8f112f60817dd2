import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import {
  agrees,
  asked,
  askerOf,
  chips,
  countOn,
  davidson,
  grid,
  inView,
  nameIn,
  numberIn,
  rowAt,
  useFinder,
  viewOf,
} from './finder.ts'

const browser = useBrowser()
const { open, troubles, url } = browser
const finder = useFinder(browser)
const property = (page: Page) => page.getByRole('dialog', { name: 'Property' })

afterAll(() => expect(troubles).toEqual([]))

/** What somebody sees of the lead finder. */
async function sight(page: Page) {
  await nameIn(page).waitFor()
  const top = await grid(page).evaluate((element) => Math.floor(element.scrollTop / 44))
  return {
    count: await countOn(page),
    chips: await chips(page).getByRole('listitem').allTextContents(),
    headers: await grid(page).getByRole('columnheader').allTextContents(),
    sorted: await grid(page)
      .locator('[aria-sort]')
      .evaluateAll((all) => all.map((one) => one.ariaSort + one.textContent)),
    top,
    atTop: await rowAt(page, top).getByRole('link').textContent(),
    property: await nameIn(page).textContent(),
    address: page.url(),
  }
}

const countInView = async (page: Page) => numberIn(await inView(page).textContent())

/** Waits until a page shows what was seen before. */
async function shows(page: Page, before: Awaited<ReturnType<typeof sight>>, onMap: number) {
  await expect.poll(() => sight(page)).toEqual(before)
  // An address says to a few yards where the map looks.
  await expect.poll(async () => Math.abs((await countInView(page)) / onMap - 1)).toBeLessThan(0.01)
}

test('a reload, a way back, and a link that somebody opens who has to sign in first, restore the same screen', async () => {
  const page = await finder({ criteria: davidson })
  await button(page, 'Residential').click()
  await expect.poll(() => asked(page).property?.assetClasses).toEqual(['RESIDENTIAL'])
  await agrees(page, await (await askerOf(url)).count(asked(page)))
  await grid(page).getByRole('button', { name: 'Built' }).click()
  await page.waitForURL(/[?&]sort=/)
  // New rows begin at the top, also where somebody has scrolled the old ones.
  await expect.poll(() => grid(page).getAttribute('aria-busy')).toBe(null)
  await button(page, 'Columns').click()
  await page.getByRole('checkbox', { name: 'Parcel number' }).check()
  await page.keyboard.press('Escape')
  for (const _ of ['once', 'twice']) {
    const [farther, view] = [await countInView(page), viewOf(page)]
    await page.getByRole('button', { name: 'Zoom in (+)' }).click()
    await expect.poll(() => countInView(page)).not.toBe(farther)
    await expect.poll(() => viewOf(page)).not.toEqual(view)
  }
  await rowAt(page, 0).hover()
  await page.mouse.wheel(0, 44 * 300)
  await page.waitForURL(/[?&]at=300\b/)
  await rowAt(page, 302).and(page.locator('[data-property]')).click()
  await expect.poll(() => chips(page).locator('[title$=" more without this"]:not([data-stale])').count()).toBe(2)
  const before = await sight(page)
  expect(before).toMatchObject({ top: 300, sorted: ['ascendingBuilt'] })
  expect(before.headers).toContain('Parcel number')
  const onMap = await countInView(page)
  expect(onMap).toBeLessThan(before.count * 0.95)

  await page.reload()
  await shows(page, before, onMap)
  await property(page).getByRole('link', { name: 'Who buys around here' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/buyer-finder')
  await page.getByRole('heading', { name: 'Buyer finder', level: 1 }).waitFor()
  await page.goBack()
  await shows(page, before, onMap)

  const { page: shared } = await open({ viewport: { width: 1440, height: 900 } })
  await shared.goto(before.address)
  await shared.waitForURL(/\/login\?redirect=/)
  await shared.getByLabel('Email').fill('consumer@dooryard.test')
  await shared.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await shared.getByRole('button', { name: 'Sign in' }).click()
  await shared.waitForURL((at) => at.pathname === '/portal/lead-finder')
  await shows(shared, before, onMap)
})
