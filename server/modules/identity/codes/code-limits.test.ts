import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseAddressRange } from '../../../platform/util/client-address.ts'
import { anonymousCaller, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { buildRegistration, newEmail } from './codes.fixture.ts'

const portal = await testPortal({
  limits: true,
  trustedProxies: ['127.0.0.0/8'].map(parseAddressRange).filter((one) => one !== null),
})
afterAll(portal.close)
beforeEach(() => portal.pool.query('delete from rate_limits'))

const registerUser = (email: string) =>
  anonymousCaller(portal).call(auth.register, { body: buildRegistration({ email }) })
const resendCode = (email: string, headers = {}) =>
  anonymousCaller(portal).call(auth.resendVerification, { body: { email }, headers })
const requestReset = (email: string) => anonymousCaller(portal).call(auth.forgotPassword, { body: { email } })
const verifyEmail = (email: string) =>
  anonymousCaller(portal).call(auth.verifyEmail, { body: { email, code: '271828' } })
const resetPassword = (email: string) => {
  const body = { email, code: '314159', password: testPassword, confirmPassword: testPassword }
  return anonymousCaller(portal).call(auth.resetPassword, { body })
}

/** Expires the counts of a minute; those of an hour stay. */
const expireRateLimits = () =>
  portal.pool.query('update rate_limits set expire = 0 where expire < $1', [Date.now() + 61_000])

const collectStatuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await call()).status)
  return all
}

describe('codes by mail', () => {
  test('are sent once a minute to one email, across all endpoints and cases', async () => {
    const email = newEmail()
    expect(await registerUser(email)).toMatchObject({ status: 201 })
    const refused = await resendCode(email.toUpperCase())
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await registerUser(email)).toMatchObject({ status: 429 })
    expect(await requestReset(email)).toMatchObject({ status: 202 })
    expect(await requestReset(email)).toMatchObject({ status: 429 })
    await expireRateLimits()
    expect(await resendCode(email)).toMatchObject({ status: 202 })
  })

  test('are sent five times an hour to one email from one address, and twelve times in all', async () => {
    const email = newEmail()
    const ask = async (address: string) => {
      const reply = await resendCode(email, { 'X-Forwarded-For': address })
      await expireRateLimits()
      return reply
    }
    expect(await collectStatuses(6, () => ask('198.51.100.1'))).toEqual([...Array(5).fill(202), 429])
    let last = 1
    expect(await collectStatuses(8, () => ask(`198.51.100.${++last}`))).toEqual([...Array(7).fill(202), 429])
  })

  test('are sent by signing in with an unverified email within the same limits', async () => {
    const { id, email } = await user(portal)
    await portal.pool.query('update users set email_verified_at = null where id = $1', [id])
    const signIn = () => anonymousCaller(portal).call(auth.login, { body: { email, password: testPassword } })
    const countJobs = async () =>
      (await portal.pool.query(`select from graphile_worker.jobs where task_identifier = 'mail-code'`)).rowCount
    const before = Number(await countJobs())
    expect(await collectStatuses(2, signIn)).toEqual([403, 403])
    expect(await countJobs()).toBe(before + 1)
    expect(await resendCode(email)).toMatchObject({ status: 429 })
  })

  test('are not used up by a password that is too easy to guess', async () => {
    const email = newEmail()
    const allowed = () =>
      anonymousCaller(portal).call(auth.register, { body: buildRegistration({ email, password: 'Password123' }) })
    expect(await collectStatuses(7, allowed)).toEqual(Array(7).fill(400))
    expect(await registerUser(email)).toMatchObject({ status: 201 })
    expect(await registerUser(email)).toMatchObject({ status: 429 })
  })

  test('are sent thirty times an hour for one address, whatever the emails', async () => {
    const resetStatuses = await collectStatuses(31, () => requestReset(newEmail()))
    expect(resetStatuses).toEqual([...Array(30).fill(202), 429])
  })

  test('are limited alike for a known and an unknown email', async () => {
    const { email } = await user(portal)
    for (const one of [email, newEmail()]) expect(await collectStatuses(2, () => requestReset(one))).toEqual([202, 429])
  })
})

describe.each([
  ['verification codes', verifyEmail],
  ['reset codes', resetPassword],
])('attempts at %s', (_, guess) => {
  /** Expects `times` calls to pass; all but three are counted beforehand, to keep the test short. */
  async function expectTimes(times: number, once: () => Promise<{ status: number }>) {
    const made = scaleForTorture(times - 3, 1)
    expect((await once()).status).toBe(422)
    await portal.pool.query('update rate_limits set points = points + $1', [made - 1])
    expect(await collectStatuses(times - made + 1, once)).toEqual([...Array(times - made).fill(422), 429])
  }

  test('are accepted twenty times an hour for one email, known or not', async () => {
    for (const email of [(await user(portal)).email, newEmail()]) {
      await portal.pool.query('delete from rate_limits')
      await expectTimes(20, () => guess(email))
    }
  })

  test('are accepted sixty times an hour from one address', async () => {
    await expectTimes(60, () => guess(newEmail()))
  })

  test('are held to the limit when they arrive concurrently', async () => {
    const email = newEmail()
    const replies = await Promise.all(Array.from({ length: 50 }, () => guess(email)))
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(20)
  })
})
