import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { toast } from '../support/test-user.ts'
import { getFocusedLabel, useAdminBilling, waitUntilClosed } from './admin-billing.ts'

const browser = useBrowser()
const { pageErrors } = browser
const { newPage, openAsAdmin, createBuyerWithPack } = useAdminBilling(browser)
afterAll(() => expect(pageErrors).toEqual([]))

/** A table row by name. */
const row = (page: Page, name: string) => page.getByRole('row', { name })

test('a coupon is created, redeemed, deactivated and archived, and its affiliate sees the purchases', async () => {
  const code = `ADMIN-${Date.now().toString(36)}`.toUpperCase()
  const page = await openAsAdmin('/portal/coupons')
  await button(page, 'Create coupon').first().click()
  await dialog(page).getByLabel('Code').fill(code.toLowerCase())
  await dialog(page).getByLabel('Percent', { exact: true }).fill('20')
  // A click outside the dialog does not discard the input.
  await page.mouse.click(5, 450)
  await dialog(page).getByLabel('Total redemption limit').fill('10')
  await dialog(page).getByRole('combobox', { name: 'Affiliate' }).click()
  await page.getByRole('option', { name: 'affiliate@dooryard.test' }).click()
  await button(page, 'Save').click()
  await toast(page, `${code} saved`).waitFor()
  await waitUntilClosed(page, 'Create coupon')
  await expect.poll(() => getFocusedLabel(page)).toBe('Create coupon')

  const email = await createBuyerWithPack(code)
  await page.goto(`/portal/coupons?search=${code}`)
  await row(page, code).getByText('1 of 10').waitFor()
  await page.getByRole('link', { name: code }).click()
  await dialog(page).getByRole('row', { name: email }).getByText('$7.00').waitFor()
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => getFocusedLabel(page)).toBe(code)

  const affiliate = await newPage()
  await signIn(affiliate, 'affiliate')
  await affiliate.goto('/portal')
  const ownCoupon = affiliate.getByRole('listitem').filter({ hasText: code })
  await ownCoupon.getByRole('button', { name: `1 redemption of ${code}` }).click()
  const redemption = dialog(affiliate).getByRole('row', { name: /^Credits/ })
  await redemption.getByText('$7.00').waitFor()
  expect(await affiliate.getByText(email).count()).toBe(0)
  await affiliate.keyboard.press('Escape')
  await waitUntilClosed(affiliate, 'Redemptions')

  await button(page, `Deactivate ${code}`).click()
  await dialog(page)
    .getByText(/Redeemed 1 (of|time)/)
    .waitFor()
  await dialog(page)
    .getByRole('button', { name: `Deactivate ${code}` })
    .click()
  await row(page, code).getByText('Inactive').waitFor()
  await button(page, `Archive ${code}`).click()
  await dialog(page)
    .getByRole('button', { name: `Archive ${code}` })
    .click()
  await toast(page, `${code} archived`).waitFor()
  await page.getByText('No results.').waitFor()
  await affiliate.reload()
  await ownCoupon.getByText('Archived').waitFor()
  await ownCoupon.getByRole('button', { name: `1 redemption of ${code}` }).waitFor()
})

test('a plan and a credit setting are edited, and moving the clock needs a confirmation', async () => {
  const page = await openAsAdmin('/portal/plans')
  const setPrice = async (price: string) => {
    await button(page, 'Edit Scale').click()
    await dialog(page).getByLabel('Price per month').fill(price)
    await button(page, 'Save').click()
    await toast(page, 'Scale saved').last().waitFor()
    await waitUntilClosed(page, 'Edit Scale')
    await row(page, 'Scale')
      .getByText(`$${Number(price).toFixed(2)}`)
      .waitFor()
  }
  await setPrice('489.50')
  await setPrice('499')
  await button(page, 'Advance 31 days').click()
  await dialog(page).getByText('All payments due by then are charged.').waitFor()
  await button(page, 'Cancel').click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await page.getByText(/ahead$/).count()).toBe(0)

  await page.goto('/portal/credit-settings')
  const setMinimum = async (leads: string) => {
    await button(page, 'Edit Mail Ready').click()
    await dialog(page).getByLabel('Minimum campaign volume').fill(leads)
    // The effects are shown first.
    await dialog(page).getByRole('status').getByRole('listitem').first().waitFor()
    await button(page, 'Save').click()
    await waitUntilClosed(page, 'Edit Mail Ready')
    await page.getByText(`${leads} leads`).first().waitFor()
  }
  await setMinimum('60')
  await setMinimum('50')
})
