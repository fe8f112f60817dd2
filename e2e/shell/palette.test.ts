import { properties } from '@dooryard/contract/properties/properties'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { createFundedUser, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { password } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors.filter((text) => !/status of 503/.test(text))).toEqual([]))

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page, group: string) => palette(page).getByRole('group', { name: group }).getByRole('option')

async function openPalette(page: Page, text = '') {
  // Before the screen is shown nothing listens to keys.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+K')
  await field(page).fill(text)
}

/** The option that Enter would choose, as a screen reader is told. */
async function readActiveOption(page: Page): Promise<string> {
  const id = await field(page).getAttribute('aria-activedescendant')
  return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
}

test('a consumer finds screens, actions, searches, orders and properties by name, and again as recent ones', async () => {
  const fundedUser = await createFundedUser(url)
  const criteria = { location: { states: ['TN'] } }
  await Promise.all([fundedUser.save('Palette homes', criteria), fundedUser.order('Palette order', criteria)])
  const token = await getToken(url, { email: fundedUser.email, password })
  const search = { criteria, limit: 20 }
  const { items } = await call(url, token, properties.search, { body: search })
  const property = items.find(({ address }) => /^\d+ \S/.test(address ?? ''))
  const page = await newPage()
  await fundedUser.signIn(page)
  await page.goto('/portal/settings/account')
  await openPalette(page, 'pal')
  await options(page, 'Saved searches').filter({ hasText: 'Palette homes' }).waitFor()
  await options(page, 'Orders').filter({ hasText: 'Palette order' }).waitFor()
  await expect.poll(() => palette(page).getByRole('status').textContent()).toBe('2 results')
  await field(page).fill('lead')
  expect(await readActiveOption(page)).toContain('Lead finder')
  await field(page).fill('buy')
  expect(await options(page, 'Go to').first().textContent()).toBe('Buyer finder')
  expect(await options(page, 'Actions').allTextContents()).toEqual(['Buy credits'])
  await field(page).fill(property?.address ?? 'no address')
  await options(page, 'Properties').first().click()
  await page.waitForURL((at) => at.pathname === `/portal/properties/${property?.propertyId}`)
  await page.getByRole('heading', { level: 1, name: property?.address ?? '' }).waitFor()
  await openPalette(page)
  expect(await options(page, 'Recent').count()).toBe(1)
  expect(await readActiveOption(page)).toBe(await options(page, 'Recent').first().textContent())
  await page.keyboard.press('ArrowUp')
  expect(await readActiveOption(page)).toBe('Sign out')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await readActiveOption(page)).toBe('Orders')
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname === '/portal')
  await palette(page).waitFor({ state: 'hidden' })
})

test('Enter waits for the records that are searched, and runs an action once', async () => {
  const fundedUser = await createFundedUser(url)
  await fundedUser.save('Palette homes', { location: { states: ['TN'] } })
  const page = await newPage({ reducedMotion: 'no-preference' })
  await fundedUser.signIn(page)
  await page.goto('/portal/settings/account')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/saved-searches\?.*search=Palette/, async (route) => {
    await released
    await route.continue()
  })
  await openPalette(page, 'Palette homes')
  await page.keyboard.press('Enter')
  await palette(page).getByText('Searching…').waitFor()
  expect(new URL(page.url()).pathname).toBe('/portal/settings/account')
  release()
  await page.waitForURL((at) => at.pathname === '/portal/lead-finder' && at.searchParams.has('saved'))
  await palette(page).waitFor({ state: 'hidden' })
  await openPalette(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
})

test('an administrator finds users by email and orders by id, and retries a failed search', async () => {
  const fundedUser = await createFundedUser(url)
  const id = await fundedUser.order('Found by id', { location: { states: ['TN'] } })
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/credit-settings')
  await page.route('**/v1/admin/users?*', (route) => route.fulfill({ status: 503, json: { message: 'no', code: 'X' } }))
  await openPalette(page, fundedUser.email)
  const retry = palette(page).getByRole('button', { name: 'Try Again' })
  await retry.waitFor({ timeout: 30_000 })
  expect(await palette(page).getByRole('status').textContent()).toBe('Search failed')
  await page.unroute('**/v1/admin/users?*')
  await retry.click()
  await options(page, 'Users').filter({ hasText: fundedUser.email }).waitFor()
  await field(page).fill('zzz nothing is called so')
  await palette(page).getByText('No results').waitFor()
  expect(await palette(page).getByRole('option').count()).toBe(0)
  await field(page).fill(id)
  await options(page, 'Orders').filter({ hasText: 'Found by id' }).click()
  await page.waitForURL((at) => at.pathname === `/portal/orders/${id}`)
  await openPalette(page, 'create user')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Create and invite' }).waitFor()
})

test('what is typed before the palette has loaded is searched, and reaches neither the page nor its shortcuts', async () => {
  const page = await newPage()
  await signIn(page, 'consumer')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/palette-[^/]*\.js$/, async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/portal')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('gl Billingg')
  await page.keyboard.press('Backspace')
  // It would press what has the focus below.
  await page.keyboard.press('Enter')
  await page.keyboard.type('?')
  release()
  await expect.poll(() => field(page).inputValue()).toBe('gl Billing?')
  expect(new URL(page.url()).pathname).toBe('/portal')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  // Its code is there now, and the field gets the focus a little later.
  await page.keyboard.press('Control+K')
  await page.keyboard.type('gl')
  await expect.poll(() => field(page).inputValue()).toBe('gl')
  expect(new URL(page.url()).pathname).toBe('/portal')
})
