import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import {
  createFinderApi,
  davidson,
  expectAllCounts,
  expectTableCount,
  type FinderApi,
  getCriteria,
  parseCount,
  useFinder,
} from './finder.ts'
import { setFilters } from './lead-filters.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

test('typed and clicked filters are counted, listed and mapped alike, and show the effect of each', async () => {
  const page = await openFinder({ view: 'table' })
  await setFilters(page, api, expectTableCount)
  await page.getByRole('radio', { name: 'Map and table' }).check({ force: true })
  await expectAllCounts(page, await api.count(getCriteria(page)))
})

test('a county without data says so, and others of its state with data can be chosen instead', async () => {
  const page = await openFinder({ criteria: { location: { counties: ['47185'] } }, view: 'table' })
  await page.getByRole('main').getByText('Counties with data in Tennessee').waitFor()
  expect(await page.getByText('No data for this county yet').count()).toBeGreaterThan(0)
  await button(page, 'Davidson County, TN').click()
  await expectTableCount(page, await api.count(davidson))
  expect(getCriteria(page)).toEqual(davidson)
})

test('without matches, the most restrictive filter is offered for removal', async () => {
  const criteria = { ...davidson, property: { yearBuilt: { min: 1980 } }, owner: { name: 'NOBODY AT ALL' } }
  const page = await openFinder({ criteria, view: 'table' })
  await page.getByText('No properties match your filters').waitFor()
  const without = await page.getByText(/^Without “Owner name: .+” [\d,]+ match\.$/).textContent()
  await button(page, 'Remove filter').click()
  await expectTableCount(page, parseCount(/[\d,]+ match\.$/.exec(without ?? '')?.[0] ?? ''))
  expect(getCriteria(page)).toEqual({ ...davidson, property: { yearBuilt: { min: 1980 } } })
})
