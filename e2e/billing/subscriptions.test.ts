import { outdatedQuoteDetails } from '@dooryard/contract/api/errors'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, dialog, readBalance, waitForCheckout } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { createTestUser, openSettings, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'
import { createSubscribedUser } from './subscriber.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

// An expected rejection is logged to the console too.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of 4(09|22)/.test(pageError))).toEqual([]))

test('a user subscribes with a test card, and returns to the purchase', async () => {
  const page = await openSettings(await newPage(), await createTestUser(url), 'billing')
  await expect.poll(() => page.title()).toBe('Dooryard | Billing')
  await page.getByText('No payments yet').waitFor()
  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await expect.poll(() => page.title()).toBe('Dooryard | Subscription')
  await page.getByRole('radio', { name: /^Growth/ }).check()
  // A double click makes one purchase.
  await button(page, 'Subscribe to Growth, pay $149.00').dblclick()
  await waitForCheckout(page)
  await expect.poll(() => page.title()).toBe('Dooryard | Checkout')
  await page.getByText('Test mode:').waitFor()
  await button(page, 'Subscribe and pay $149.00').dblclick()

  await page.waitForURL((at) => at.pathname === '/portal/settings/billing')
  await page.getByText('$149.00 paid. 4,000 credits are available now.').waitFor()
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
  await expect.poll(focused).toBe('You are subscribed to Growth')
  await page.waitForURL((at) => at.search === '')
  await page.getByText('Active', { exact: true }).waitFor()
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await expect.poll(() => readBalance(page)).toBe(4000)
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, /^Download invoice/).click()])
  expect(saved.suggestedFilename()).toMatch(/^invoice-DY-\d{6}\.pdf$/)
  // While the button changes, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
})

test('an upgrade shows its price first, and charges exactly that', async () => {
  const page = await openSettings(await newPage(), await createSubscribedUser(url, 'Growth'), 'billing')
  await page.getByRole('link', { name: 'Change plan' }).click()
  await button(page, 'Change to Scale').click()
  // On the first day the whole month remains.
  await dialog(page).getByText('Due now').waitFor()
  await dialog(page).getByText('$350.00', { exact: true }).waitFor()
  await dialog(page).getByText('+12,000', { exact: true }).waitFor()
  await dialog(page).getByText('Charged to Visa ending in 4242.').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => readBalance(page)).toBe(4000)

  await button(page, 'Change to Scale').click()
  const change = dialog(page).getByRole('button', { name: 'Upgrade and pay $350.00' })
  const refuse = (message: string, more = {}) =>
    page.route(
      '**/v1/billing/subscription/update',
      (route) => route.fulfill({ status: 409, json: { code: 'CONFLICT', requestId: 'made-up', message, ...more } }),
      { times: 1 },
    )
  await refuse('This plan change is already in progress.')
  await change.click()
  await dialog(page).getByText('This plan change is already in progress.').waitFor()
  expect(await dialog(page).getByText('Something has changed').count()).toBe(0)
  await refuse('This quote has expired.', outdatedQuoteDetails)
  await change.click()
  await dialog(page).getByText('The price has changed. Review it before you confirm.').waitFor()
  await change.dblclick()
  await toast(page, 'Plan changed to Scale, with 12,000 more credits').waitFor()
  await expect.poll(() => readBalance(page)).toBe(16_000)
  await page.goto('/portal/settings/billing')
  await page.getByText('Showing 1 to 2 of 2 results').waitFor()
})

test('a downgrade takes effect at the end of the month, and can be undone until then', async () => {
  const email = await createSubscribedUser(url, 'Growth')
  const page = await newPage()
  await signInAs(page, email)
  // The other address of the same screen.
  await page.goto('/portal/subscription')
  await button(page, 'Change to Starter').click()
  await dialog(page)
    .getByText(/^You keep Growth and its credits until/)
    .waitFor()
  await dialog(page)
    .getByRole('button', { name: /^Change to Starter from/ })
    .click()
  await page.getByText(/^Starter begins on .* Until then you keep Growth/).waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await button(page, /^Change to/).count()).toBe(0)
  await expect.poll(() => readBalance(page)).toBe(4000)
  await page.goto('/portal/settings/billing')
  await page.getByText('Starter: 1,000 credits.').waitFor()
  await button(page, 'Cancel subscription').click()
  await dialog(page).getByText('The change to Starter is dropped.').waitFor()
  await dialog(page).getByRole('button', { name: 'Keep subscription' }).click()
  await dialog(page).waitFor({ state: 'hidden' })

  const second = await page.context().newPage()
  await second.goto('/portal/settings/billing')
  await button(page, 'Keep Growth').click()
  await dialog(page).getByText('The change to Starter is undone.').waitFor()
  await button(second, 'Keep Growth').click()
  await dialog(second).getByText('The change to Starter is undone.').waitFor()
  await dialog(page).getByRole('button', { name: 'Keep Growth' }).click()
  await page.getByText('Growth: 4,000 credits.').waitFor()
  // A change made in another tab is reported, and there is nothing to retry.
  await dialog(second).getByRole('button', { name: 'Keep Growth' }).click()
  await dialog(second).getByText('Growth is your plan already').waitFor()
  await dialog(second).getByRole('button', { name: 'Close', exact: true }).click()
  await dialog(second).waitFor({ state: 'hidden' })
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
})

test('a cancellation explains its effects, and can be undone until the end of the month', async () => {
  const page = await openSettings(await newPage(), await createSubscribedUser(url, 'Starter'), 'billing')
  await button(page, 'Cancel subscription').click()
  await dialog(page).getByText('Until then everything works as it does now.').waitFor()
  await dialog(page).getByText('1,000 plan credits').waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel Starter' }).click()
  await toast(page, 'Starter ends on').waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByText(/^Starter ends on .* and won’t be charged again\.$/).waitFor()
  await expect.poll(() => readBalance(page)).toBe(1000)

  await button(page, 'Keep Starter').click()
  await dialog(page).getByRole('button', { name: 'Keep Starter' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByText('Active', { exact: true }).waitFor()
  await button(page, 'Cancel subscription').waitFor()
})
