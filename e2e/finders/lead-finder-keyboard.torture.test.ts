import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { toast } from '../support/test-user.ts'
import {
  createFinderApi,
  davidson,
  expectAllCounts,
  getCriteria,
  grid,
  inViewText,
  mapCanvas,
  propertyHeading,
  rowAt,
  useFinder,
} from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const openFinder = useFinder(browser)
afterAll(() => expect(pageErrors).toEqual([]))

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>) {
  await target.waitFor()
  for (let step = 0; step < 150; step++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not come to ${target}`)
}

test('by keyboard alone: filters, sorting, a property, and an order of the selected rows', async () => {
  const page = await openFinder({ criteria: {} })
  await grid(page).waitFor()
  const { keyboard } = page
  await tabTo(page, page.getByRole('combobox', { name: 'Add a state, county, city or ZIP' }))
  await keyboard.type('Davidson County')
  const offers = page.getByRole('listbox', { name: 'Places' }).getByRole('option')
  await expect.poll(() => offers.first().textContent()).toMatch(/^Davidson County, TN/)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await tabTo(page, page.getByLabel('Year built, at least'))
  await keyboard.type('1990')
  const criteria = { ...davidson, property: { yearBuilt: { min: 1990 } } }
  await expect.poll(() => getCriteria(page)).toEqual(criteria)
  await expectAllCounts(page, await (await createFinderApi(url)).count(criteria))

  await tabTo(page, mapCanvas(page))
  const before = await inViewText(page).textContent()
  await keyboard.press('+')
  await expect.poll(() => inViewText(page).textContent()).not.toBe(before)
  await tabTo(page, grid(page).getByRole('button', { name: 'Est. value' }))
  await keyboard.press('Enter')
  await grid(page).locator('[aria-sort=ascending]').getByText('Est. value').waitFor()
  await expect.poll(() => grid(page).getAttribute('aria-busy')).toBe(null)
  await tabTo(page, rowAt(page, 0))
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await propertyHeading(page).waitFor()
  await keyboard.press('Escape')
  await rowAt(page, 1).and(page.locator(':focus')).waitFor()

  await keyboard.press('Space')
  const at = page.locator('[role=row][data-property]:focus')
  for (let last = 1; last < 60; last = Number(await at.getAttribute('data-index'))) await keyboard.press('PageDown')
  await keyboard.press('Shift+Space')
  const chosen = Number(await at.getAttribute('data-index'))
  await tabTo(page, page.getByRole('link', { name: `Order these ${chosen}` }))
  await keyboard.press('Enter')
  await page.waitForURL((to) => to.pathname === '/portal/orders/create')
  await tabTo(page, page.getByLabel('Order name'))
  await keyboard.type('By keyboard')
  await tabTo(page, page.getByLabel('Quantity'))
  await keyboard.press('Control+A')
  await keyboard.type(String(chosen))
  await tabTo(page, button(page, 'Place order'))
  await keyboard.press('Enter')
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await page.getByRole('main').getByText('Completed', { exact: true }).first().waitFor()
  expect(await toast(page, 'error').count()).toBe(0)
})
