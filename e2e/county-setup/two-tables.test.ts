import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { buildFinderUrl, expectTableCount } from '../finders/finder.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { usePages } from '../support/use-pages.ts'
import { buildTwoTables, madeUpRows } from './made-up-county.ts'
import { addServerFiles, checkRows, goOn, startCounty, writeImportFiles } from './wizard.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const desktop = { viewport: { width: 1440, height: 900 } }
const location = { counties: ['56027'] }

/** The name of the year built leaves a doubt. */
const writeCounty = ({ parcels, owners }: ReturnType<typeof buildTwoTables>) =>
  writeImportFiles({
    'niobrara/parcels.csv': parcels.replace('YR_BLT', 'YR_BUILT_EST'),
    'niobrara/owners.csv': owners,
  })

/** The year built is read from the column that has it, which its name does not say. */
async function correctYearBuilt(page: Page) {
  await page.getByText(/fields matched/).waitFor()
  await button(page, /Year built/).click()
  await page.getByRole('cell', { name: '1948' }).first().waitFor()
  await button(page, 'Choose another column').click()
  await page.getByRole('option', { name: /^YR_SURVEY\b/ }).click()
  await page.getByRole('cell', { name: '1901' }).first().waitFor()
  await page.getByText('All changes saved').waitFor()
  await goOn(page)
}

async function mapCondominiums(page: Page) {
  const code = page.getByRole('combobox', { name: 'Property type of Q7' })
  await code.fill('Condo')
  await page.getByRole('option', { name: 'Condominium' }).click()
  await page.getByText('100% of the rows').waitFor()
}

/** The schedule is set up where the import ended: the locations are those of the files. */
async function keepFresh(page: Page) {
  await expect.poll(() => page.getByLabel('Location of parcels').inputValue()).toBe('niobrara/parcels.csv')
  expect(await page.getByLabel('Location of owners').inputValue()).toBe('niobrara/owners.csv')
  expect(await checkAccessibility(page)).toEqual([])
  await button(page, 'Set up refresh').click()
  await page.getByText('The refresh is set up.').waitFor()
  await page.getByText('Mondays at 06:00 UTC').waitFor()
}

const getDrawer = (page: Page) => page.getByRole('dialog', { name: 'Data source' })

/** Publishes the county, and refreshes it in the open drawer until the drawer says so. */
async function refresh(page: Page, county: ReturnType<typeof buildTwoTables>, outcome: string | RegExp) {
  await writeCounty(county)
  await getDrawer(page).getByRole('button', { name: 'Refresh now' }).click()
  await getDrawer(page).getByText(outcome).first().waitFor()
}

/** Opens the source of the loaded county, and goes on with what is proposed until it can be imported. */
async function editSource(page: Page) {
  await getDrawer(page).getByRole('button', { name: 'Edit source of Niobrara County, assessor' }).click()
  await page.getByText(/fields matched/).waitFor()
  await goOn(page)
  await checkRows(page)
  await goOn(page)
}

/** The data that a refresh has loaded since the edit was started are replaced only once that is confirmed. */
async function confirmNewer(page: Page) {
  const drawerUrl = page.url()
  await editSource(page)
  await page.getByLabel('Replace Niobrara County, assessor').check()
  const tab = await page.context().newPage()
  await tab.goto(drawerUrl)
  await refresh(tab, buildTwoTables(madeUpRows + 4), '1 added')
  await tab.close()
  await button(page, `Import ${madeUpRows + 3} properties`).click()
  await page.getByText(/Newer data were loaded on .* Confirm that this import replaces it/).waitFor()
  await page.getByLabel('Replace Niobrara County, assessor, although it is newer').check()
  await button(page, `Import ${madeUpRows + 3} properties`).click()
  await page.getByText(`${madeUpRows + 3} rows imported, 0 rejected.`).waitFor()
}

/** A refresh stops at a column with another name, and the edited source loads its file. */
async function mendRenamedColumn(page: Page) {
  await page.getByRole('link', { name: 'Manage refresh' }).click()
  const { parcels, owners } = buildTwoTables(madeUpRows + 5)
  const renamed = { parcels: parcels.replace('YR_SURVEY', 'SURVEY_YEAR'), owners }
  await refresh(page, renamed, /no longer has the column YR_SURVEY .*Its new name is probably SURVEY_YEAR/)
  expect(await getDrawer(page).getByRole('button', { name: 'Accept and load' }).count()).toBe(0)
  await editSource(page)
  await page.getByLabel('Replace Niobrara County, assessor').check()
  await button(page, `Import ${madeUpRows + 5} properties`).click()
  await page.getByText(`${madeUpRows + 5} rows imported, 0 rejected.`).waitFor()
  await page.getByRole('link', { name: 'Back to data' }).last().click()
  const history = page.getByRole('region', { name: 'Imports and refreshes' })
  for (const change of ['Source edited', 'Refresh', 'Uploaded']) await history.getByText(change).first().waitFor()
}

test('Enter chooses no county of an earlier list while what was typed is searched for', async () => {
  const page = await newPage(desktop)
  await signIn(page, 'admin')
  await page.goto('/portal/data/add')
  const county = page.getByRole('combobox', { name: 'County' })
  await county.click()
  await page.getByRole('option').first().waitFor()
  await county.fill('56027')
  await county.press('ArrowDown')
  await county.press('Enter')
  expect(['56027', 'Niobrara County, WY']).toContain(await county.inputValue())
})

test('a county of two files is joined, corrected, loaded, searched, kept fresh and edited', async () => {
  await writeCounty(buildTwoTables())
  const page = await newPage(desktop)
  await signIn(page, 'admin')
  await startCounty(page, { typed: '56027', county: 'Niobrara County, WY', name: 'Niobrara County, assessor' })
  await addServerFiles(page, 'niobrara', ['parcels.csv', 'owners.csv'])
  await goOn(page)
  await page.getByText(/(100% of the first|64 of 64 main) rows have a match/).waitFor()
  await goOn(page)
  await correctYearBuilt(page)
  await mapCondominiums(page)
  await checkRows(page)
  await goOn(page)
  await button(page, `Import ${madeUpRows} properties`).click()
  await page.getByText(`${madeUpRows} rows imported, 0 rejected.`).waitFor()
  await keepFresh(page)

  const buyer = await createFundedUser(browser.url)
  const finder = await newPage(desktop)
  await buyer.signIn(finder)
  const property = { assetSubGroups: ['CONDOMINIUM'], yearBuilt: { max: 1901 + madeUpRows / 2 - 1 } }
  await finder.goto(buildFinderUrl({ criteria: { location, property } }))
  await expectTableCount(finder, madeUpRows / 2 / 4)
  const ordered = 50
  expect(await buyer.order('Niobrara', { location }, ordered)).toBeTruthy()

  await page.getByRole('link', { name: 'Manage refresh' }).click()
  await refresh(page, buildTwoTables(madeUpRows + 3), '3 added')
  await finder.goto(buildFinderUrl({ criteria: { location } }))
  await expectTableCount(finder, madeUpRows + 3 - ordered)

  await confirmNewer(page)
  await mendRenamedColumn(page)
  await finder.goto(buildFinderUrl({ criteria: { location } }))
  await expectTableCount(finder, madeUpRows + 5 - ordered)
})
