import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { seal } from '../../platform/sealed.ts'
import { nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { mailsTo, newEmail, newestCode, otherThan, registered, resetCode } from './codes.fixture.ts'
import { drawCode } from './email-codes.ts'
import { mailCodeJob, runMailCode } from './mail-code.ts'
import { mostlyKnown } from './passwords.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const newPassword = 'staple-horse-battery'
const forgot = (email: string) => nobody(portal).call(auth.forgotPassword, { body: { email } })
const resend = (email: string) => nobody(portal).call(auth.resendVerification, { body: { email } })
const signIn = (email: string, password: string) => nobody(portal).call(auth.login, { body: { email, password } })
const reset = (email: string, code: string, password = newPassword, confirmPassword = password) =>
  nobody(portal).call(auth.resetPassword, { body: { email, code, password, confirmPassword } })

const subjectsTo = async (email: string) => (await mailsTo(portal, email)).map(({ subject }) => subject)

const audited = async (userId: string) =>
  (await portal.pool.query('select action, actor_id from audit_log where object_id = $1 order by id', [userId])).rows

describe('somebody who forgot their password', () => {
  test('is told that a code is on its way, if they have an account', async () => {
    const email = newEmail()
    const message = `If ${email} has an account, a 6-digit code is on its way to it.`
    expect(await forgot(email)).toMatchObject({ status: 202, body: { message } })
  })

  test('gets a mail with a code and a link, and chooses a new password by it', async () => {
    const { id, email } = await user(portal)
    const code = await resetCode(portal, email)
    const [mail] = await mailsTo(portal, email)
    expect(mail?.subject).toBe(`${code} is your code for a new Dooryard password`)
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain(code)
      expect(form).toContain('Hello Tess')
      expect(form).toContain(`http://localhost:3000/reset-password?email=${encodeURIComponent(email)}`)
    }
    expect(await reset(email, code)).toMatchObject({ status: 204, body: undefined })
    expect(await signIn(email, testPassword)).toMatchObject({ status: 401 })
    await signedIn(portal, email, newPassword)
    expect(await audited(id)).toContainEqual({ action: 'password.reset', actor_id: id })
  })

  test('is signed out everywhere by the new password, and told of it', async () => {
    const { email, as, refreshToken } = await user(portal)
    const { as: phone } = await signedIn(portal, email)
    await reset(email, await resetCode(portal, email))
    for (const device of [as, phone]) expect(await device.call(account.me)).toMatchObject({ status: 401 })
    expect(await nobody(portal).call(auth.refresh, { body: { refreshToken } })).toMatchObject({ status: 401 })
    expect((await subjectsTo(email)).at(-1)).toBe('Your Dooryard password was changed')
  })

  test('keeps sessions and password when the code is wrong', async () => {
    const { email, as } = await user(portal)
    const code = await resetCode(portal, email)
    expect(await reset(email, otherThan(code))).toMatchObject({ status: 422 })
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
    await signedIn(portal, email)
    expect(await subjectsTo(email)).toHaveLength(1)
  })

  test('may choose the password they had', async () => {
    const { email } = await user(portal)
    expect(await reset(email, await resetCode(portal, email), testPassword)).toMatchObject({ status: 204 })
    await signedIn(portal, email)
  })

  test('has verified their email by the code, which came to it', async () => {
    const { email, code: verification } = await registered(portal)
    expect(await reset(email, await resetCode(portal, email))).toMatchObject({ status: 204 })
    const { as } = await signedIn(portal, email, newPassword)
    const { id, emailVerifiedAt } = (await as.call(account.me)).body.user
    expect(emailVerifiedAt).not.toBeNull()
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'account.registered',
      'password.reset_requested',
      'account.verified',
      'password.reset',
    ])
    // Otherwise whoever registered first, with another password, could still sign in by it.
    const body = { email, code: verification }
    expect(await nobody(portal).call(auth.verifyEmail, { body })).toMatchObject({ status: 422 })
  })

  test('is named in no mail before their email is verified, for a stranger may have registered it', async () => {
    const { email } = await registered(portal, { firstName: 'Buy-cheap-at-evil.example' })
    await reset(email, await resetCode(portal, email))
    await portal.db
      .updateTable('users')
      .set({ isActive: false, emailVerifiedAt: null })
      .where('email', '=', email)
      .execute()
    await forgot(email)
    const [, code, changed, deactivated, ...others] = await mailsTo(portal, email)
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
    await forgot(email)
    expect(await subjectsTo(email)).toEqual([])
  })

  test('is told by mail that their account is deactivated', async () => {
    const { id, email } = await user(portal)
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
    await forgot(email)
    expect(await subjectsTo(email)).toEqual(['Your Dooryard account is deactivated'])
  })

  test.each([
    ['password', 'Password must be at least 8 characters', '1234567', '1234567'],
    ['password', 'Password must be less than 100 characters', 'x'.repeat(101), 'x'.repeat(101)],
    ['password', 'This is one of the most common passwords. Please choose another.', 'password1', 'password1'],
    ['confirmPassword', "Passwords don't match", newPassword, testPassword],
  ])('is refused on the field %s: %s', async (path, message, password, confirmPassword) => {
    const { email } = await user(portal)
    const code = await resetCode(portal, email)
    const reply = await reset(email, code, password, confirmPassword)
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
    // The code is as good as before.
    expect(await reset(email, code)).toMatchObject({ status: 204 })
  })
})

