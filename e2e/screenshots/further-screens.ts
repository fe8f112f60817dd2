import type { Locator, Page } from 'playwright-core'
import { buildFinderUrl, davidson } from '../finders/finder.ts'
import type { FindingsByName } from '../screens/overlays/overlays.ts'
import { fixedScreens, type Viewer } from '../screens/screen-list.ts'
import type { OverlayCheck } from '../screens/screens.ts'
import { button, dialog } from '../support/buyer.ts'
import { banner, impersonateConsumer } from '../support/impersonation.ts'
import type { PageCheck } from '../support/page-checks.ts'

// States that the browser tests reach in the course of a story, so that they are not in their lists.

/**
 * The screens of accounts without data: new accounts of each role, and for the administrator, who sees everyone's, lists
 * in which nothing is found.
 */
export const emptyScreens: Partial<Record<Viewer, string[]>> = {
  consumer: [...fixedScreens.consumer, '/portal/settings/billing', '/portal/settings/credit-history'],
  enterprise: fixedScreens.enterprise,
  affiliate: fixedScreens.affiliate,
  admin: [
    '/portal/users?search=nobody',
    '/portal/enterprise-campaigns?search=nothing',
    '/portal/enterprise-orders?search=nothing',
    '/portal/orders?search=nothing',
    '/portal/api-keys?search=nothing',
    '/portal/webhooks?search=nothing',
    '/portal/coupons?search=nothing',
    '/portal/audit-log?object=nothing',
  ],
}

/** Additional screens: settings, and single entries. */
export const extraScreens: Partial<Record<Viewer, string[]>> = {
  admin: ['/portal/audit-log?entry=1', '/portal/settings/account'],
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

async function closeOverlay(page: Page, shown: Locator) {
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
}

async function checkProperty(page: Page, check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  await page.goto(buildFinderUrl({ criteria: davidson, view: 'table' }))
  await button(page, /^Count breakdown/)
    .first()
    .click()
  findings['breakdown'] = await check(page)
  await page.keyboard.press('Escape')
  await page.getByRole('row').getByRole('checkbox').nth(1).check()
  await page.getByText('1 selected').waitFor()
  findings['selected'] = await check(page)
  await page.locator('[data-property] a, a[data-row-link]').first().click()
  const drawer = page.getByRole('dialog', { name: 'Property' })
  await drawer.getByRole('heading', { level: 2 }).first().waitFor()
  findings['property'] = await check(page)
  await closeOverlay(page, drawer)
  return findings
}

async function checkBuyer(page: Page, check: PageCheck): Promise<FindingsByName> {
  await page.goto('/portal/buyer-finder?lat=36.16&lng=-86.78')
  await page.getByRole('table', { name: 'Buyers' }).locator('[data-row-link]').first().click()
  const drawer = page.getByRole('dialog', { name: 'Buyer' })
  await drawer.getByRole('heading', { level: 2 }).first().waitFor()
  const buyer = await check(page)
  await closeOverlay(page, drawer)
  return { buyer }
}

/** Submits an empty form. */
async function submitEmptyForm(page: Page, path: string, send: string, check: PageCheck) {
  await page.goto(path)
  await button(page, send).click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  return check(page)
}

const checkPublicForms: OverlayCheck = async (page, check) => ({
  login: await submitEmptyForm(page, '/login', 'Sign in', check),
  register: await submitEmptyForm(page, '/register', 'Create account', check),
})

/** Submits an empty form in a dialog. */
async function submitEmptyDialog(page: Page, path: string, [opener, send]: [string, string], check: PageCheck) {
  await page.goto(path)
  await button(page, opener).first().click()
  await dialog(page).getByRole('button', { name: send }).click()
  await dialog(page).locator('[aria-invalid=true]').first().waitFor()
  const findings = await check(page)
  await closeOverlay(page, dialog(page))
  return findings
}

const checkAdminForms: OverlayCheck = async (page, check) => ({
  user: await submitEmptyDialog(page, '/portal/users', ['New user', 'Create and invite'], check),
  coupon: await submitEmptyDialog(page, '/portal/coupons', ['Create coupon', 'Save'], check),
})

async function checkImpersonation(page: Page, check: PageCheck): Promise<FindingsByName> {
  await impersonateConsumer(page)
  const home = await check(page)
  await banner(page).getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL('**/portal/users?search=consumer')
  return { home }
}

/** Additional overlays of each viewer, by the screens they open over. */
export const extraOverlayChecks: Partial<Record<Viewer, Record<string, OverlayCheck>>> = {
  nobody: { 'errors in login, register': checkPublicForms },
  consumer: { 'lead finder': checkProperty, 'buyer finder': checkBuyer },
  enterprise: {
    'errors in webhooks': async (page, check) => ({
      webhook: await submitEmptyDialog(page, '/portal/webhooks', ['Add a webhook', 'Add webhook'], check),
    }),
  },
  admin: { 'errors in users, coupons': checkAdminForms, 'users, acting': checkImpersonation },
}
