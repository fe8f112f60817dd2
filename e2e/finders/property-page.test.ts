import { properties } from '@dooryard/contract/properties/properties'
import { valuations } from '@dooryard/contract/properties/valuation'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'
import { buildFinderUrl, davidson } from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
// The browser reports the missing property of the last test.
afterAll(() => expect(pageErrors.filter((error) => !error.endsWith('/v1/properties/1'))).toEqual([]))

const token = await getToken(url, demoAccount('consumer'))
const getValuation = (id: string) => call(url, token, valuations.get, { params: { id }, body: {} })

/** A house with an address and an estimate. */
async function findEstimated() {
  const criteria = { ...davidson, property: { bedrooms: { min: 2 } } }
  const { items } = await call(url, token, properties.search, { body: { criteria, limit: 50 } })
  for (const row of items) {
    const valuation = /^\d+ \S/.test(row.address ?? '') ? await getValuation(row.propertyId) : undefined
    if (valuation?.estimate && valuation.comparables.length > 5) return { ...row, estimate: valuation.estimate }
  }
  throw new Error('no house has an estimate')
}

const house = await findEstimated()
const address = new RegExp(`^${house.address}$`, 'i')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const comparables = (page: Page) => section(page, 'Comparables').getByRole('button', { name: /^Exclude / })
const getSearch = (page: Page) => new URL(page.url()).searchParams

test('a property opens from the drawer as a page with sections that are reached by keyboard', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  await page.goto(
    buildFinderUrl({ criteria: { only: { propertyIds: [house.propertyId] } }, property: house.propertyId }),
  )
  await page.getByRole('dialog', { name: 'Property' }).getByRole('link', { name: 'Open page' }).click()
  await page.waitForURL((at) => at.pathname === `/portal/properties/${house.propertyId}`)
  await page.getByRole('heading', { level: 1, name: address }).waitFor()
  expect(await page.title()).toMatch(new RegExp(house.address ?? '', 'i'))
  const nav = page.getByRole('navigation', { name: 'Sections' })
  await nav.getByRole('link', { name: 'History' }).press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('History')
  const history = section(page, 'History')
  await history.getByRole('switch', { name: 'View as table' }).press('Space')
  expect(await history.getByRole('table').getByRole('row').count()).toBeGreaterThan(1)
  await section(page, 'Owner').getByText('Portfolio', { exact: true }).waitFor()
  await section(page, 'Activity')
    .getByText(/^You have not ordered this lead yet/)
    .waitFor()
})

test('the estimate, comparables chosen by hand and the maximum offer are the same for who opens the link', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'consumer')
  await page.goto(`/portal/properties/${house.propertyId}`)
  const value = section(page, 'Value')
  await value.getByText(`$${house.estimate.value.toLocaleString('en-US')}`, { exact: true }).waitFor()
  await value.getByText(`Computed from ${house.estimate.salesUsed} comparable sales`).waitFor()

  await value.getByLabel('Repairs').fill('4,20')
  await value.getByText('Enter whole dollars, such as 25,000.').waitFor()
  await value.getByLabel('After-repair value').fill('400,000')
  await value.getByLabel('Share of it').fill('75')
  await value.getByLabel('Repairs').fill('$30,000')
  await value.getByLabel('Your fee').fill('10000')
  await value.getByText('$260,000', { exact: true }).waitFor()

  const first = (await comparables(page).first().getAttribute('aria-label'))?.replace('Exclude ', '') ?? ''
  await section(page, 'Comparables')
    .getByRole('button', { name: /adjustments of/ })
    .first()
    .click()
  await section(page, 'Comparables').getByText('Date of sale').waitFor()
  await comparables(page).first().click()
  const allow = page.getByRole('button', { name: `Allow ${first} again` })
  await allow.waitFor()
  await page.getByLabel('Sold within').selectOption('60')
  await expect.poll(() => getSearch(page).get('months')).toBe('60')

  await page.reload()
  await allow.waitFor()
  await value.getByText('$260,000', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: `Exclude ${first}` }).count()).toBe(0)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('button', { name: `Exclude ${first}` }).waitFor()
  expect([...getSearch(page).keys()].sort()).toEqual(['fee', 'percent', 'repairs', 'value'])
  // The percentage is the user's own from now on.
  await page.goto(`/portal/properties/${house.propertyId}`)
  await expect.poll(() => value.getByLabel('Share of it').inputValue()).toBe('75')
})

test('a property that does not exist is said to be none', async () => {
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.goto('/portal/properties/1')
  await page.getByText('The property does not exist').waitFor()
})
