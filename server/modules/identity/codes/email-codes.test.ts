import { createHash, timingSafeEqual } from 'node:crypto'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { isAppError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { getNewestCode, getWrongCode, newEmail, registerUser, requestResetCode } from './codes.fixture.ts'
import { countCodeAttempt, invalidateCodes } from './email-codes.queries.ts'
import { consumeCode, purgeExpiredCodes, verifyCode } from './email-codes.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const minutesToMs = (count: number) => count * 60_000
const newPassword = 'staple-horse-battery'

const verifyEmail = (email: string, code: string) =>
  anonymousCaller(portal).call(auth.verifyEmail, { body: { email, code } })
const resendCode = (email: string) => anonymousCaller(portal).call(auth.resendVerification, { body: { email } })
const resetPassword = (email: string, code: string) =>
  anonymousCaller(portal).call(auth.resetPassword, {
    body: { email, code, password: newPassword, confirmPassword: newPassword },
  })

const message = 'The code is not right or has expired.'
const refusedReply = { status: 422, body: { code: 'UNPROCESSABLE', message, issues: [{ path: 'code', message }] } }

const listCodes = async (email: string) => {
  const query = `select email_codes.* from email_codes join users on users.id = user_id where lower(email) = lower($1)`
  return (await portal.pool.query(query, [email])).rows
}

/** A user invited by an administrator. */
async function inviteUser() {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const person = { firstName: 'Erin', lastName: 'Prize', phone: '615-555-0142', role: 'ENTERPRISE_USER' } as const
  const { body } = await admin.as.call(adminUsers.create, { body: { ...person, email: newEmail(), sendInvite: true } })
  return body
}

/** Counts how often a code is compared during many concurrent wrong attempts. */
async function countComparisons(verifyGuess: (compare: typeof timingSafeEqual) => Promise<unknown>): Promise<number> {
  const compare = vi.fn(timingSafeEqual)
  const guesses = await Promise.allSettled(
    Array.from({ length: scaleForTorture(100, 1_000) }, () => verifyGuess(compare)),
  )
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toEqual([])
  return compare.mock.calls.length
}

describe('a code', () => {
  test('is six digits', async () => {
    const { code } = await registerUser(portal)
    expect(code).toMatch(/^\d{6}$/)
  })

  test('is stored with a keyed hash, so a reader of the database cannot try all million codes', async () => {
    const { email, code } = await registerUser(portal)
    const [row] = await listCodes(email)
    expect(row.code_hash).toHaveLength(32)
    for (const text of [code, `${row.user_id} VERIFY_EMAIL ${code}`])
      expect(row.code_hash).not.toEqual(createHash('sha256').update(text).digest())
    expect(JSON.stringify(row)).not.toContain(code)
  })

  test('works for the email in any case', async () => {
    const { email, code } = await registerUser(portal)
    expect(await verifyEmail(email.toUpperCase(), code)).toMatchObject({ status: 200 })
  })

  test('works once', async () => {
    const { email, code } = await registerUser(portal)
    expect(await verifyEmail(email, code)).toMatchObject({ status: 200 })
    expect(await verifyEmail(email, code)).toMatchObject(refusedReply)
  })

  test('works for one of twenty concurrent uses', async () => {
    const { email } = await user(portal)
    const code = await requestResetCode(portal, email)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => resetPassword(email, code)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 422)).toHaveLength(19)
  })

  test('works for ten minutes', async () => {
    portal.clock.stop()
    const [early, late] = [await registerUser(portal), await registerUser(portal)]
    portal.clock.advance(minutesToMs(10) - 1)
    expect(await verifyEmail(early.email, early.code)).toMatchObject({ status: 200 })
    portal.clock.advance(1)
    expect(await verifyEmail(late.email, late.code)).toMatchObject(refusedReply)
  })

  test('survives four wrong attempts', async () => {
    const { email, code } = await registerUser(portal)
    for (let verifyGuess = 0; verifyGuess < 4; verifyGuess++)
      expect(await verifyEmail(email, getWrongCode(code))).toMatchObject(refusedReply)
    expect(await verifyEmail(email, code)).toMatchObject({ status: 200 })
  })

  test('stops working after five wrong attempts, and a new one works', async () => {
    const { email, code } = await registerUser(portal)
    for (let verifyGuess = 0; verifyGuess < 5; verifyGuess++) await verifyEmail(email, getWrongCode(code))
    expect(await verifyEmail(email, code)).toMatchObject(refusedReply)
    await resendCode(email)
    expect(await verifyEmail(email, await getNewestCode(portal, email))).toMatchObject({ status: 200 })
  })

  test('is compared with five of many concurrent attempts', async () => {
    const { email, code } = await registerUser(portal)
    const wrong = { email, code: getWrongCode(code) }
    const verifyGuess = (compare: typeof timingSafeEqual) =>
      verifyCode(portal.services, ['VERIFY_EMAIL'], wrong, { compare })
    expect(await countComparisons(verifyGuess)).toBe(5)
    expect(await listCodes(email)).toMatchObject([{ guesses: 5 }])
    expect(await verifyEmail(email, code)).toMatchObject(refusedReply)
  })

  test('would be compared with more if attempts were counted after the comparison', async () => {
    const { email } = await registerUser(portal)
    const now = portal.clock.now()
    const secondUser = async (compare: typeof timingSafeEqual) => {
      const [{ code_hash: kept, guesses }] = await listCodes(email)
      if (guesses >= 5 || !compare(kept, Buffer.alloc(32)))
        await countCodeAttempt(portal.db, { email, purposes: ['VERIFY_EMAIL'], allowed: 5, now })
      throw new Error('wrong')
    }
    expect(await countComparisons(secondUser)).toBeGreaterThan(5)
    expect(await listCodes(email)).toMatchObject([{ guesses: 5 }])
  })

  test('is consumed while other codes of the user are tried, and neither waits for the other', async () => {
    const { email, id } = await inviteUser()
    const code = await requestResetCode(portal, email)
    const verifyGuess = () => verifyCode(portal.services, ['RESET_PASSWORD', 'INVITATION'], { email, code })
    const right = await verifyGuess()
    const another = await inTransaction(portal.services, async ({ db }) => {
      await consumeCode(db, right)
      const other = verifyGuess().catch(isAppError)
      await waitForLockContention(portal.db)
      await invalidateCodes(db, id)
      return { other }
    })
    expect(await another.other).toBe(true)
  })

  test('stops working once another is requested', async () => {
    const { email, code } = await registerUser(portal)
    portal.clock.advance(minutesToMs(1))
    await resendCode(email)
    const newer = await getNewestCode(portal, email)
    expect(await verifyEmail(email, code)).toMatchObject(refusedReply)
    expect(await verifyEmail(email, newer)).toMatchObject({ status: 200 })
  })

  test('of one purpose does not work for the other', async () => {
    const { email, code } = await registerUser(portal)
    const other = await requestResetCode(portal, email)
    expect(other).not.toBe(code)
    expect(await resetPassword(email, code)).toMatchObject(refusedReply)
    expect(await verifyEmail(email, other)).toMatchObject(refusedReply)
    expect(await verifyEmail(email, code)).toMatchObject({ status: 200 })
    expect(await resetPassword(email, other)).toMatchObject({ status: 204 })
  })

  test("does not work for another user's account", async () => {
    const [tess, casey] = [await registerUser(portal), await registerUser(portal)]
    expect(await verifyEmail(casey.email, tess.code)).toMatchObject(refusedReply)
  })

  test('stops working once the account is deactivated', async () => {
    const { email } = await user(portal)
    const code = await requestResetCode(portal, email)
    await portal.db.updateTable('users').set({ isActive: false }).where('email', '=', email).execute()
    expect(await resetPassword(email, code)).toMatchObject(refusedReply)
  })

  test.each([
    ['', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['12345', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['1234567', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['12345a', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
    ['١٢٣٤٥٦', 'Verification code must be 6 digits', 'Reset code must be 6 digits'],
  ])('is six digits and not %j', async (code, verification, resetting) => {
    expect(await verifyEmail(newEmail(), code)).toMatchObject({ status: 400, body: { message: verification } })
    expect(await resetPassword(newEmail(), code)).toMatchObject({ status: 400, body: { message: resetting } })
  })
})

test('a wrong, expired, consumed, exhausted or unknown code gets the same error', async () => {
  const [wrong, expired, spent, attempts] = [
    await registerUser(portal),
    await registerUser(portal),
    await registerUser(portal),
    await registerUser(portal),
  ]
  const { email: verified } = await user(portal)
  await verifyEmail(spent.email, spent.code)
  for (let verifyGuess = 0; verifyGuess < 5; verifyGuess++)
    await verifyEmail(attempts.email, getWrongCode(attempts.code))
  const replies = [
    await verifyEmail(wrong.email, getWrongCode(wrong.code)),
    await verifyEmail(spent.email, spent.code),
    await verifyEmail(attempts.email, attempts.code),
    await verifyEmail(verified, '271828'),
    await verifyEmail(newEmail(), '271828'),
    await resetPassword(verified, '271828'),
    await resetPassword(newEmail(), '271828'),
  ]
  portal.clock.advance(minutesToMs(11))
  replies.push(await verifyEmail(expired.email, expired.code))
  const comparableReplies = replies.map(({ status, body }) =>
    JSON.stringify({ status, body: { ...body, requestId: '' } }),
  )
  expect(new Set(comparableReplies).size).toBe(1)
  expect(replies[0]).toMatchObject(refusedReply)
})

test('codes that expired a day ago are purged, and the others are not', async () => {
  const [old, recent] = [await registerUser(portal), await registerUser(portal)]
  portal.clock.advance(minutesToMs(60))
  await resendCode(recent.email)
  await getNewestCode(portal, recent.email)
  portal.clock.advance(minutesToMs(24 * 60 - 30))
  await purgeExpiredCodes(portal.db, portal.clock.now())
  expect(await listCodes(old.email)).toEqual([])
  expect(await listCodes(recent.email)).toHaveLength(1)
})
