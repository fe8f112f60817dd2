import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'
import { toast } from './person.ts'

const { open } = useBrowser()

// Nobody is ahead of it, wherever the browser is.
const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const fileOf = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(lines.join('\n')),
})

async function importList(page: Page, san: string, file: ReturnType<typeof fileOf>) {
  await page.getByLabel('Subscription account number (SAN)').fill(san)
  await page.getByLabel('Accessed on').fill(yesterday)
  await page.getByLabel(/^File: /).setInputFiles(file)
  await page.getByRole('button', { name: 'Upload and import' }).click()
}

/** The row of an area code, in which words stand in this order. */
const rowOf = (page: Page, ...words: string[]) => page.getByRole('row', { name: new RegExp(words.join('.*')) })

const lookFor = (page: Page, areaCode: string) => page.getByLabel('Search by area code or state...').fill(areaCode)

const resultOf = (page: Page, number: string) =>
  page.getByRole('list', { name: 'What the lists say' }).getByRole('listitem').filter({ hasText: number })

// The copy of their own stands before the platform's, which the administrator brings.
describe('a copy of an area code', { shuffle: false }, () => {
  test("an administrator brings the platform's copy of an area code, and it is covered without a reload", async () => {
    const { page, context, troubles } = await open()
    await signIn(page, 'admin')
    await page.goto('/portal')
    await page.getByRole('link', { name: 'Integration', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Dooryard | Integration')
    const lines = Array.from({ length: 100 }, (_, at) => `208,${5_550_100 + at}`)
    await importList(page, '10000-0000001', fileOf('208.txt', ...lines.toSpliced(2, 0, 'nobody')))
    await page.getByText('100 lines taken, 1 rejected').waitFor()
    await page.getByText('Rejected lines', { exact: true }).click()
    await page.getByText('Line 3: It has no number of ten digits.').waitFor()
    await lookFor(page, '208')
    await page.waitForURL(/[?&]search=/)
    await rowOf(page, '208', 'Idaho', '100', 'Platform', '10000-0000001', '1 day').waitFor()
    // The header of the portal covers what is scrolled under it, which the checker takes for small targets.
    await page.evaluate('scrollTo(0, 0)')
    expect(await findings(page)).toEqual([])

    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('heading', { name: 'Import contacts' }).waitFor()
    await page.getByRole('heading', { name: 'Vendor' }).waitFor()
    expect(await findings(page)).toEqual([])
    expect(troubles).toEqual([])
    await context.close()
  })

  test('a copy of their own is used for an enterprise user until they remove it', async () => {
    const { page, context, troubles } = await open()
    await signIn(page, 'enterprise')
    await page.goto('/portal/integration?part=dnc')
    await lookFor(page, '208')
    await rowOf(page, '208', 'Platform').waitFor()
    await importList(page, '20000-0000002', fileOf('mine.txt', '2085550142'))
    await rowOf(page, '208', 'Yours', '20000-0000002', 'Platform: ').waitFor()

    await page.getByLabel('Phone numbers', { exact: true }).fill('208-555-0143\n(208) 555-0143')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await toast(page, '1 number added to the internal list').waitFor()

    await page.getByLabel('Numbers to check').fill('208-555-0142, 208-555-0143, 208-555-0145')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await resultOf(page, '208-555-0142').getByText('National do-not-call', { exact: true }).waitFor()
    await resultOf(page, '208-555-0143').getByText('Internal do-not-call', { exact: true }).waitFor()
    await resultOf(page, '208-555-0145').getByText('Clean', { exact: true }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    // While the toast fades out its words have too little contrast.
    await expect.poll(() => findings(page)).toEqual([])

    await page.getByRole('button', { name: 'Remove the copy of 208' }).click()
    const asked = page.getByRole('dialog', { name: 'Remove the copy of 208?' })
    await asked.getByText("the platform's copy of").waitFor()
    await asked.getByRole('button', { name: 'Remove 208' }).click()
    await rowOf(page, '208', 'Platform', '10000-0000001').waitFor()
    // What was checked against the copy is checked anew.
    await resultOf(page, '208-555-0145').getByText('National do-not-call', { exact: true }).waitFor()

    await page.getByLabel('Phone numbers', { exact: true }).fill('2085550143')
    await page.getByRole('button', { name: 'Take off', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click()
    await toast(page, '1 number taken off the internal list').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  })
})

test('a wrong file, and a number that is none, are refused in words', async () => {
  const { page, context, troubles } = await open({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?part=dnc')
  await page.getByRole('button', { name: 'Upload and import' }).click()
  await page.getByText('Enter the subscription account number').waitFor()
  await page.getByText('Enter the day on which the list was fetched').waitFor()
  await importList(page, '20000-0000002', fileOf('rolls.csv', 'apn,county', 'one,two'))
  await page.getByText(/^There is not a single number in this file\./).waitFor()
  expect(await page.getByRole('button', { name: /^Try Again: import of rolls.csv/ }).count()).toBe(0)

  await page.getByLabel('Numbers to check').fill('555-0142')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText(/^555-0142 is no phone number\./).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  expect(await findings(page)).toEqual([])
  expect(troubles).toEqual([])
  await context.close()
})

test('a file for each area code is uploaded two at a time without anybody trying again', async () => {
  const { page, context, troubles } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?part=dnc')
  await page.getByText(/^Up to 256 MB a file, 2 at a time\. .+ of 1 GB left today\.$/).waitFor()
  const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/dnc\/registry/, async (route) => {
    if (route.request().method() === 'POST') await free
    await route.continue()
  })
  for (const areaCode of ['385', '435', '801'])
    await importList(page, '20000-0000002', fileOf(`${areaCode}.txt`, `${areaCode}5550142`))
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await uploads.getByRole('listitem').filter({ hasText: '801.txt' }).getByText('Waiting for the uploads').waitFor()
  expect(await uploads.getByText('Waiting for the uploads').count()).toBe(1)
  letGo()
  await uploads.waitFor({ state: 'detached' })
  for (const areaCode of ['385', '435', '801']) await page.getByRole('row', { name: `${areaCode}.txt` }).waitFor()
  expect(troubles).toEqual([])
  await context.close()
})
