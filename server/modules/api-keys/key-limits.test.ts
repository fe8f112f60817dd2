import { randomInt } from 'node:crypto'
import { apiKeys } from '@dooryard/contract/api-keys'
import { enterprise } from '@dooryard/contract/enterprise'
import { keyCallsPerMinute, programCallsPerMinute } from '@dooryard/contract/limits'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'
import { rounds } from '../../test/rounds.ts'
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
async function statusesOf(
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

const listOf = (callers: (n: number) => Caller) => (n: number, headers: Record<string, string>) =>
  callers(n).call(enterprise.list, { headers })

/**
 * How many calls are left of a limit once somebody has made one. Of its thousand all but a hundred count as made, where
 * the test is not to be long.
 */
async function leftOf(limit: string, times: number, as: Caller): Promise<number> {
  expect((await as.call(enterprise.list)).status).toBe(200)
  const made = rounds(times - 100, 1)
  await portal.pool.query('update rate_limits set points = $2 where key like $1', [`${limit}:%`, made])
  return times - made
}

test('two processes together answer a key as often as its limit says, wherever it claims to call from', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner)
  const second = (await program(portal, owner)).as
  const elsewhere = callerAt(other.url, issued.key)
  const left = await leftOf('api-key', keyCallsPerMinute, as)
  const statuses = await statusesOf(
    left + 50,
    listOf((n) => (n % 2 ? as : elsewhere)),
  )
  expect(statuses).toEqual({ 200: left, 429: 50 })
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
  const left = await leftOf('api-keys-of-account', programCallsPerMinute, keys[0]?.as ?? stranger.as)
  const statuses = await statusesOf(
    left + 60,
    listOf((n) => keys[n % 3]?.as ?? stranger.as),
  )
  expect(statuses).toEqual({ 200: left, 429: 60 })
  const over = await keys[0]?.as.call(enterprise.list)
  expect(over?.headers.get('ratelimit-policy')).toBe('"api-keys-of-account";q=1200;w=60')
  // It is theirs alone: another account goes on, and so does their own portal.
  expect((await stranger.as.call(enterprise.list)).status).toBe(200)
  expect((await owner.as.call(apiKeys.list)).status).toBe(200)
}, 60_000)

test('a key counts 120 times a minute, and orders go on', async () => {
  const { as } = await program(portal, await user(portal))
  const body = { campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }
  const statuses = await statusesOf(130, () => as.call(enterprise.count, { body }))
  expect(statuses).toEqual({ 200: 120, 429: 10 })
  expect((await as.call(enterprise.list)).status).toBe(200)
})

test('after 60 keys that open nothing, an address is told to wait, and good keys are heard from there', async () => {
  const { as } = await program(portal, await user(portal))
  const statuses = await statusesOf(
    90,
    listOf((n) => callerAt(n % 2 ? portal.url : other.url, newKeyText(randomInt))),
  )
  expect(statuses).toEqual({ 401: 60, 429: 30 })
  expect((await as.call(enterprise.list)).status).toBe(200)
  const refused = await callerAt(portal.url, newKeyText(randomInt)).call(enterprise.list)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(refused.headers.get('ratelimit-policy')).toBe('"refused-keys";q=60;w=60')
})
