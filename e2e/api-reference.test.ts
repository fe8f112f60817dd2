import { apiKeys } from '@dooryard/contract/api-keys'
import { enterprise } from '@dooryard/contract/enterprise'
import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'

const { open, troubles, url } = useBrowser()

// What is refused is an error on the console, whoever asked for it.
afterAll(() => expect(troubles.filter((trouble) => !trouble.includes('status of 40'))).toEqual([]))

async function openReference(path = '/portal/api-reference', options = {}): Promise<Page> {
  const { page } = await open(options)
  await signIn(page, 'enterprise')
  await page.goto(path)
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
  return page
}

/** A new key of the demo account, which may count. */
async function newKey(): Promise<string> {
  const post = async (path: string, body: object, headers: object = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    return (await fetch(`${url}${path}`, { ...init, body: JSON.stringify(body) })).json() as Promise<
      Record<string, string>
    >
  }
  const signed = await post('/v1/auth/public/login', { email: 'enterprise@dooryard.test', password: 'dooryard-demo' })
  const wanted = { name: `Reference ${crypto.randomUUID()}`, scopes: ['counts:read'] }
  const { key } = await post(apiKeys.create.path, wanted, { authorization: `Bearer ${signed.accessToken}` })
  if (!key) throw new Error('no key was made')
  return key
}

const call = (page: Page, method: string, path: string) =>
  page
    .getByRole('heading', { level: 3 })
    .filter({ has: page.getByText(path, { exact: true }) })
    .filter({
      has: page.getByText(method.toLowerCase(), { exact: true }),
    })

async function count(page: Page, key: string) {
  await page.getByLabel('Your API key').fill(key)
  await call(page, 'POST', enterprise.count.path).getByRole('button').click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('Server response').waitFor()
  return page.locator('.live-responses-table tbody').textContent()
}

test('the reference has every call that a key opens, every event, and no other call', async () => {
  const page = await openReference()
  const calls = Object.values(enterprise)
  for (const { method, path } of calls)
    expect({ path, n: await call(page, method, path).count() }).toEqual({ path, n: 1 })
  for (const type of webhookEventTypes.values) expect(await page.getByText(type, { exact: true }).count()).toBe(1)
  expect(await page.getByText(enterprise.count.summary).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 3 }).count()).toBe(calls.length + webhookEventTypes.values.length)
})

test('a call is tried with a key, and shows its answer and how often it may be made', async () => {
  const page = await openReference()
  const key = await newKey()
  const answer = await count(page, key)
  expect(answer).toMatch(/^200/)
  expect(answer).toContain('"deliverable"')
  expect(answer).toContain('ratelimit')
  // The command can be copied without giving the key away.
  expect(await page.locator('.api-calls').textContent()).toContain('YOUR_API_KEY')
  expect(await page.locator('.api-calls').textContent()).not.toContain(key)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect({ colorScheme, found: await findings(page) }).toEqual({ colorScheme, found: [] })
  }
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  ).not.toContain(key)
})

test('a wrong key is refused, as a program would be', async () => {
  const answer = await count(await openReference(), 'dyk_wrong')
  expect(answer).toMatch(/^401/)
  expect(answer).toContain('NOT_AUTHENTICATED')
})

test('what is no key is not sent', async () => {
  const page = await openReference()
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === enterprise.count.path)
  const answer = await count(page, 'my-password')
  await page.getByText('An API key begins with dyk_').waitFor()
  expect(answer).toMatch(/^401/)
  expect(await (await sent).headerValue('authorization')).toBeNull()
})

test('an order that is tried has an Idempotency-Key of its own, and another when it is opened again', async () => {
  const page = await openReference()
  const place = call(page, 'POST', enterprise.place.path).getByRole('button')
  const given: string[] = []
  for (const _ of ['once', 'again']) {
    await place.click()
    await page.getByText('with the same Idempotency-Key').waitFor()
    given.push(await page.getByRole('row', { name: 'Idempotency-Key' }).getByRole('textbox').inputValue())
    await place.click()
    await page.getByText('with the same Idempotency-Key').waitFor({ state: 'detached' })
  }
  for (const key of given) expect(key).toMatch(/^[0-9a-f-]{36}$/)
  const document = await (await fetch(`${url}/v1/openapi.json`)).text()
  expect(given.filter((key) => document.includes(key))).toEqual([])
  expect(new Set(given).size).toBe(2)
})

test('the address names the call that was opened last, of those that are open', async () => {
  const page = await openReference()
  const named = () => new URL(page.url()).searchParams.get('call')
  const toggle = (path: string) => call(page, 'POST', path).getByRole('button').click()
  await toggle(enterprise.count.path)
  await expect.poll(named).toBe('enterprise.count')
  await toggle(enterprise.place.path)
  await expect.poll(named).toBe('enterprise.place')
  await toggle(enterprise.place.path)
  await expect.poll(named).toBe('enterprise.count')
  await toggle(enterprise.count.path)
  await expect.poll(named).toBeNull()
})

test('an address opens its call, in the dark as well, and only what spends credits says so', async () => {
  const page = await openReference('/portal/api-reference?call=enterprise.place', { colorScheme: 'dark' })
  const spends = page.getByText('which spends your credits')
  await spends.waitFor()
  expect(await page.getByRole('button', { expanded: true }).filter({ hasText: enterprise.place.path }).count()).toBe(1)
  const ground = await page.evaluate('getComputedStyle(document.querySelector(".opblock")).backgroundColor')
  expect(ground).toBe('rgb(18, 21, 27)')
  await page.goto('/portal/api-reference?call=enterprise.count')
  await page.getByRole('button', { name: 'Execute' }).waitFor()
  expect(await spends.count()).toBe(0)
})

test('a document that cannot be had is asked for again', async () => {
  const { page } = await open()
  await signIn(page, 'enterprise')
  await page.route('**/v1/openapi.json', (route) => route.fulfill({ status: 404, json: { message: 'Not here' } }))
  await page.goto('/portal/api-reference')
  await page.getByText('The reference could not be loaded').waitFor()
  await page.unroute('**/v1/openapi.json')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
})
