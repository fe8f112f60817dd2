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

test('without matches, the most restrictive filter is offered for removal', async () => {
  const criteria = { ...davidson, property: { yearBuilt: { min: 1980 } }, owner: { name: 'NOBODY AT ALL' } }
  const page = await openFinder({ criteria, view: 'table' })
  await page.getByText('No property matches all of these').waitFor()
  const without = await page.getByText(/^Without “Owner name: .+” [\d,]+ match\.$/).textContent()
  await button(page, 'Drop this filter').click()
  await expectTableCount(page, parseCount(/[\d,]+ match\.$/.exec(without ?? '')?.[0] ?? ''))
  expect(getCriteria(page)).toEqual({ ...davidson, property: { yearBuilt: { min: 1980 } } })
})
