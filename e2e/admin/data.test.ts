import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { goOn, startCounty, uploadToWizard } from '../county-setup/wizard.ts'
import { signIn, useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const header = 'apn,county_fips,address,city,zip,owner_1,year_built'
const buildRow = (parcel: string) => `${parcel},12011,${parcel} EXAMPLE ORCHARD LN,ANYTOWN,33301,TESTWELL AVERY,1962`
const buildFile = (...rows: string[]) => [header, ...rows].join('\n')

async function addFile(page: Page, name: string, file: string, content: string) {
  await startCounty(page, { typed: 'broward', county: 'Broward County, FL', name })
  await uploadToWizard(page, file, content)
}

test('a super admin uploads a county dataset, sees it loaded without a reload, and downloads its rejected rows', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect.poll(() => page.title()).toBe('Dooryard | Data')
  await page.getByRole('img', { name: /^Map of the United States/ }).waitFor()

  const parcels = Array.from({ length: 9 }, (_, at) => buildRow(`0${504_200_000 + at * 37}`))
  await addFile(page, 'Anytown, assessor', 'anytown.csv', buildFile(...parcels, buildRow('')))
  await goOn(page)
  await page.getByText(/fields matched/).waitFor()
  await goOn(page)
  await page.getByText('No column has use codes').waitFor()
  await goOn(page)
  await page.getByRole('table', { name: 'Fields' }).waitFor()
  await goOn(page)
  await page.getByRole('button', { name: 'Import 9 properties' }).click()
  await page.getByText('9 rows imported, 1 rejected.').waitFor()
  await page.getByRole('link', { name: 'Back to data' }).last().click()
  const imports = page.getByRole('region', { name: 'Imports' })
  await imports.getByText('9 rows imported, 1 rejected').waitFor()
  await page.getByRole('row', { name: /^Broward County, FL/ }).waitFor()

  await page.getByRole('link', { name: 'Anytown, assessor' }).click()
  await page.waitForURL(/[?&]roll=\d+/)
  const drawer = page.getByRole('dialog', { name: 'Data source' })
  await drawer.getByText('It has no parcel number.').waitFor()
  // While it fades in, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await drawer.getByRole('button', { name: /^Rejects of/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('anytown-assessor-rejects.csv')
  expect(await readFile(await saved.path(), 'utf8')).toContain('It has no parcel number.')
})

test('the item of the data in the sidebar stays marked on the data coverage, which is opened from there', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/data')
  // Browser tests are set to a base map that does not exist.
  await page.getByText('This portal is set to another base map, so streets are not imported here.').waitFor()
  await page.getByRole('link', { name: 'View data coverage' }).click()
  await expect.poll(() => page.title()).toBe('Dooryard | Data Coverage')
  const marked = page.getByRole('navigation', { name: 'Portal' }).locator('[aria-current=page]')
  expect(await marked.allTextContents()).toEqual(['Data'])
})

test('a wrong file shows its error beside its name, and nothing is loaded', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'admin')
  await addFile(page, 'Elsewhere, assessor', 'elsewhere.csv', 'name\nTESTWELL')
  await page.getByText(/^No column has parcel numbers/).waitFor()
  await page.getByText('This is not a county dataset').waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  expect(await page.getByText('Main table').count()).toBe(0)
  // The portal header covers what is scrolled under it, which the checker takes for small targets.
  await page.evaluate('scrollTo(0, 0)')
  expect(await checkAccessibility(page)).toEqual([])
  await page.goto('/portal/data')
  const sources = page.getByRole('region', { name: 'Data sources' })
  await sources.getByRole('row').nth(1).or(sources.getByRole('listitem')).first().waitFor()
  expect(await sources.getByText('Elsewhere, assessor').count()).toBe(0)
})
