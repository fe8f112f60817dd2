import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { buildFinderUrl, expectTableCount } from '../finders/finder.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { usePages } from '../support/use-pages.ts'
import { buildMadeUpCounty, madeUpRows } from './made-up-county.ts'
import { checkRows, goOn, startCounty, uploadToWizard, whileImportsWait } from './wizard.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const desktop = { viewport: { width: 1440, height: 900 } }
const criteria = { location: { counties: ['56009'] } }

/** The county and the file, until its columns are proposed. A page of an error in its place is replaced. */
async function addFile(page: Page) {
  await startCounty(page, { typed: 'Converse', county: 'Converse County, WY', name: 'Converse County, assessor' })
  await uploadToWizard(page, 'error.csv', '<!doctype html><html><body>Error 500</body></html>')
  const chosen = page.waitForEvent('filechooser')
  await button(page, 'Choose another file for error.csv').click()
  await (await chosen).setFiles({ name: 'roll.csv', mimeType: 'text/csv', buffer: Buffer.from(buildMadeUpCounty()) })
  await page.getByText(/header on line 3/).waitFor()
  await page.getByText('error.csv', { exact: true }).waitFor({ state: 'detached' })
  await goOn(page)
}

/** An import that is canceled leaves the setup open, to be corrected and loaded. */
async function cancelImport(page: Page) {
  await whileImportsWait(async () => {
    await button(page, `Import ${madeUpRows} properties`).click()
    await button(page, 'Cancel import').click()
    await page.getByText('The import was canceled.').waitFor()
  })
  await page.goto('/portal/data')
  await page.getByRole('link', { name: 'Continue with Converse County, assessor' }).click()
  await page.getByText(/header on line 3/).waitFor()
  await button(page, /Import$/).click()
}

/** Every field that is not sure is looked at and found right. */
async function confirmColumns(page: Page) {
  await page.getByText(/fields matched/).waitFor()
  await button(page, /Street address/).click()
  await page.getByRole('row', { name: /101 EXAMPLE ORCHARD LN/i }).waitFor()
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  // What is set survives a reload, because it is on the server.
  await page.reload()
  await page.getByText(/fields matched/).waitFor()
  await goOn(page)
}

/** The county is loaded from another source beside it. Returns how many leads both have: a parcel of both is one. */
async function keepBoth(page: Page): Promise<number> {
  await startCounty(page, { typed: 'Converse', county: 'Converse County, WY', name: 'Converse County, additions' })
  const shared = 4
  await uploadToWizard(page, 'additions.csv', buildMadeUpCounty(madeUpRows - shared))
  await goOn(page)
  await page.getByText(/fields matched/).waitFor()
  await goOn(page)
  await checkRows(page)
  await goOn(page)
  await page.getByText(/Converse County, WY is loaded already as Converse County, assessor: \d+ properties/).waitFor()
  expect(await button(page, `Import ${madeUpRows} properties`).isDisabled()).toBe(true)
  await page.getByText('Keep both', { exact: true }).click()
  await page.getByText('A parcel number that both have is one property, as loaded last.').waitFor()
  await button(page, `Import ${madeUpRows} properties`).click()
  await page.getByText(`${madeUpRows} rows imported, 0 rejected.`).waitFor()
  return 2 * madeUpRows - shared
}

/** A user finds this many leads in the county. */
async function findLeads(count: number) {
  const buyer = await createFundedUser(browser.url)
  const finder = await newPage(desktop)
  await buyer.signIn(finder)
  await finder.goto(buildFinderUrl({ criteria }))
  await expectTableCount(finder, count)
  return buyer
}

test('an administrator adds a county never seen before, a user orders its leads, and another source is kept beside it', async () => {
  const page = await newPage(desktop)
  await signIn(page, 'admin')
  await addFile(page)
  await confirmColumns(page)

  await checkRows(page)
  await page.getByText('100% of the positions lie').or(page.getByText('No property has a position.')).waitFor()
  await goOn(page)

  await cancelImport(page)
  await page.getByRole('textbox', { name: 'Publisher' }).fill('Converse County Assessor')
  await button(page, `Import ${madeUpRows} properties`).click()
  await page.getByText(`${madeUpRows} rows imported, 0 rejected.`).waitFor()

  const buyer = await findLeads(madeUpRows)
  expect(await buyer.order('Converse', criteria)).toBeTruthy()
  // What is ordered is hidden from its buyer alone.
  await findLeads(await keepBoth(page))
})
