import type { Locator, Page } from 'playwright-core'
import { actAsConsumer, banner } from '../administrator.ts'
import { button, dialog } from '../buyer.ts'
import { davidson, finderAt } from '../finder.ts'
import type { Look } from '../findings.ts'
import type { Found } from '../opened.ts'
import type { Reader } from '../screen-list.ts'
import type { Opening } from '../screens.ts'

// What the browser tests open in the course of a story, so that it is not in their lists.

/** Further screens: those of somebody who has nothing yet, and lists that are narrowed down. */
export const furtherScreens: Partial<Record<Reader, string[]>> = {
  admin: [
    '/portal/users?search=nobody',
    '/portal/enterprise-orders?search=nothing',
    '/portal/audit-log?object=nothing',
    '/portal/audit-log?entry=1',
    '/portal/settings/account',
  ],
  affiliate: ['/portal/settings/account'],
  consumer: [
    '/portal/settings/billing',
    '/portal/settings/subscription',
    '/portal/settings/pay-as-you-go',
    '/portal/settings/credit-history',
  ],
  enterprise: ['/portal/settings/account'],
  subscriber: [
    '/portal',
    '/portal/lead-finder',
    '/portal/pipeline-builder',
    '/portal/pipeline-builder?tab=board',
    '/portal/settings/saved-searches',
    '/portal/settings/credit-history',
    '/portal/orders/create',
  ],
}

async function closed(page: Page, shown: Locator) {
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
}

async function openProperty(page: Page, check: Look): Promise<Found> {
  const found: Found = {}
  await page.goto(finderAt({ criteria: davidson, view: 'table' }))
  await button(page, /^How it adds up/)
    .first()
    .click()
  found['breakdown'] = await check(page)
  await page.keyboard.press('Escape')
  await page.getByRole('row').getByRole('checkbox').nth(1).check()
  await page.getByText('1 selected').waitFor()
  found['selected'] = await check(page)
  await page.locator('[data-property] a, a[data-row-link]').first().click()
  const drawer = page.getByRole('dialog', { name: 'Property' })
  await drawer.getByRole('heading', { level: 2 }).first().waitFor()
  found['property'] = await check(page)
  await closed(page, drawer)
  return found
}

async function openBuyer(page: Page, check: Look): Promise<Found> {
  await page.goto('/portal/buyer-finder?lat=36.16&lng=-86.78')
  await page.getByRole('table', { name: 'Buyers' }).locator('[data-row-link]').first().click()
  const drawer = page.getByRole('dialog', { name: 'Buyer' })
  await drawer.getByRole('heading', { level: 2 }).first().waitFor()
  const buyer = await check(page)
  await closed(page, drawer)
  return { buyer }
}

/** A form that is sent with nothing in it. */
async function sendEmpty(page: Page, path: string, send: string, check: Look) {
  await page.goto(path)
  await button(page, send).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  return check(page)
}

const openPublic: Opening = async (page, check) => ({
  login: await sendEmpty(page, '/login', 'Sign in', check),
  register: await sendEmpty(page, '/register', 'Create account', check),
})

/** A form in a dialog that is sent with nothing in it. */
async function sendEmptyDialog(page: Page, path: string, [opener, send]: [string, string], check: Look) {
  await page.goto(path)
  await button(page, opener).first().click()
  await dialog(page).getByRole('button', { name: send }).click()
  await dialog(page).locator('[aria-invalid=true]').first().waitFor()
  const found = await check(page)
  await closed(page, dialog(page))
  return found
}

const openAdmin: Opening = async (page, check) => ({
  user: await sendEmptyDialog(page, '/portal/users', ['New user', 'Create and invite'], check),
  coupon: await sendEmptyDialog(page, '/portal/coupons', ['Make a coupon', 'Save'], check),
})

async function openActing(page: Page, check: Look): Promise<Found> {
  await actAsConsumer(page)
  const home = await check(page)
  await banner(page).getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL('**/portal/users?search=consumer')
  return { home }
}

/** What else opens over the screens of each reader, by the screens that it opens over. */
export const furtherOpenings: Partial<Record<Reader, Record<string, Opening>>> = {
  nobody: { 'errors in login, register': openPublic },
  consumer: { 'lead finder': openProperty, 'buyer finder': openBuyer },
  enterprise: {
    'errors in webhooks': async (page, check) => ({
      webhook: await sendEmptyDialog(page, '/portal/webhooks', ['Add a webhook', 'Add webhook'], check),
    }),
  },
  admin: { 'errors in users, coupons': openAdmin, 'users, acting': openActing },
}
