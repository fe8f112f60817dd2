import { enterpriseSuppressionLists } from '@dooryard/contract/data/suppression-lists'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { enterpriseCampaignResults } from '@dooryard/contract/results/campaign-results'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { checkBothThemes } from '../support/page-checks.ts'
import { createDemoApiKey, openReference, operationHeading, runCount } from './api-reference.ts'

const browser = useBrowser()
const { pageErrors, url } = browser

// Every rejected request is logged as an error to the console.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 40'))).toEqual([]))

test('the reference has every endpoint for API keys, every event, and no other endpoint', async () => {
  const page = await openReference(browser)
  const calls = [
    ...Object.values(enterprise),
    ...Object.values(enterpriseSuppressionLists),
    ...Object.values(enterpriseCampaignResults),
  ]
  for (const { method, path } of calls)
    expect({ path, n: await operationHeading(page, method, path).count() }).toEqual({ path, n: 1 })
  for (const type of webhookEventTypes.values) expect(await page.getByText(type, { exact: true }).count()).toBe(1)
  expect(await page.getByText(enterprise.count.summary).count()).toBe(1)
  expect(await page.getByRole('heading', { level: 3 }).count()).toBe(calls.length + webhookEventTypes.values.length)
})

test('an endpoint is tried with a key, and shows its response and rate limit', async () => {
  const page = await openReference(browser)
  const key = await createDemoApiKey(url)
  const answer = await runCount(page, key)
  expect(answer).toMatch(/^200/)
  expect(answer).toContain('"deliverable"')
  expect(answer).toContain('ratelimit')
  // The command can be copied without revealing the key.
  expect(await page.getByRole('main').textContent()).toContain('YOUR_API_KEY')
  expect(await page.getByRole('main').textContent()).not.toContain(key)
  expect(await checkBothThemes(page)).toEqual([])
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  ).not.toContain(key)
})

test('a wrong key is rejected, as for a program', async () => {
  const answer = await runCount(await openReference(browser), 'dyk_wrong')
  expect(answer).toMatch(/^401/)
  expect(answer).toContain('NOT_AUTHENTICATED')
})

test('a malformed key is not sent', async () => {
  const page = await openReference(browser)
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === enterprise.count.path)
  const answer = await runCount(page, 'my-password')
  await page.getByText('An API key starts with dyk_').waitFor()
  expect(answer).toMatch(/^401/)
  expect(await (await sent).headerValue('authorization')).toBeNull()
})
