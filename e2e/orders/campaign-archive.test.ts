import { campaigns, maxActiveCampaigns } from '@dooryard/contract/orders/campaigns'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { getToken } from '../support/funded-user.ts'
import { withDatabase } from '../support/portal-database.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors.filter((pageError) => !/status of 422/.test(pageError))).toEqual([]))

/** Creates an enterprise user with one campaign and `more` older ones. */
async function createCampaignOwner(name: string, more = 0) {
  const email = await createTestUser(url)
  await withDatabase((client) => client.query(`update users set role = 'ENTERPRISE_USER' where email = $1`, [email]))
  const token = await getToken(url, { email, password })
  const draft = { name, campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const { id } = await call(url, token, campaigns.create, { body: draft })
  await withDatabase((client) =>
    client.query(
      `insert into campaigns (id, user_id, name, campaign_type, criteria, created_at)
      select gen_random_uuid(), users.id, 'Filler ' || n, 'MAIL_READY', '{}', now() - interval '1 day'
      from users, generate_series(1, $2::integer) n where email = $1`,
      [email, more],
    ),
  )
  return { email, token, id, screen: `/portal/campaigns/${id}` }
}

const openScreenAs = async (email: string, screen: string): Promise<Page> => {
  const page = await newPage()
  await signInAs(page, email)
  await page.goto(screen)
  return page
}

const createOrderLink = (page: Page) => page.getByRole('link', { name: 'Create order' })
const badge = (page: Page) => page.getByRole('main').getByText('Archived', { exact: true })

async function archiveCampaign(page: Page, name: string) {
  await button(page, 'Archive').click()
  await dialog(page).getByText('It takes no new orders. Its orders and leads stay').waitFor()
  await dialog(page).getByRole('button', { name: 'Archive campaign' }).click()
  await toast(page, `${name} archived`).waitFor()
}

test('an owner archives a campaign on its page, and it takes no orders until it is reactivated', async () => {
  const { email, screen } = await createCampaignOwner('Davidson letters', 1)
  const page = await openScreenAs(email, screen)
  await createOrderLink(page).waitFor()
  await archiveCampaign(page, 'Davidson letters')
  await badge(page).waitFor()
  await page.getByText('This campaign is archived and takes no new orders.').waitFor()
  expect(await createOrderLink(page).count()).toBe(0)
  await page.goto(`${screen}/orders/create`)
  await page.getByText('This campaign is archived', { exact: true }).waitFor()
  expect(await page.getByLabel('Quantity').count()).toBe(0)
  await page.getByRole('link', { name: 'Open the campaign' }).click()
  await button(page, 'Reactivate').click()
  await createOrderLink(page).waitFor()
  expect(await badge(page).count()).toBe(0)
})

test('the list marks archived campaigns, and filters by archived or active', async () => {
  const { email, screen } = await createCampaignOwner('Once enough', 1)
  const page = await openScreenAs(email, screen)
  await archiveCampaign(page, 'Once enough')
  await page.goto('/portal/campaigns?tab=campaigns')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('Once enough').getByText('Archived', { exact: true }).waitFor()
  expect(await row('Filler 1').getByText('Archived', { exact: true }).count()).toBe(0)
  const status = page.getByLabel('Campaign status')
  await status.selectOption('Active')
  await row('Once enough').waitFor({ state: 'hidden' })
  await status.selectOption('Archived')
  await row('Filler 1').waitFor({ state: 'hidden' })
  await row('Once enough').waitFor()
})

test('an owner with 200 active campaigns is told so before the first step, and cannot reactivate one', async () => {
  const { email, token, id, screen } = await createCampaignOwner('Number 200', maxActiveCampaigns - 1)
  const page = await openScreenAs(email, '/portal/campaigns/create')
  await page.getByText('You have 200 active campaigns, the maximum.').waitFor()
  await page.getByRole('link', { name: 'Archive one' }).click()
  await page.getByRole('link', { name: 'Number 200' }).waitFor()
  await page.goto(screen)
  await archiveCampaign(page, 'Number 200')
  const draft = { name: 'Another', campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const { id: another } = await call(url, token, campaigns.create, { body: draft })
  await button(page, 'Reactivate').click()
  await page
    .getByRole('alert')
    .getByText('You have 200 active campaigns, the maximum. Archive one to reactivate this one.')
    .waitFor()
  expect((await call(url, token, campaigns.get, { params: { campaignId: id } })).status).toBe('ARCHIVED')
  await call(url, token, campaigns.change, { params: { campaignId: another }, body: { status: 'ARCHIVED' } })
  await button(page, 'Reactivate').click()
  await createOrderLink(page).waitFor()
  const screenText = page.getByRole('main')
  expect(await screenText.getByText('Archive one to reactivate this one.').count()).toBe(0)
})
