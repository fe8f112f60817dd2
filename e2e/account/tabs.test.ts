import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { buyPack } from '../support/buyer.ts'
import { realtimeTimeout } from '../support/real-time.ts'
import { openTabs } from '../support/tabs.ts'
import { createTestUser, signInAs, submitSignIn, waitForPortal } from '../support/test-user.ts'

const { open, url } = useBrowser()

test('a sign-in in one tab soon moves the others from the sign-in screen, each to its page', async () => {
  const { page, context } = await open()
  const tabs = await openTabs(context, '/login', '/login?redirect=%2Fportal%2Fcampaigns%3Fsearch%3Doak', '/terms')
  await page.bringToFront()
  await submitSignIn(page, 'enterprise@dooryard.test', 'dooryard-demo')
  await waitForPortal(page)
  await tabs[0]?.waitForURL('**/portal/campaigns', realtimeTimeout)
  await tabs[1]?.waitForURL('**/portal/campaigns?search=oak', realtimeTimeout)
  expect(new URL(tabs[2]?.url() ?? '').pathname).toBe('/terms')
  await context.close()
})

test('a sign-out in one tab soon takes the others to the sign-in screen', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  const tabs = await openTabs(context, '/portal', '/portal/campaigns')
  await page.goto('/portal')
  await page.bringToFront()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  for (const tab of tabs) await tab.waitForURL('**/login?redirect=*', realtimeTimeout)
  await context.close()
})

test('a top-up form does not revert what another tab has changed', async () => {
  const email = await createTestUser(url)
  await buyPack(url, email)
  const { page, context } = await open()
  await signInAs(page, email)
  await page.goto('/portal/settings/pay-as-you-go')
  const [other = page] = await openTabs(context, '/portal/settings/pay-as-you-go')
  const getCapField = (tab: Page) => tab.getByLabel('Monthly limit')
  await expect.poll(() => getCapField(page).inputValue()).toBe('100')
  await page.getByLabel('Threshold').fill('150')
  await other.getByRole('checkbox', { name: /^Buy a pack automatically/ }).check()
  await getCapField(other).fill('50')
  await other.getByRole('button', { name: 'Save' }).click()
  await other.getByText(/^Spent this month: .* of \$50.00/).waitFor()
  await page.bringToFront()
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await expect.poll(() => getCapField(page).inputValue()).toBe('50')
  expect(await page.getByLabel('Threshold').inputValue()).toBe('150')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Automatic top-up turned on').waitFor()
  await page.reload()
  await expect.poll(() => getCapField(page).inputValue()).toBe('50')
  expect(await page.getByLabel('Threshold').inputValue()).toBe('150')
  await context.close()
})
