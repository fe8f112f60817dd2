import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { usePages } from '../support/use-pages.ts'
import { absenteeOutOfState, longOwned, parseLeadCount } from './pipeline.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

/** The remaining and the removed number of a step of the flow. */
async function readStep(within: Locator, label: string): Promise<{ left: number; taken: number }> {
  const step = within.getByRole('listitem').filter({ has: within.page().getByText(label, { exact: true }) })
  const taken = step.getByText(/^− [\d,]+$/)
  return {
    left: parseLeadCount(await step.getByRole('strong').last().textContent()),
    taken: (await taken.count()) === 0 ? 0 : parseLeadCount(await taken.textContent()),
  }
}

const flowPanel = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Flow', exact: true }) }).first()

/** Waits until every number of the flow is current. */
async function waitForCounts(page: Page) {
  for (const type of ['Mail Ready', 'Call Ready'])
    await page.getByRole('region', { name: type }).getByText('Deliverable leads', { exact: true }).waitFor()
  await expect.poll(() => flowPanel(page).locator('[aria-busy=true]').count()).toBe(0)
}

const steps = {
  mail: ['Not yet purchased', 'Have a mailing address', 'Deliverable leads'],
  call: ['Not yet purchased', 'Have a phone number', 'Not suppressed', 'Deliverable leads'],
}

/** Compares each step of a campaign type with the previous one; returns the deliverable number. */
async function expectStepsAddUp(
  page: Page,
  type: string,
  labels: readonly string[],
  distinct: number,
): Promise<number> {
  let before = distinct
  for (const label of labels) {
    const { left, taken } = await readStep(page.getByRole('region', { name: type }), label)
    expect({ label, left }).toEqual({ label, left: before - taken })
    before = left
  }
  return before
}

async function selectOption(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('list', { name: 'Chosen searches' }).getByRole('link', { name, exact: true }).waitFor()
}

/** The value of a label in the order form or the flow. */
const readFact = async (within: Locator, label: string) =>
  parseLeadCount(
    await within.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd').textContent(),
  )

test('two searches combine by any and by both, and ordered leads leave the flow', async () => {
  const buyer = await createFundedUser(url)
  await Promise.all([buyer.save('Out of state', absenteeOutOfState), buyer.save('Owned for long', longOwned)])
  const page = await newPage()
  await buyer.signIn(page)
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Pipeline builder', exact: true }).first().click()
  await selectOption(page, 'Choose a saved search', 'Out of state')
  await waitForCounts(page)
  const one = (await readStep(flowPanel(page), 'Found by the search')).left
  await selectOption(page, 'Add another saved search', 'Owned for long')
  await waitForCounts(page)
  const found = await readStep(flowPanel(page), 'Found by 2 searches')
  const any = await readStep(flowPanel(page), 'Unique properties')
  expect(any.left).toBe(found.left - any.taken)
  await page.getByRole('radio', { name: 'Both lists' }).check()
  await page.waitForURL(/atLeast=2/)
  await page.getByText('Unique properties, in both').waitFor()
  await waitForCounts(page)
  const both = await readStep(flowPanel(page), 'Unique properties, in both')
  // Each property is in one of the searches or in both.
  expect(both.left).toBe(found.left - any.left)
  expect(both.left).toBeGreaterThan(50)
  expect(both.left).toBeLessThan(one)

  const mail = await expectStepsAddUp(page, 'Mail Ready', steps.mail, both.left)
  const calls = await expectStepsAddUp(page, 'Call Ready', steps.call, both.left)
  expect(calls).toBeLessThan(mail)
  const mailReady = page.getByRole('region', { name: 'Mail Ready' })
  expect(await readFact(mailReady, 'Total for all leads')).toBe(mail)
  const has = await readFact(mailReady, 'Available balance')
  const flow = page.url()

  await mailReady.getByRole('link', { name: 'Order leads' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/orders/create')
  await page.getByRole('radio', { name: /Mail Ready/, checked: true }).waitFor()
  await page.getByLabel('Order name').fill('Stacked')
  await page.getByLabel('Quantity').fill('60')
  await button(page, 'Place order').click()
  await page.waitForURL(/\/portal\/orders\/[0-9a-f-]{36}$/)
  await expect.poll(() => button(page, 'Download CSV').isEnabled()).toBe(true)

  await page.goto(flow)
  await page.getByRole('radio', { name: 'Both lists', checked: true }).waitFor()
  await waitForCounts(page)
  expect(await readStep(flowPanel(page), 'Unique properties, in both')).toEqual(both)
  const rest = await readStep(mailReady, 'Not yet purchased')
  expect(rest).toEqual({ left: both.left - 60, taken: 60 })
  expect(await expectStepsAddUp(page, 'Mail Ready', steps.mail, both.left)).toBe(mail - 60)
  expect(await readFact(mailReady, 'Available balance')).toBe(has - 60)
})
