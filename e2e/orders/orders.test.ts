import { basename } from 'node:path'
import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, readBalance } from '../support/buyer.ts'
import { demoAccount } from '../support/funded-user.ts'
import { call, newDataFolder, removeDataFolder } from '../support/portal-process.ts'
import { withOrdersQueued } from '../support/queued-orders.ts'
import { toast } from '../support/test-user.ts'
import { listCallableNumbers, readCsvRows, runCertificateCheck, saveDownload } from './order-files.ts'

const { open, pageErrors, url } = useBrowser()

let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
})
afterAll(() => removeDataFolder(folder))

const getVerdict = (certificate: string, csv: string) => runCertificateCheck(url, certificate, csv)
const newId = () => Date.now().toString(36)
const today = () => new Date().toISOString().slice(0, 10)
const firstDay = today()
/** The name of a list that was downloaded today, or before midnight if that has passed since the tests began. */
const listName = (orderId: string | undefined, version = '') =>
  expect.stringMatching(new RegExp(`^order-${orderId}-(${firstDay}|${today()})${version}\\.csv$`))
const enterprise = demoAccount('enterprise')
const getToken = async (body: typeof enterprise) => (await call(url, undefined, auth.login, { body })).accessToken

const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
const parseCount = (text: string | null) => Number(text?.replace(/\D/g, ''))

/** The number in a line of the quote, without the minus sign; 0 if there is no such line. */
async function readBreakdownLine(quote: Locator, label: string): Promise<number> {
  const line = quote.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) })
  return (await line.count()) === 0 ? 0 : parseCount(await line.locator(':scope > span').last().textContent())
}

/** The quote on the screen, once it is counted. */
async function readQuote(quote: Locator) {
  await quote.locator('[aria-busy="false"]').waitFor()
  return {
    matched: await readBreakdownLine(quote, 'Matching'),
    purchased: await readBreakdownLine(quote, 'Already purchased with phones'),
    purchasedForMail: await readBreakdownLine(quote, 'Purchased for mail'),
    noContact: await readBreakdownLine(quote, 'No known phone number'),
    suppressed: await readBreakdownLine(quote, 'Not callable'),
    deliverable: await readBreakdownLine(quote, 'Deliverable leads'),
    credits: await readBreakdownLine(quote, 'Total for all leads'),
  }
}

const readFact = async (within: Locator, label: string) => {
  const term = within.getByRole('term').filter({ hasText: label })
  return parseCount(await term.locator('xpath=following-sibling::dd').textContent())
}

const isSamePage = (page: Page) => page.evaluate<boolean>('globalThis.isMarked === true')

/** Goes through the wizard from the list of campaigns to the first order, and returns its expected cost. */
async function launchOrder(page: Page, id: string): Promise<{ cost: number; keeps: number }> {
  await page.goto('/portal/campaigns')
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.evaluate('globalThis.isMarked = true')
  await page.getByRole('radio', { name: /Call Ready/ }).check()
  await button(page, 'Continue').click()
  await page.getByRole('combobox', { name: 'Start from a saved search' }).fill(`To call ${id}`)
  await page.getByRole('option', { name: `To call ${id}` }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `From saved search To call ${id}` })
    .waitFor()
  await button(page, 'Continue').click()
  await page.waitForURL(/step=suppression/)
  await panel(page, 'DNC scrub (always on)').getByText('National registry').first().waitFor()
  const left = await readQuote(panel(page, 'Deliverable leads'))
  await button(page, 'Continue').click()
  await page.waitForURL(/step=review/)
  const quote = await readQuote(panel(page, 'Deliverable leads'))
  expect(quote).toEqual(left)
  const { matched, purchased, purchasedForMail, noContact, suppressed, deliverable, credits } = quote
  expect(matched).toBe(purchased + purchasedForMail + noContact + suppressed + deliverable)
  // Each part must be positive, or the sum would prove little.
  for (const part of [noContact, suppressed, deliverable]) expect(part).toBeGreaterThan(0)
  await page.getByLabel('Campaign name').fill(`Calls ${id}`)
  await page.getByLabel('Order name').fill(`First calls ${id}`)
  await page.getByLabel('Quantity').fill('60')
  await page.getByLabel('Deliver first').selectOption('Equity, highest first')
  await page.getByRole('table', { name: 'The first 10 leads' }).waitFor()
  const summary = page.getByRole('complementary', { name: 'Summary' })
  const [cost, keeps] = [await readFact(summary, 'Cost'), await readFact(summary, 'Balance after order')]
  expect(cost).toBe((60 * credits) / deliverable)
  await button(page, 'Create campaign and order 60 leads').click()
  await page.waitForURL(/\/portal\/campaigns\/[0-9a-f-]{36}\/orders\/[0-9a-f-]{36}$/)
  return { cost, keeps }
}

