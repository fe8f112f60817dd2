import { coupons } from '@dooryard/contract/billing/coupons'
import { auth } from '@dooryard/contract/identity/auth'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, dialog, mockBillingInfo, readBalance, removeMocks, waitForCheckout } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, openSettings, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'
import { createSubscribedUser } from './subscriber.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

// An expected rejection is logged to the console too.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of 4(09|22)/.test(pageError))).toEqual([]))

test('a change whose card is declined changes nothing, and explains what to do', async () => {
  const page = await openSettings(
    await newPage(),
    await createSubscribedUser(url, 'Starter', '4000000000000341'),
    'subscription',
  )
  await button(page, 'Change to Growth').click()
  await dialog(page)
    .getByRole('button', { name: /^Upgrade and pay/ })
    .click()
  await dialog(page)
    .getByRole('alert')
    .getByText(/declined/)
    .waitFor()
  await toast(page, 'declined').waitFor()
  // While the toast fades in, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  await expect.poll(() => readBalance(page)).toBe(1000)
  await dialog(page).getByRole('button', { name: 'Change card' }).click()
  await waitForCheckout(page)
  await button(page, 'Save card').click()
  await page.getByText('Your new card is on file').waitFor()
  await page.goto('/portal/settings/billing')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
})

test('leaving a checkout leads back to the selection with its coupon, and a reload keeps both', async () => {
  const page = await openSettings(await newPage(), await createTestUser(url), 'subscription')
  const admin = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body: admin })
  const code = `BACK-${Date.now()}`
  await call(url, accessToken, coupons.create, { body: { code, kind: 'PERCENT', value: 20, appliesTo: 'ANY' } })
  await page.getByRole('radio', { name: /^Scale/ }).check()
  await page.getByLabel('Coupon').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  const subscribing = button(page, 'Subscribe to Scale, pay $399.20')
  await subscribing.click()
  await waitForCheckout(page)
  await button(page, 'Cancel and go back').click()
  await page.getByText('Nothing was charged.').waitFor()
  await page.getByRole('link', { name: 'Back to the plan' }).click()
  await subscribing.waitFor()
  await page.reload()
  await subscribing.waitFor()
  expect(await page.getByLabel('Coupon', { exact: true }).inputValue()).toMatch(new RegExp(`^${code}$`, 'i'))
})

const pastDue = { status: 'PAST_DUE', graceUntil: '2026-12-28T12:00:00.000Z' }
const periodEnd = { currentPeriodEnd: '2027-01-21T12:00:00.000Z' }

/** Opens the billing screen of a Growth subscriber with a failed payment. */
async function openPastDueBilling(more = {}) {
  const email = await createSubscribedUser(url, 'Growth')
  const page = await newPage()
  await signInAs(page, email)
  await mockBillingInfo(page, ({ subscription }) => ({
    subscription: { ...subscription, ...pastDue, ...periodEnd, ...more },
    nextCharge: undefined,
  }))
  await page.goto('/portal/settings/billing')
  return page
}

/** The tab link to the subscription screen. */
const subscriptionLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Subscription', exact: true }).click()

test('a past due subscription shows its deadline, and promises nothing before it is paid', async () => {
  const page = await openPastDueBilling()
  await page.getByText(/Unless it is paid by Dec 28, 2026, Growth ends then\. Change your card/).waitFor()
  await page.getByText('$149.00 overdue').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await button(page, 'Cancel subscription').click()
  await dialog(page).getByText('Growth ends at once.').waitFor()
  expect(await dialog(page).getByText('everything works').count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Keep subscription' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await subscriptionLink(page)
  await page.getByText('To be paid by Dec 28, 2026').waitFor()
  expect(await page.getByText(/^Renews on/).count()).toBe(0)
  await removeMocks(page)
})

test('a past due and cancelled subscription can be kept only after it is paid', async () => {
  const page = await openPastDueBilling({ cancelAtPeriodEnd: true })
  await page.getByText('Past due, cancelled').waitFor()
  await page.getByText(/once it is paid, Growth runs until Jan 21, 2027 and is not charged again\.$/).waitFor()
  await page.getByText(/The subscription isn’t charged after that\.$/).waitFor()
  expect(await button(page, /^(Keep|Cancel)/).count()).toBe(0)
  await subscriptionLink(page)
  await page.getByText(/^The last payment for Growth did not go through\./).waitFor()
  expect(await button(page, /^(Keep|Change to)/).count()).toBe(0)
  expect(await page.getByText('or choose another plan').count()).toBe(0)
  await removeMocks(page)
})
