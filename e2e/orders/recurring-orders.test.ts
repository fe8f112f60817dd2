import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { davidson } from '../finders/finder.ts'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { createFundedUser, getToken } from '../support/funded-user.ts'
import { withDatabase } from '../support/portal-database.ts'
import { call } from '../support/portal-process.ts'
import { password } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

test('a saved search is ordered on a schedule, run now, paused and repeated from its order', async () => {
  const { email, signIn } = await createFundedUser(url)
  const token = await getToken(url, { email, password })
  await call(url, token, savedSearches.create, { body: { name: 'Davidson homes', criteria: davidson } })
  const page = await newPage()
  await signIn(page)
  await page.goto('/portal/recurring-orders')
  await page.getByRole('link', { name: 'New recurring order' }).first().click()
  await button(page, 'Create recurring order').click()
  await page.getByText('Choose a saved search').waitFor()
  await page.getByRole('combobox', { name: 'Saved search' }).click()
  await page.getByRole('option', { name: 'Davidson homes' }).click()
  await page.getByLabel('Name').fill('Weekly homes')
  await page.getByText('Thu', { exact: true }).click()
  await page.getByLabel('Max leads per run').fill('20')
  await page.getByLabel('Max credits per month').fill('30')
  await button(page, 'Create recurring order').click()
  await page.getByRole('heading', { name: 'Weekly homes' }).waitFor()
  await page.getByText('Every Mon, Thu at 8:00 AM').waitFor()
  await page.getByText('Follows Davidson homes').waitFor()

  await button(page, 'Run now').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await page.getByText('Started by you').waitFor()
  await page.getByText('20 leads delivered').waitFor()
  await page.getByText('20 of 30', { exact: true }).waitFor()
  await button(page, 'Pause').click()
  await page.getByText('You paused it.').waitFor()

  await page.getByRole('link', { name: 'Edit leads' }).click()
  await page.getByRole('combobox', { name: 'Saved search' }).waitFor()
  await button(page, 'Count breakdown').waitFor()
  await page.getByText('Own filters', { exact: true }).click()
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Find a filter').waitFor()
  await page.getByRole('checkbox', { name: 'One property per owner' }).uncheck()
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByText('Stay', { exact: true }).click()
  await button(page, 'Save').click()
  await page.getByText('Weekly homes saved').waitFor()
  await page.getByText('Follows Davidson homes').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: /^Order of / }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Make recurring' }).click()
  await page.getByText(/Uses a copy of the filters of Weekly homes, /).waitFor()
  expect(await page.getByLabel('Max leads per run').inputValue()).toBe('20')

  await page.goto('/portal/settings/saved-searches')
  await page.getByRole('link', { name: 'Recurring order from Davidson homes' }).click()
  const search = page.getByRole('combobox', { name: 'Saved search' })
  await expect.poll(() => search.inputValue()).toBe('Davidson homes')
})

test('results of a campaign are entered, corrected and deleted, and give the cost per deal', async () => {
  const { email, signIn } = await createFundedUser(url)
  await withDatabase((client) => client.query(`update users set role = 'ENTERPRISE_USER' where email = $1`, [email]))
  const token = await getToken(url, { email, password })
  const draft = { name: 'Postcards', campaignType: 'MAIL_READY' as const, criteria: davidson }
  const { id: campaignId } = await call(url, token, campaigns.create, { body: draft })
  const body = { orderName: 'November', quantity: 50 }
  await call(url, token, orders.place, { params: { campaignId }, body })
  const page = await newPage()
  await signIn(page)
  await page.goto(`/portal/campaigns/${campaignId}`)
  const results = page.getByRole('region', { name: 'Results', exact: true })
  await button(page, 'Add results').click()
  const form = page.getByRole('dialog', { name: 'Add results' })
  await button(form, 'Save').click()
  await form.getByText('Enter at least one number').waitFor()
  await form.getByLabel('Mailed or called').fill('50')
  await form.getByLabel('Responses').fill('2')
  await form.getByLabel('Other cost ($)').fill('32.50')
  await button(form, 'Save').click()
  const tile = (label: string) => results.locator('dl > div').filter({ hasText: label }).locator('dd')
  await results
    .getByText(/^Cost: \$[\d.]+ for 50 credits, at the average you paid per credit, and \$32\.50 other cost\.$/)
    .waitFor()
  expect(await tile('Response rate').textContent()).toBe('4%')
  expect(await tile('Cost per deal').textContent()).toBe('–')
  await results.getByRole('button', { name: /^Edit results of/ }).click()
  await page.getByRole('dialog').getByLabel('Deals').fill('1')
  await button(page.getByRole('dialog'), 'Save').click()
  await expect.poll(() => tile('Cost per deal').textContent()).toMatch(/^\$\d+\.\d\d$/)
  expect(await tile('Cost per deal').textContent()).toBe(await tile('Total cost').textContent())
  await results.getByRole('button', { name: /^Delete results of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete results' }).click()
  await results.getByText('No results yet').waitFor()
})
