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

test('a county of two files is joined, corrected, loaded, searched and kept fresh', async () => {
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

  await writeCounty(buildTwoTables(madeUpRows + 3))
  await page.getByRole('link', { name: 'Manage refresh' }).click()
  const drawer = page.getByRole('dialog', { name: 'Data source' })
  await drawer.getByRole('button', { name: 'Refresh now' }).click()
  await drawer.getByText('3 added').waitFor()
  await finder.goto(buildFinderUrl({ criteria: { location } }))
  await expectTableCount(finder, madeUpRows + 3 - ordered)
})
