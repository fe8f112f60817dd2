import { firstSteps } from '@dooryard/contract/identity/first-steps'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, buyPack } from '../support/buyer.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const stepsPanel = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'First steps', exact: true }) })
const listOpenSteps = (page: Page) => stepsPanel(page).getByRole('link').locator('strong').allTextContents()

test('an empty account is led to its first search, and the list ticks itself', async () => {
  const email = await createTestUser(url)
  const token = await getToken(url, { email, password })
  const page = await newPage()
  await signInAs(page, email)
  await page.goto('/portal')
  await stepsPanel(page).getByText('1 of 5 done').waitFor()
  await stepsPanel(page).getByRole('listitem').filter({ hasText: 'Verify your email, done' }).waitFor()
  expect(await listOpenSteps(page)).toEqual([
    'Run a first search',
    'Save a search',
    'Get credits',
    'Place your first order',
  ])
  await stepsPanel(page).getByRole('link', { name: 'Run a first search' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/lead-finder')
  await button(page, 'Residential').click()
  await expect.poll(async () => (await call(url, token, firstSteps.get, {})).steps[1]?.isDone).toBe(true)
  await page.getByRole('link', { name: 'Dooryard, home' }).click()
  await stepsPanel(page).getByText('2 of 5 done').waitFor()
  const body = { name: 'Tennessee', criteria: { location: { states: ['TN'] } } }
  await call(url, token, savedSearches.create, { body })
  await buyPack(url, email)
  await page.reload()
  await stepsPanel(page).getByText('4 of 5 done').waitFor()
  expect(await listOpenSteps(page)).toEqual(['Place your first order'])
})

test('the dismissed steps stay away in another browser, unless the dismissal is undone', async () => {
  const email = await createTestUser(url)
  const page = await newPage()
  await signInAs(page, email)
  await page.goto('/portal')
  await button(page, 'Dismiss first steps').click()
  await stepsPanel(page).waitFor({ state: 'detached' })
  await toast(page, 'First steps dismissed').getByRole('button', { name: 'Undo' }).click()
  await stepsPanel(page).waitFor()
  await button(page, 'Dismiss first steps').click()
  await stepsPanel(page).waitFor({ state: 'detached' })
  const other = await newPage()
  await signInAs(other, email)
  const answered = other.waitForResponse((response) => response.url().endsWith('/first-steps'))
  await other.goto('/portal')
  expect(await (await answered).json()).toEqual({ isDismissed: true, steps: [] })
  await other.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  expect(await stepsPanel(other).count()).toBe(0)
})

test('a link to creating something opens its dialog, once', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await call(url, await getToken(url, demoAccount('admin')), firstSteps.change, { body: { isDismissed: false } })
  await page.goto('/portal/users#new')
  await page.getByRole('dialog').getByRole('button', { name: 'Create and invite' }).waitFor()
  await page.waitForURL((at) => at.hash === '')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
