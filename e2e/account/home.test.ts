import { readFile } from 'node:fs/promises'
import { coupons } from '@dooryard/contract/billing/coupons'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser, demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const criteria = { location: { states: ['TN'] } }
const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
const parseCount = (text: string | null) => Number(text?.replace(/\D/g, ''))

test('a consumer finds orders, next steps and changes at home, and saves a list from there', async () => {
  const fundedUser = await createFundedUser(url)
  await Promise.all([fundedUser.save('Tennessee', criteria), fundedUser.order('From home', criteria, 55)])
  const page = await newPage()
  await fundedUser.signIn(page)
  await page.goto('/portal')
  const line = page.getByRole('row', { name: /From home/ })
  await line.getByText('Completed', { exact: true }).waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV of From home').click()])
  expect(parse(await readFile(await saved.path(), 'utf8'), { columns: true })).toHaveLength(55)
  await panel(page, 'Saved search updates').getByRole('link', { name: 'Tennessee' }).waitFor()
  for (const [name, path] of [
    [/^Lead finder/, '/portal/lead-finder'],
    [/^Buyer finder/, '/portal/buyer-finder'],
    [/^Pipeline builder/, '/portal/pipeline-builder'],
  ] as const) {
    const shortcut = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name })
    expect(await shortcut.getAttribute('href')).toBe(path)
  }
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: /^Pipeline builder/ })
    .click()
  await page.waitForURL((at) => at.pathname === '/portal/pipeline-builder')
  await page.getByRole('heading', { level: 1, name: 'Pipeline builder' }).waitFor()
})

test('an enterprise user sees an order complete at home without a reload', async () => {
  const token = await getToken(url, demoAccount('enterprise'))
  const id = Date.now().toString(36)
  const draft = { name: `At home ${id}`, campaignType: 'MAIL_READY' as const, criteria }
  const { id: campaignId } = await call(url, token, campaigns.create, { body: draft })
  const page = await newPage()
  await signIn(page, 'enterprise')
  const order = { orderName: `Home order ${id}`, quantity: 60 }
  await call(url, token, orders.place, { params: { campaignId }, body: order })
  await page.goto('/portal')
  const line = panel(page, 'Newest orders').getByRole('listitem').filter({ hasText: order.orderName })
  await line.getByText('Completed', { exact: true }).waitFor()
  await expect.poll(() => panel(page, 'In progress').getByText(order.orderName).count()).toBe(0)
  await panel(page, 'Newest campaigns').getByRole('link', { name: draft.name }).waitFor()
  await panel(page, 'Credits')
    .getByText(/available$/)
    .waitFor()
})

test('an affiliate sees their coupons at home, with no purchases for a new one', async () => {
  const token = await getToken(url, demoAccount('admin'))
  const { items } = await call(url, token, adminUsers.list, { query: { search: demoAccount('affiliate').email } })
  const code = `HOME-${Date.now().toString(36)}`.toUpperCase()
  const affiliateUserId = items[0]?.id ?? ''
  const coupon = { code, kind: 'PERCENT' as const, value: 10, appliesTo: 'ANY' as const, affiliateUserId }
  await call(url, token, coupons.create, { body: coupon })
  const page = await newPage()
  await signIn(page, 'affiliate')
  await page.goto('/portal')
  await button(page, `0 redemptions of ${code}`).click()
  await page.getByRole('dialog').getByText('No purchases yet.').waitFor()
})

/** The sum of a column in the table of a chart. */
async function sumColumn(page: Page, title: string, header: string): Promise<number> {
  await panel(page, title).getByRole('switch', { name: 'View as table' }).check()
  const table = panel(page, title).getByRole('table')
  await table.waitFor()
  const headers = await table.getByRole('columnheader').allTextContents()
  const rows = await table.locator('tbody tr').all()
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').nth(headers.indexOf(header)).textContent()))
  return cells.reduce((sum, cell) => sum + parseCount(cell), 0)
}

const readTile = async (page: Page, label: string) => {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
  return parseCount(await term.first().locator('xpath=following-sibling::dd[1]/strong').textContent())
}

test('an administrator sees the day at a glance: stats, charts, and the same as tables', async () => {
  const fundedUser = await createFundedUser(url)
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal')
  const byStatus = panel(page, 'Orders by status')
  await byStatus
    .getByRole('term')
    .first()
    .or(byStatus.getByText(/^No orders in/))
    .waitFor()
  const before = { orders: await readTile(page, 'Orders'), users: await readTile(page, 'New users') }
  await Promise.all([fundedUser.order('Counted', criteria, 50), createTestUser(url)])
  await page.reload()
  await panel(page, 'Orders by day').locator('canvas').waitFor()
  expect(await readTile(page, 'Orders')).toBe(before.orders + 1)
  expect(await readTile(page, 'New users')).toBe(before.users + 1)
  expect(await sumColumn(page, 'Orders by day', 'Orders')).toBe(before.orders + 1)
  expect(await sumColumn(page, 'New users by day', 'New users')).toBe(before.users + 1)
  expect(await sumColumn(page, 'Credits sold by day', 'Credits sold')).toBe(await readTile(page, 'Credits sold'))
  await page.getByText('7 days', { exact: true }).click()
  await page.waitForURL(/[?&]days=7/)
  await expect.poll(() => panel(page, 'Orders by day').locator('tbody tr').count()).toBe(7)
  await page.reload()
  await page.getByRole('radio', { name: '7 days', checked: true }).waitFor({ state: 'attached' })
})
