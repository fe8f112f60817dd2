import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import { createFundedUser } from '../../support/funded-user.ts'
import { toast } from '../../support/test-user.ts'
import { usePages } from '../../support/use-pages.ts'
import { absenteeOutOfState } from '../pipeline.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
// The preview of an unknown field is refused, as the test wants it.
afterAll(() => expect(pageErrors.filter((one) => !one.includes('/v1/letter-templates/preview'))).toEqual([]))

test('a letter is written from a starting point, previewed on leads, printed and marked as sent', async () => {
  const user = await createFundedUser(url)
  await user.order('First mailing', absenteeOutOfState, 60)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await user.signIn(page)

  await page.goto('/portal/letters?tab=templates')
  await page.getByRole('link', { name: 'Start from this: First letter' }).click()
  await page.getByText('Add your return address').waitFor()
  const sheet = page.getByRole('figure', { name: 'Sheet 1' })
  await sheet.waitFor()
  const before = await sheet.textContent()
  await button(page, 'Next lead').click()
  await expect.poll(() => sheet.textContent()).not.toBe(before)
  await page.getByLabel('Text', { exact: true }).fill('Hello {{owner.nickname}}')
  await page.getByText('Line 1, character 7: there is no field').first().waitFor()
  await page.getByLabel('Text', { exact: true }).fill('Hello ')
  await button(page, 'Insert field').click()
  await page.getByRole('menuitem', { name: 'First name' }).click()
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello {{owner.firstName}}')
  await button(page, 'Save template').click()
  await toast(page, '“First letter” saved').waitFor()

  await page.goto('/portal/letters?create=true')
  await button(page, 'Return address').click()
  const dialog = page.getByRole('dialog', { name: 'Return address' })
  await dialog.getByLabel('Street').fill('40 Sample Plaza')
  await dialog.getByLabel('City').fill('Knoxville')
  await dialog.getByLabel('State').fill('TN')
  await dialog.getByLabel('ZIP').fill('37902')
  await button(page, 'Save').click()
  await toast(page, 'Return address saved').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Absentee owners')
  await button(page, 'Create mailing').click()
  await page.getByRole('heading', { name: 'Absentee owners' }).waitFor()

  const download = page.waitForEvent('download')
  await button(page, 'Letters (PDF)').click()
  expect((await download).suggestedFilename()).toBe('absentee-owners-letters.pdf')
  await button(page, 'Mark as sent').click()
  await toast(page, 'marked as sent').waitFor()
  await page.getByText('Its leads show it in their activity.').waitFor()

  await page.goto('/portal/letters?create=true')
  await page.getByText('Sent recently').waitFor()
  await page.goto('/portal/pipeline-builder?tab=board')
  await page
    .getByRole('region', { name: 'New', exact: true })
    .getByRole('article')
    .first()
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Lead' }).getByText('Letter sent: First letter').waitFor()
})
