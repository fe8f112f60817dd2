import { auth } from '@dooryard/contract/auth'
import { coupons } from '@dooryard/contract/coupons'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { atCheckout, balance, button, dialog, pretend, pretendNoMore } from './buyer.ts'
import { findings } from './findings.ts'
import { newPerson, openSettings, signInAs, toast } from './person.ts'
import { call } from './portal-process.ts'
import { newSubscriber } from './subscriber.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)

// A refusal that a test asks for stands on the console too.
afterAll(() => expect(troubles.filter((trouble) => !/status of 4(09|22)/.test(trouble))).toEqual([]))

test('a change whose card is declined changes nothing, and says what helps', async () => {
  const page = await openSettings(
    await newPage(),
    await newSubscriber(url, 'Starter', '4000000000000341'),
    'subscription',
  )
  await button(page, 'Change to Growth').click()
  await dialog(page)
    .getByRole('button', { name: /^Change to Growth, pay/ })
    .click()
  await dialog(page)
    .getByRole('alert')
    .getByText(/declined/)
    .waitFor()
  await toast(page, 'declined').waitFor()
  // Until the toast has faded in its words have too little contrast.
  await expect.poll(() => findings(page)).toEqual([])
  await expect.poll(() => balance(page)).toBe(1000)
  await dialog(page).getByRole('button', { name: 'Change card' }).click()
  await atCheckout(page)
  await button(page, 'Save card').click()
  await page.getByText('Your new card is on file').waitFor()
  await page.goto('/portal/settings/billing')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
})

test('a checkout that is left leads back to what was chosen, with its coupon, and a reload keeps both', async () => {
  const page = await openSettings(await newPage(), await newPerson(url), 'subscription')
  const admin = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body: admin })
  const code = `BACK-${Date.now()}`
  await call(url, accessToken, coupons.create, { body: { code, kind: 'PERCENT', value: 20, appliesTo: 'ANY' } })
  await page.getByRole('radio', { name: /^Scale/ }).check()
  await page.getByLabel('Coupon').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  const subscribing = button(page, 'Subscribe to Scale, pay $399.20')
  await subscribing.click()
  await atCheckout(page)
  await button(page, 'Cancel and go back').click()
  await page.getByText('Nothing was charged.').waitFor()
  await page.getByRole('link', { name: 'Back to the plan' }).click()
  await subscribing.waitFor()
  await page.reload()
  await subscribing.waitFor()
  expect(await page.getByLabel('Coupon', { exact: true }).inputValue()).toMatch(new RegExp(`^${code}$`, 'i'))
})

const overdue = { status: 'PAST_DUE', graceUntil: '2026-12-28T12:00:00.000Z' }
const until = { currentPeriodEnd: '2027-01-21T12:00:00.000Z' }

/** The billing screen of somebody who has subscribed to Growth and has not paid for it this time. */
async function overdueBilling(more = {}) {
  const email = await newSubscriber(url, 'Growth')
  const page = await newPage()
  await signInAs(page, email)
  await pretend(page, ({ subscription }) => ({
    subscription: { ...subscription, ...overdue, ...until, ...more },
    nextCharge: undefined,
  }))
  await page.goto('/portal/settings/billing')
  return page
}

/** Goes on to the screen of the subscription as its tab leads there. */
const toSubscription = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Subscription', exact: true }).click()

test('what is past due says until when there is time, and promises nothing before it is paid', async () => {
  const page = await overdueBilling()
  await page.getByText(/Unless it is paid by Dec 28, 2026, Growth ends then\. Change your card/).waitFor()
  await page.getByText('$149.00 overdue').waitFor()
  expect(await findings(page)).toEqual([])
  await button(page, 'Cancel subscription').click()
  await dialog(page).getByText('Growth ends at once.').waitFor()
  expect(await dialog(page).getByText('everything works').count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Not now' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await toSubscription(page)
  await page.getByText('To be paid by Dec 28, 2026').waitFor()
  expect(await page.getByText(/^Renews on/).count()).toBe(0)
  await pretendNoMore(page)
})

test('what is past due and cancelled can be kept once it is paid, and not before', async () => {
  const page = await overdueBilling({ cancelAtPeriodEnd: true })
  await page.getByText('Past due, cancelled').waitFor()
  await page.getByText(/once it is paid, Growth runs until Jan 21, 2027 and is not charged again\.$/).waitFor()
  await page.getByText(/and the subscription is not charged after it\.$/).waitFor()
  expect(await button(page, /^(Keep|Cancel)/).count()).toBe(0)
  await toSubscription(page)
  await page.getByText(/^The last payment for Growth did not go through\./).waitFor()
  expect(await button(page, /^(Keep|Change to)/).count()).toBe(0)
  expect(await page.getByText('or choose another plan').count()).toBe(0)
  await pretendNoMore(page)
})
