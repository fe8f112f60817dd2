import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createTestUser, signInAs } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

/** Clicks the elements before the router can follow, and returns each one's `checked` after its click. */
const clickInSequence = (elements: Locator) =>
  elements.evaluateAll(async (nodes) => {
    const checkedStates: unknown[] = []
    for (const node of nodes as unknown as { click: () => void; checked?: boolean }[]) {
      node.click()
      // Synchronous effects of the click are rendered by then.
      await Promise.resolve()
      checkedStates.push(node.checked)
    }
    return checkedStates
  })

test('a second filter option selected before the URL has the first one is added to it', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/users')
  const roles = page.getByRole('combobox', { name: 'Role' })
  await roles.click()
  const options = page.getByRole('option', { name: /^(Super Admin|Affiliate User)$/ })
  await options.nth(1).waitFor()
  await clickInSequence(options)
  await page.waitForURL(({ searchParams }) => searchParams.get('roles') === '["SUPER_ADMIN","AFFILIATE_USER"]')
  // Back removes both again, one by one.
  await page.goBack()
  await page.waitForURL(({ searchParams }) => searchParams.get('roles') === '["SUPER_ADMIN"]')
  await options.first().and(page.locator('[aria-selected="true"]')).waitFor()
  await options.last().and(page.locator('[aria-selected="false"]')).waitFor()
  await page.goBack()
  await page.waitForURL(({ searchParams }) => !searchParams.has('roles'))
  await options.first().and(page.locator('[aria-selected="false"]')).waitFor()
})

test('a selected pack or plan shows as selected at once', async () => {
  const page = await newPage()
  await signInAs(page, await createTestUser(url))
  for (const [screen, action] of [
    ['pay-as-you-go', /^Buy 2,000 credits/],
    ['subscription', /^Subscribe to Growth/],
  ] as const) {
    await page.goto(`/portal/settings/${screen}`)
    const radios = page.locator('input[type=radio]:not([name=interval])')
    await radios.nth(2).waitFor()
    expect(new Set(await clickInSequence(radios))).toEqual(new Set([true]))
    expect(await clickInSequence(radios.nth(1))).toEqual([true])
    await button(page, action).waitFor()
    expect(await radios.nth(1).isChecked()).toBe(true)
  }
})
