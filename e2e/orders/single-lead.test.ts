import { account } from '@dooryard/contract/identity/account'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { properties } from '@dooryard/contract/properties/properties'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { buildFinderUrl, davidson, grid } from '../finders/finder.ts'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
// A lead without a phone is refused.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 422'))).toEqual([]))

/** Properties of the county whose owners have a callable phone, and no known one, by their quotes, which are free. */
async function findProperties(token: string, need: { callable: number }) {
  const body = { criteria: davidson, page: 1, limit: 30, sort: 'place', order: 'asc' } as const
  const { items } = await call(url, token, properties.search, { body })
  const callable: string[] = []
  let unknown: string | undefined
  for (const { propertyId } of items) {
    const criteria = { only: { propertyIds: [propertyId] } }
    const quote = await call(url, token, orderQuotes.quote, { body: { campaignType: 'CALL_READY', criteria } })
    if (quote.deliverable === 1) callable.push(propertyId)
    else if (quote.noContact === 1) unknown ??= propertyId
    if (callable.length >= need.callable && unknown) break
  }
  return { callable, unknown: unknown ?? '' }
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Property' })
const purchased = (page: Page) => drawer(page).getByRole('region', { name: 'Purchased lead' })
const openProperty = (page: Page, property: string) =>
  page.goto(buildFinderUrl({ criteria: davidson, view: 'table', property: JSON.stringify(property) }))

test('phones are bought one by one in place, charged once, and gathered in one entry of the orders', async () => {
  const { email, signIn } = await createFundedUser(url)
  const token = await getToken(url, { email, password })
  const fetchCredits = async () => (await call(url, token, account.me, {})).balance.onDemandCredits
  const { callable, unknown } = await findProperties(token, { callable: 2 })
  const [first = '', second = ''] = callable
  const before = await fetchCredits()
  const page = await newPage()
  await signIn(page)

  await openProperty(page, unknown)
  await button(drawer(page), 'Get phone · 3 credits').click()
  await drawer(page).getByText('No phone of the owner is known. Nothing was charged.').waitFor()
  expect(await fetchCredits()).toBe(before)

  await openProperty(page, first)
  await button(drawer(page), 'Get phone · 3 credits').dblclick()
  await purchased(page)
    .getByText(/^Purchased .* · Call Ready$/)
    .waitFor()
  await purchased(page)
    .getByText(/^Callable until /)
    .waitFor()
  expect(await purchased(page).locator('a[href^="tel:"]').count()).toBeGreaterThan(0)
  expect(await button(drawer(page), /^Get /).count()).toBe(0)
  expect(await fetchCredits()).toBe(before - 3)

  await page.goto(buildFinderUrl({ criteria: { only: { propertyIds: [second] } }, view: 'table' }))
  // The first click shows the price, a double click no more than that, and Escape or a click elsewhere hides it.
  const icon = button(grid(page), /^Get phone, /)
  const price = button(grid(page), /^Get phone · 3 credits, /)
  await icon.dblclick()
  await price.waitFor()
  await page.keyboard.press('Escape')
  await price.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await price.waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await price.waitFor({ state: 'detached' })
  expect(await fetchCredits()).toBe(before - 3)
  await icon.click()
  await price.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await purchased(page)
    .getByText(/^Callable until /)
    .waitFor()
  expect(await fetchCredits()).toBe(before - 6)
  await purchased(page).getByRole('link', { name: 'Open lead' }).click()
  await page.getByRole('dialog', { name: 'Lead' }).getByRole('heading', { name: 'Contacts' }).waitFor()

  await page.goto('/portal')
  await page.getByRole('link', { name: /^Single leads 2 orders/ }).click()
  await page.getByRole('heading', { name: 'Single leads' }).waitFor()
  await page.getByText('Showing 1 to 2 of 2 results').waitFor()
})

test('in the table, a lead purchased for mail costs its phones alone, and one with phones nothing', async () => {
  const { email, signIn } = await createFundedUser(url)
  const token = await getToken(url, { email, password })
  const { callable } = await findProperties(token, { callable: 1 })
  const [propertyId = ''] = callable
  const params = { propertyId }
  const getLead = () => call(url, token, singleLeads.get, { params })
  await call(url, token, singleLeads.order, { params, body: { campaignType: 'MAIL_READY' } })
  await expect.poll(async () => (await getLead()).lead?.campaignType).toBe('MAIL_READY')
  const page = await newPage()
  await signIn(page)
  const criteria = { only: { propertyIds: [propertyId] }, exclude: { delivered: false } }
  await page.goto(buildFinderUrl({ criteria, view: 'table' }))
  await button(grid(page), /^Get phone, /).click()
  await button(grid(page), /^Get phone · 2 credits, /).click()
  await expect.poll(async () => (await getLead()).lead?.campaignType).toBe('CALL_READY')
  await page.goto(buildFinderUrl({ criteria, view: 'table' }))
  await button(grid(page), /^Get phone, /).click()
  await button(grid(page), /^Phone is in your leads, /).click()
  await drawer(page).waitFor()
  expect((await getLead()).offers).toEqual([])
})

test('without credits the button leads to buying them and back to the property', async () => {
  const email = await createTestUser(url)
  const { callable } = await findProperties(await getToken(url, { email, password }), { callable: 1 })
  const page = await newPage()
  await signInAs(page, email)
  await openProperty(page, callable[0] ?? '')
  await drawer(page).getByRole('link', { name: 'Buy credits' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/portal/settings/pay-as-you-go')
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('back')).toContain(`property=`)
  expect(searchParams.get('back')).toContain(callable[0])
  expect(searchParams.get('need')).toBe('3')
})
