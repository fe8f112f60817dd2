import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { usePages } from '../support/use-pages.ts'
import { goOn, startCounty, uploadToWizard } from './wizard.ts'

const browser = useBrowser()
const newPage = usePages(browser)
afterAll(() => expect(browser.pageErrors).toEqual([]))

/** Lines of fixed places, of which nothing separates the parcel number and the owner. */
const fixedWidthLines = Array.from({ length: 40 }, (_, at) =>
  [
    String(150_000_300_007 + at * 1_009),
    `${['TESTWELL AVERY', 'SAMPLETON JO', 'MOCKFORD BLAIRE'][at % 3]} ${'ABCDEFG'[at % 7]}`.padEnd(24),
    `${7 + at * 31} EXAMPLE ${at % 2 === 0 ? 'ORCHARD' : 'MESA'} LN`.padEnd(26),
    'LUSKVILLE 82225',
  ].join(''),
)

test('an administrator cuts the columns of a file without separators, and goes on with them', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'admin')
  await startCounty(page, { typed: 'Niobrara', county: 'Niobrara County, WY', name: 'Niobrara County, fixed' })
  await uploadToWizard(page, 'roll.txt', fixedWidthLines.join('\n'))
  const change = button(page, 'Change how roll.txt is read')
  await change.waitFor()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Niobrara County, roll of fixed width')
  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('Niobrara County, roll of fixed width')
  await change.click()
  const columns = page.getByRole('textbox', { name: 'Columns' })
  await expect.poll(() => columns.inputValue()).toContain('Column 1, 1, 36')
  const ruler = button(page, /^Column starts/)
  const { width = 0, height = 0 } = (await ruler.boundingBox()) ?? {}
  const clickBefore = (character: number) =>
    ruler.click({ position: { x: ((character - 1) / (fixedWidthLines[0]?.length ?? 1)) * width, y: height / 2 } })
  await clickBefore(13)
  await clickBefore(20)
  await expect.poll(() => columns.inputValue()).toContain('Column 6, 20, 17')
  // A second click takes a column back.
  await clickBefore(20)
  await expect.poll(() => columns.inputValue()).toContain('Column 5, 13, 24')
  const names = ['PARCEL_NO', 'OWNER_NAME', 'SITUS_ADDR', 'SITUS_CITY', 'SITUS_ZIP']
  const cut = (await columns.inputValue()).split('\n')
  await columns.fill(cut.map((line, at) => line.replace(/^[^,]+/, names[at] ?? '')).join('\n'))
  await button(page, 'Read again').click()
  await page.getByRole('columnheader', { name: 'OWNER_NAME' }).waitFor()
  await page.getByRole('cell', { name: '150000300007', exact: true }).waitFor()
  await goOn(page)
  await page.getByText(/fields matched/).waitFor()
})
