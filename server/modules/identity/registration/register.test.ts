import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/demo.ts'
import { encrypt } from '../../../platform/crypto/encrypt.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { newId } from '../../../platform/util/ids.ts'
import { anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import {
  buildRegistration,
  extractCode,
  listMailsTo,
  newEmail,
  registerUser,
  waitForJobs,
} from '../codes/codes.fixture.ts'
import { generateCode } from '../codes/email-codes.ts'
import { mostlyKnownMessage } from '../passwords/passwords.fixture.ts'
import { findUserByEmail } from '../users/users.queries.ts'
import { registerAccountJob, runRegisterAccount } from './register.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const registerWith = (body: object, headers = {}) =>
  anonymousCaller(portal).call(auth.register, { body: buildRegistration(body), headers })
const verifyEmail = (email: string, code: string) =>
  anonymousCaller(portal).call(auth.verifyEmail, { body: { email, code } })
const signIn = (email: string, password: string) =>
  anonymousCaller(portal).call(auth.login, { body: { email, password } })

const listActions = async (userId: string) =>
  (await portal.pool.query('select action from audit_log where object_id = $1 order by id', [userId])).rows.map(
    ({ action }) => action,
  )

describe('registering', () => {
  test('says that an email is on its way, and what it contains', async () => {
    const email = newEmail()
    const waitsForLock = 'It holds a 6-digit code, unless the address already has an account.'
    const message = `An email is on its way to ${email}. ${waitsForLock}`
    expect(await registerWith({ email })).toMatchObject({ status: 201, body: { message } })
  })

  test('creates a consumer account without credits, which can sign in once its email is verified', async () => {
    const { email, code } = await registerUser(portal, { companyName: 'Example Outreach' })
    expect(code).toMatch(/^\d{6}$/)
    expect(await signIn(email, testPassword)).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED' },
    })
    const { status, body } = await verifyEmail(email, code)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email,
      role: 'CONSUMER_USER',
      firstName: 'Tess',
      lastName: 'Newcomer',
      phone: '615-555-0122',
      companyName: 'Example Outreach',
      emailVerifiedAt: expect.any(String),
    })
    const me = await createCaller(portal.url, body.accessToken).call(account.me)
    expect(me.body.balance).toEqual({ subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 0 })
    await signInWithPassword(portal, email)
    expect(await listActions(body.user.id)).toEqual(['account.registered', 'session.refused', 'account.verified'])
  })

  test('signing in before the email is verified mails another code', async () => {
    const { email } = await registerUser(portal)
    await signIn(email, testPassword)
    const mails = await listMailsTo(portal, email)
    expect(mails).toHaveLength(2)
    expect(await verifyEmail(email, extractCode(mails[1]))).toMatchObject({ status: 200 })
  })

  test('with an address that has an account and another password signs in as if it were not verified', async () => {
    const { email, as } = await user(portal)
    await registerWith({ email, password: 'attempted-horse-battery' })
    await listMailsTo(portal, email)
    await portal.pool.query('delete from rate_limits')
    expect(await signIn(email, 'attempted-horse-battery')).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED' },
    })
    expect((await listMailsTo(portal, email)).map(({ subject }) => subject)).toEqual([
      'You already have a Dooryard account',
      'You already have a Dooryard account',
    ])
    expect(await as.call(account.me)).toMatchObject({ status: 200 })
    expect(await signIn(email, 'another guess')).toMatchObject({ status: 401 })
  })

  test('sends a mail in HTML and text without any name, since anyone may have typed the address', async () => {
    const { email, code } = await registerUser(portal, { firstName: 'Buy-cheap-at-evil.example' })
    const [mail] = await listMailsTo(portal, email)
    expect(mail).toMatchObject({ to: email, subject: `${code} is your Dooryard code` })
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain(code)
      expect(form).toContain(`http://localhost:3000/verify-email?email=${encodeURIComponent(email)}`)
      expect(form).not.toContain('evil')
    }
  })

  test('allows a password of a hundred characters of any kind', async () => {
    const password = 'Zwölf Boxkämpfer 拳! '.repeat(5).padEnd(100, 'q')
    expect(await registerWith({ password, confirmPassword: password })).toMatchObject({ status: 201 })
  })

  test.each([
    ['email', 'Please enter a valid email address', { email: 'casey' }],
    ['password', 'Password must be at least 8 characters', { password: '1234567' }],
    ['password', 'Password must be less than 100 characters', { password: 'x'.repeat(101) }],
    ['confirmPassword', "Passwords don't match", { confirmPassword: 'something else' }],
    ['phone', 'Phone number must be at least 6 characters', { phone: '12345' }],
    ['phone', 'Phone number must be less than 15 characters', { phone: '1'.repeat(16) }],
    ['firstName', 'First name must be at least 2 characters', { firstName: 'C' }],
    ['firstName', 'First name must be less than 50 characters', { firstName: 'C'.repeat(51) }],
    ['lastName', 'Last name must be at least 2 characters', { lastName: 'T' }],
    ['lastName', 'Last name must be less than 50 characters', { lastName: 'T'.repeat(51) }],
    ['companyName', 'Company name must be less than 100 characters', { companyName: 'E'.repeat(101) }],
    ['password', 'This is one of the most common passwords. Please choose another.', { password: 'Password123' }],
    ['password', mostlyKnownMessage, { phone: '615-555-0199', password: '615-555-0199' }],
    ['password', mostlyKnownMessage, { password: 'dooryard2026' }],
    ['password', mostlyKnownMessage, { password: 'Super-Admin' }],
    ['password', mostlyKnownMessage, { password: 'localhost:2026' }],
    ['password', mostlyKnownMessage, { companyName: 'Maple Street Mailers', password: 'M@ple-Mailers1' }],
    ['password', mostlyKnownMessage, { password: demoPassword }],
  ])('is rejected on the field %s: %s', async (path, message, change) => {
    const { status, body } = await registerWith(change)
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
  })
})

