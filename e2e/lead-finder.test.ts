import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { type Asker, agrees, asked, askerOf, davidson, lists, numberIn, useFinder } from './finder.ts'
import { setFilters } from './lead-filters.ts'

const browser = useBrowser()
const { troubles, url } = browser
const finder = useFinder(browser)

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(url)
})
afterAll(() => expect(troubles).toEqual([]))

test('filters that are typed and clicked are counted, listed and mapped alike, and say what each of them costs', async () => {
  const page = await finder({ view: 'table' })
  await setFilters(page, ask, lists)
  await page.getByRole('radio', { name: 'Map and table' }).check({ force: true })
  await agrees(page, await ask.count(asked(page)))
})

test('where nothing matches, the tightest filter is offered to be dropped', async () => {
  const criteria = { ...davidson, property: { yearBuilt: { min: 1980 } }, owner: { name: 'NOBODY AT ALL' } }
  const page = await finder({ criteria, view: 'table' })
  await page.getByText('No property matches all of these').waitFor()
  const without = await page.getByText(/^Without “Owner name: .+” [\d,]+ match\.$/).textContent()
  await button(page, 'Drop this filter').click()
  await lists(page, numberIn(/[\d,]+ match\.$/.exec(without ?? '')?.[0] ?? ''))
  expect(asked(page)).toEqual({ ...davidson, property: { yearBuilt: { min: 1980 } } })
})
