import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { matchCount } from '../finders/finder.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { submitSignIn, toast, waitForPortal, wrongSignIn } from '../support/test-user.ts'

const { open } = useBrowser()

test('from the sign-in screen to a downloaded list of owners', async () => {
  const { page, context, pageErrors } = await open()
  await submitSignIn(page, 'enterprise@dooryard.test', 'dooryard-demo')
  await waitForPortal(page)

  await page.goto('/portal/campaigns/create')
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' }).fill('Davidson')
  await page.getByRole('option', { name: /^Davidson County, TN/ }).click()
  await page.getByRole('button', { name: 'Absentee, out of state' }).click()
  await matchCount(page).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('[aria-current="step"]', { hasText: 'Suppression' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Campaign name').fill('Davidson, out of state')
  await page.getByRole('button', { name: 'Create campaign only' }).click()

  await page.getByRole('link', { name: 'Create order' }).first().click()
  await page.getByLabel('Order name').fill('First mailing')
  await page.getByLabel('Quantity').fill('120')
  // A double click places one order.
  await page.getByRole('button', { name: 'Place order' }).dblclick()

  const download = page.getByRole('button', { name: 'Download CSV' })
  await page.waitForURL(/\/orders\/[0-9a-f-]{36}/)
  await expect.poll(() => page.title()).toBe('Dooryard | Order Details')
  // The stream reports the completion: no reload is needed.
  await expect.poll(() => download.isEnabled(), { timeout: 120_000 }).toBe(true)
  const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(saved.suggestedFilename()).toMatch(/^order-[0-9a-f-]{36}-\d{4}-\d{2}-\d{2}\.csv$/)
  const rows: Record<string, string>[] = parse(await readFile(await saved.path(), 'utf8'), { columns: true })
  expect(rows).toHaveLength(120)
  for (const row of rows) {
    expect(row['County FIPS']).toBe('47037')
    expect(row['Mailing State']).not.toBe('TN')
    expect(row['Owner Name']).not.toBe('')
  }

  await page.getByRole('link', { name: 'Davidson, out of state' }).first().click()
  await page.waitForURL(/\/portal\/campaigns\/[0-9a-f-]{36}$/)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a sign-in leads to the requested page, and signing out ends every tab', async () => {
  const { page, context } = await open()
  await page.goto('/portal/campaigns')
  await page.waitForURL(/\/login\?redirect=/)
  await page.getByLabel('Email').fill('enterprise@dooryard.test')
  await page.getByLabel('Password', { exact: true }).fill('dooryard-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/portal\/campaigns/)
  const second = await context.newPage()
  await second.goto('/portal')
  await second.getByRole('heading', { level: 1 }).waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await second.waitForURL(/\/login/)
  await context.close()
})

test('a consumer who opens the campaign wizard is redirected home, and counts leads for free', async () => {
  const { page, context } = await open()
  await signIn(page, 'consumer')
  await page.goto('/portal/campaigns/create')
  await page.waitForURL((at) => at.pathname === '/portal')
  await page.goto('/portal/lead-finder')
  await matchCount(page).waitFor()
  const before = await matchCount(page).textContent()
  await page.getByRole('button', { name: 'Retail', exact: true }).click()
  await expect.poll(() => matchCount(page).textContent()).not.toBe(before)
  const address = page.url()
  await page.reload()
  expect(page.url()).toBe(address)
  await page.getByRole('button', { name: 'Retail', exact: true, pressed: true }).waitFor()
  await context.close()
})

test('a wrong password shows on the screen and in a toast, and keeps the email address', async () => {
  const { page, context } = await open()
  await page.goto('/login')
  await page.getByLabel('Email').fill('enterprise@dooryard.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await toast(page, wrongSignIn).waitFor()
  await page.getByRole('main').getByText(wrongSignIn).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('enterprise@dooryard.test')
  await context.close()
})

test('an unknown address says so and links home', async () => {
  const { page, context } = await open()
  await page.goto('/nowhere')
  await page.getByText('404').waitFor()
  await page.getByText('Page Not Found').waitFor()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await page.waitForURL(/\/login/)
  await context.close()
})
