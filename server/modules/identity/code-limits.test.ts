import { auth } from '@dooryard/contract/auth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addressRange } from '../../platform/http/client-address.ts'
import { nobody, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { rounds } from '../../test/rounds.ts'
import { newEmail, registration } from './codes.fixture.ts'

const portal = await testPortal({
  limits: true,
  trustedProxies: ['127.0.0.0/8'].map(addressRange).filter((one) => one !== null),
})
afterAll(portal.close)
beforeEach(() => portal.pool.query('delete from rate_limits'))

const register = (email: string) => nobody(portal).call(auth.register, { body: registration({ email }) })
const resend = (email: string, headers = {}) =>
  nobody(portal).call(auth.resendVerification, { body: { email }, headers })
const forgot = (email: string) => nobody(portal).call(auth.forgotPassword, { body: { email } })
const verify = (email: string) => nobody(portal).call(auth.verifyEmail, { body: { email, code: '271828' } })
const reset = (email: string) => {
  const body = { email, code: '314159', password: testPassword, confirmPassword: testPassword }
  return nobody(portal).call(auth.resetPassword, { body })
}

/** As if a minute had passed: what is counted for an hour stays. */
const minuteLater = () =>
  portal.pool.query('update rate_limits set expire = 0 where expire < $1', [Date.now() + 61_000])

const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await call()).status)
  return all
}

describe('codes by mail', () => {
  test('go out once a minute to one email, whichever call asks and whatever its case', async () => {
    const email = newEmail()
    expect(await register(email)).toMatchObject({ status: 201 })
    const refused = await resend(email.toUpperCase())
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await register(email)).toMatchObject({ status: 429 })
    expect(await forgot(email)).toMatchObject({ status: 202 })
    expect(await forgot(email)).toMatchObject({ status: 429 })
    await minuteLater()
    expect(await resend(email)).toMatchObject({ status: 202 })
  })

  test('go out five times an hour to one email from one address, and twelve times whoever asks', async () => {
    const email = newEmail()
    const ask = async (address: string) => {
      const reply = await resend(email, { 'X-Forwarded-For': address })
      await minuteLater()
      return reply
    }
    expect(await statuses(6, () => ask('198.51.100.1'))).toEqual([...Array(5).fill(202), 429])
    let last = 1
    expect(await statuses(8, () => ask(`198.51.100.${++last}`))).toEqual([...Array(7).fill(202), 429])
  })

  test('are not used up by a password that is refused for being too easy to guess', async () => {
    const email = newEmail()
    const easy = () => nobody(portal).call(auth.register, { body: registration({ email, password: 'Password123' }) })
    expect(await statuses(7, easy)).toEqual(Array(7).fill(400))
    expect(await register(email)).toMatchObject({ status: 201 })
    expect(await register(email)).toMatchObject({ status: 429 })
  })

  test('go out thirty times an hour for one address, whichever emails are named', async () => {
    const asked = await statuses(31, () => forgot(newEmail()))
    expect(asked).toEqual([...Array(30).fill(202), 429])
  })

  test('are limited alike for a known and an unknown email', async () => {
    const { email } = await user(portal)
    for (const one of [email, newEmail()]) expect(await statuses(2, () => forgot(one))).toEqual([202, 429])
  })
})

describe.each([
  ['verification codes', verify],
  ['reset codes', reset],
])('guesses at %s', (_, guess) => {
  /** That so many are let through; all but three of them count as made, where the test is not to be long. */
  async function expectTimes(times: number, once: () => Promise<{ status: number }>) {
    const made = rounds(times - 3, 1)
    expect((await once()).status).toBe(422)
    await portal.pool.query('update rate_limits set points = points + $1', [made - 1])
    expect(await statuses(times - made + 1, once)).toEqual([...Array(times - made).fill(422), 429])
  }

  test('are taken twenty times an hour for one email, known or not', async () => {
    for (const email of [(await user(portal)).email, newEmail()]) {
      await portal.pool.query('delete from rate_limits')
      await expectTimes(20, () => guess(email))
    }
  })

  test('are taken sixty times an hour from one address', async () => {
    await expectTimes(60, () => guess(newEmail()))
  })

  test('are no more for coming all at once', async () => {
    const email = newEmail()
    const replies = await Promise.all(Array.from({ length: 50 }, () => guess(email)))
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(20)
  })
})
