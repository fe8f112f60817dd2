import type { Page } from 'playwright-core'
import { button } from '../support/buyer.ts'
import type { buildTwoTables } from './made-up-county.ts'
import { goOn, writeImportFiles } from './wizard.ts'

type TwoTables = ReturnType<typeof buildTwoTables>

/** The name of the year built leaves a doubt. */
export const writeCounty = (folder: string, { parcels, owners }: TwoTables) =>
  writeImportFiles({
    [`${folder}/parcels.csv`]: parcels.replace('YR_BLT', 'YR_BUILT_EST'),
    [`${folder}/owners.csv`]: owners,
  })

/** The year built is read from the column that has it, which its name does not say. */
export async function correctYearBuilt(page: Page) {
  await page.getByText(/fields matched/).waitFor()
  await button(page, /Year built/).click()
  await page.getByRole('cell', { name: '1948' }).first().waitFor()
  await button(page, 'Choose another column').click()
  // It replaces the name of the chosen column.
  await page.keyboard.type('survey')
  await page.getByRole('option', { name: /^YR_SURVEY\b/ }).click()
  await page.getByRole('cell', { name: '1901' }).first().waitFor()
  await page.getByText('All changes saved').waitFor()
  await goOn(page)
}

export const getDrawer = (page: Page) => page.getByRole('dialog', { name: 'Data source' })

/** Publishes the county, and refreshes it in the open drawer until the drawer says so. */
export async function refresh(page: Page, folder: string, county: TwoTables, outcome: string | RegExp) {
  await writeCounty(folder, county)
  await getDrawer(page).getByRole('button', { name: 'Refresh now' }).click()
  await getDrawer(page).getByText(outcome).first().waitFor()
}
