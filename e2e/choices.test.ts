import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { newPerson, signInAs } from './person.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles).toEqual([]))

/** Clicks one after the other before the router can follow, and gives how each then stands: its `checked`. */
const clickFast = (things: Locator) =>
  things.evaluateAll(async (nodes) => {
    const stand: unknown[] = []
    for (const node of nodes as unknown as { click: () => void; checked?: boolean }[]) {
      node.click()
      // What follows at once from a click is drawn by then.
      await Promise.resolve()
      stand.push(node.checked)
    }
    return stand
  })

test('a second choice of a filter that is made before the address has the first is added to it', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/users')
  const roles = page.getByRole('combobox', { name: 'Role' })
  await roles.click()
  const options = page.getByRole('option', { name: /^(Super Admin|Affiliate User)$/ })
  await options.nth(1).waitFor()
  await clickFast(options)
  await page.waitForURL(({ searchParams }) => searchParams.get('roles') === '["SUPER_ADMIN","AFFILIATE_USER"]')
  // Back takes both away again, one by one.
  await page.goBack()
  await page.waitForURL(({ searchParams }) => searchParams.get('roles') === '["SUPER_ADMIN"]')
  await options.first().and(page.locator('[aria-selected="true"]')).waitFor()
  await options.last().and(page.locator('[aria-selected="false"]')).waitFor()
  await page.goBack()
  await page.waitForURL(({ searchParams }) => !searchParams.has('roles'))
  await options.first().and(page.locator('[aria-selected="false"]')).waitFor()
})

test('what is chosen of the packs and of the plans stands there at once', async () => {
  const page = await newPage()
  await signInAs(page, await newPerson(url))
  for (const [screen, action] of [
    ['pay-as-you-go', /^Buy 2,000 credits/],
    ['subscription', /^Subscribe to Growth/],
  ] as const) {
    await page.goto(`/portal/settings/${screen}`)
    const radios = page.getByRole('radio')
    await radios.nth(2).waitFor()
    expect(await clickFast(radios)).toEqual([true, true, true])
    expect(await clickFast(radios.nth(1))).toEqual([true])
    await button(page, action).waitFor()
    expect(await radios.nth(1).isChecked()).toBe(true)
  }
})