test('a new password of little more than the own name is refused by who has the code, and the code is kept', async () => {
  const { email } = await user(portal)
  const code = await resetCode(portal, email)
  const own = await reset(email, code, 'sampleton-2026', 'sampleton-2026')
  expect(own).toMatchObject({ status: 400, body: { issues: [{ path: 'password', message: mostlyKnown }] } })
  // Without the code nobody learns whose name it is.
  const wrongCode = await reset(email, code === '000000' ? '000001' : '000000', 'sampleton-2026', 'sampleton-2026')
  expect(wrongCode.status).toBe(422)
  expect(await reset(email, code)).toMatchObject({ status: 204 })
})

describe('asking for another verification code', () => {
  test('sends one to an email that is still to be verified', async () => {
    const { email, code } = await registered(portal)
    const message = `If ${email} is still to be verified, a new 6-digit code is on its way to it.`
    expect(await resend(email)).toMatchObject({ status: 202, body: { message } })
    const newer = await newestCode(portal, email)
    expect(await subjectsTo(email)).toEqual([`${code} is your Dooryard code`, `${newer} is your Dooryard code`])
  })

  test('with an email that is verified says so, by mail alone', async () => {
    const { email } = await user(portal)
    await resend(email)
    expect(await subjectsTo(email)).toEqual(['You already have a Dooryard account'])
  })

  test('with an email that has no account sends nothing', async () => {
    const email = newEmail()
    await resend(email)
    expect(await subjectsTo(email)).toEqual([])
  })
})

describe('the job that mails a code', () => {
  const run = { attempt: 2, maxAttempts: 25, signal: new AbortController().signal }
  const work = runMailCode(portal.services)
  const caller = { ipAddress: '127.0.0.1', userAgent: '' }
  const asked = (email: string) => {
    const all = { email, purpose: 'RESET_PASSWORD', drawn: drawCode(portal), requestId: '', caller }
    return { sealed: seal(portal.services.secrets, mailCodeJob, all) }
  }

  test('sends one mail when it runs twice', async () => {
    const { email } = await user(portal)
    const payload = asked(email)
    await work(payload, run)
    await work(payload, run)
    expect(await subjectsTo(email)).toHaveLength(1)
  })

  test('does not bring a code back that was used before it ran again', async () => {
    const { email } = await user(portal)
    const payload = asked(email)
    await work(payload, run)
    const code = await newestCode(portal, email)
    expect(await reset(email, code)).toMatchObject({ status: 204 })
    await work(payload, run)
    expect(await reset(email, code)).toMatchObject({ status: 422 })
  })

  test('does nothing when it runs after one that was asked for later', async () => {
    const { email } = await user(portal)
    const older = asked(email)
    portal.clock.advance(1_000)
    await work(asked(email), run)
    await work(older, run)
    expect(await subjectsTo(email)).toHaveLength(1)
    expect(await reset(email, await newestCode(portal, email))).toMatchObject({ status: 204 })
  })
})
