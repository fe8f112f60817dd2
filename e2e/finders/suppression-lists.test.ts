import { type PropertyRow, properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { createFundedUser, demoAccount, getToken, row } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'
import { buildFinderUrl, chips, getCriteria, parseCount, readCount } from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
// What excludes a list that was deleted cannot be counted.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 422'))).toEqual([]))

const criteria = { location: { zips: ['37205'] } }
const screen = '/portal/settings/suppression-lists'
const desktop = { viewport: { width: 1440, height: 900 } }

const longWords: Record<string, string> = {
  AVE: 'Avenue',
  LN: 'Lane',
  DR: 'Drive',
  ST: 'Street',
  RD: 'Road',
  CT: 'Court',
}

/** The street of a property in another spelling: `1208 example orchard Lane.` */
const respell = ({ address }: PropertyRow) =>
  `${(address ?? '')
    .split(' ')
    .map((word) => longWords[word.toUpperCase()] ?? word.toLowerCase())
    .join('  ')}.`

/** A list of two homes whose addresses are spelled otherwise, and of a row that is none. */
async function buildList(token: string): Promise<string> {
  const body = { criteria: { ...criteria, owner: { occupancies: ['OWNER_OCCUPIED' as const] } }, page: 1, limit: 20 }
  const { items } = await call(url, token, properties.search, { body })
  const homes = items.filter(({ address, unit }) => /^\d/.test(address ?? '') && !unit).slice(0, 2)
  const lines = homes.map((home) => `${respell(home)},${home.city?.toLowerCase()},${home.state},${home.zip}`)
  return ['Street Address,City,State,ZIP Code', ...lines, 'Somewhere,,,', ''].join('\r\n')
}

/** Chooses a file in the open dialog and uploads it under a name. */
async function uploadList(page: Page, text: string, name: string) {
  const file = { name: 'our_customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await dialog(page)
    .getByLabel(/^File: /)
    .setInputFiles(file)
  await dialog(page).getByLabel('Name').fill(name)
  await button(dialog(page), 'Upload').click()
}

/** Excludes a record in the panel of the lead finder. */
async function excludeInFinder(page: Page, kind: string, name: string | RegExp) {
  await button(page, /^Exclude/)
    .and(page.locator('[aria-expanded]'))
    .click()
  await button(page, new RegExp(`^${kind} `)).click()
  await page.getByRole('group', { name: kind }).getByRole('checkbox', { name }).check()
}

/** The number of matches in the breakdown of an order's quote. */
const quotedMatches = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ hasText: /^Matching/ })
    .textContent()

test('a list of addresses is uploaded, excluded in the lead finder and the order, and deleted', async () => {
  const email = await createTestUser(url)
  const list = await buildList(await getToken(url, { email, password }))
  const page = await newPage(desktop)
  await signInAs(page, email)
  await page.goto(screen)
  await page.getByText('No suppression lists yet').waitFor()
  await button(page, 'Upload a list').click()
  await button(dialog(page), 'Upload').click()
  await dialog(page).getByText('Choose a file', { exact: true }).last().waitFor()
  await uploadList(page, 'Company,Phone\r\nAnybody,615-555-0102\r\n', 'Customers')
  await dialog(page).getByRole('alert').waitFor()
  await uploadList(page, list, 'Customers')
  await dialog(page).getByText('2 properties match now').waitFor()
  await dialog(page).getByRole('region', { name: 'Rows rejected' }).getByText('Line 4').waitFor()
  await button(dialog(page), 'Done').click()
  await row(page, 'Customers').getByText('our_customers.csv').waitFor()

  await page.goto(buildFinderUrl({ criteria, view: 'table' }))
  const count = await readCount(page)
  await excludeInFinder(page, 'Suppression lists', 'Customers')
  await chips(page).getByText('Exclude list').waitFor()
  await expect.poll(() => readCount(page)).toBe(count - 2)
  const excluding = getCriteria(page)

  await page.goto(`/portal/orders/create?criteria=${encodeURIComponent(JSON.stringify(excluding))}`)
  await chips(page).getByText('Customers', { exact: true }).waitFor()
  await expect.poll(() => quotedMatches(page)).toContain((count - 2).toLocaleString('en-US'))

  await page.goto(screen)
  await button(page, 'Delete Customers').click()
  await dialog(page).getByText('Its entries are no longer excluded').waitFor()
  await dialog(page).getByText('take no orders until you remove it from them').waitFor()
  await button(dialog(page), 'Delete list').click()
  await toast(page, '“Customers” deleted').waitFor()
  await page.getByText('No suppression lists yet').waitFor()
  await page.goto(buildFinderUrl({ criteria: excluding, view: 'table' }))
  await chips(page).getByText('Deleted list').waitFor()
  await button(page, 'Remove Exclude list Deleted list').click()
  await expect.poll(() => readCount(page)).toBe(count)
})

test('an earlier order is excluded with all that it delivered', async () => {
  const buyer = await createFundedUser(url)
  await buyer.order('First mailing', criteria, 20)
  const page = await newPage(desktop)
  await buyer.signIn(page)
  await page.goto(buildFinderUrl({ criteria, view: 'table' }))
  await button(page, /^20 already purchased$/).waitFor()
  const fresh = await readCount(page)
  await excludeInFinder(page, 'Earlier orders', /First mailing/)
  await chips(page).getByText('Exclude order').waitFor()
  await button(page, /already purchased$/).waitFor({ state: 'detached' })
  await expect.poll(() => readCount(page)).toBe(fresh)
})

test('an enterprise user uploads a list without leaving the campaign, and it is excluded', async () => {
  const token = await getToken(url, demoAccount('enterprise'))
  const name = `Returned mail ${Date.now().toString(36)}`
  const { id } = await call(url, token, savedSearches.create, { body: { name, criteria } })
  const list = await buildList(token)
  const page = await newPage(desktop)
  await signIn(page, 'enterprise')
  await page.goto(`/portal/campaigns/create?saved=${id}`)
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await button(page, 'Continue').click()
  await page
    .getByRole('status')
    .filter({ hasText: `From saved search ${name}` })
    .waitFor()
  await button(page, 'Continue').click()
  const readMatches = async () => parseCount(await quotedMatches(page))
  await expect.poll(readMatches).toBeGreaterThan(2)
  const matches = await readMatches()
  await button(page, 'Upload a suppression list').click()
  await uploadList(page, list, name)
  await button(dialog(page), 'Done').click()
  await expect.poll(readMatches).toBe(matches - 2)
  await page.getByLabel('Exclude suppression lists').locator('visible=true').first().waitFor()
  expect(new URL(page.url()).searchParams.get('step')).toBe('suppression')
})
