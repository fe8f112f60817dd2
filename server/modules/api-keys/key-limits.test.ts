import { randomInt } from 'node:crypto'
import { apiKeys } from '@dooryard/contract/api-keys'
import { enterprise } from '@dooryard/contract/enterprise'
import { keyCallsPerMinute, programCallsPerMinute } from '@dooryard/contract/limits'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'
import { secondApi } from '../credits/second-api.fixture.ts'
import { newKeyText } from './key-text-rules.ts'
import { program } from './keys.fixture.ts'

const portal = await testPortal({ limits: true })
const other = await secondApi(portal, { limits: true })
afterAll(async () => {
  await other.close()
  await portal.close()
})

/** So many calls, 20 at a time, each from what claims to be another address; says how many were answered how. */
async function statusesOf(count: number, callers: (n: number) => Caller): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let next = 0
  const line = async () => {
    for (let n = next++; n < count; n = next++) {
      const headers = { 'X-Forwarded-For': `198.51.${n % 200}.${n % 250}`, Forwarded: `for=203.0.113.${n % 250}` }
      const { status } = await callers(n).call(enterprise.list, { headers })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 20 }, line))
  return statuses
}

test('two processes together answer a key as often as its limit says, wherever it claims to call from', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner)
  const second = (await program(portal, owner)).as
  const elsewhere = callerAt(other.url, issued.key)
  const statuses = await statusesOf(keyCallsPerMinute + 100, (n) => (n % 2 ? as : elsewhere))
  expect(statuses).toEqual({ 200: keyCallsPerMinute, 429: 100 })
  const over = await as.call(enterprise.list)
  expect(over).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(over.headers.get('ratelimit-policy')).toBe('"api-key";q=600;w=60')
  expect(over.headers.get('ratelimit')).toMatch(/^"api-key";r=0;t=\d+$/)
  expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  // Neither the owner nor another key of theirs is counted with it.
  expect((await owner.as.call(apiKeys.list)).headers.get('ratelimit')).toMatch(/^"account";r=119\d;/)
  expect((await second.call(enterprise.list)).headers.get('ratelimit')).toMatch(/^"api-key";r=599;/)
}, 60_000)

test('the keys of an account together make no more calls than it may, however many they are', async () => {
  const owner = await user(portal)
  const keys = await Promise.all(Array.from({ length: 3 }, () => program(portal, owner)))
  const stranger = await program(portal, await user(portal))
  const statuses = await statusesOf(programCallsPerMinute + 60, (n) => keys[n % 3]?.as ?? stranger.as)
  expect(statuses).toEqual({ 200: programCallsPerMinute, 429: 60 })
  const over = await keys[0]?.as.call(enterprise.list)
  expect(over?.headers.get('ratelimit-policy')).toBe('"api-keys-of-account";q=1200;w=60')
  // It is theirs alone: another account goes on, and so does their own portal.
  expect((await stranger.as.call(enterprise.list)).status).toBe(200)
  expect((await owner.as.call(apiKeys.list)).status).toBe(200)
}, 60_000)

test('a key counts 120 times a minute, and orders go on', async () => {
  const { as } = await program(portal, await user(portal))
  const body = { campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const replies = await Promise.all(Array.from({ length: 130 }, () => as.call(enterprise.count, { body })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(120)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await as.call(enterprise.list)).status).toBe(200)
})

test('after 60 keys that open nothing, an address is told to wait, and good keys are heard from there', async () => {
  const { as } = await program(portal, await user(portal))
  const statuses = await statusesOf(90, (n) => callerAt(n % 2 ? portal.url : other.url, newKeyText(randomInt)))
  expect(statuses).toEqual({ 401: 60, 429: 30 })
  expect((await as.call(enterprise.list)).status).toBe(200)
  const refused = await callerAt(portal.url, newKeyText(randomInt)).call(enterprise.list)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(refused.headers.get('ratelimit-policy')).toBe('"refused-keys";q=60;w=60')
})
