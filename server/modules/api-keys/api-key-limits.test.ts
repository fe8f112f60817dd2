import { randomInt } from 'node:crypto'
import { apiKeyRequestsPerMinute, programRequestsPerMinute } from '@dooryard/contract/api/limits'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, createCaller } from '../../test/requests.ts'
import { scaleForTorture } from '../../test/torture.ts'
import { startSecondApi } from '../credits/balance/second-api.fixture.ts'
import { generateApiKey } from './api-key-format-rules.ts'
import { createApiClient } from './api-keys.fixture.ts'

const portal = await testPortal({ limits: true })
const otherApi = await startSecondApi(portal, { limits: true })
afterAll(async () => {
  await otherApi.close()
  await portal.close()
})

/** Makes `count` calls, 20 at a time, each with another claimed address; returns how many got each status. */
async function collectStatuses(
  count: number,
  ask: (n: number, headers: Record<string, string>) => Promise<{ status: number }>,
) {
  const statuses: Record<number, number> = {}
  let next = 0
  const line = async () => {
    for (let n = next++; n < count; n = next++) {
      const headers = { 'X-Forwarded-For': `198.51.${n % 200}.${n % 250}`, Forwarded: `for=203.0.113.${n % 250}` }
      const { status } = await ask(n, headers)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, line))
  return statuses
}

const createListCall = (callers: (n: number) => Caller) => (n: number, headers: Record<string, string>) =>
  callers(n).call(enterprise.list, { headers })

/**
 * Returns how many calls remain of a limit after one call. To keep the test short, all but a hundred are counted as
 * made beforehand.
 */
async function getRemaining(limit: string, times: number, as: Caller): Promise<number> {
  expect((await as.call(enterprise.list)).status).toBe(200)
  const made = scaleForTorture(times - 100, 1)
  await portal.pool.query('update rate_limits set points = $2 where key like $1', [`${limit}:%`, made])
  return times - made
}

test('two processes together answer a key as often as its limit allows, whatever address it claims', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner)
  const second = (await createApiClient(portal, owner)).as
  const otherAddress = createCaller(otherApi.url, issued.key)
  const left = await getRemaining('api-key', apiKeyRequestsPerMinute, as)
  const statuses = await collectStatuses(
    left + 50,
    createListCall((n) => (n % 2 ? as : otherAddress)),
  )
  expect(statuses).toEqual({ 200: left, 429: 50 })
  const overLimit = await as.call(enterprise.list)
  expect(overLimit).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(overLimit.headers.get('ratelimit-policy')).toBe('"api-key";q=600;w=60')
  expect(overLimit.headers.get('ratelimit')).toMatch(/^"api-key";r=0;t=\d+$/)
  expect(Number(overLimit.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  // Calls of the owner and of another key count separately.
  expect((await owner.as.call(apiKeys.list)).headers.get('ratelimit')).toMatch(/^"account";r=119\d;/)
  expect((await second.call(enterprise.list)).headers.get('ratelimit')).toMatch(/^"api-key";r=599;/)
}, 60_000)

test('all keys of an account together are held to the limit of the account', async () => {
  const owner = await user(portal)
  const keys = await Promise.all(Array.from({ length: 3 }, () => createApiClient(portal, owner)))
  const stranger = await createApiClient(portal, await user(portal))
  const left = await getRemaining('api-keys-of-account', programRequestsPerMinute, keys[0]?.as ?? stranger.as)
  const statuses = await collectStatuses(
    left + 60,
    createListCall((n) => keys[n % 3]?.as ?? stranger.as),
  )
  expect(statuses).toEqual({ 200: left, 429: 60 })
  const overLimit = await keys[0]?.as.call(enterprise.list)
  expect(overLimit?.headers.get('ratelimit-policy')).toBe('"api-keys-of-account";q=1200;w=60')
  // The limit is per account: other accounts and the owner's own portal continue.
  expect((await stranger.as.call(enterprise.list)).status).toBe(200)
  expect((await owner.as.call(apiKeys.list)).status).toBe(200)
}, 60_000)

test('a key can count 120 times a minute, and orders still work', async () => {
  const { as } = await createApiClient(portal, await user(portal))
  const body = { campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const statuses = await collectStatuses(130, () => as.call(enterprise.count, { body }))
  expect(statuses).toEqual({ 200: 120, 429: 10 })
  expect((await as.call(enterprise.list)).status).toBe(200)
})

test('after 60 unknown keys an address is rate limited, and valid keys still work from there', async () => {
  const { as } = await createApiClient(portal, await user(portal))
  const statuses = await collectStatuses(
    90,
    createListCall((n) => createCaller(n % 2 ? portal.url : otherApi.url, generateApiKey(randomInt))),
  )
  expect(statuses).toEqual({ 401: 60, 429: 30 })
  expect((await as.call(enterprise.list)).status).toBe(200)
  const refused = await createCaller(portal.url, generateApiKey(randomInt)).call(enterprise.list)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(refused.headers.get('ratelimit-policy')).toBe('"refused-keys";q=60;w=60')
})
