import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { away, longOwned, numberIn } from './pipeline.ts'
import { newSaver } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles).toEqual([]))

/** How many a step of the flow says are left, and how many it takes. */
async function stepOf(within: Locator, label: string): Promise<{ left: number; taken: number }> {
  const step = within.getByRole('listitem').filter({ has: within.page().getByText(label, { exact: true }) })
  const taken = step.getByText(/^− [\d,]+$/)
  return {
    left: numberIn(await step.getByRole('strong').last().textContent()),
    taken: (await taken.count()) === 0 ? 0 : numberIn(await taken.textContent()),
  }
}

const flowOf = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Flow', exact: true }) }).first()

/** Waits until every number of the flow is of what is asked now. */
async function isCounted(page: Page) {
  for (const type of ['Mail Ready', 'Call Ready'])
    await page.getByRole('region', { name: type }).getByText('Can be delivered', { exact: true }).waitFor()
  await expect.poll(() => flowOf(page).locator('[aria-busy=true]').count()).toBe(0)
}

const steps = {
  mail: ['Not yet delivered to you', 'Have a mailing address', 'Can be delivered'],
  call: ['Not yet delivered to you', 'Have a phone number', 'Not suppressed', 'Can be delivered'],
}

/** Compares each step of a campaign type with the one before; gives what can be delivered in the end. */
async function addsUp(page: Page, type: string, labels: readonly string[], distinct: number): Promise<number> {
  let before = distinct
  for (const label of labels) {
    const { left, taken } = await stepOf(page.getByRole('region', { name: type }), label)
    expect({ label, left }).toEqual({ label, left: before - taken })
    before = left
  }
  return before
}

async function pick(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('list', { name: 'Chosen searches' }).getByRole('link', { name, exact: true }).waitFor()
}

/** The fact of the order form or the flow that a label names. */
const fact = async (within: Locator, label: string) =>
  numberIn(
    await within.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').textContent(),
  )

test('two searches stack by any and by both, and what is ordered is gone from the flow', async () => {
  const buyer = await newSaver(url)
  await Promise.all([buyer.save('Out of state', away), buyer.save('Owned for long', longOwned)])
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Pipeline builder', exact: true }).first().click()
  await pick(page, 'Choose a saved search', 'Out of state')
  await isCounted(page)
  const one = (await stepOf(flowOf(page), 'Found by the search')).left
  await pick(page, 'Add another saved search', 'Owned for long')
  await isCounted(page)
  const found = await stepOf(flowOf(page), 'Found by 2 searches')
  const any = await stepOf(flowOf(page), 'In any of them, each counted once')
  expect(any.left).toBe(found.left - any.taken)
  await page.getByRole('radio', { name: 'In both' }).check()
  await page.waitForURL(/atLeast=2/)
  await page.getByText('In both, each counted once').waitFor()
  await isCounted(page)
  const both = await stepOf(flowOf(page), 'In both, each counted once')
  // Each property is in one of the searches, or in both.
  expect(both.left).toBe(found.left - any.left)
  expect(both.left).toBeGreaterThan(50)
  expect(both.left).toBeLessThan(one)

  const mail = await addsUp(page, 'Mail Ready', steps.mail, both.left)
  const calls = await addsUp(page, 'Call Ready', steps.call, both.left)
  expect(calls).toBeLessThan(mail)
  const mailReady = page.getByRole('region', { name: 'Mail Ready' })
  expect(await fact(mailReady, 'All of them cost')).toBe(mail)
  const has = await fact(mailReady, 'You have')
  const flow = page.url()

  await mailReady.getByRole('link', { name: `Order ${mail.toLocaleString('en-US')} leads` }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  await page.getByRole('radio', { name: /Mail Ready/, checked: true }).waitFor()
  await page.getByLabel('Order name').fill('Stacked')
  await page.getByLabel('Quantity').fill('60')
  await button(page, 'Place order').click()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await expect.poll(() => button(page, 'Download CSV').isEnabled()).toBe(true)

  await page.goto(flow)
  await page.getByRole('radio', { name: 'In both', checked: true }).waitFor()
  await isCounted(page)
  expect(await stepOf(flowOf(page), 'In both, each counted once')).toEqual(both)
  const rest = await stepOf(mailReady, 'Not yet delivered to you')
  expect(rest).toEqual({ left: both.left - 60, taken: 60 })
  expect(await addsUp(page, 'Mail Ready', steps.mail, both.left)).toBe(mail - 60)
  expect(await fact(mailReady, 'You have')).toBe(has - 60)
})
