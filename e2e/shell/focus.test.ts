import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

/** The name of the focused element, or its tag. */
const readFocused = (page: Page) =>
  page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.tagName')

test('the focus stays in the list when its row is deleted by keyboard, and on the screen when a panel goes', async () => {
  const fundedUser = await createFundedUser(url)
  const criteria = { location: { states: ['TN'] } }
  await fundedUser.save('Stays', criteria)
  await fundedUser.save('Goes', criteria)
  const page = await newPage()
  await fundedUser.signIn(page)
  await page.goto('/portal/settings/saved-searches')
  await page.getByRole('button', { name: 'Delete Goes' }).press('Enter')
  await page.getByRole('row', { name: /Goes/ }).waitFor({ state: 'detached' })
  await expect.poll(() => readFocused(page)).toBe('Saved searches')
  await page.goto('/portal')
  await page.getByRole('button', { name: 'Dismiss first steps' }).press('Enter')
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  await expect.poll(() => readFocused(page)).toBe('MAIN')
})