/** Waits until an order's screen shows the delivery without a reload. */
async function waitUntilDelivered(page: Page, steps: number) {
  await page.getByRole('main').getByText('Completed', { exact: true }).first().waitFor()
  await expect.poll(() => button(page, 'Download CSV').isEnabled()).toBe(true)
  const done = panel(page, 'Progress').getByRole('listitem').filter({ hasText: ', done' })
  expect(await done.count()).toBe(steps)
}

/** Adds a number to the user's internal list in another tab. */
async function addToInternalList(page: Page, number: string) {
  await page.goto('/portal/integration?part=dnc')
  await page.getByLabel('Phone numbers', { exact: true }).fill(number)
  // On a busy machine a click returns late, and the toast is gone after four seconds.
  await Promise.all([toast(page, '1 number added to the internal list').waitFor(), button(page, 'Add').click()])
  await page.close()
}

/** Places an order that an administrator ends before any worker takes it. */
async function placeFailedOrder(campaignId: string, id: string) {
  const [token, adminToken] = [await getToken(enterprise), await getToken(demoAccount('admin'))]
  const { user } = await call(url, token, account.me, {})
  await withOrdersQueued(user.id, async () => {
    const body = { orderName: `Nobody ${id}`, quantity: 50 }
    const order = await call(url, token, orders.place, { params: { campaignId }, body })
    await call(url, adminToken, adminOrders.fail, { params: { id: order.id }, body: { reason: 'Asked by phone' } })
  })
}

