import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, waitForCheckout } from '../support/buyer.ts'
import { impersonateNewUser } from '../support/impersonation.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { createTestUser, openSettings } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()

// An expected rejection is logged to the console too.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of (404|422)/.test(pageError))).toEqual([]))

test('paying in one tab and leaving in another reports the payment, and an unknown purchase is reported as unknown', async () => {
  const { page, context } = await open()
  await openSettings(page, await createTestUser(url), 'pay-as-you-go')
  await button(page, /^Buy 500 credits/).click()
  await waitForCheckout(page)
  const second = await context.newPage()
  await second.goto(page.url())
  await button(second, 'Cancel and go back').waitFor()
  await button(page, /^Pay/).click()
  await page.getByText('You bought 500 credits').waitFor()
  await button(second, 'Cancel and go back').click()
  await second.getByText('You bought 500 credits').waitFor()
  expect(await second.getByText('Nothing was charged.').count()).toBe(0)

  for (const end of ['checkout', 'cancelled']) {
    await page.goto(`/portal/settings/billing?${end}=019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a51`)
    await page.getByText('Purchase not found').waitFor()
    await page.waitForURL((at) => at.search === '')
  }
  await context.close()
})

test('a need above what can be bought at once leads to further purchases until there are enough credits', async () => {
  const { page, context } = await open()
  await openSettings(page, await createTestUser(url), 'pay-as-you-go?need=100700&back=/portal/settings/profile')
  await page.getByText(/^Your order needs 100,700 more credits\. You can buy 100,000 at once/).waitFor()
  await button(page, 'Buy 100,000 credits for $5,000.00').click()
  await waitForCheckout(page)
  await button(page, 'Pay $5,000.00').click()
  await page.getByText('You bought 100,000 credits').waitFor()
  await page.getByText(/^Your order needs 700 more credits\./).waitFor()
  expect(await page.getByRole('link', { name: 'Back to your order' }).count()).toBe(0)
  await button(page, 'Buy 2,000 credits for $120.00').click()
  await waitForCheckout(page)
  await button(page, 'Pay $120.00').click()
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/settings/profile')
  await context.close()
})

test('an impersonating administrator is told on every billing screen that they cannot move money', async () => {
  const { page, context } = await open()
  await impersonateNewUser(page, url, 'Asked by phone about a payment')
  for (const screen of ['billing', 'subscription', 'pay-as-you-go']) {
    await page.goto(`/portal/settings/${screen}`)
    await page.getByText('Only they can change their plan, card and purchases.').waitFor()
    expect(await checkAccessibility(page)).toEqual([])
  }
  await context.close()
})
