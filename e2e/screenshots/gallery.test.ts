import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { usePages } from '../support/use-pages.ts'
import { buildGallery } from './gallery.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

const variants = ['1440-light', '1440-dark', '390-light', '390-dark']
const files = ['admin-users', 'consumer-lead-finder', 'consumer-empty-lead-finder'].flatMap((name) =>
  variants.map((variant) => `${name}-${variant}.png`),
)

const listShown = (page: Page) =>
  page
    .locator('article:visible img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')?.replace('.png', '')))

test('the gallery shows the variants of each screen side by side, filtered by its fields and its address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-gallery-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const png = PNG.sync.write(new PNG({ width: 4, height: 4 }))
  for (const file of files) await writeFile(join(folder, file), png)
  await writeFile(join(folder, 'index.html'), buildGallery([...files, 'notes.txt', 'index.html']))
  const page = await newPage()
  const address = pathToFileURL(join(folder, 'index.html')).href
  await page.goto(address)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'admin: users',
    'consumer: lead finder',
    'consumer: lead finder (empty)',
  ])
  expect((await listShown(page)).slice(0, 4)).toEqual(variants.map((variant) => `admin-users-${variant}`))
  await page.getByLabel('Screen').fill('finder')
  await page.getByLabel('Data').selectOption('empty')
  await page.getByLabel('Width').selectOption('390')
  await page.getByLabel('Colors').selectOption('dark')
  expect(await listShown(page)).toEqual(['consumer-empty-lead-finder-390-dark'])
  await page.getByText('1 picture', { exact: true }).waitFor()
  await page.reload()
  expect(await listShown(page)).toEqual(['consumer-empty-lead-finder-390-dark'])
  expect(
    await page.locator('article:visible img').evaluate((image) => (image as { naturalWidth?: number }).naturalWidth),
  ).toBe(4)
})
