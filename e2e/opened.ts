import type { Locator, Page } from 'playwright-core'
import { button, dialog } from './buyer.ts'
import type { Finding, Look } from './findings.ts'

/** What was found, by what was open. */
export type Found = Record<string, Finding[]>

/** What opens over a screen, each with what opens it and what it is. */
export async function openThings(page: Page, check: Look): Promise<Found> {
  const found: Found = {}
  const look = async (what: string, shown: Locator) => {
    await shown.waitFor()
    found[what] = await check(page)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await look('confirmation', page.getByRole('dialog', { name: 'Sign out everywhere?' }))
  await page.keyboard.press('Control+K')
  await look('palette', page.getByRole('dialog', { name: 'Go to a screen, or do something' }))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await look('user menu', page.getByRole('button', { name: 'Sign out', exact: true }))
  return found
}

/** What opens on a phone alone. */
export async function openMenu(page: Page, check: Look): Promise<Found> {
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('navigation', { name: 'Portal' }).waitFor()
  return { menu: await check(page) }
}

/** What opens over the screens of somebody who has subscribed. */
export async function openMoneyThings(page: Page, check: Look): Promise<Found> {
  await page.goto('/portal/settings/billing')
  await button(page, 'Cancel subscription').click()
  await dialog(page).getByText('Until then everything works').waitFor()
  const cancel = await check(page)
  await page.goto('/portal/settings/subscription')
  await button(page, 'Change to Scale').click()
  await dialog(page).getByText('Due now').waitFor()
  return { cancel, quote: await check(page) }
}

/** What opens over the screens of an administrator. */
export async function openAdminThings(page: Page, subscriber: string, check: Look): Promise<Found> {
  const found: Found = {}
  const look = async (opener: string | RegExp, shown: Locator) => {
    await page.getByRole('button', { name: opener }).first().click()
    await shown.waitFor()
    found[String(opener)] = await check(page)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/coupons')
  await look('Make a coupon', page.getByRole('dialog', { name: 'Make a coupon' }))
  await page.goto('/portal/plans')
  await look('Edit Growth', page.getByRole('dialog', { name: 'Edit Growth' }))
  await page.goto('/portal/credit-settings')
  await look('Edit Mail Ready', page.getByRole('dialog', { name: 'Edit Mail Ready' }))
  await page.goto(`/portal/users?search=${encodeURIComponent(subscriber)}`)
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await page.getByRole('table', { name: 'Payments' }).waitFor()
  found['drawer'] = await check(page)
  await look('Adjust credits…', page.getByRole('dialog', { name: 'Adjust the credits of Casey Testwell' }))
  await look(/^Refund /, page.getByRole('dialog', { name: /^Refund .* of Casey Testwell/ }))
  return found
}
