import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button, dialog } from '../../support/buyer.ts'
import { getToken, row } from '../../support/funded-user.ts'
import { waitUntilIdle } from '../../support/page-idle.ts'
import { call } from '../../support/portal-process.ts'
import { createTestUser, password, signInAs, toast } from '../../support/test-user.ts'
import { usePages } from '../../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
// The change that fails.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 503'))).toEqual([]))

async function renameSearch(page: Page, name: string, to: string) {
  await button(page, `Edit ${name}`).click()
  await dialog(page).getByLabel('Name').fill(to)
  await button(page, 'Save').click()
  await toast(page, `“${to}” saved`).waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
}

test('a search is saved in the lead finder, renamed, opened as the default, deleted and restored', async () => {
  const page = await newPage()
  await signInAs(page, await createTestUser(url))
  // Only the filters are saved; another test covers the map.
  await page.goto('/portal/lead-finder?view=table')
  // The counts of the choices move them.
  await button(page, 'Retail').first().waitFor()
  await waitUntilIdle(page)
  await button(page, 'Retail').first().click()
  await button(page, 'Retail').and(page.locator('[aria-pressed=true]')).first().waitFor()
  await button(page, 'Save search').first().click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('Name is required').waitFor()
  await dialog(page).getByLabel('Name').fill('Shops')
  // A double click saves one search.
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick()
  await toast(page, '“Shops” saved').waitFor()
  await page.waitForURL(/[?&]saved=/)

  await page.goto('/portal/settings/saved-searches')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await renameSearch(page, 'Shops', 'All shops')
  await row(page, 'All shops').getByText('Anywhere · 1 filter').first().waitFor()
  await button(page, 'Make All shops the default').click()
  await toast(page, '“All shops” set as default').waitFor()
  const email = page.getByRole('checkbox', { name: 'Notify me when the matches of All shops change' })
  await email.click()
  await toast(page, 'You are notified of changes of “All shops”').waitFor()
  await page.reload()
  await expect.poll(() => email.isChecked()).toBe(true)
  await button(page, 'All shops is the default').and(page.locator('[aria-pressed=true]')).waitFor()

  await page.goto('/portal/lead-finder')
  await page.getByText('All shops', { exact: true }).first().waitFor()
  await button(page, 'Retail').and(page.locator('[aria-pressed=true]')).first().waitFor()

  await page.goto('/portal/settings/saved-searches')
  await page.getByRole('link', { name: 'Order from All shops', exact: true }).click()
  const orderName = page.getByLabel('Order name')
  await orderName.waitFor()
  expect(await orderName.inputValue()).toBe('All shops')

  await page.goto('/portal/settings/saved-searches')
  await button(page, 'Delete All shops').click()
  // It stays as long as the mouse is over it.
  await toast(page, '“All shops” deleted').hover()
  await row(page, 'All shops').waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await row(page, 'All shops').waitFor()
  await page.reload()
  await row(page, 'All shops').waitFor()
  expect(await email.isChecked()).toBe(true)
})

test('a failed change says so at once, however long the list takes', async () => {
  const page = await newPage()
  const email = await createTestUser(url)
  await call(url, await getToken(url, { email, password }), savedSearches.create, {
    body: { name: 'Shops', criteria: { location: { states: ['TN'] } } },
  })
  await signInAs(page, email)
  await page.goto('/portal/settings/saved-searches')
  await button(page, 'Edit Shops').click()
  await dialog(page).getByLabel('Name').fill('All shops')
  await page.route('**/v1/save-search**', async (route) => {
    if (route.request().method() === 'PATCH')
      await route.fulfill({ status: 503, json: { message: 'Busy.', code: 'UNAVAILABLE', requestId: 'x' } })
  })
  await button(page, 'Save').click()
  await dialog(page).getByText('Busy.').waitFor()
  expect(await dialog(page).getByLabel('Name').inputValue()).toBe('All shops')
})
