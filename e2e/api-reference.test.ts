import { enterprise } from '@dooryard/contract/enterprise'
import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { findingsInBothThemes } from './findings.ts'
import { call, count, newKey, openReference } from './reference.ts'

const browser = useBrowser()
const { troubles, url } = browser

// What is refused is an error on the console, whoever asked for it.
afterAll(() => expect(troubles.filter((trouble) => !trouble.includes('status of 40'))).toEqual([]))

test('the reference has every call that a key opens, every event, and no other call', async () => {
  const page = await openReference(browser)
  const calls = Object.values(enterprise)
  for (const { method, path } of calls)
    expect({ path, n: await call(page, method, path).count() }).toEqual({ path, n: 1 })
  for (const type of webhookEventTypes.values) expect(await page.getByText(type, { exact: true }).count()).toBe(1)
  expect(await page.getByText(enterprise.count.summary).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 3 }).count()).toBe(calls.length + webhookEventTypes.values.length)
})

test('a call is tried with a key, and shows its answer and how often it may be made', async () => {
  const page = await openReference(browser)
  const key = await newKey(url)
  const answer = await count(page, key)
  expect(answer).toMatch(/^200/)
  expect(answer).toContain('"deliverable"')
  expect(answer).toContain('ratelimit')
  // The command can be copied without giving the key away.
  expect(await page.getByRole('main').textContent()).toContain('YOUR_API_KEY')
  expect(await page.getByRole('main').textContent()).not.toContain(key)
  expect(await findingsInBothThemes(page)).toEqual([])
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  ).not.toContain(key)
})

test('a wrong key is refused, as a program would be', async () => {
  const answer = await count(await openReference(browser), 'dyk_wrong')
  expect(answer).toMatch(/^401/)
  expect(answer).toContain('NOT_AUTHENTICATED')
})

test('what is no key is not sent', async () => {
  const page = await openReference(browser)
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === enterprise.count.path)
  const answer = await count(page, 'my-password')
  await page.getByText('An API key begins with dyk_').waitFor()
  expect(answer).toMatch(/^401/)
  expect(await (await sent).headerValue('authorization')).toBeNull()
})
