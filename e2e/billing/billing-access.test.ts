import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, mockBillingInfo, readBalance, removeMocks, waitForCheckout } from '../support/buyer.ts'
import { impersonateNewUser } from '../support/impersonation.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { createTestUser, openSettings, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

// An expected rejection is logged to the console too.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of (404|422)/.test(pageError))).toEqual([]))

test('auto top-up needs a card, and is set within its limits', async () => {
  const page = await openSettings(await newPage(), await createTestUser(url), 'pay-as-you-go')
  const automatic = page.getByRole('checkbox', { name: 'Buy a pack automatically when credits run low' })
  await automatic.waitFor()
  expect(await automatic.isDisabled()).toBe(true)
  await button(page, 'Add card').click()
  await waitForCheckout(page)
  await button(page, 'Save card').click()
  await page.getByText('Your new card is on file').waitFor()
  await page.goto('/portal/settings/pay-as-you-go')
  await automatic.check()
  await page.getByText('Your balance is 0 credits, below the threshold.').waitFor()
  await page.getByLabel('Monthly limit').fill('20')
  await button(page, 'Save').click()
  await page.getByText('Must cover one pack: $35.00').waitFor()
  await page.getByLabel('Monthly limit').fill('50')
  // The purchase may show before the response that caused it.
  await page.route('**/v1/billing/auto-top-up', async (route) => {
    const response = await route.fetch()
    await page.getByText('Spent this month: $35.00 of $50.00').waitFor()
    await route.fulfill({ response })
  })
  await button(page, 'Save').click()
  await toast(page, 'Automatic top-up turned on').waitFor()
  await page.unroute('**/v1/billing/auto-top-up')
  await expect.poll(() => readBalance(page)).toBe(500)
  await page.getByText('Spent this month: $35.00 of $50.00').waitFor()
  await page.goto('/portal/settings/billing')
  await page.getByText(/^Automatic top-up is on: below 100 credits/).waitFor()
  expect(await page.getByText('No upcoming charges.').count()).toBe(0)

  await page.goto('/portal/settings/pay-as-you-go')
  await automatic.uncheck()
  await button(page, 'Save').click()
  await toast(page, 'Automatic top-up turned off').waitFor()
  await page.reload()
  await automatic.waitFor()
  expect(await automatic.isChecked()).toBe(false)
})

test('an impersonating administrator is told that they cannot move money', async () => {
  const page = await newPage()
  await impersonateNewUser(page, url, 'Asked by phone about a payment')
  await page.goto('/portal/settings/pay-as-you-go')
  await page.getByText('Only they can change their plan, card and purchases.').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  expect(await button(page, /^Buy 500 credits/).isDisabled()).toBe(true)
})

test('without a payment provider the screens say so and show no dead buttons', async () => {
  const page = await openSettings(await newPage(), await createTestUser(url), 'profile')
  await mockBillingInfo(page, () => ({ payments: 'OFF' }))
  for (const screen of ['Billing', 'Subscription', 'Pay as you go']) {
    const tab = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: screen, exact: true })
    await tab.click()
    await tab.and(page.locator('[aria-current=page]')).waitFor()
    await page.getByText(/^Payments are turned off on this server/).waitFor()
    const ways = /^(Buy|Subscribe|Add card|Change|Choose|Keep)/
    expect(await button(page, ways).count()).toBe(0)
    expect(await page.getByRole('main').getByRole('link', { name: ways }).count()).toBe(0)
  }
  await removeMocks(page)
})

test('a user without use for credits is not led to buy them', async () => {
  const page = await newPage()
  await signIn(page, 'affiliate')
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  await page.goto('/portal/settings/profile')
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['Profile', 'Account'])
  await page.goto('/portal/settings/billing')
  await expect.poll(() => tabs.allInnerTexts()).toEqual(['Profile', 'Account', 'Billing'])
})
