import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { type Asker, agrees, askerOf, davidson, useFinder } from './finder.ts'
import { setFilters } from './lead-filters.ts'

const browser = useBrowser()
const finder = useFinder(browser)

let ask: Asker
beforeAll(async () => {
  ask = await askerOf(browser.url)
})
afterAll(() => expect(browser.troubles).toEqual([]))

test('with every filter that is typed, clicked or dragged the map has as many as the table', async () => {
  await setFilters(await finder({}), ask, agrees)
})

test('the map has as many as the table once the filter is dropped for which nothing matched', async () => {
  const built = { property: { yearBuilt: { min: 1980 } } }
  const page = await finder({ criteria: { ...davidson, ...built, owner: { name: 'NOBODY AT ALL' } } })
  await button(page, 'Drop this filter').click()
  await agrees(page, await ask.count({ ...davidson, ...built }))
})

test('the map has as many as the table while one types', async () => {
  const page = await finder({ criteria: davidson })
  for (const min of [1951, 2001]) {
    await page.getByLabel('Year built, at least').fill(String(min))
    await agrees(page, await ask.count({ ...davidson, property: { yearBuilt: { min } } }))
  }
})
