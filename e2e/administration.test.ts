import { account } from '@dooryard/contract/account'
import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminUsers } from '@dooryard/contract/admin-users'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { criteria, factOf, main, newCustomer, newId } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { rowsOf, saved } from './order-files.ts'
import { newPerson, password } from './person.ts'
import { call, newDataFolder, removeDataFolder } from './portal-process.ts'
import { demo, tokenOf } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)

let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
})
afterAll(() => removeDataFolder(folder))
afterAll(() => expect(troubles).toEqual([]))

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

/** An enterprise user with credits, and what they call with. */
async function newEnterpriseUser() {
  const email = await newPerson(url)
  const admin = await tokenOf(url, demo('admin'))
  const { user } = await call(url, await tokenOf(url, { email, password }), account.me, {})
  const role = { role: 'ENTERPRISE_USER' as const, reason: 'Runs campaigns of their own' }
  await call(url, admin, adminUsers.change, { params: { id: user.id }, body: role })
  const gift = { userId: user.id, bucket: 'ON_DEMAND' as const, amount: 500, reason: 'To begin with' }
  await call(url, admin, adminBilling.adjustCredits, { body: gift })
  return { email, token: await tokenOf(url, { email, password }) }
}

/** An administrator at one screen of the portal. */
async function adminAt(path: string): Promise<Page> {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto(path)
  return page
}

test('what an administrator did as a user stands in the audit log under the name of both', async () => {
  const id = newId()
  const reason = `Asked by phone to name a search ${id}`
  const customer = await newCustomer(url)
  const search = await customer.save(`Wrong ${id}`, criteria)
  const params = { id: customer.id }
  const admin = await tokenOf(url, demo('admin'))
  const { accessToken } = await call(url, admin, adminUsers.impersonate, { params, body: { reason } })
  const body = { name: `Right ${id}` }
  await call(url, accessToken, savedSearches.change, { params: { id: search.id }, body })
  await call(url, accessToken, adminUsers.endImpersonation, {})

  const page = await adminAt(`/portal/audit-log?actor=${customer.id}`)
  const ofAdmin = (what: string) =>
    row(page, new RegExp(what))
      .filter({ hasText: 'admin@dooryard.test' })
      .filter({ hasText: `as ${customer.email}` })
  await ofAdmin('Began to act as a user').getByText(reason).waitFor()
  await ofAdmin('Asked for a change as a user').first().waitFor()
  await ofAdmin('Stopped acting as a user').waitFor()
})

test('everybody’s campaigns are found by their owner, saved as they are filtered, and opened with their orders', async () => {
  const id = newId()
  const { email, token } = await newEnterpriseUser()
  const create = (name: string) =>
    call(url, token, campaigns.create, { body: { name, campaignType: 'MAIL_READY', criteria } })
  await create(`Idle ${id}`)
  const { id: campaignId } = await create(`Ordered ${id}`)
  const body = { orderName: `Mailing ${id}`, quantity: 50 }
  const { id: orderId } = await call(url, token, orders.place, { params: { campaignId }, body })

  const page = await adminAt('/portal/enterprise-campaigns')
  await page.getByRole('searchbox').fill(email)
  await page.getByText('Showing 1 to 2 of 2 results').waitFor()
  await row(page, new RegExp(`Ordered ${id}`))
    .getByText('Casey Testwell')
    .waitFor()
  const all = await rowsOf(await saved(page, folder, 'Export CSV'))
  expect(all.map((line) => Object.values(line).some((cell) => cell === email))).toEqual([true, true])
  await page.getByRole('searchbox').fill(`Ordered ${id}`)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  const [only, ...others] = await rowsOf(await saved(page, folder, 'Export CSV'))
  expect(others).toEqual([])
  expect(Object.values(only ?? {})).toEqual(expect.arrayContaining([`Ordered ${id}`, email, campaignId]))

  await page.getByRole('link', { name: `Ordered ${id}` }).click()
  await page.waitForURL((at) => at.pathname === `/portal/enterprise-campaigns/${campaignId}`)
  await expect.poll(() => page.title()).toBe(`Dooryard | Ordered ${id}`)
  await page.getByRole('link', { name: `Mailing ${id}` }).click()
  await page.waitForURL((at) => at.pathname === `/portal/enterprise-campaigns/${campaignId}/orders/${orderId}`)
  await expect.poll(() => page.title()).toBe('Dooryard | Order Details')
  await main(page).getByText('Completed', { exact: true }).first().waitFor()
  await factOf(page, 'Owner').getByText('Casey Testwell').waitFor()
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: `Ordered ${id}` })
    .click()
  const order = row(page, new RegExp(`Mailing ${id}`))
  await order.getByText('Completed', { exact: true }).waitFor()
  expect(await rowsOf(await saved(page, folder, `Download CSV of Mailing ${id}`))).not.toEqual([])
})
