import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { usePages } from '../support/use-pages.ts'
import { createFinderApi, davidson, type FinderApi, getCriteria, parseCount, rowAt, useFinder } from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)
const newPage = usePages(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

test('all properties that match are selected by the search, and those unticked are excluded from the order', async () => {
  const count = await api.count(davidson)
  const page = await openFinder({ criteria: davidson, view: 'table' })
  await page.getByRole('checkbox', { name: 'Select the visible properties' }).check()
  const bulk = page.getByRole('region', { name: 'Selected properties' })
  await button(bulk, `Select all ${count.toLocaleString('en-US')} that match`).click()
  await bulk.getByText(`${count.toLocaleString('en-US')} selected, all that match`).waitFor()
  await rowAt(page, 1).getByRole('checkbox').uncheck()
  const rest = (count - 1).toLocaleString('en-US')
  await bulk.getByText(`${rest} selected of ${count.toLocaleString('en-US')} that match`).waitFor()
  const unticked = await rowAt(page, 1).getAttribute('data-property')
  await bulk.getByRole('link', { name: `Order these ${rest}` }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  expect(getCriteria(page)).toEqual({ ...davidson, exclude: { propertyIds: [unticked] } })
})

test('excluding all that match but some leaves these, which can be undone', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  await page.getByRole('checkbox', { name: 'Select the visible properties' }).check()
  const bulk = page.getByRole('region', { name: 'Selected properties' })
  await button(bulk, /^Select all .* that match$/).click()
  await button(bulk, 'Exclude').click()
  await page.getByText('excluding them would leave none').waitFor()
  await rowAt(page, 0).getByRole('checkbox').uncheck()
  const kept = await rowAt(page, 0).getAttribute('data-property')
  await button(bulk, 'Exclude').click()
  await expect.poll(() => getCriteria(page)).toEqual({ ...davidson, only: { propertyIds: [kept] } })
  await button(page, 'Undo').click()
  await expect.poll(() => getCriteria(page)).toEqual(davidson)
})

test('all buyers that match are selected by a property of each', async () => {
  const page = await newPage()
  await signIn(page, 'consumer')
  await page.goto('/portal/buyer-finder')
  await page.getByRole('button', { name: /^Try / }).click()
  await page.getByRole('checkbox', { name: 'Select all buyers on this page' }).check()
  const order = page.getByRole('region', { name: 'Order' })
  await button(order, /^Select all [\d,]+ that match$/).click()
  const link = order.getByRole('link', { name: /^Order [\d,]+ contacts$/ })
  await expect.poll(async () => parseCount((await link.textContent())?.match(/[\d,]+/)?.[0] ?? '')).toBeGreaterThan(10)
  const count = parseCount((await link.textContent())?.match(/[\d,]+/)?.[0] ?? '')
  await link.click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  expect(getCriteria(page).only?.propertyIds).toHaveLength(count)
})