async function orderCallLeads(id: string): Promise<string> {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  const { cost, keeps } = await launchOrder(page, id)
  await waitUntilDelivered(page, 6)
  await page.getByText('Equity, highest first').waitFor()
  const orderId = page.url().split('/').at(-1) ?? ''
  const campaignId = page.url().split('/').at(-3) ?? ''
  await placeFailedOrder(campaignId, id)
  const check = panel(page, 'Do-not-call check')
  const [checked] = (await check.getByText(/^[\d,]+ different numbers checked /).textContent())?.split(' ') ?? []
  const results = await check.getByRole('list').first().getByRole('listitem').locator(':scope > span:first-child').all()
  const counts = await Promise.all(results.map(async (count) => parseCount(await count.textContent())))
  expect(counts.length).toBeGreaterThan(1)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(parseCount(checked ?? ''))

  const list = await saveDownload(page, folder, 'Download CSV')
  expect(basename(list)).toEqual(listName(orderId))
  const rows = await readCsvRows(list)
  expect(rows).toHaveLength(60)
  for (const row of rows) expect(listCallableNumbers([row])).not.toEqual([])
  const [first = ''] = listCallableNumbers(rows)
  const certificate = await saveDownload(page, folder, 'Certificate of version 1')
  // Each runs a separate program, which takes a while.
  const proven = getVerdict(certificate, list)

  await addToInternalList(await context.newPage(), first)
  await button(page, 'Refresh DNC').click()
  await page.getByText('Version 2', { exact: true }).waitFor()
  await page.getByText('Do-not-call check refreshed').waitFor()
  const second = await saveDownload(page, folder, 'CSV of version 2')
  expect(basename(second)).toEqual(listName(orderId, '-v2'))
  expect(listCallableNumbers(await readCsvRows(second))).not.toContain(first)
  const newer = await saveDownload(page, folder, 'Certificate of version 2')
  const verdicts = Promise.all([proven, getVerdict(newer, second), getVerdict(newer, list)])

  // Slower than the list that is requested next.
  await page.route(/\/leads\/[^/?]+$/, async (route) => {
    await page.waitForResponse((response) => response.url().includes('stage=CONTACTED'))
    await route.continue()
  })
  await page
    .getByRole('combobox', { name: /^Stage of / })
    .first()
    .selectOption('CONTACTED')
  await page.getByLabel('Stage', { exact: true }).selectOption('CONTACTED')
  await page.waitForURL(/[?&]stage=CONTACTED/)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()

  await page
    .getByRole('link', { name: `Calls ${id}` })
    .first()
    .click()
  await page.waitForURL((at) => at.pathname === `/portal/campaigns/${campaignId}`)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row(`First calls ${id}`).getByText('Completed', { exact: true }).waitFor()
  await row(`Nobody ${id}`).getByText('Failed', { exact: true }).waitFor()
  await row(`First calls ${id}`)
    .getByRole('button', { name: /^Download CSV/ })
    .waitFor()
  expect(
    await row(`Nobody ${id}`)
      .getByRole('button', { name: /^Download CSV/ })
      .count(),
  ).toBe(0)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).and(page.locator('[aria-current="page"]')).waitFor()
  await row(`First calls ${id}`)
    .getByRole('link', { name: `Calls ${id}`, exact: true })
    .waitFor()
  expect(await verdicts).toEqual([
    expect.stringMatching(/^PROVEN:/),
    expect.stringMatching(/^PROVEN:/),
    expect.stringMatching(/^NOT PROVEN\./),
  ])
  // The page was not reloaded since the wizard.
  expect(await isSamePage(page)).toBe(true)
  await expect.poll(() => readBalance(page)).toBe(keeps)
  expect(cost).toBe(180)
  await context.close()
  return orderId
}

async function orderMailLeads(id: string) {
  const { page, context } = await open()
  await signIn(page, 'consumer')
  await page.goto('/portal/lead-finder')
  await page.evaluate('globalThis.isMarked = true')
  await button(page, 'Retail').click()
  await page.getByRole('region', { name: 'Order' }).getByText('deliverable').waitFor()
  await page.getByRole('link', { name: 'Create order' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  await page.getByRole('radio', { name: /Mail Ready/ }).check()
  await page.getByLabel('Order name').fill(`Mailing ${id}`)
  await page.getByLabel('Quantity').fill('70')
  const keeps = await readFact(page.getByRole('complementary', { name: 'Cost' }), 'Balance after order')
  expect(keeps).toBe((await readBalance(page)) - 70)
  await button(page, 'Place order').dblclick()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await waitUntilDelivered(page, 4)
  const orderId = page.url().split('/').at(-1)

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Orders' }).click()
  await page.waitForURL((at) => at.pathname === '/portal')
  await page.getByLabel('Search by order name...').fill(`Mailing ${id}`)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  const list = await saveDownload(page, folder, `Download CSV of Mailing ${id}`)
  expect(basename(list)).toEqual(listName(orderId))
  const rows = await readCsvRows(list)
  expect(rows).toHaveLength(70)
  for (const row of rows) expect(row['Mailing Address']).not.toBe('')
  expect(await isSamePage(page)).toBe(true)
  await expect.poll(() => readBalance(page)).toBe(keeps)
  return { page, context }
}

test('Call Ready and Mail Ready leads, ordered by two users concurrently, cost what was quoted', async () => {
  const id = newId()
  const body = { name: `To call ${id}`, criteria: { location: { states: ['TN'] } } }
  await call(url, await getToken(enterprise), savedSearches.create, { body })
  const [orderId, { page, context }] = await Promise.all([orderCallLeads(id), orderMailLeads(id)])
  expect(pageErrors).toEqual([])
  // The browser logs every 404 to its console.
  await page.goto(`/portal/orders/${orderId}`)
  await page.getByText('The order does not exist').waitFor()
  await context.close()
})
