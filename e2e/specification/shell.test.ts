import { randomUUID } from 'node:crypto'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'
import { createCampaign, visit } from './screens.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
// The unknown campaign and order.
const isExpected = (pageError: string) => /status of 404/.test(pageError)
afterAll(() => expect(pageErrors.filter((pageError) => !isExpected(pageError))).toEqual([]))

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const isFolded = (page: Page) => page.getByRole('button', { name: 'Expand sidebar' }).isVisible()

test('Ctrl or Cmd and B folds the sidebar for a week, and below 768 pixels opens the menu', async () => {
  const page = await newPage({ viewport: { width: 768, height: 900 } })
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/profile')
  await sidebar(page).waitFor()
  expect(await isFolded(page)).toBe(false)
  await page.keyboard.press('Control+b')
  await expect.poll(() => isFolded(page)).toBe(true)
  const cookies = await page.context().cookies()
  const { value, expires = 0 } = cookies.find(({ name }) => name === 'sidebar_state') ?? {}
  expect(value).toBe('false')
  const days = (expires - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThanOrEqual(7)
  await page.keyboard.press('Control+b')
  await expect.poll(() => isFolded(page)).toBe(false)

  await page.setViewportSize({ width: 767, height: 900 })
  await sidebar(page).waitFor({ state: 'hidden' })
  const menu = page.getByRole('dialog')
  await page.keyboard.press('Control+b')
  await menu.getByRole('link', { name: 'Campaigns' }).waitFor()
  await page.keyboard.press('Control+b')
  await menu.waitFor({ state: 'hidden' })
  // The sidebar of wider windows was left alone.
  await page.setViewportSize({ width: 768, height: 900 })
  await sidebar(page).waitFor()
  expect(await isFolded(page)).toBe(false)
})

test('header and sidebar stay in their places when a dialog opens over a scrolled page', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 500 } })
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/account')
  const closeAccount = page.getByRole('button', { name: 'Close account' })
  await closeAccount.waitFor()
  // What comes later would move the rest.
  await waitUntilIdle(page)
  await closeAccount.scrollIntoViewIfNeeded()
  const getPlaces = async () => [
    await page.evaluate('scrollY'),
    await page.locator('header').first().boundingBox(),
    await page.locator('aside').first().boundingBox(),
  ]
  const before = await getPlaces()
  expect(before[0]).toBeGreaterThan(100)
  await closeAccount.click()
  await page.getByRole('dialog').waitFor()
  expect(await getPlaces()).toEqual(before)
  const isRefused = page.evaluate(`new Promise((resolve) => {
    addEventListener('wheel', (event) => setTimeout(() => resolve(event.defaultPrevented)), { capture: true, once: true })
  })`)
  await page.mouse.move(20, 480)
  await page.mouse.wheel(0, -300)
  expect(await isRefused).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await getPlaces()).toEqual(before)
})

/** Expects a screen in the frame, with one main part and one heading. */
async function expectInFrame(page: Page, heading: string, title: string) {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await sidebar(page).waitFor()
  expect(await page.locator('main').count()).toBe(1)
  expect(await page.locator('h1').count()).toBe(1)
  await expect.poll(() => page.title()).toBe(`Dooryard | ${title}`)
}

const unknown = randomUUID()

test('an address that names nothing shows the 404 within the portal, and no id there is asked for', async () => {
  const admin = await newPage()
  await signIn(admin, 'admin')
  await admin.goto('/portal/enterprise-campaigns/orders')
  await expectInFrame(admin, 'Page Not Found', 'Page Not Found')
  for (const path of [
    `enterprise-campaigns/${unknown}/orders/export`,
    'orders/export',
    'users/many/statistics',
    'webhooks/none',
    'nowhere',
  ]) {
    await visit(admin, '/portal/settings/profile')
    await expectInFrame(admin, 'Settings', 'Profile')
    await visit(admin, `/portal/${path}`)
    await expectInFrame(admin, 'Page Not Found', 'Page Not Found')
    await admin.getByText('404', { exact: true }).waitFor()
  }
  await visit(admin, `/portal/enterprise-campaigns/${unknown}`)
  await admin.getByText('The campaign does not exist').waitFor()
  await expectInFrame(admin, 'Campaign', 'Campaign')
  await visit(admin, `/portal/users/${unknown}/statistics`)
  await admin.getByText('This user does not exist').waitFor()
  await expectInFrame(admin, 'User Statistics', 'User Statistics')

  const user = await newPage()
  await signIn(user, 'enterprise')
  for (const path of ['campaigns/orders', `campaigns/${unknown}/orders/first`, 'campaigns/orders/orders/create']) {
    await user.goto(`/portal/${path}`)
    await expectInFrame(user, 'Page Not Found', 'Page Not Found')
  }
  await visit(user, `/portal/campaigns/${unknown}`)
  await user.getByText('The campaign does not exist').waitFor()
  await expectInFrame(user, 'Campaign', 'Campaign')
  await visit(user, `/portal/campaigns/${unknown}/orders/${unknown}`)
  await user.getByText('The order does not exist').waitFor()
  await expectInFrame(user, 'Order', 'Order Details')
  await visit(user, '/portal/nowhere')
  const home = user.getByRole('link', { name: 'Go Home' })
  expect(await home.getAttribute('href')).toBe('/')
  await home.click()
  await user.waitForURL('**/portal/campaigns')
})

test('the titles Create Order and User Statistics follow the name of the product', async () => {
  const user = await newPage()
  await signIn(user, 'enterprise')
  await user.goto(`/portal/campaigns/${await createCampaign(url)}/orders/create`)
  await expectInFrame(user, 'Create order', 'Create Order')
  const admin = await newPage()
  await signIn(admin, 'admin')
  const all = await call(url, await getToken(url, demoAccount('admin')), adminUsers.list, { query: {} })
  await admin.goto(`/portal/users/${all.items[0]?.id}/statistics`)
  await expect.poll(() => admin.title()).toBe('Dooryard | User Statistics')
})
