import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { buildFinderUrl, expectTableCount } from '../finders/finder.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { usePages } from '../support/use-pages.ts'
import { buildTwoTables, madeUpRows } from './made-up-county.ts'
import { correctYearBuilt, getDrawer, refresh, writeCounty } from './two-tables.ts'
import { addServerFiles, checkRows, goOn, startCounty, whileImportsWait } from './wizard.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const desktop = { viewport: { width: 1440, height: 900 } }
const location = { counties: ['56027'] }

async function mapCondominiums(page: Page) {
  const code = page.getByRole('combobox', { name: 'Property type of Q7' })
  await code.fill('Condo')
  await page.getByRole('option', { name: 'Condominium' }).click()
  await page.getByText('100% of the rows').waitFor()
}

/** The bell of an administrator leads to what waits for a decision. */
async function followNotification(page: Page) {
  await page.goto('/portal')
  await button(page, /unread notification/).click()
  await page.getByRole('link', { name: /A new file of Niobrara County, assessor waits for your decision/ }).click()
  await getDrawer(page).getByText('A new file looks worse than the loaded one').waitFor()
}

/** A file that looks worse is loaded once it is accepted; another tab sees that while the import still waits. */
async function acceptFewerRows(page: Page) {
  await refresh(page, 'niobrara', buildTwoTables(madeUpRows / 2), 'A new file looks worse than the loaded one')
  const tab = await page.context().newPage()
  await followNotification(tab)
  await tab.goto('/portal/data')
  const history = tab.getByRole('region', { name: 'Imports and refreshes' })
  await history.getByText('Needs a decision').waitFor()
  await whileImportsWait(async () => {
    const accept = getDrawer(page).getByRole('button', { name: 'Accept and load' })
    await accept.click()
    await accept.waitFor({ state: 'detached' })
    // Who returns to a tab sees at once what is otherwise fetched now and then.
    await tab.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await history.getByText('Loading', { exact: true }).waitFor()
    expect(await history.getByText('Needs a decision').count()).toBe(0)
  })
  await history.getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
  await tab.close()
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
  await writeCounty('niobrara', buildTwoTables())
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
  await refresh(page, 'niobrara', buildTwoTables(madeUpRows + 3), '3 added')
  await finder.goto(buildFinderUrl({ criteria: { location } }))
  await expectTableCount(finder, madeUpRows + 3 - ordered)
  await acceptFewerRows(page)
})
