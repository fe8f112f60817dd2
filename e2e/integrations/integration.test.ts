import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { toast } from '../support/test-user.ts'

const { open } = useBrowser()

// Not in the future in any time zone.
const getYesterday = () => new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const yesterday = getYesterday()

const buildFile = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(lines.join('\n')),
})

async function importList(page: Page, san: string, file: ReturnType<typeof buildFile>) {
  await page.getByLabel('Subscription account number (SAN)').fill(san)
  await page.getByLabel('Accessed on').fill(yesterday)
  await page.getByLabel(/^File: /).setInputFiles(file)
  await page.getByRole('button', { name: 'Upload and import' }).click()
}

/** The row of an area code that contains the words in this order. */
const row = (page: Page, ...words: string[]) => page.getByRole('row', { name: new RegExp(words.join('.*')) })

const searchAreaCode = (page: Page, areaCode: string) =>
  page.getByLabel('Search by area code or state...').fill(areaCode)

const checkResult = (page: Page, number: string) =>
  page.getByRole('list', { name: 'Check results' }).getByRole('listitem').filter({ hasText: number })

// The user's own list takes precedence over the platform's list, which the administrator imports.
describe('area code lists', { shuffle: false }, () => {
  test("an administrator imports the platform's list of an area code, which is covered without a reload", async () => {
    const { page, context, pageErrors } = await open()
    await signIn(page, 'admin')
    await page.goto('/portal')
    await page.getByRole('link', { name: 'Integration', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Dooryard | Integration')
    const lines = Array.from({ length: 100 }, (_, at) => `208,${5_550_100 + at}`)
    await importList(page, '10000-0000001', buildFile('208.txt', ...lines.toSpliced(2, 0, 'nobody')))
    await page.getByText('100 lines taken, 1 rejected').waitFor()
    await page.getByText('Rejected lines', { exact: true }).click()
    await page.getByText('Line 3: It has no number of ten digits.').waitFor()
    await searchAreaCode(page, '208')
    await page.waitForURL(/[?&]search=/)
    const covered = ['208', 'Idaho', '100', 'Platform', '10000-0000001'] as const
    await row(page, ...covered, '[12] day').waitFor()
    // Two days are right only if midnight has passed since.
    if (getYesterday() === yesterday) expect(await row(page, ...covered, '1 day').count()).toBe(1)
    // The portal header covers what is scrolled under it, which the checker takes for small targets.
    await page.evaluate('scrollTo(0, 0)')
    expect(await checkAccessibility(page)).toEqual([])

    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('heading', { name: 'Import contacts' }).waitFor()
    await page.getByRole('heading', { name: 'Vendor' }).waitFor()
    expect(await checkAccessibility(page)).toEqual([])
    expect(pageErrors).toEqual([])
    await context.close()
  })

  test('a list of an enterprise user is used until they remove it', async () => {
    const { page, context, pageErrors } = await open()
    await signIn(page, 'enterprise')
    await page.goto('/portal/integration?part=dnc')
    await searchAreaCode(page, '208')
    await row(page, '208', 'Platform').waitFor()
    await importList(page, '20000-0000002', buildFile('mine.txt', '2085550142'))
    await row(page, '208', 'Yours', '20000-0000002', 'Platform: ').waitFor()

    await page.getByLabel('Phone numbers', { exact: true }).fill('208-555-0143\n(208) 555-0143')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await toast(page, '1 number added to the internal list').waitFor()

    await page.getByLabel('Numbers to check').fill('208-555-0142, 208-555-0143, 208-555-0145')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await checkResult(page, '208-555-0142').getByText('National do-not-call', { exact: true }).waitFor()
    await checkResult(page, '208-555-0143').getByText('Internal do-not-call', { exact: true }).waitFor()
    await checkResult(page, '208-555-0145').getByText('Clean', { exact: true }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    // While the toast fades out, its text has too little contrast.
    await expect.poll(() => checkAccessibility(page)).toEqual([])

    await page.getByRole('button', { name: 'Remove the copy of 208' }).click()
    const removeDialog = page.getByRole('dialog', { name: 'Remove the copy of 208?' })
    await removeDialog.getByText("the platform's copy of").waitFor()
    await removeDialog.getByRole('button', { name: 'Remove 208' }).click()
    await row(page, '208', 'Platform', '10000-0000001').waitFor()
    // Numbers checked against the list are checked again.
    await checkResult(page, '208-555-0145').getByText('National do-not-call', { exact: true }).waitFor()

    await page.getByLabel('Phone numbers', { exact: true }).fill('2085550143')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await toast(page, '1 number removed from the internal list').waitFor()
    expect(pageErrors).toEqual([])
    await context.close()
  })
})

test('a wrong file and an invalid number are rejected with a message', async () => {
  const { page, context, pageErrors } = await open({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?part=dnc')
  await page.getByRole('button', { name: 'Upload and import' }).click()
  await page.getByText('Enter the subscription account number').waitFor()
  await page.getByText('Enter the day on which the list was fetched').waitFor()
  await importList(page, '20000-0000002', buildFile('rolls.csv', 'apn,county', 'one,two'))
  await page.getByText(/^There is not a single number in this file\./).waitFor()
  expect(await page.getByRole('button', { name: /^Try Again: import of rolls.csv/ }).count()).toBe(0)

  await page.getByLabel('Numbers to check').fill('555-0142')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText(/^555-0142 is no phone number\./).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  expect(await checkAccessibility(page)).toEqual([])
  expect(pageErrors).toEqual([])
  await context.close()
})

test('the files of several area codes are uploaded two at a time without retries', async () => {
  const { page, context, pageErrors } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?part=dnc')
  await page.getByText(/^Up to 256 MB per file, 2 at a time\. .+ of 1 GB left today\.$/).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/dnc\/registry/, async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  for (const areaCode of ['385', '435', '801'])
    await importList(page, '20000-0000002', buildFile(`${areaCode}.txt`, `${areaCode}5550142`))
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await uploads.getByRole('listitem').filter({ hasText: '801.txt' }).getByText('Waiting for earlier uploads').waitFor()
  expect(await uploads.getByText('Waiting for earlier uploads').count()).toBe(1)
  release()
  await uploads.waitFor({ state: 'detached' })
  for (const areaCode of ['385', '435', '801']) await page.getByRole('row', { name: `${areaCode}.txt` }).waitFor()
  expect(pageErrors).toEqual([])
  await context.close()
})
