import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { encrypt } from '../../../platform/crypto/encrypt.ts'
import { anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  getNewestCode,
  getWrongCode,
  listMailsTo,
  newEmail,
  registerUser,
  requestResetCode,
} from '../codes/codes.fixture.ts'
import { generateCode } from '../codes/email-codes.ts'
import { mailCodeJob, runMailCode } from '../codes/mail-code.ts'
import { mostlyKnownMessage } from './passwords.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const newPassword = 'staple-horse-battery'
const requestReset = (email: string) => anonymousCaller(portal).call(auth.forgotPassword, { body: { email } })
const resendCode = (email: string) => anonymousCaller(portal).call(auth.resendVerification, { body: { email } })
const signIn = (email: string, password: string) =>
  anonymousCaller(portal).call(auth.login, { body: { email, password } })
const resetPassword = (email: string, code: string, password = newPassword, confirmPassword = password) =>
  anonymousCaller(portal).call(auth.resetPassword, { body: { email, code, password, confirmPassword } })

const listSubjects = async (email: string) => (await listMailsTo(portal, email)).map(({ subject }) => subject)

const listActions = async (userId: string) =>
  (await portal.pool.query('select action, actor_id from audit_log where object_id = $1 order by id', [userId])).rows

describe('a user who forgot their password', () => {
  test('is told that a code is on its way if they have an account', async () => {
    const email = newEmail()
    const message = `If ${email} has an account, a 6-digit code is on its way to it.`
    expect(await requestReset(email)).toMatchObject({ status: 202, body: { message } })
  })

  test('gets a mail with a code and a link, and chooses a new password with it', async () => {
    const { id, email } = await user(portal)
    const code = await requestResetCode(portal, email)
    const [mail] = await listMailsTo(portal, email)
    expect(mail?.subject).toBe(`${code} is your code for a new Dooryard password`)
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain(code)
      expect(form).toContain('Hello Tess')
      expect(form).toContain(`http://localhost:3000/reset-password?email=${encodeURIComponent(email)}`)
    }
    expect(await resetPassword(email, code)).toMatchObject({ status: 204, body: undefined })
    expect(await signIn(email, testPassword)).toMatchObject({ status: 401 })
    await signInWithPassword(portal, email, newPassword)
    expect(await listActions(id)).toContainEqual({ action: 'password.reset', actor_id: id })
  })

  test('is signed out everywhere by the new password, and gets a mail', async () => {
    const { email, as, refreshToken } = await user(portal)
    const { as: phone } = await signInWithPassword(portal, email)
    await resetPassword(email, await requestResetCode(portal, email))
    for (const device of [as, phone]) expect(await device.call(account.me)).toMatchObject({ status: 401 })
    expect(await anonymousCaller(portal).call(auth.refresh, { body: { refreshToken } })).toMatchObject({ status: 401 })
    expect((await listSubjects(email)).at(-1)).toBe('Your Dooryard password was changed')
  })

  test('keeps sessions and password when the code is wrong', async () => {
    const { email, as } = await user(portal)
    const code = await requestResetCode(portal, email)
    expect(await resetPassword(email, getWrongCode(code))).toMatchObject({ status: 422 })
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
    await signInWithPassword(portal, email)
    expect(await listSubjects(email)).toHaveLength(1)
  })

  test('may choose the same password again', async () => {
    const { email } = await user(portal)
    expect(await resetPassword(email, await requestResetCode(portal, email), testPassword)).toMatchObject({
      status: 204,
    })
    await signInWithPassword(portal, email)
  })

  test('has verified their email with the code', async () => {
    const { email, code: verification } = await registerUser(portal)
    expect(await resetPassword(email, await requestResetCode(portal, email))).toMatchObject({ status: 204 })
    const { as } = await signInWithPassword(portal, email, newPassword)
    const { id, emailVerifiedAt } = (await as.call(account.me)).body.user
    expect(emailVerifiedAt).not.toBeNull()
    expect((await listActions(id)).map(({ action }) => action)).toEqual([
      'account.registered',
      'password.reset_requested',
      'account.verified',
      'password.reset',
    ])
    // Otherwise the first registrant could still sign in with another password.
    const body = { email, code: verification }
    expect(await anonymousCaller(portal).call(auth.verifyEmail, { body })).toMatchObject({ status: 422 })
  })

  test('is named in no mail before their email is verified, since anyone may have registered it', async () => {
    const { email } = await registerUser(portal, { firstName: 'Buy-cheap-at-evil.example' })
    await resetPassword(email, await requestResetCode(portal, email))
    await portal.db
      .updateTable('users')
      .set({ isActive: false, emailVerifiedAt: null })
      .where('email', '=', email)
      .execute()
    await requestReset(email)
    const [, code, changed, deactivated, ...others] = await listMailsTo(portal, email)
    expect([code, changed, deactivated, ...others].map((mail) => mail?.subject)).toEqual([
      expect.stringMatching(/is your code for a new Dooryard password$/),
      'Your Dooryard password was changed',
      'Your Dooryard account is deactivated',
    ])
    for (const mail of [code, changed, deactivated]) {
      expect(mail?.text).toContain('Hello, ')
      expect(JSON.stringify(mail)).not.toContain('evil')
    }
  })

  test('gets no mail at an address that has no account', async () => {
    const email = newEmail()
    await requestReset(email)
    expect(await listSubjects(email)).toEqual([])
  })

  test('is told by mail that their account is deactivated', async () => {
    const { id, email } = await user(portal)
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
    await requestReset(email)
    expect(await listSubjects(email)).toEqual(['Your Dooryard account is deactivated'])
  })

  test.each([
    ['password', 'Password must be at least 8 characters', '1234567', '1234567'],
    ['password', 'Password must be less than 100 characters', 'x'.repeat(101), 'x'.repeat(101)],
    ['password', 'This is one of the most common passwords. Please choose another.', 'password1', 'password1'],
    ['confirmPassword', "Passwords don't match", newPassword, testPassword],
  ])('is rejected on the field %s: %s', async (path, message, password, confirmPassword) => {
    const { email } = await user(portal)
    const code = await requestResetCode(portal, email)
    const reply = await resetPassword(email, code, password, confirmPassword)
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
    // The code remains valid.
    expect(await resetPassword(email, code)).toMatchObject({ status: 204 })
  })
})

