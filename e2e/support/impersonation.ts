import { account } from '@dooryard/contract/identity/account'
import { privateOrders } from '@dooryard/contract/orders/orders'
import type { Page } from 'playwright-core'
import { signIn } from './browser.ts'
import { button, dialog } from './buyer.ts'
import { createFundedUser, getToken } from './funded-user.ts'
import { call } from './portal-process.ts'
import { createTestUser, password } from './test-user.ts'

export const newId = () => Date.now().toString(36)
export const criteria = { location: { states: ['TN'] } }
export const main = (page: Page) => page.getByRole('main')

/** The value beside a label. */
export const factValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').first()

export const banner = (page: Page) => page.getByRole('region', { name: 'Impersonation' })
export const bannerText = 'Impersonating Casey Morvane (Consumer User)'

/** Finds the only Casey Morvane of a search on the users screen and impersonates them. */
async function impersonateFoundUser(page: Page, search: string, reason: string) {
  await page.goto(`/portal/users?search=${encodeURIComponent(search)}`)
  await button(page, 'Impersonate Casey Morvane').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog(page).getByRole('button', { name: 'Impersonate Casey' }).click()
  await banner(page).getByText(bannerText).waitFor()
}

/** Impersonates the demo consumer as an administrator. */
export const impersonateConsumer = (page: Page) =>
  impersonateFoundUser(page, 'consumer', 'Asked by phone why a search finds nobody')

/** Impersonates a new user as an administrator. */
export async function impersonateNewUser(page: Page, url: string, reason: string) {
  const email = await createTestUser(url)
  await signIn(page, 'admin')
  await impersonateFoundUser(page, email, reason)
}

/** Creates a consumer with credits, and returns how to call the API as them. */
export async function createFundedConsumer(url: string) {
  const fundedUser = await createFundedUser(url)
  const token = await getToken(url, { email: fundedUser.email, password })
  const { user, balance } = await call(url, token, account.me, {})
  const order = async (orderName: string) => {
    const body = { orderName, quantity: 50, criteria, campaignType: 'MAIL_READY' as const }
    return (await call(url, token, privateOrders.place, { body })).id
  }
  return { ...fundedUser, id: user.id, credits: balance.subscriptionCredits + balance.onDemandCredits, order }
}
