import { readFile } from 'node:fs/promises'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { auth } from '@dooryard/contract/identity/auth'
import { parse } from 'csv-parse/sync'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { isInRealTime } from '../support/real-time.ts'
import { createTestUser, signInAs } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()

let adminToken = ''
beforeAll(async () => {
  const body = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  adminToken = (await call(url, undefined, auth.login, { body })).accessToken
})
afterAll(() => expect(pageErrors).toEqual([]))

const widget = (page: Page) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('region', { name: 'Credits' })
const spendableText = (page: Page, credits: string) => widget(page).getByText(credits, { exact: true }).first()

/** Opens a browser where a new user is signed in. */
async function openSignedIn(options: BrowserContextOptions = {}) {
  const email = await createTestUser(url)
  const opened = await open(options)
  await signInAs(opened.page, email)
  const userId: string = await opened.page.evaluate('JSON.parse(localStorage.getItem("dooryard.session")).user.id')
  const grantCredits = (amount: number, reason = 'To try the screens with') =>
    call(url, adminToken, adminBilling.adjustCredits, { body: { userId, bucket: 'ON_DEMAND', amount, reason } })
  return { ...opened, userId, give: grantCredits }
}

test('granted credits show soon on every open tab', async () => {
  const { page, context, give: grantCredits } = await openSignedIn()
  await page.goto('/portal/settings/credit-history')
  const second = await context.newPage()
  await second.goto('/portal')
  for (const tab of [page, second]) await widget(tab).getByRole('img', { name: 'Live' }).waitFor()
  await grantCredits(750, 'For waiting so patiently')
  const grantedAt = Date.now()
  await Promise.all([page, second].map((tab) => spendableText(tab, '750').waitFor()))
  if (isInRealTime) expect(Date.now() - grantedAt).toBeLessThan(1_000)
  await page.getByText('For waiting so patiently').waitFor()
  await context.close()
})

test('with seven open tabs a call is still answered at once, and when the streaming tab closes another takes over', async () => {
  const { page, context, give: grantCredits } = await openSignedIn()
  const tabs = [page]
  while (tabs.length < 7) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await tab.goto('/portal/settings/account')
    await widget(tab).getByRole('img', { name: 'Live' }).waitFor()
  }
  const last = tabs.at(-1) ?? page
  const ms = await last.evaluate(`(async () => {
    const startedAt = performance.now()
    await fetch('/v1/about')
    return performance.now() - startedAt
  })()`)
  if (isInRealTime) expect(ms).toBeLessThan(1_000)
  await page.close()
  await grantCredits(40)
  for (const tab of tabs.slice(1)) await spendableText(tab, '40').waitFor()
  await context.close()
})

test('the history explains each change, is searchable, and is exported as filtered', async () => {
  const { page, context, give: grantCredits } = await openSignedIn()
  await grantCredits(300, 'A welcome')
  await grantCredits(-50, 'Given once too often')
  await page.goto('/portal/settings/credit-history')
  const entries = page.getByRole('region', { name: 'Transactions' })
  await entries.getByText('Showing 1 to 2 of 2 results').waitFor()
  await entries.getByRole('row', { name: /Given once too often.*−50.*Support/ }).waitFor()
  await page.getByText('Drag to filter by date.').waitFor()
  await page.getByRole('switch', { name: 'View as table' }).check({ force: true })
  await page.getByRole('table', { name: 'Balance at the end of each day' }).getByRole('cell', { name: '250' }).waitFor()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const rows: Record<string, string>[] = parse(await readFile(await saved.path(), 'utf8'), { columns: true })
  expect(rows.map((row) => row['Reason'])).toEqual(['Given once too often', 'A welcome'])
  await page.getByRole('combobox', { name: 'Transaction' }).selectOption('On hold')
  await entries.getByText('No results.').waitFor()
  expect(new URL(page.url()).searchParams.get('type')).toBe('HOLD')
  await entries.getByRole('button', { name: 'Clear filters' }).click()
  await entries.getByText('Showing 1 to 2 of 2 results').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await context.close()
})

test('the days of the chart are those of the list, also in another time zone than UTC', async () => {
  // Far from midnight in both time zones.
  const timezoneId = new Date().getUTCHours() < 10 ? 'Pacific/Midway' : 'Pacific/Kiritimati'
  const { page, context, give: grantCredits } = await openSignedIn({ timezoneId })
  await grantCredits(300)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId, dateStyle: 'short' }).format()
  await page.goto('/portal/settings/credit-history')
  const entries = page.getByRole('region', { name: 'Transactions' })
  await entries.getByText('Showing 1 to 1 of 1 results').waitFor()
  const chart = page.locator('.u-over')
  // Waits until the chart stops moving.
  await chart.hover()
  const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width - 12, y + 40)
  await page.mouse.down()
  await page.mouse.move(x + width - 4, y + 40)
  await page.mouse.up()
  await page.waitForURL(({ searchParams }) => searchParams.get('from') === today && searchParams.get('to') === today)
  await entries.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('switch', { name: 'View as table' }).check({ force: true })
  const day = new Intl.DateTimeFormat('en-US', { timeZone: timezoneId, dateStyle: 'medium' }).format()
  await page.getByRole('row', { name: `${day} 0 300 0` }).waitFor()
  await context.close()
})

test('a date can be typed, and is one step in the history', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/account')
  await page.goto('/portal/settings/credit-history')
  await page.getByLabel('From', { exact: true }).click()
  await page.keyboard.type('11202026')
  await page.waitForURL((at) => at.searchParams.get('from') === '2026-11-20')
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-11-20')
  await page.goBack()
  await page.waitForURL((at) => at.pathname === '/portal/settings/account')
  await context.close()
})
