import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, toast } from '../support/test-user.ts'
import { getFocusedLabel, useAdminBilling, waitUntilClosed } from './admin-billing.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const { openAsAdmin, createBuyerWithPack } = useAdminBilling(browser)

// A rejected refund is logged to the browser console.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('409 (Conflict)'))).toEqual([]))

/** Removes credits from a user while another administrator has a screen open. */
async function removeCredits(email: string, amount: number) {
  const admin = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body: admin })
  const { items } = await call(url, accessToken, adminUsers.list, { query: { search: email } })
  const body = { userId: items[0]?.id ?? '', amount: -amount, reason: 'Settled by phone' }
  await call(url, accessToken, adminBilling.adjustCredits, { body: { ...body, bucket: 'ON_DEMAND' } })
}

test('credits are granted to the named user only, and a payment is refunded', async () => {
  const email = await createBuyerWithPack()
  const page = await openAsAdmin(`/portal/users?search=${encodeURIComponent(email)}`)
  const drawer = dialog(page, 'User')
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await drawer.getByText(email).waitFor()
  await button(page, 'Adjust credits…').click()
  await dialog(page, 'Adjust credits of Casey Morvane').waitFor()
  // Back closes the dialog, and the next user does not get it.
  await page.goBack()
  await waitUntilClosed(page, /^Adjust/)
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await drawer.getByText(email).waitFor()
  expect(await dialog(page, /^Adjust/).count()).toBe(0)

  await button(page, 'Adjust credits…').click()
  await page.keyboard.press('Escape')
  await waitUntilClosed(page, /^Adjust/)
  expect(await drawer.isVisible()).toBe(true)
  await expect.poll(() => getFocusedLabel(page)).toBe('Adjust credits…')

  await button(page, 'Adjust credits…').click()
  const outcome = dialog(page, /^Adjust/).getByRole('status')
  await outcome.getByText('500 pay-as-you-go credits available now', { exact: true }).waitFor()
  await page.getByLabel('Amount').fill('-501')
  await dialog(page, /^Adjust/)
    .getByText('Casey has 500 pay-as-you-go credits available', { exact: true })
    .waitFor()
  await page.getByLabel('Reason').fill('For the order that came back short')
  await button(page, 'Deduct 501 credits from Casey').click()
  await expect.poll(() => page.getByLabel('Amount').and(page.locator(':focus')).count()).toBe(1)
  expect(await outcome.textContent()).not.toContain('after')
  await dialog(page, /^Adjust/)
    .getByRole('combobox', { name: 'Credit type' })
    .click()
  await page.getByRole('option', { name: /^Plan/ }).click()
  await outcome.getByText('Casey has no subscription').waitFor()
  await dialog(page, /^Adjust/)
    .getByRole('combobox', { name: 'Credit type' })
    .click()
  await page.getByRole('option', { name: /^Pay-as-you-go/ }).click()
  await page.getByLabel('Amount').fill('250')
  await outcome.getByText(', 750 after').waitFor()
  await page.getByLabel('Reason').fill('For the order that came back short')
  await button(page, 'Add 250 credits to Casey').dblclick()
  await toast(page, 'Casey Morvane has 250 credits more').waitFor()
  const adjustment = drawer.getByRole('row', { name: /For the order that came back short/ })
  await adjustment.getByText('+250').waitFor()
  expect(await adjustment.count()).toBe(1)

  await button(page, /^Refund DY-/).click()
  await dialog(page, /^Refund DY-\d+ of Casey Morvane$/).waitFor()
  const effects = dialog(page, /^Refund/).getByRole('list', { name: 'Effect on credits' })
  await effects.getByText('500 of its 500 credits are removed now.').waitFor()
  await page.getByLabel('Reason').fill('Bought twice by mistake')
  await removeCredits(email, 700)
  await button(page, 'Refund $35.00 to Casey').click()
  await dialog(page, /^Refund/)
    .getByText('Nothing was refunded. Check the new numbers')
    .waitFor()
  await effects.getByText('50 of its 500 credits are removed now.').waitFor()
  await effects.getByText('450 are already spent, expired or removed.').waitFor()
  await button(page, 'Refund $35.00 to Casey').click()
  await toast(page, '$35.00 refunded to Casey Morvane').waitFor()
  await drawer.getByText('Refunded', { exact: true }).waitFor()
  const [note] = await Promise.all([page.waitForEvent('download'), button(page, /^Download credit note/).click()])
  expect(note.suggestedFilename()).toMatch(/^credit-note-DY-CN-\d{6}\.pdf$/)

  // The state of another tab that has not received the refund.
  await page.route(/user-transactions/, async (route) => {
    const answer = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'application/json', body: answer.replaceAll('"REFUNDED"', '"PAID"') })
  })
  await page.reload()
  await button(page, /^Refund DY-/).click()
  await dialog(page, /^Refund/)
    .getByText('Already refunded. Nothing is left to refund.')
    .waitFor()
  expect(await button(page, /^Refund \$/).count()).toBe(0)
})

test('a slow adjustment reports its completion, even after its dialog is left', async () => {
  const email = await createTestUser(url)
  const page = await openAsAdmin(`/portal/users?search=${encodeURIComponent(email)}`)
  let release = () => {}
  const free = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/adjust-credits', async (route) => {
    await free
    await route.continue()
  })
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await button(page, 'Adjust credits…').click()
  await page.getByLabel('Amount').fill('40')
  await page.getByLabel('Reason').fill('For waiting so patiently')
  await button(page, 'Add 40 credits to Casey').click()
  await page.keyboard.press('Escape')
  await dialog(page, /^Adjust/).waitFor()
  await page.goBack()
  await waitUntilClosed(page, /^Adjust/)
  release()
  await toast(page, 'Casey Morvane has 40 credits more').waitFor()
})

test('a part of a payment is refunded from the list of payments, with its share of the credits shown before', async () => {
  const email = await createBuyerWithPack()
  const page = await openAsAdmin(`/portal/payments?search=${encodeURIComponent(email)}`)
  await button(page, /^Refund DY-/).click()
  await page.getByLabel('Or by credits').fill('200')
  expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('14')
  const effects = dialog(page, /^Refund/).getByRole('list', { name: 'Effect on credits' })
  await effects.getByText('200 credits are removed now.').waitFor()
  for (const typed of ['0', '1e3', '501']) {
    await page.getByLabel('Or by credits').fill(typed)
    await effects.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('')
  }
  await page.getByLabel('Amount', { exact: true }).fill('10')
  await effects.getByText('142 credits are removed now.').waitFor()
  await page.getByLabel('Reason').fill('Some leads were bad')
  await button(page, 'Refund $10.00 to Casey').click()
  await toast(page, '$10.00 refunded to Casey Morvane').waitFor()
  await page.getByRole('row').getByText('Partly refunded', { exact: true }).waitFor()
  await page.getByText('$10.00', { exact: true }).waitFor()
  expect(await button(page, /^Download credit note DY-CN-/).count()).toBe(1)
  // Only what is left can be refunded now.
  await button(page, /^Refund DY-/).click()
  await dialog(page, /^Refund/)
    .getByText('Up to $25.00')
    .waitFor()
  await button(page, 'Refund $25.00 to Casey').waitFor()
})
