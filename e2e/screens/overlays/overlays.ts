import type { Locator, Page } from 'playwright-core'
import { button, dialog } from '../../support/buyer.ts'
import type { Finding, PageCheck } from '../../support/page-checks.ts'

/** Findings by the name of what was open. */
export type FindingsByName = Record<string, Finding[]>

/** Checks the overlays of the account screen, the palette and the user menu. */
export async function checkAccountOverlays(page: Page, check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  const checkOpenOverlay = async (what: string, overlay: Locator) => {
    await overlay.waitFor()
    findings[what] = await check(page)
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await checkOpenOverlay('confirmation', page.getByRole('dialog', { name: 'Sign out everywhere?' }))
  await page.keyboard.press('Control+K')
  await checkOpenOverlay('palette', page.getByRole('dialog', { name: 'Search or jump to' }))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await checkOpenOverlay('user menu', page.getByRole('button', { name: 'Sign out', exact: true }))
  return findings
}

/** Checks the menu, which exists on a phone only. */
export async function checkMenu(page: Page, check: PageCheck): Promise<FindingsByName> {
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('navigation', { name: 'Portal' }).waitFor()
  return { menu: await check(page) }
}

/** Checks the overlays of a subscriber's billing screens. */
export async function checkBillingOverlays(page: Page, check: PageCheck): Promise<FindingsByName> {
  await page.goto('/portal/settings/billing')
  await button(page, 'Cancel subscription').click()
  await dialog(page).getByText('Until then everything works').waitFor()
  const cancel = await check(page)
  await page.goto('/portal/settings/subscription')
  await button(page, 'Change to Scale').click()
  await dialog(page).getByText('Due now').waitFor()
  return { cancel, quote: await check(page) }
}

/** Checks the overlays of an administrator's screens. */
export async function checkAdminOverlays(page: Page, subscriber: string, check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  const openAndCheckOverlay = async (opener: string | RegExp, overlay: Locator) => {
    await page.getByRole('button', { name: opener }).first().click()
    await overlay.waitFor()
    findings[String(opener)] = await check(page)
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/coupons')
  await openAndCheckOverlay('Create coupon', page.getByRole('dialog', { name: 'Create coupon' }))
  await page.goto('/portal/plans')
  await openAndCheckOverlay('Edit Growth', page.getByRole('dialog', { name: 'Edit Growth' }))
  await page.goto('/portal/credit-settings')
  await openAndCheckOverlay('Edit Mail Ready', page.getByRole('dialog', { name: 'Edit Mail Ready' }))
  await page.goto(`/portal/users?search=${encodeURIComponent(subscriber)}`)
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await page.getByRole('table', { name: 'Payments' }).waitFor()
  findings['drawer'] = await check(page)
  await openAndCheckOverlay('Adjust credits…', page.getByRole('dialog', { name: 'Adjust credits of Casey Morvane' }))
  await openAndCheckOverlay(/^Refund /, page.getByRole('dialog', { name: /^Refund .* of Casey Morvane/ }))
  return findings
}
