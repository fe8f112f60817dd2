import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, toast } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()

afterAll(() => expect(pageErrors).toEqual([]))

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const getSearchParams = (page: Page) => new URL(page.url()).searchParams

/** Opens a screen of the portal as an administrator. */
async function openAsAdmin(path: string) {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto(path)
  return { page, context }
}

/** Creates an enterprise user with a key and a webhook. */
async function createApiUser() {
  const email = await createTestUser(url)
  const { user } = await call(url, await getToken(url, { email, password }), account.me, {})
  const body = { role: 'ENTERPRISE_USER' as const, reason: 'Runs campaigns of their own' }
  await call(url, await getToken(url, demoAccount('admin')), adminUsers.change, { params: { id: user.id }, body })
  const token = await getToken(url, { email, password })
  const name = `Import ${Date.now().toString(36)}`
  const { key } = await call(url, token, apiKeys.create, { body: { name, scopes: ['orders:read'] } })
  const inbound = 'https://hooks.example.com/a-way-that-is-too-long-to-be-shown-as-a-whole/inbound'
  await call(url, token, webhooks.create, { body: { url: inbound, events: ['order.completed'] } })
  return { id: user.id, name, key }
}

test('actions on a user show in their statistics at once', async () => {
  const email = await createTestUser(url)
  const { user } = await call(url, await getToken(url, { email, password }), account.me, {})
  const { page, context } = await openAsAdmin(`/portal/users/${user.id}/statistics?tab=credits`)
  await page.getByText('No transactions yet').waitFor()
  await button(page, 'Adjust credits…').click()
  await page.getByLabel('Amount').fill('250')
  await page.getByLabel('Reason').fill('For the order that came back short')
  await button(page, 'Add 250 credits to Casey').click()
  await row(page, /For the order that came back short/).waitFor()
  await page
    .getByRole('term')
    .filter({ hasText: 'Pay-as-you-go credits' })
    .locator('xpath=..')
    .getByText('250')
    .waitFor()

  await page.goto(`/portal/users/${user.id}/statistics?tab=audit&side=to`)
  await row(page, /For the order that came back short/).waitFor()
  await button(page, 'Deactivate…').click()
  await page.getByLabel('Reason').fill('Has asked us by phone')
  await button(page, 'Deactivate Casey').click()
  await row(page, /Has asked us by phone/).waitFor()
  await button(page, 'Adjust credits…').click()
  await page.getByLabel('Amount').fill('-50')
  await page.getByLabel('Reason').fill('Given once too often')
  await button(page, 'Deduct 50 credits from Casey').click()
  await row(page, /Given once too often/).waitFor()
  await context.close()
})

test('statistics lead to the keys and the webhooks of the user only, and clearing the filter shows all', async () => {
  const { id, name } = await createApiUser()
  const { page, context } = await openAsAdmin(`/portal/users/${id}/statistics`)
  await page.getByRole('link', { name: '1 key in use' }).click()
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('link', { name }).waitFor()
  const filter = page.getByRole('region', { name: 'API keys' })
  await filter.locator('.mantine-Pill-root', { hasText: 'Casey Morvane' }).waitFor()
  expect(getSearchParams(page).get('userId')).toContain(id)

  await page.goBack()
  await page.getByRole('link', { name: '1 webhook on, 0 off' }).click()
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('link', { name: 'hooks.example.com/…' }).waitFor()
  await page.getByRole('region', { name: 'Webhooks' }).getByLabel('Owners').first().press('Backspace')
  await expect.poll(() => getSearchParams(page).has('userId')).toBe(false)
  await context.close()
})

test('a search for a full key finds it, and neither the URL nor a request contains it', async () => {
  const { name, key } = await createApiUser()
  const { page, context } = await openAsAdmin('/portal/api-keys')
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url() + (request.postData() ?? '')))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  await page.getByRole('searchbox').fill(key)
  await page.getByRole('link', { name }).waitFor()
  await expect.poll(() => getSearchParams(page).get('search')).toBe(key.slice(0, 8))
  expect(await page.getByRole('searchbox').inputValue()).toBe(key.slice(0, 8))
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((text) => text.includes(key.slice(0, 12)))).toEqual([])
  await context.close()
})

test('a key is revoked from its drawer, and both the list and the drawer show it', async () => {
  const { id, name } = await createApiUser()
  const { page, context } = await openAsAdmin(`/portal/api-keys?userId=${id}`)
  await page.getByRole('link', { name }).click()
  const drawer = page.getByRole('dialog', { name: 'API key' })
  await drawer.getByRole('button', { name: 'Revoke…' }).click()
  const revokeDialog = page.getByRole('dialog', { name: `Revoke ${name} of Casey Morvane` })
  await revokeDialog.getByLabel('Reason').fill('Found in a public repository')
  await revokeDialog.getByRole('button', { name: 'Revoke API key' }).click()
  await toast(page, `${name} revoked`).waitFor()
  await drawer.getByText('Revoked', { exact: true }).first().waitFor()
  await expect.poll(() => drawer.getByRole('button', { name: 'Revoke…' }).count()).toBe(0)
  await revokeDialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await row(page, new RegExp(name)).getByText('Revoked', { exact: true }).waitFor()
  await context.close()
})

test('a URL with an unknown campaign says so, even if the API knows a route of that name', async () => {
  const { page, context } = await openAsAdmin('/portal/enterprise-campaigns/orders')
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await context.close()
})