describe('registering again', () => {
  test('before the email is verified replaces the previous data, the password included', async () => {
    const first = await registerUser(portal)
    const change = { email: first.email.toUpperCase(), password: 'staple-horse-battery', firstName: 'Tessa' }
    await registerWith({ ...change, companyName: 'Example Outreach' })
    await waitForJobs(portal)
    const mails = await listMailsTo(portal, first.email)
    expect(mails).toHaveLength(2)
    expect(await verifyEmail(first.email, first.code)).toMatchObject({ status: 422 })
    const { body } = await verifyEmail(first.email.toUpperCase(), extractCode(mails.at(-1)))
    expect(body.user).toMatchObject({ email: first.email, firstName: 'Tessa', companyName: 'Example Outreach' })
    expect(await signIn(first.email, testPassword)).toMatchObject({ status: 401 })
    await signInWithPassword(portal, first.email, change.password)
  })

  test('after it is verified changes nothing, and mails the owner how to continue', async () => {
    const { id, email } = await user(portal)
    const before = await findUserByEmail(portal.db, email)
    // Not where the caller comes from, who may be anyone.
    const headers = { origin: 'http://127.0.0.1:3000' }
    await registerWith({ email: email.toUpperCase(), password: 'staple-horse-battery' }, headers)
    const [mail, ...others] = await listMailsTo(portal, email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('You already have a Dooryard account')
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain('http://localhost:3000/login')
      expect(form).toContain('http://localhost:3000/forgot-password')
    }
    expect(await findUserByEmail(portal.db, email)).toEqual(before)
    expect(await listActions(id)).not.toContain('account.registered')
  })

  test('with the email of a deactivated account says so by mail only', async () => {
    const { id, email } = await user(portal)
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
    expect(await registerWith({ email })).toMatchObject({ status: 201 })
    expect((await listMailsTo(portal, email)).map(({ subject }) => subject)).toEqual([
      'Your Dooryard account is deactivated',
    ])
  })

  test('three times at once creates one account, and one of the codes works', async () => {
    const email = newEmail()
    const replies = await Promise.all([1, 2, 3].map(() => registerWith({ email })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    const mails = await listMailsTo(portal, email)
    const { rows } = await portal.pool.query('select id from users where email = $1', [email])
    expect(rows).toHaveLength(1)
    const statuses: number[] = []
    for (const mail of mails) statuses.push((await verifyEmail(email, extractCode(mail))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('the job that creates an account', () => {
  const run = { attempt: 2, maxAttempts: 25, signal: new AbortController().signal }

  const buildPayload = (email: string, change: object = {}) => {
    const { password: _, confirmPassword: __, ...facts } = buildRegistration({ email })
    const caller = { ipAddress: '203.0.113.7', userAgent: 'test' }
    const all = { ...facts, passwordHash: 'hash', drawn: generateCode(portal), requestId: newId(), caller, ...change }
    return { sealed: encrypt(portal.services.secrets, registerAccountJob, all) }
  }
  const work = runRegisterAccount(portal.services)

  test('sends one mail when it runs twice, and its code works', async () => {
    const email = newEmail()
    const payload = buildPayload(email)
    await work(payload, run)
    await work(payload, run)
    const mails = await listMailsTo(portal, email)
    expect(mails).toHaveLength(1)
    expect(await verifyEmail(email, extractCode(mails[0]))).toMatchObject({ status: 200 })
  })

  test('does nothing when it runs after a later request', async () => {
    const email = newEmail()
    const older = buildPayload(email, { firstName: 'Older' })
    portal.clock.advance(1_000)
    await work(buildPayload(email, { firstName: 'Newer' }), run)
    await work(older, run)
    expect(await listMailsTo(portal, email)).toHaveLength(1)
    expect(await findUserByEmail(portal.db, email)).toMatchObject({ firstName: 'Newer' })
  })

  test('leaves nothing behind when it fails', async () => {
    const email = newEmail()
    // PostgreSQL text cannot contain NUL, so the audit entry, which is written last, fails.
    await expect(work(buildPayload(email, { requestId: 'a\0b' }), run)).rejects.toThrow()
    expect(await findUserByEmail(portal.db, email)).toBeUndefined()
    expect(await listMailsTo(portal, email)).toEqual([])
  })

  test('that cannot be decrypted is abandoned, and the log says so', async () => {
    await addJob(portal.db, registerAccountJob, { sealed: 'v1.AAAA' })
    await waitForJobs(portal)
    expect(portal.logged.join('')).toContain('A job cannot be decrypted and is given up')
  })
})
