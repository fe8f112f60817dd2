import { coupons } from '@dooryard/contract/billing/coupons'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, readBalance, waitForCheckout } from '../support/buyer.ts'
import { call } from '../support/portal-process.ts'
import { realtimeTimeout } from '../support/real-time.ts'
import { createTestUser, openSettings } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()

const code = `SCREENS-${Date.now().toString(36)}`.toUpperCase()

beforeAll(async () => {
  const body = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  await call(url, accessToken, coupons.create, { body: { code, kind: 'PERCENT', value: 20, appliesTo: 'PACK' } })
})

// The requested coupon that does not exist.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of (404|422)/.test(pageError))).toEqual([]))

test('a pack is bought with a coupon at the displayed price, and another tab shows the credits soon', async () => {
  const { page, context } = await open()
  await openSettings(page, await createTestUser(url), 'pay-as-you-go')
  const second = await context.newPage()
  await second.goto('/portal')
  await second.getByRole('complementary', { name: 'Sidebar' }).getByRole('img', { name: 'Live' }).waitFor()
  await expect.poll(() => readBalance(second)).toBe(0)
  await page.bringToFront()

  await page.getByLabel('Coupon').fill('nothing-of-that-name')
  await page.getByText('This coupon code is invalid').waitFor()
  await button(page, /^Buy 500 credits/).click()
  // A typed code is not silently ignored.
  expect(await page.evaluate('document.activeElement.placeholder')).toBe('Optional')
  // The price of a pack is not shown for another one.
  await page.getByRole('radio', { name: /^10,000 credits/ }).check()
  await button(page, 'Buy 10,000 credits for $500.00').waitFor()
  await page.getByText('This coupon code is invalid').waitFor()
  await button(page, 'Remove coupon').click()
  await page.getByRole('radio', { name: /^2,000 credits/ }).check()
  await page.getByLabel('Coupon').fill(code.toLowerCase())
  await page.getByText(`${code}: 20% off`).waitFor()
  await button(page, 'Buy 2,000 credits for $96.00').click()
  await waitForCheckout(page)
  const paid = page.waitForResponse((answer) => answer.url().endsWith('/pay'))
  await button(page, 'Pay $96.00').click()
  expect((await paid).ok()).toBe(true)
  await expect.poll(() => readBalance(second), { ...realtimeTimeout, interval: 50 }).toBe(2000)
  await page.getByText('You bought 2,000 credits').waitFor()
  await page.goto('/portal/settings/billing')
  await page.getByText(`Coupon ${code}`).first().waitFor()
  await context.close()
})
