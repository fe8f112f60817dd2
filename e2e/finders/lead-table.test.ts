import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { toast } from '../support/test-user.ts'
import {
  createFinderApi,
  davidson,
  type FinderApi,
  getCriteria,
  grid,
  parseCount,
  readColumn,
  rowAt,
  useFinder,
} from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})
afterAll(() => expect(pageErrors).toEqual([]))

test('with sorting and custom columns, exactly the selected rows are ordered', async () => {
  const page = await openFinder({ criteria: davidson, view: 'table' })
  const byValue = grid(page).getByRole('button', { name: 'Est. value' })
  await byValue.click()
  await byValue.click()
  await grid(page).locator('[aria-sort=descending]').getByText('Est. value').waitFor()
  await expect
    .poll(async () => {
      const values = (await readColumn(page, 'Est. value')).map(parseCount)
      return values.length > 5 && values.every((value, at) => at === 0 || value <= (values[at - 1] ?? 0))
    })
    .toBe(true)

  await button(page, 'Columns').click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Parcel number' }).check()
  await columns.getByRole('checkbox', { name: 'Property type' }).uncheck()
  await columns.getByRole('button', { name: 'Move Owner left' }).click()
  await page.keyboard.press('Escape')
  const headers = async () => (await grid(page).getByRole('columnheader').allTextContents()).slice(1)
  expect(await headers()).toEqual([
    ...['Owner', 'Address', 'Built', 'Est. value', 'Last sale', 'Lead indicators', 'Parcel number', 'Phone'],
  ])

  await rowAt(page, 0).getByRole('checkbox').check()
  const bulk = page.getByRole('region', { name: 'Selected properties' })
  await bulk.getByText('1 selected').waitFor()
  await rowAt(page, 0).focus()
  const focused = page.locator('[role=row][data-property]:focus')
  let last = 0
  while (last < 60) {
    await page.keyboard.press('PageDown')
    last = Number(await focused.getAttribute('data-index'))
  }
  await page.keyboard.press('Shift+Space')
  const chosen = last + 1
  await bulk.getByText(`${chosen} selected`).waitFor()
  await bulk.getByRole('link', { name: `Order these ${chosen}` }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  const ids = getCriteria(page).only?.propertyIds ?? []
  const rows = await api.rows({ criteria: davidson, sort: 'estimatedValue', order: 'desc', limit: chosen })
  expect(new Set(ids)).toEqual(new Set(rows.map(({ propertyId }) => propertyId)))
})

test('a property shows the other properties of its owner, and a search is saved and ordered', async () => {
  const criteria = { ...davidson, owner: { propertiesOwned: { min: 3 } } }
  const page = await openFinder({ criteria, view: 'table' })
  const [first, second] = await Promise.all([0, 1].map((at) => rowAt(page, at).getByRole('link').textContent()))
  await rowAt(page, 0).and(page.locator('[data-property]')).click()
  const drawer = page.getByRole('dialog', { name: 'Property' })
  await drawer.getByRole('heading', { name: first ?? '', level: 2 }).waitFor()
  const others = drawer.getByRole('heading', { name: 'Other properties of this owner' }).locator('xpath=..')
  await others.getByRole('link').nth(1).waitFor()
  await drawer.getByRole('button', { name: 'Next property' }).click()
  await drawer.getByRole('heading', { name: second ?? '', level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).searchParams.has('property')).toBe(false)

  const name = `Owners of three ${Date.now().toString(36)}`
  const saving = page.waitForResponse((reply) => reply.url().endsWith('/v1/save-search'))
  await button(page, 'Save search').click()
  await dialog(page).getByLabel('Name').fill(name)
  // A double click saves one search.
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick()
  const saved = toast(page, `“${name}” saved`)
  // It stays as long as the mouse is over it.
  await saved.hover()
  expect((await saving).status()).toBe(201)
  // It covers what is clicked next.
  await saved.getByRole('button', { name: 'Dismiss' }).click()
  await button(page, `Saved as ${name}, edit`).waitFor()
  const order = page
    .getByRole('region', { name: 'Order' })
    .getByRole('link', { name: /^Create order · [\d,]+ credits$/ })
  const credits = parseCount(await order.textContent())
  await order.click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  expect(getCriteria(page)).toEqual(criteria)
  expect(credits).toBeGreaterThan(0)
  await page.goto('/portal/settings/saved-searches')
  await page.getByText(name, { exact: true }).first().waitFor()
  expect(await page.getByText(name, { exact: true }).count()).toBe(1)
})
