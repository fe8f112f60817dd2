import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsvRows, saveDownload } from '../orders/order-files.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { createFundedConsumer, criteria, factValue, main, newId } from '../support/impersonation.ts'
import { call, newDataFolder, removeDataFolder } from '../support/portal-process.ts'
import { createTestUser, password } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
})
afterAll(() => removeDataFolder(folder))
afterAll(() => expect(pageErrors).toEqual([]))

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

/** Creates an enterprise user with credits, and returns how to call the API as them. */
async function createEnterpriseUser() {
  const email = await createTestUser(url)
  const admin = await getToken(url, demoAccount('admin'))
  const { user } = await call(url, await getToken(url, { email, password }), account.me, {})
  const role = { role: 'ENTERPRISE_USER' as const, reason: 'Runs campaigns of their own' }
  await call(url, admin, adminUsers.change, { params: { id: user.id }, body: role })
  const gift = { userId: user.id, bucket: 'ON_DEMAND' as const, amount: 500, reason: 'To begin with' }
  await call(url, admin, adminBilling.adjustCredits, { body: gift })
  return { email, token: await getToken(url, { email, password }) }
}

/** Opens a screen of the portal as an administrator. */
async function openAsAdmin(path: string): Promise<Page> {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto(path)
  return page
}

test('the actions of an impersonating administrator are in the audit log under both names', async () => {
  const id = newId()
  const reason = `Asked by phone to name a search ${id}`
  const customer = await createFundedConsumer(url)
  const search = await customer.save(`Wrong ${id}`, criteria)
  const params = { id: customer.id }
  const admin = await getToken(url, demoAccount('admin'))
  const { accessToken } = await call(url, admin, adminUsers.impersonate, { params, body: { reason } })
  const body = { name: `Right ${id}` }
  await call(url, accessToken, savedSearches.change, { params: { id: search.id }, body })
  await call(url, accessToken, adminUsers.endImpersonation, {})

  const page = await openAsAdmin(`/portal/audit-log?actor=${customer.id}`)
  const adminOrder = (what: string) =>
    row(page, new RegExp(what))
      .filter({ hasText: 'admin@dooryard.test' })
      .filter({ hasText: `as ${customer.email}` })
  await adminOrder('Impersonation started').getByText(reason).waitFor()
  await adminOrder('Change requested while impersonating').first().waitFor()
  await adminOrder('Impersonation ended').waitFor()
})

test('all campaigns are found by owner, exported as filtered, and opened with their orders', async () => {
  const id = newId()
  const { email, token } = await createEnterpriseUser()
  const create = (name: string) =>
    call(url, token, campaigns.create, { body: { name, campaignType: 'MAIL_READY', criteria } })
  await create(`Idle ${id}`)
  const { id: campaignId } = await create(`Ordered ${id}`)
  const body = { orderName: `Mailing ${id}`, quantity: 50 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body })

  const page = await openAsAdmin('/portal/enterprise-campaigns')
  await page.getByRole('searchbox').fill(email)
  await page.getByText('Showing 1 to 2 of 2 results').waitFor()
  await row(page, new RegExp(`Ordered ${id}`))
    .getByText('Casey Morvane')
    .waitFor()
  const all = await readCsvRows(await saveDownload(page, folder, 'Export CSV'))
  expect(all.map((line) => Object.values(line).some((cell) => cell === email))).toEqual([true, true])
  await page.getByRole('searchbox').fill(`Ordered ${id}`)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  const [only, ...others] = await readCsvRows(await saveDownload(page, folder, 'Export CSV'))
  expect(others).toEqual([])
  expect(Object.values(only ?? {})).toEqual(expect.arrayContaining([`Ordered ${id}`, email, campaignId]))

  await page.getByRole('link', { name: `Ordered ${id}` }).click()
  await page.waitForURL((at) => at.pathname === `/portal/enterprise-campaigns/${campaignId}`)
  await expect.poll(() => page.title()).toBe(`Dooryard | Ordered ${id}`)
  await page.getByRole('link', { name: `Mailing ${id}` }).click()
  await page.waitForURL((at) => at.pathname === `/portal/enterprise-campaigns/${campaignId}/orders/${orderId}`)
  await expect.poll(() => page.title()).toBe('Dooryard | Order Details')
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await factValue(page, 'Owner').getByText('Casey Morvane').waitFor()
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: `Ordered ${id}` })
    .click()
  const order = row(page, new RegExp(`Mailing ${id}`))
  await order.getByText('Completed', { exact: true }).waitFor()
  expect(await readCsvRows(await saveDownload(page, folder, `Download CSV of Mailing ${id}`))).not.toEqual([])
})