test('with a valid code a new password made of the own name is rejected, and the code stays valid', async () => {
  const { email } = await user(portal)
  const code = await requestResetCode(portal, email)
  const own = await resetPassword(email, code, 'sampleton-2026', 'sampleton-2026')
  expect(own).toMatchObject({ status: 400, body: { issues: [{ path: 'password', message: mostlyKnownMessage }] } })
  // Without the code the name is not revealed.
  const wrongCode = await resetPassword(
    email,
    code === '000000' ? '000001' : '000000',
    'sampleton-2026',
    'sampleton-2026',
  )
  expect(wrongCode.status).toBe(422)
  expect(await resetPassword(email, code)).toMatchObject({ status: 204 })
})

describe('requesting another verification code', () => {
  test('sends one to an unverified email', async () => {
    const { email, code } = await registerUser(portal)
    const message = `If ${email} is still to be verified, a new 6-digit code is on its way to it.`
    expect(await resendCode(email)).toMatchObject({ status: 202, body: { message } })
    const newer = await getNewestCode(portal, email)
    expect(await listSubjects(email)).toEqual([`${code} is your Dooryard code`, `${newer} is your Dooryard code`])
  })

  test('for a verified email says so by mail only', async () => {
    const { email } = await user(portal)
    await resendCode(email)
    expect(await listSubjects(email)).toEqual(['You already have a Dooryard account'])
  })

  test('for an email without an account sends nothing', async () => {
    const email = newEmail()
    await resendCode(email)
    expect(await listSubjects(email)).toEqual([])
  })
})

describe('the job that mails a code', () => {
  const run = { attempt: 2, maxAttempts: 25, signal: new AbortController().signal }
  const work = runMailCode(portal.services)
  const caller = { ipAddress: '127.0.0.1', userAgent: '' }
  const buildPayload = (email: string) => {
    const all = { email, purpose: 'RESET_PASSWORD', drawn: generateCode(portal), requestId: '', caller }
    return { sealed: encrypt(portal.services.secrets, mailCodeJob, all) }
  }

  test('sends one mail when it runs twice', async () => {
    const { email } = await user(portal)
    const payload = buildPayload(email)
    await work(payload, run)
    await work(payload, run)
    expect(await listSubjects(email)).toHaveLength(1)
  })

  test('does not restore a code that was used before it ran again', async () => {
    const { email } = await user(portal)
    const payload = buildPayload(email)
    await work(payload, run)
    const code = await getNewestCode(portal, email)
    expect(await resetPassword(email, code)).toMatchObject({ status: 204 })
    await work(payload, run)
    expect(await resetPassword(email, code)).toMatchObject({ status: 422 })
  })

  test('does nothing when it runs after a later request', async () => {
    const { email } = await user(portal)
    const older = buildPayload(email)
    portal.clock.advance(1_000)
    await work(buildPayload(email), run)
    await work(older, run)
    expect(await listSubjects(email)).toHaveLength(1)
    expect(await resetPassword(email, await getNewestCode(portal, email))).toMatchObject({ status: 204 })
  })
})
