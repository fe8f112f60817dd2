import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'
import { createFinderApi, type FinderApi, getCriteria, parseCount } from './finder.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)

let api: FinderApi
beforeAll(async () => {
  api = await createFinderApi(url)
})

/** Opens the buyer finder as the demo consumer. */
async function openBuyerFinder(): Promise<Page> {
  const page = await newPage()
  await signIn(page, 'consumer')
  await page.goto('/portal/buyer-finder')
  return page
}
afterAll(() => expect(pageErrors).toEqual([]))

const resultSummary = (page: Page) => page.getByText(/^[\d,]+ (buyers?|\w+s?) within [\d.]+ miles? since /)
const table = (page: Page) => page.getByRole('table', { name: 'Buyers' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Buyer' })

test('around a typed address: the buyers, the deeds that prove them, and an order of their contacts', async () => {
  const [lead] = await api.rows({ criteria: { location: { cities: ['TN:NASHVILLE'] } }, limit: 1 })
  const page = await openBuyerFinder()
  await page.getByRole('combobox', { name: 'Around' }).fill(lead?.address ?? '')
  const offers = page.getByRole('listbox', { name: 'Places' })
  await offers
    .getByRole('option', { name: new RegExp(`^${lead?.address}`, 'i') })
    .first()
    .click()
  await resultSummary(page).waitFor()
  const near = parseCount((await resultSummary(page).textContent())?.split(' ')[0] ?? '')
  await page.getByLabel('Radius').selectOption('10')
  await page.getByRole('radio', { name: '24 months' }).check({ force: true })
  await page.getByText(/within 10 miles since /).waitFor()
  // The miles update at once; the buyers are current once they are not dimmed.
  await resultSummary(page).and(page.locator(':not([data-stale])')).waitFor()
  const far = async () => parseCount((await resultSummary(page).textContent())?.split(' ')[0] ?? '')
  await expect.poll(far).toBeGreaterThan(near)

  const first = table(page).locator('[data-row-link]').first()
  const hidden = await first.locator('.visually-hidden').textContent()
  expect(hidden).toMatch(/^Buyer hidden until purchased, initials [A-Z0-9]\./)
  await first.click()
  const heading = drawer(page).getByRole('heading', { level: 2 }).last()
  await heading.and(page.getByRole('heading', { name: hidden ?? '' })).waitFor()
  await drawer(page).getByRole('button', { name: 'Reveal buyer · ' }).click()
  await toast(page, ' revealed · ').waitFor()
  expect(await heading.textContent()).not.toContain('•')
  const proof = drawer(page).getByRole('heading', { name: /^\d+ purchases?$/ })
  const deeds = drawer(page).locator('ol').getByRole('listitem')
  expect(await deeds.count()).toBe(parseCount(await proof.textContent()))
  await drawer(page)
    .getByRole('region', { name: /^Map of the purchases of/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'hidden' })

  await page.getByLabel('Rows per page').selectOption('50')
  await page.waitForURL(/[?&]limit=50/)
  await expect.poll(() => table(page).locator('[data-row-link]').count()).toBe(50)
  const all = page.getByRole('checkbox', { name: 'Select all buyers on this page' })
  const order = page.getByRole('region', { name: 'Order' })
  const chosen = async () => parseCount(await order.getByText(/^\d+ buyers? selected$/).textContent())
  await all.check()
  const onFirst = await chosen()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/[?&]page=2/)
  await expect.poll(() => all.isChecked()).toBe(false)
  await all.check()
  await expect.poll(chosen).toBeGreaterThan(onFirst)
  const count = await chosen()
  await order.getByRole('link', { name: `Order ${count} contacts` }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  expect(new Set(getCriteria(page).only?.propertyIds).size).toBe(count)
})

test('around a point clicked on the map, which the URL keeps', async () => {
  const page = await openBuyerFinder()
  await page.getByRole('button', { name: /^Try / }).click()
  const originalText = await resultSummary(page).textContent()
  const before = new URL(page.url()).searchParams
  await button(page, 'Pick on the map').first().click()
  const hint = page.getByText('Click the map to find buyers there')
  // The map accepts clicks once it is drawn.
  await expect
    .poll(async () => {
      const box = await page.getByRole('region', { name: 'Map of the purchases', exact: true }).boundingBox()
      if (box && (await hint.isVisible())) await page.mouse.click(box.x + box.width * 0.55, box.y + box.height * 0.45)
      return new URL(page.url()).searchParams.get('lat')
    })
    .not.toBe(before.get('lat'))
  await expect.poll(() => resultSummary(page).textContent()).not.toBe(originalText)
  const shown = await resultSummary(page).textContent()
  await page.reload()
  await expect.poll(() => resultSummary(page).textContent()).toBe(shown)
  await page.goBack()
  await expect.poll(() => resultSummary(page).textContent()).toBe(originalText)
  expect(new URL(page.url()).searchParams.get('lat')).toBe(before.get('lat'))
})

test('the table sorts by its headers, and selected buyers are saved in a list', async () => {
  const page = await openBuyerFinder()
  await page.getByRole('button', { name: /^Try / }).click()
  await resultSummary(page).waitFor()
  const sorted = page.waitForResponse((response) => response.url().endsWith('/v1/buyers/search'))
  await table(page)
    .getByRole('button', { name: /^Median hold/ })
    .click()
  await sorted
  await page.waitForURL(/[?&]sort=medianHoldingMonths/)
  await table(page).getByRole('columnheader', { name: 'Median hold' }).and(page.locator('[aria-sort]')).waitFor()
  await table(page).locator('[data-row-link]').first().waitFor()
  // Rows that are replaced while they are selected are not selected.
  await page.locator('table[aria-busy=false]').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all buyers on this page' }).check()
  const order = page.getByRole('region', { name: 'Order' })
  await button(order, 'Save to list').click()
  await page.getByRole('menuitem', { name: 'New list…' }).click()
  const name = `Cash buyers ${Date.now()}`
  await page.getByRole('dialog', { name: 'New buyer list' }).getByLabel('Name').fill(name)
  await button(page, 'Create list').click()
  await toast(page, `${name} has `).waitFor()
  await button(page, 'Buyer lists').click()
  const lists = page.getByRole('dialog', { name: 'Buyer lists' })
  await lists.getByLabel('List').selectOption({ label: await findOption(page, name) })
  await lists.getByRole('listitem').first().waitFor()
  await button(page, 'Export CSV').click()
  await toast(page, 'buyers.csv saved').waitFor()
})

/** The label of a list, which ends in its number of buyers. */
const findOption = async (page: Page, name: string) =>
  (await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .last()
    .textContent()) ?? ''
