import { auth } from '@dooryard/contract/identity/auth'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { afterAll, expect, test } from 'vitest'
import { startSession, useBrowser } from '../support/browser.ts'
import { button, dialog, readBalance, waitForCheckout } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, openSettings, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

// An expected rejection is logged to the console too.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of (404|422)/.test(pageError))).toEqual([]))

test('a declined card says so and can be retried, and a bank authentication can be declined and then confirmed', async () => {
  const page = await openSettings(await newPage(), await createTestUser(url), 'pay-as-you-go')
  await button(page, 'Buy 500 credits for $35.00').click()
  await waitForCheckout(page)
  const refusal = page.getByRole('main').getByRole('alert')
  const number = page.getByLabel('Card number')
  await number.fill('4111 1111 1111 1111')
  await button(page, 'Pay $35.00').click()
  await page.getByText('Use one of the test cards: this page takes no real ones').waitFor()

  await page.getByRole('radio', { name: /Declined/ }).check()
  expect(await number.inputValue()).toBe('4000 0000 0000 0002')
  await button(page, 'Pay $35.00').click()
  await Promise.all([refusal.getByText(/declined/).waitFor(), toast(page, 'declined').waitFor()])
  // While the toast fades in, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])

  await page.getByRole('radio', { name: /Needs confirmation/ }).check()
  await button(page, 'Pay $35.00').click()
  await dialog(page).getByText('Are you paying $35.00 to Dooryard for 500 credits?').waitFor()
  await dialog(page).getByText('Deny', { exact: true }).click()
  await refusal.getByText(/not confirmed/).waitFor()
  await button(page, 'Pay $35.00').click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('You bought 500 credits').waitFor()
  await expect.poll(() => readBalance(page)).toBe(500)

  await page.goBack()
  await page.goForward()
  await page.goto('/portal/settings/billing')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
})

test('leaving the checkout charges nothing, and a pack selected in the meantime stays selected', async () => {
  const page = await openSettings(await newPage(), await createTestUser(url), 'pay-as-you-go')
  const packs = page.getByRole('radio')
  await packs.nth(1).check()
  await button(page, /^Buy /).click()
  await waitForCheckout(page)
  let answer = () => {}
  const requested = new Promise<void>((resolve) => {
    answer = resolve
  })
  // Until then the state of the abandoned purchase is unknown.
  await page.route('**/v1/billing/checkout-sessions/*', (route) => requested.then(() => route.continue()))
  await button(page, 'Cancel and go back').click()
  await expect.poll(() => packs.nth(1).isChecked()).toBe(true)
  await packs.nth(2).check()
  answer()
  await page.getByText('Nothing was charged.').waitFor()
  await page.waitForURL((at) => at.pathname === '/portal/settings/pay-as-you-go' && !at.search.includes('cancelled'))
  expect(await packs.nth(2).isChecked()).toBe(true)

  await page.goto('/sandbox/checkout?session=cs_sandbox_that_never_was')
  await page.getByText('Checkout not found').waitFor()
  await page.goto('/portal/settings/billing?cancelled=019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a51')
  await page.getByText('Purchase not found').waitFor()
  await page.waitForURL((at) => at.search === '')
})

test('an order that costs too much leads to the pack that covers it, and back to the input', async () => {
  const page = await newPage()
  const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
  const draft = { name: 'Too dear', campaignType: 'MAIL_READY' as const, criteria }
  const campaign = await call(url, accessToken, campaigns.create, { body: draft })
  await startSession(page, body)
  const form = `/portal/campaigns/${campaign.id}/orders/create`
  await page.goto(form)
  await expect.poll(() => readBalance(page)).toBeGreaterThan(0)
  const quantity = (await readBalance(page)) + 700
  await page.getByLabel('Order name').fill('Spring mailing')
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('link', { name: /^Buy [\d,]+ missing credits?$/ }).click()
  await page.getByText(/^Your order needs [\d,]+ more credits\./).waitFor()
  expect(await page.getByRole('radio', { name: /^2,000 credits/ }).isChecked()).toBe(true)
  await button(page, 'Buy 2,000 credits for $120.00').click()
  await waitForCheckout(page)
  await button(page, 'Pay $120.00').click()
  await page.getByRole('link', { name: 'Back to your order' }).click()
  await page.waitForURL((at) => at.pathname === form)
  await expect.poll(() => page.getByLabel('Order name').inputValue()).toBe('Spring mailing')
  expect(await page.getByLabel('Quantity').inputValue()).toBe(String(quantity))
  await expect.poll(() => page.getByRole('link', { name: /^Buy [\d,]+ missing credits?$/ }).count()).toBe(0)
})

test('a need above the largest pack is offered as a number of credits', async () => {
  const page = await openSettings(
    await newPage(),
    await createTestUser(url),
    'pay-as-you-go?need=10700&back=/portal/settings/profile',
  )
  await page.getByText('Your order needs 10,700 more credits.').waitFor()
  await button(page, 'Buy 10,700 credits for $535.00').waitFor()
  await page.getByLabel('Number of credits').fill('1,250')
  await button(page, 'Buy 1,250 credits for $87.50').waitFor()
  await page.getByLabel('Number of credits').fill('99')
  await page.getByText('Enter at least 100 credits').waitFor()
})
