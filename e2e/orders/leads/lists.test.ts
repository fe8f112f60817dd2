import { readFile } from 'node:fs/promises'
import { properties } from '@dooryard/contract/properties/properties'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { buildFinderUrl, chips, getCriteria, mapCanvas, parseCount, readCount, rowAt } from '../../finders/finder.ts'
import { useBrowser } from '../../support/browser.ts'
import { button, dialog } from '../../support/buyer.ts'
import { getToken, row } from '../../support/funded-user.ts'
import { checkAccessibility } from '../../support/page-checks.ts'
import { call } from '../../support/portal-process.ts'
import { createTestUser, password, signInAs, toast } from '../../support/test-user.ts'
import { usePages } from '../../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const criteria = { location: { zips: ['37205'] } }
const desktop = { viewport: { width: 1440, height: 900 } }
const bulkBar = (page: Page) => page.getByRole('region', { name: 'Selected properties' })

/** Chooses from the menu of a button. */
async function choose(page: Page, menu: string | RegExp, item: string | RegExp) {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Three homes: as they are, mistyped, and none. */
async function listAddresses(token: string) {
  const { items } = await call(url, token, properties.search, { body: { criteria, page: 2, limit: 50 } })
  const [found, mistyped] = items.filter(({ address, unit }) => /^\d+ \w{4}/.test(address ?? '') && !unit)
  if (!found?.address || !mistyped?.address) throw new Error('there are no homes')
  const place = ({ city, state, zip }: typeof found) => `${city}, ${state} ${zip}`
  const typo = mistyped.address.replace(/^(\d+ \w)\w/, '$1')
  return {
    lines: [`${found.address}, ${place(found)}`, `${typo}, ${place(mistyped)}`, '1 Nowhere Blvd, Nashville, TN 00000'],
    meant: mistyped.propertyId,
  }
}

test('a list is put together by selection, on the map and from addresses, then opened, changed and deleted', async () => {
  const email = await createTestUser(url)
  const token = await getToken(url, { email, password })
  const page = await newPage(desktop)
  await signInAs(page, email)
  await page.goto('/portal/lists')
  await page.getByText('No lists yet').waitFor()

  // By selection in the table.
  await page.goto(buildFinderUrl({ criteria, view: 'table' }))
  for (const at of [0, 1]) await rowAt(page, at).getByRole('checkbox').check()
  await choose(page, 'Add to list', 'New list…')
  await dialog(page, 'New list').getByLabel('Name').fill('Oak Street')
  await button(dialog(page, 'New list'), 'Create list').click()
  await toast(page, '2 properties added to “Oak Street”').waitFor()

  // Around a place on the map.
  await page.goto(buildFinderUrl({ criteria }))
  await page.getByRole('region', { name: 'Order' }).locator('p:not([data-stale])').waitFor()
  const box = await mapCanvas(page).boundingBox()
  if (!box) throw new Error('the map is not there')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await button(page, 'Draw a rectangle').click()
  await page.getByText('Drag from corner to corner, or click twice.').waitFor()
  await page.mouse.move(x - 40, y - 30)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 30, { steps: 5 })
  await page.mouse.up()
  const addArea = button(page, /^Add the [\d,]+ in this area to a list$/)
  await addArea.waitFor()
  const inArea = parseCount(await addArea.textContent())
  await choose(page, /in this area to a list$/, /^Oak Street \(2\)$/)
  const added = page.getByText(/properties added to “Oak Street”/)
  await added.waitFor()
  expect(parseCount((await added.textContent())?.match(/[\d,]+/)?.[0] ?? '')).toBeGreaterThanOrEqual(inArea - 2)

  // From pasted addresses, with a report of those that were not found.
  await page.goto('/portal/lists')
  await row(page, 'Oak Street').waitFor()
  const before = parseCount(await row(page, 'Oak Street').getByRole('cell').nth(1).textContent())
  const { lines } = await listAddresses(token)
  await button(page, 'Upload addresses to Oak Street').click()
  await page.getByText('Paste addresses').click()
  await dialog(page).getByRole('textbox', { name: 'Addresses' }).fill(lines.join('\n'))
  await button(dialog(page), 'Find properties').click()
  await dialog(page).getByText('1 of 3 rows found.').waitFor()
  const report = dialog(page).getByRole('region', { name: 'Rows not found' })
  await report.getByText('Line 2').waitFor()
  await report.getByText('1 Nowhere Blvd, Nashville, TN 00000').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  const download = page.waitForEvent('download')
  await button(dialog(page), 'Download as CSV').click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved).toContain('3,"1 Nowhere Blvd, Nashville, TN 00000",No property has this address.')
  await report.getByRole('combobox', { name: 'Property for line 2' }).selectOption({ index: 1 })
  await button(dialog(page), 'Add 2 properties').click()
  await page.getByText(/added to “Oak Street”/).waitFor()
  await expect
    .poll(async () => parseCount(await row(page, 'Oak Street').getByRole('cell').nth(1).textContent()))
    .toBeGreaterThanOrEqual(before)

  // Opened in the lead finder, where a removal can be undone.
  await page.getByRole('link', { name: 'Oak Street', exact: true }).click()
  await chips(page).getByText('“Oak Street”').waitFor()
  const all = await readCount(page)
  await rowAt(page, 0).getByRole('checkbox').check()
  await button(bulkBar(page), 'Remove from list').click()
  await toast(page, '1 property removed from “Oak Street”').waitFor()
  await expect.poll(() => readCount(page)).toBe(all - 1)
  await button(page, 'Undo').click()
  await toast(page, '1 property added to “Oak Street”').waitFor()
  await expect.poll(() => readCount(page)).toBe(all)
  await expect.poll(() => button(page, 'Undo').count()).toBe(0)
  expect(getCriteria(page).only?.listIds).toHaveLength(1)

  // The page of a property tells its lists.
  const id = await rowAt(page, 0).getAttribute('data-property')
  await page.goto(`/portal/properties/${id}`)
  const lists = page.getByRole('list', { name: 'Lists with this property' })
  await lists.getByRole('link', { name: 'Oak Street' }).waitFor()
  await button(lists, 'Remove from Oak Street').click()
  await page.getByText('On none of your lists.').waitFor()

  // Stacked with a saved search or alone, and deleted with a way back.
  await page.goto('/portal/pipeline-builder')
  await page.getByRole('combobox', { name: 'Choose a saved search or list' }).click()
  await page.getByRole('option', { name: /^Oak Street/ }).click()
  await page.getByRole('list', { name: 'Chosen searches' }).getByText('Oak Street').first().waitFor()
  await page.goto('/portal/lists')
  await button(page, 'Delete Oak Street').click()
  await page.getByText('No lists yet').waitFor()
  await button(page, 'Undo').click()
  await row(page, 'Oak Street').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
})
