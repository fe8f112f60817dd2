import { createHash, timingSafeEqual } from 'node:crypto'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { isAppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { somebodyWaits } from '../../test/database.ts'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { rounds } from '../../test/rounds.ts'
import { newEmail, newestCode, otherThan, registered, resetCode } from './codes.fixture.ts'
import { countGuess, endCodes } from './email-codes.queries.ts'
import { forgetExpiredCodes, guessCode, spendCode } from './email-codes.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const minutes = (count: number) => count * 60_000
const newPassword = 'staple-horse-battery'

const verify = (email: string, code: string) => nobody(portal).call(auth.verifyEmail, { body: { email, code } })
const resend = (email: string) => nobody(portal).call(auth.resendVerification, { body: { email } })
const reset = (email: string, code: string) =>
  nobody(portal).call(auth.resetPassword, {
    body: { email, code, password: newPassword, confirmPassword: newPassword },
  })

const message = 'The code is not right or has expired.'
const refused = { status: 422, body: { code: 'UNPROCESSABLE', message, issues: [{ path: 'code', message }] } }

const codesOf = async (email: string) => {
  const query = `select email_codes.* from email_codes join users on users.id = user_id where lower(email) = lower($1)`
  return (await portal.pool.query(query, [email])).rows
}

/** Somebody whom an administrator has invited. */
async function invited() {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const person = { firstName: 'Erin', lastName: 'Prize', phone: '615-555-0142', role: 'ENTERPRISE_USER' } as const
  const { body } = await admin.as.call(adminUsers.create, { body: { ...person, email: newEmail(), sendInvite: true } })
  return body
}

/** How often a code is compared while many wrong guesses come at once. */
async function comparisons(guess: (compare: typeof timingSafeEqual) => Promise<unknown>): Promise<number> {
  const compare = vi.fn(timingSafeEqual)
  const guesses = await Promise.allSettled(Array.from({ length: rounds(100, 1_000) }, () => guess(compare)))
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toEqual([])
  return compare.mock.calls.length
}

describe('a code', () => {
  test('is six digits', async () => {
    const { code } = await registered(portal)
    expect(code).toMatch(/^\d{6}$/)
  })

  test('is stored under a key, so that who reads the database cannot try the million of them', async () => {
    const { email, code } = await registered(portal)
    const [row] = await codesOf(email)
    expect(row.code_hash).toHaveLength(32)
    for (const text of [code, `${row.user_id} VERIFY_EMAIL ${code}`])
      expect(row.code_hash).not.toEqual(createHash('sha256').update(text).digest())
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('works for the email in any case', async () => {
    const { email, code } = await registered(portal)
    expect(await verify(email.toUpperCase(), code)).toMatchObject({ status: 200 })
  })

  test('works once', async () => {
    const { email, code } = await registered(portal)
    expect(await verify(email, code)).toMatchObject({ status: 200 })
    expect(await verify(email, code)).toMatchObject(refused)
  })

  test('works for one of twenty who give it at once', async () => {
    const { email } = await user(portal)
    const code = await resetCode(portal, email)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => reset(email, code)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(19)
  })

  test('works for ten minutes', async () => {
    portal.clock.stop()
    const [early, late] = [await registered(portal), await registered(portal)]
    portal.clock.advance(minutes(10) - 1)
    expect(await verify(early.email, early.code)).toMatchObject({ status: 200 })
    portal.clock.advance(1)
    expect(await verify(late.email, late.code)).toMatchObject(refused)
  })

  test('stands four wrong guesses', async () => {
    const { email, code } = await registered(portal)
    for (let guess = 0; guess < 4; guess++) expect(await verify(email, otherThan(code))).toMatchObject(refused)
    expect(await verify(email, code)).toMatchObject({ status: 200 })
  })

  test('works no more after five wrong guesses, and another one does', async () => {
    const { email, code } = await registered(portal)
    for (let guess = 0; guess < 5; guess++) await verify(email, otherThan(code))
    expect(await verify(email, code)).toMatchObject(refused)
    await resend(email)
    expect(await verify(email, await newestCode(portal, email))).toMatchObject({ status: 200 })
  })

  test('is compared with five of many guesses that come at once', async () => {
    const { email, code } = await registered(portal)
    const wrong = { email, code: otherThan(code) }
    const guess = (compare: typeof timingSafeEqual) => guessCode(portal.services, ['VERIFY_EMAIL'], wrong, { compare })
    expect(await comparisons(guess)).toBe(5)
    expect(await codesOf(email)).toMatchObject([{ guesses: 5 }])
    expect(await verify(email, code)).toMatchObject(refused)
  })

  test('would be seen to be compared with more, were guesses counted after they are compared', async () => {
    const { email } = await registered(portal)
    const now = portal.clock.now()
    const careless = async (compare: typeof timingSafeEqual) => {
      const [{ code_hash: kept, guesses }] = await codesOf(email)
      if (guesses >= 5 || !compare(kept, Buffer.alloc(32)))
        await countGuess(portal.db, { email, purposes: ['VERIFY_EMAIL'], allowed: 5, now })
      throw new Error('wrong')
    }
    expect(await comparisons(careless)).toBeGreaterThan(5)
    expect(await codesOf(email)).toMatchObject([{ guesses: 5 }])
  })

  test('of one user is spent while others of theirs are guessed at, and neither waits for the other', async () => {
    const { email, id } = await invited()
    const code = await resetCode(portal, email)
    const guess = () => guessCode(portal.services, ['RESET_PASSWORD', 'INVITATION'], { email, code })
    const right = await guess()
    const another = await inTransaction(portal.services, async ({ db }) => {
      await spendCode(db, right)
      const other = guess().catch(isAppError)
      await somebodyWaits(portal.db)
      await endCodes(db, id)
      return { other }
    })
    expect(await another.other).toBe(true)
  })

  test('works no more once another was asked for', async () => {
    const { email, code } = await registered(portal)
    portal.clock.advance(minutes(1))
    await resend(email)
    const newer = await newestCode(portal, email)
    expect(await verify(email, code)).toMatchObject(refused)
    expect(await verify(email, newer)).toMatchObject({ status: 200 })
  })

  test('of one purpose does not serve the other', async () => {
    const { email, code } = await registered(portal)
    const other = await resetCode(portal, email)
    expect(other).not.toBe(code)
    expect(await reset(email, code)).toMatchObject(refused)
    expect(await verify(email, other)).toMatchObject(refused)
    expect(await verify(email, code)).toMatchObject({ status: 200 })
    expect(await reset(email, other)).toMatchObject({ status: 204 })
  })

  test("does not serve somebody else's account", async () => {
    const [tess, casey] = [await registered(portal), await registered(portal)]
    expect(await verify(casey.email, tess.code)).toMatchObject(refused)
  })

  test('works no more once the account is deactivated', async () => {
    const { email } = await user(portal)
    const code = await resetCode(portal, email)
    await portal.db.updateTable('users').set({ isActive: false }).where('email', '=', email).execute()
    expect(await reset(email, code)).toMatchObject(refused)
  })

  test.each([
    ['', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['12345', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['1234567', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['12345a', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['١٢٣٤٥٦', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
  ])('is six digits and not %j', async (code, verification, resetting) => {
    expect(await verify(newEmail(), code)).toMatchObject({ status: 400, body: { message: verification } })
    expect(await reset(newEmail(), code)).toMatchObject({ status: 400, body: { message: resetting } })
  })
})

test('a code that is wrong, expired, spent, guessed too often or not ours is refused in the same words', async () => {
  const [wrong, expired, spent, guessed] = [
    await registered(portal),
    await registered(portal),
    await registered(portal),
    await registered(portal),
  ]
  const { email: verified } = await user(portal)
  await verify(spent.email, spent.code)
  for (let guess = 0; guess < 5; guess++) await verify(guessed.email, otherThan(guessed.code))
  const replies = [
    await verify(wrong.email, otherThan(wrong.code)),
    await verify(spent.email, spent.code),
    await verify(guessed.email, guessed.code),
    await verify(verified, '271828'),
    await verify(newEmail(), '271828'),
    await reset(verified, '271828'),
    await reset(newEmail(), '271828'),
  ]
  portal.clock.advance(minutes(11))
  replies.push(await verify(expired.email, expired.code))
  const told = replies.map(({ status, body }) => JSON.stringify({ status, body: { ...body, requestId: '' } }))
  expect(new Set(told).size).toBe(1)
  expect(replies[0]).toMatchObject(refused)
})

test('codes that expired a day ago are forgotten, and the others are not', async () => {
  const [old, recent] = [await registered(portal), await registered(portal)]
  portal.clock.advance(minutes(60))
  await resend(recent.email)
  await newestCode(portal, recent.email)
  portal.clock.advance(minutes(24 * 60 - 30))
  await forgetExpiredCodes(portal.db, portal.clock.now())
  expect(await codesOf(old.email)).toEqual([])
  expect(await codesOf(recent.email)).toHaveLength(1)
})
