import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const header = 'apn,county_fips,address,city,zip,owner_1,year_built'
const buildRow = (parcel: string) => `${parcel},12011,${parcel} EXAMPLE ORCHARD LN,ANYTOWN,33301,TESTWELL AVERY,1962`
const buildFile = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\n')),
})

async function importFile(page: Page, name: string, file: ReturnType<typeof buildFile>) {
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Another county, with our own headers' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^File: /).setInputFiles(file)
  await page.getByRole('button', { name: 'Upload and import' }).click()
}

test('a super admin uploads a county dataset, sees it loaded without a reload, and downloads its rejected rows', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect.poll(() => page.title()).toBe('Dooryard | Data')
  await page.getByRole('img', { name: /^Map of the United States/ }).waitFor()

  await importFile(page, 'Anytown, assessor', buildFile('anytown.csv', ...['1', '2', '3'].map(buildRow), buildRow('')))
  const imports = page.getByRole('region', { name: 'Imports' })
  await imports.getByText('3 rows imported, 1 rejected').waitFor()
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
  expect(saved.suggestedFilename()).toBe('generic-anytown-assessor-rejects.csv')
  expect(await readFile(await saved.path(), 'utf8')).toContain('It has no parcel number.')
})

test('the item of the data in the sidebar stays marked on the data coverage, which is opened from there', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal/data')
  await page.getByRole('link', { name: 'View data coverage' }).click()
  await expect.poll(() => page.title()).toBe('Dooryard | Data Coverage')
  const marked = page.getByRole('navigation', { name: 'Portal' }).locator('[aria-current=page]')
  expect(await marked.allTextContents()).toEqual(['Data'])
})

test('a wrong file shows its error beside its name, and nothing is loaded', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'admin')
  await page.goto('/portal/data')
  // It moves what is below it when it appears, and a button that moves under a press is not clicked.
  await page.getByRole('img', { name: /^Map of the United States/ }).waitFor()
  await page.getByRole('button', { name: 'Upload and import' }).click()
  await page.getByText('Select a source').waitFor()
  await page.getByText('Choose a file', { exact: true }).last().waitFor()
  await importFile(page, 'Elsewhere, assessor', {
    ...buildFile('elsewhere.csv'),
    buffer: Buffer.from('name\nTESTWELL'),
  })
  await page.getByText(/^This file has no column apn/).waitFor()
  expect(await page.getByRole('button', { name: /^Try Again: import of elsewhere.csv/ }).count()).toBe(0)
  // The portal header covers what is scrolled under it, which the checker takes for small targets.
  await page.evaluate('scrollTo(0, 0)')
  expect(await checkAccessibility(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Elsewhere, assessor' }).count()).toBe(0)
})
