import { readFile } from 'node:fs/promises'
import { letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { starterTemplates } from '@dooryard/contract/leads/starter-templates'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import { createFundedUser, getToken } from '../../support/funded-user.ts'
import { call } from '../../support/portal-process.ts'
import { password, toast } from '../../support/test-user.ts'
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

/** The sizes of the pages of a PDF that a button makes. */
async function printPages(page: Page, name: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await button(page, name).click()
  const pdf = await readFile(await (await download).path(), 'latin1')
  return [...pdf.matchAll(/\/MediaBox \[0 0 (\d+ \d+)\]/g)].map(([, size = '']) => size)
}

test('owners of an order get postcards with labels, and the next mailing leaves them out', async () => {
  const user = await createFundedUser(url)
  await user.order('Harbor owners', absenteeOutOfState, 50)
  const token = await getToken(url, { email: user.email, password })
  for (const { about: _, ...body } of starterTemplates.filter(({ kind }) => kind === 'POSTCARD'))
    await call(url, token, letterTemplates.create, { body })
  const sender = { street: '40 Sample Plaza', city: 'Knoxville', state: 'TN', zip: '37902' }
  await call(url, token, letterTemplates.saveSender, { body: { name: 'Casey Morvane', ...sender } })
  const page = await newPage({ viewport: { width: 390, height: 844 } })
  await user.signIn(page)

  await page.goto(`/portal/letters?template=new&start=${starterTemplates.findIndex(({ kind }) => kind === 'POSTCARD')}`)
  await page.getByText('Your return address has no phone').waitFor()
  await page.goto('/portal/letters?create=true')
  const leads = page.getByRole('combobox', { name: 'Leads' })
  // What is typed replaces the name of what is chosen.
  await leads.click()
  await page.keyboard.type('No such order')
  await page.getByText('Nothing found').waitFor()
  await page.keyboard.press('Enter')
  await leads.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('harbor')
  await page.getByRole('option', { name: 'Order: Harbor owners' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => leads.inputValue()).toBe('Order: Harbor owners')
  await page.getByLabel('Name', { exact: true }).fill('Spring cards')
  await button(page, 'Create mailing').click()
  const created = (await toast(page, 'Mailing to').textContent()) ?? ''
  const recipients = Number(/Mailing to (\d+)/.exec(created)?.[1])
  expect(recipients).toBeGreaterThan(30)
  expect(await printPages(page, 'Postcards (PDF)')).toEqual(Array(2 * recipients).fill('432 288'))
  expect(await printPages(page, 'Address labels')).toEqual(Array(Math.ceil(recipients / 30)).fill('612 792'))
  await button(page, 'Mark as sent').click()
  await toast(page, 'marked as sent').waitFor()

  await page.goto('/portal/letters?create=true')
  await page.getByText('All of these leads are excluded').waitFor()
  expect(await button(page, 'Create mailing').isDisabled()).toBe(true)
  await page.getByLabel('Exclude owners mailed in the last').fill('0')
  await expect.poll(() => button(page, 'Create mailing').isEnabled()).toBe(true)
})
