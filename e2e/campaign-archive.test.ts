import { campaigns, mostActiveCampaigns } from '@dooryard/contract/campaigns'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { button, dialog } from './buyer.ts'
import { newPerson, password, signInAs, toast } from './person.ts'
import { inDatabase } from './portal-database.ts'
import { call } from './portal-process.ts'
import { tokenOf } from './saver.ts'
import { usePages } from './use-pages.ts'

const browser = useBrowser()
const { troubles, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(troubles.filter((trouble) => !/status of 422/.test(trouble))).toEqual([]))

/** An enterprise user with one campaign, and so many more that are older. */
async function newOwner(name: string, more = 0) {
  const email = await newPerson(url)
  await inDatabase((client) => client.query(`update users set role = 'ENTERPRISE_USER' where email = $1`, [email]))
  const token = await tokenOf(url, { email, password })
  const draft = { name, campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const { id } = await call(url, token, campaigns.create, { body: draft })
  await inDatabase((client) =>
    client.query(
      `insert into campaigns (id, user_id, name, campaign_type, criteria, created_at)
      select gen_random_uuid(), users.id, 'Filler ' || n, 'MAIL_READY', '{}', now() - interval '1 day'
      from users, generate_series(1, $2::integer) n where email = $1`,
      [email, more],
    ),
  )
  return { email, token, id, screen: `/portal/campaigns/${id}` }
}

const openAs = async (email: string, screen: string): Promise<Page> => {
  const page = await newPage()
  await signInAs(page, email)
  await page.goto(screen)
  return page
}

const createOrder = (page: Page) => page.getByRole('link', { name: 'Create order' })
const badge = (page: Page) => page.getByRole('main').getByText('Archived', { exact: true })

async function archive(page: Page, name: string) {
  await button(page, 'Archive').click()
  await dialog(page).getByText('It takes no new orders. Its orders and leads stay').waitFor()
  await dialog(page).getByRole('button', { name: 'Archive campaign' }).click()
  await toast(page, `${name} is archived`).waitFor()
}

test('an owner archives a campaign on its page, which takes no orders until it is reactivated', async () => {
  const { email, screen } = await newOwner('Davidson letters', 1)
  const page = await openAs(email, screen)
  await createOrder(page).waitFor()
  await archive(page, 'Davidson letters')
  await badge(page).waitFor()
  await page.getByText('This campaign is archived and takes no new orders.').waitFor()
  expect(await createOrder(page).count()).toBe(0)
  await page.goto(`${screen}/orders/create`)
  await page.getByText('This campaign is archived', { exact: true }).waitFor()
  expect(await page.getByLabel('Quantity').count()).toBe(0)
  await page.getByRole('link', { name: 'Open the campaign' }).click()
  await button(page, 'Reactivate').click()
  await createOrder(page).waitFor()
  expect(await badge(page).count()).toBe(0)
})

test('the list marks archived campaigns, and is narrowed to them or to the active ones', async () => {
  const { email, screen } = await newOwner('Once enough', 1)
  const page = await openAs(email, screen)
  await archive(page, 'Once enough')
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

test('who has 200 active campaigns is told so before the first step, and why none is reactivated', async () => {
  const { email, token, id, screen } = await newOwner('Number 200', mostActiveCampaigns - 1)
  const page = await openAs(email, '/portal/campaigns/create')
  await page.getByText('You have 200 active campaigns, the most an account can have.').waitFor()
  await page.getByRole('link', { name: 'Archive one' }).click()
  await page.getByRole('link', { name: 'Number 200' }).waitFor()
  await page.goto(screen)
  await archive(page, 'Number 200')
  const draft = { name: 'Another', campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const { id: another } = await call(url, token, campaigns.create, { body: draft })
  await button(page, 'Reactivate').click()
  await page
    .getByRole('alert')
    .getByText('You have 200 active campaigns, the most an account can have. Archive one to reactivate this one.')
    .waitFor()
  expect((await call(url, token, campaigns.get, { params: { campaignId: id } })).status).toBe('ARCHIVED')
  await call(url, token, campaigns.change, { params: { campaignId: another }, body: { status: 'ARCHIVED' } })
  await button(page, 'Reactivate').click()
  await createOrder(page).waitFor()
  expect(await page.getByText('Archive one to reactivate this one.').count()).toBe(0)
})
