import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { usePages } from '../support/use-pages.ts'
import { buildTwoTables, madeUpRows } from './made-up-county.ts'
import { correctYearBuilt, getDrawer, refresh, writeCounty } from './two-tables.ts'
import { addServerFiles, checkRows, goOn, startCounty } from './wizard.ts'

const browser = useBrowser()
const newPage = usePages(browser)
// The import that was not confirmed.
afterAll(() => expect(browser.pageErrors).toEqual([expect.stringMatching(/409 \(Conflict\) .*\/import$/)]))

const folder = 'weston'

/** Loads the county and sets up its refresh, and opens it on the data screen. */
async function loadCounty(page: Page) {
  await writeCounty(folder, buildTwoTables())
  await startCounty(page, { typed: '56045', county: 'Weston County, WY', name: 'Weston County, assessor' })
  await addServerFiles(page, folder, ['parcels.csv', 'owners.csv'])
  await goOn(page)
  await page.getByText(/rows have a match/).waitFor()
  await goOn(page)
  await correctYearBuilt(page)
  await checkRows(page)
  await goOn(page)
  await button(page, `Import ${madeUpRows} properties`).click()
  await button(page, 'Set up refresh').click()
  await page.getByText('The refresh is set up.').waitFor()
  await page.getByRole('link', { name: 'Manage refresh' }).click()
}

/** Opens the source of the loaded county, and goes on with what is proposed until it can be imported. */
async function editSource(page: Page) {
  await getDrawer(page).getByRole('button', { name: 'Edit source of Weston County, assessor' }).click()
  await page.getByText(/fields matched/).waitFor()
  await goOn(page)
  await checkRows(page)
  await goOn(page)
}

/** The data that a refresh has loaded since the edit was started are replaced only once that is confirmed. */
async function confirmNewer(page: Page) {
  const drawerUrl = page.url()
  await editSource(page)
  const tab = await page.context().newPage()
  await tab.goto(drawerUrl)
  await refresh(tab, folder, buildTwoTables(madeUpRows + 1), '1 added')
  await tab.close()
  await button(page, `Import ${madeUpRows} properties`).click()
  await page
    .getByText(/Newer data were loaded on .* Confirm that this import replaces it/)
    .first()
    .waitFor()
  await page.getByLabel('Replace Weston County, assessor, although it is newer').check()
  await button(page, `Import ${madeUpRows} properties`).click()
  await page.getByText(`${madeUpRows} rows imported, 0 rejected.`).waitFor()
}

/** A refresh stops at a column with another name, and the edited source loads its file. */
async function mendRenamedColumn(page: Page) {
  await page.getByRole('link', { name: 'Manage refresh' }).click()
  const { parcels, owners } = buildTwoTables(madeUpRows + 2)
  const renamed = { parcels: parcels.replace('YR_SURVEY', 'SURVEY_YEAR'), owners }
  await refresh(page, folder, renamed, /no longer has the column YR_SURVEY .*Its new name is probably SURVEY_YEAR/)
  expect(await getDrawer(page).getByRole('button', { name: 'Accept and load' }).count()).toBe(0)
  await editSource(page)
  await button(page, `Import ${madeUpRows + 2} properties`).click()
  await page.getByText(`${madeUpRows + 2} rows imported, 0 rejected.`).waitFor()
  await page.getByRole('link', { name: 'Back to data' }).last().click()
  const history = page.getByRole('region', { name: 'Imports and refreshes' })
  for (const change of ['Source edited', 'Refresh', 'From the import folder'])
    await history.getByText(change).first().waitFor()
}

test('the source of a loaded county is edited, and replaces newer data only once that is confirmed', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'admin')
  await loadCounty(page)
  await confirmNewer(page)
  await mendRenamedColumn(page)
})
