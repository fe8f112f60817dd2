import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.troubles).toEqual([]))

const header = 'apn,county_fips,address,city,zip,owner_1,year_built'
const row = (parcel: string) => `${parcel},12011,${parcel} EXAMPLE ORCHARD LN,ANYTOWN,33301,TESTWELL AVERY,1962`
const fileOf = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\n')),
})

async function importFile(page: Page, name: string, file: ReturnType<typeof fileOf>) {
  await page.getByRole('combobox', { name: 'What the file is' }).click()
  await page.getByRole('option', { name: 'Another county, with our own headers' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^File: /).setInputFiles(file)
  await page.getByRole('button', { name: 'Upload and import' }).click()
}

test('a superadmin uploads a roll, sees it loaded without a reload, and saves its rejects', async () => {
  const page = await newPage()
  await signIn(page, 'admin')
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect.poll(() => page.title()).toBe('Dooryard | Data')
  await page.getByRole('img', { name: /^Map of the United States/ }).waitFor()

  await importFile(page, 'Anytown, assessor', fileOf('anytown.csv', ...['1', '2', '3'].map(row), row('')))
  const imports = page.getByRole('region', { name: 'Imports' })
  await imports.getByText('3 rows mapped, 1 rejected').waitFor()
  await page.getByRole('row', { name: /^Broward County, FL/ }).waitFor()

  await page.getByRole('link', { name: 'Anytown, assessor' }).click()
  await page.waitForURL(/[?&]roll=\d+/)
  const drawer = page.getByRole('dialog', { name: 'Roll' })
  await drawer.getByText('It has no parcel number.').waitFor()
  // Until it has faded in its words have too little contrast.
  await expect.poll(() => findings(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await drawer.getByRole('button', { name: /^Rejects of/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('generic-anytown-assessor-rejects.csv')
  expect(await readFile(await saved.path(), 'utf8')).toContain('It has no parcel number.')
})

test('a wrong file says why beside its name, and nothing is loaded of it', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'admin')
  await page.goto('/portal/data')
  // It moves what stands below it when it comes, and a button that moves under a press is not clicked.
  await page.getByRole('img', { name: /^Map of the United States/ }).waitFor()
  await page.getByRole('button', { name: 'Upload and import' }).click()
  await page.getByText('Choose what the file is').waitFor()
  await page.getByText('Choose a file', { exact: true }).last().waitFor()
  await importFile(page, 'Elsewhere, assessor', { ...fileOf('elsewhere.csv'), buffer: Buffer.from('name\nTESTWELL') })
  await page.getByText(/^This file has no column apn/).waitFor()
  expect(await page.getByRole('button', { name: /^Try Again: import of elsewhere.csv/ }).count()).toBe(0)
  // The header of the portal covers what is scrolled under it, which the checker takes for small targets.
  await page.evaluate('scrollTo(0, 0)')
  expect(await findings(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Elsewhere, assessor' }).count()).toBe(0)
})
