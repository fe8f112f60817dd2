import { account } from '@dooryard/contract/account'
import { privateOrders } from '@dooryard/contract/orders'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn, type useBrowser } from './browser.ts'
import { balance } from './buyer.ts'
import { password } from './person.ts'
import { call } from './portal-process.ts'
import { newSaver, tokenOf } from './saver.ts'

type Browser = Pick<ReturnType<typeof useBrowser>, 'open' | 'url'>

export const newId = () => Date.now().toString(36)
export const criteria = { location: { states: ['TN'] } }
export const main = (page: Page) => page.getByRole('main')

/** A figure or a word beside what it is called. */
export const factOf = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').first()

/** An administrator at one screen of the portal. */
export async function adminAt({ open }: Pick<Browser, 'open'>, path: string) {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto(path)
  return { page, context }
}

/** A consumer with credits, what they call with, and a browser in which they are signed in. */
export async function newCustomer({ open, url }: Browser) {
  const saver = await newSaver(url)
  const token = await tokenOf(url, { email: saver.email, password })
  const { user } = await call(url, token, account.me, {})
  const { page, context } = await open()
  await saver.signIn(page)
  await expect.poll(() => balance(page)).toBeGreaterThan(0)
  const before = await balance(page)
  const order = async (orderName: string) => {
    const body = { orderName, quantity: 50, criteria, campaignType: 'MAIL_READY' as const }
    return (await call(url, token, privateOrders.place, { body })).id
  }
  return { email: saver.email, save: saver.save, id: user.id, before, order, page, context }
}
