import { account } from '@dooryard/contract/account'
import { privateOrders } from '@dooryard/contract/orders'
import type { Page } from 'playwright-core'
import { signIn } from './browser.ts'
import { button, dialog } from './buyer.ts'
import { newPerson, password } from './person.ts'
import { call } from './portal-process.ts'
import { newSaver, tokenOf } from './saver.ts'

export const newId = () => Date.now().toString(36)
export const criteria = { location: { states: ['TN'] } }
export const main = (page: Page) => page.getByRole('main')

/** A figure or a word beside what it is called. */
export const factOf = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').first()

export const banner = (page: Page) => page.getByRole('region', { name: 'Acting as another user' })
export const says = 'Acting as Casey Testwell (Consumer User)'

/** Finds the one Casey Testwell on the users screen whom a search finds, and acts as them. */
async function actAsFound(page: Page, search: string, reason: string) {
  await page.goto(`/portal/users?search=${encodeURIComponent(search)}`)
  await button(page, 'Act as Casey Testwell…').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog(page).getByRole('button', { name: 'Act as Casey' }).click()
  await banner(page).getByText(says).waitFor()
}

/** Has an administrator act as the demo consumer. */
export const actAsConsumer = (page: Page) => actAsFound(page, 'consumer', 'Asked by phone why a search finds nobody')

/** Has an administrator act as a new user. */
export async function actAsNewPerson(page: Page, url: string, reason: string) {
  const email = await newPerson(url)
  await signIn(page, 'admin')
  await actAsFound(page, email, reason)
}

/** A consumer with credits, and what they call with. */
export async function newCustomer(url: string) {
  const saver = await newSaver(url)
  const token = await tokenOf(url, { email: saver.email, password })
  const { user, balance } = await call(url, token, account.me, {})
  const order = async (orderName: string) => {
    const body = { orderName, quantity: 50, criteria, campaignType: 'MAIL_READY' as const }
    return (await call(url, token, privateOrders.place, { body })).id
  }
  return { ...saver, id: user.id, credits: balance.subscriptionCredits + balance.onDemandCredits, order }
}
