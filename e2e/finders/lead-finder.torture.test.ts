import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFinderApi, davidson, expectAllCounts, type FinderApi, useFinder } from './finder.ts'
import { setFilters } from './lead-filters.ts'

const browser = useBrowser()
const openFinder = useFinder(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(browser.url)
})
afterAll(() => expect(browser.pageErrors).toEqual([]))

test('with every filter that is typed, clicked or dragged the map agrees with the table', async () => {
  await setFilters(await openFinder({}), api, expectAllCounts)
})

test('the map agrees with the table once the filter without matches is removed', async () => {
  const built = { property: { yearBuilt: { min: 1980 } } }
  const page = await openFinder({ criteria: { ...davidson, ...built, owner: { name: 'NOBODY AT ALL' } } })
  await button(page, 'Remove filter').click()
  await expectAllCounts(page, await api.count({ ...davidson, ...built }))
})

test('the map agrees with the table while the user types', async () => {
  const page = await openFinder({ criteria: davidson })
  for (const min of [1951, 2001]) {
    await page.getByLabel('Year built, at least').fill(String(min))
    await expectAllCounts(page, await api.count({ ...davidson, property: { yearBuilt: { min } } }))
  }
})
