import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../demo.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { seal } from '../../platform/sealed.ts'
import { nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'
import { allDone, codeIn, mailsTo, newEmail, registered, registration } from './codes.fixture.ts'
import { drawCode } from './email-codes.ts'
import { mostlyKnown } from './passwords.fixture.ts'
import { registerAccountJob, runRegisterAccount } from './register.ts'
import { findUserByEmail } from './users.queries.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const register = (body: object) => nobody(portal).call(auth.register, { body: registration(body) })
const verify = (email: string, code: string) => nobody(portal).call(auth.verifyEmail, { body: { email, code } })
const signIn = (email: string, password: string) => nobody(portal).call(auth.login, { body: { email, password } })

const audited = async (userId: string) =>
  (await portal.pool.query('select action from audit_log where object_id = $1 order by id', [userId])).rows.map(
    ({ action }) => action,
  )

describe('registering', () => {
  test('tells that an email is on its way, and what it holds', async () => {
    const email = newEmail()
    const holds = 'It holds a 6-digit code, unless the address already has an account.'
    const message = `An email is on its way to ${email}. ${holds}`
    expect(await register({ email })).toMatchObject({ status: 201, body: { message } })
  })

  test('opens the account of a consumer without credits, which signs in once its email is verified', async () => {
    const { email, code } = await registered(portal, { companyName: 'Example Outreach' })
    expect(code).toMatch(/^\d{6}$/)
    expect(await signIn(email, testPassword)).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(/or the address is not verified yet\.$/) },
    })
    const { status, body } = await verify(email, code)
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
    const me = await callerAt(portal.url, body.accessToken).call(account.me)
    expect(me.body.balance).toEqual({ subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits: 0 })
    await signedIn(portal, email)
    expect(await audited(body.user.id)).toEqual(['account.registered', 'session.refused', 'account.verified'])
  })

  test('sends a mail in HTML and in text, which names nobody, for anybody may have typed the address in', async () => {
    const { email, code } = await registered(portal, { firstName: 'Buy-cheap-at-evil.example' })
    const [mail] = await mailsTo(portal, email)
    expect(mail).toMatchObject({ to: email, subject: `${code} is your Dooryard code` })
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain(code)
      expect(form).toContain(`http://localhost:3000/verify-email?email=${encodeURIComponent(email)}`)
      expect(form).not.toContain('evil')
    }
  })

  test('a password may have a hundred characters, of any kind', async () => {
    const password = 'Zwölf Boxkämpfer 拳! '.repeat(5).padEnd(100, 'q')
    expect(await register({ password, confirmPassword: password })).toMatchObject({ status: 201 })
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
    ['password', mostlyKnown, { phone: '615-555-0199', password: '615-555-0199' }],
    ['password', mostlyKnown, { password: 'dooryard2026' }],
    ['password', mostlyKnown, { password: 'Super-Admin' }],
    ['password', mostlyKnown, { password: 'localhost:2026' }],
    ['password', mostlyKnown, { companyName: 'Maple Street Mailers', password: 'M@ple-Mailers1' }],
    ['password', mostlyKnown, { password: demoPassword }],
  ])('is refused on the field %s: %s', async (path, message, change) => {
    const { status, body } = await register(change)
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path, message }] } })
  })
})

describe('registering again', () => {
  test('before the email is verified replaces what was said before, the password included', async () => {
    const first = await registered(portal)
    const change = { email: first.email.toUpperCase(), password: 'staple-horse-battery', firstName: 'Tessa' }
    await register({ ...change, companyName: 'Example Outreach' })
    await allDone(portal)
    const mails = await mailsTo(portal, first.email)
    expect(mails).toHaveLength(2)
    expect(await verify(first.email, first.code)).toMatchObject({ status: 422 })
    const { body } = await verify(first.email.toUpperCase(), codeIn(mails.at(-1)))
    expect(body.user).toMatchObject({ email: first.email, firstName: 'Tessa', companyName: 'Example Outreach' })
    expect(await signIn(first.email, testPassword)).toMatchObject({ status: 401 })
    await signedIn(portal, first.email, change.password)
  })

  test('after it is verified changes nothing, and tells the owner how to go on', async () => {
    const { id, email } = await user(portal)
    const before = await findUserByEmail(portal.db, email)
    await register({ email: email.toUpperCase(), password: 'staple-horse-battery' })
    const [mail, ...others] = await mailsTo(portal, email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('You already have a Dooryard account')
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain('http://localhost:3000/login')
      expect(form).toContain('http://localhost:3000/forgot-password')
    }
    expect(await findUserByEmail(portal.db, email)).toEqual(before)
    expect(await audited(id)).not.toContain('account.registered')
  })

  test('with the email of a deactivated account says that it is deactivated, by mail alone', async () => {
    const { id, email } = await user(portal)
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
    expect(await register({ email })).toMatchObject({ status: 201 })
    expect((await mailsTo(portal, email)).map(({ subject }) => subject)).toEqual([
      'Your Dooryard account is deactivated',
    ])
  })

  test('three times at once opens one account, and one of the codes that were sent works', async () => {
    const email = newEmail()
    const replies = await Promise.all([1, 2, 3].map(() => register({ email })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    const mails = await mailsTo(portal, email)
    const { rows } = await portal.pool.query('select id from users where email = $1', [email])
    expect(rows).toHaveLength(1)
    const statuses: number[] = []
    for (const mail of mails) statuses.push((await verify(email, codeIn(mail))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('the job that opens an account', () => {
  const run = { attempt: 2, maxAttempts: 25, signal: new AbortController().signal }

  const asked = (email: string, change: object = {}) => {
    const { password: _, confirmPassword: __, ...facts } = registration({ email })
    const caller = { ipAddress: '203.0.113.7', userAgent: 'test' }
    const all = { ...facts, passwordHash: 'hash', drawn: drawCode(portal), requestId: newId(), caller, ...change }
    return { sealed: seal(portal.services.secrets, registerAccountJob, all) }
  }
  const work = runRegisterAccount(portal.services)

  test('sends one mail when it runs twice, and its code works', async () => {
    const email = newEmail()
    const payload = asked(email)
    await work(payload, run)
    await work(payload, run)
    const mails = await mailsTo(portal, email)
    expect(mails).toHaveLength(1)
    expect(await verify(email, codeIn(mails[0]))).toMatchObject({ status: 200 })
  })

  test('does nothing when it runs after one that was asked for later', async () => {
    const email = newEmail()
    const older = asked(email, { firstName: 'Older' })
    portal.clock.advance(1_000)
    await work(asked(email, { firstName: 'Newer' }), run)
    await work(older, run)
    expect(await mailsTo(portal, email)).toHaveLength(1)
    expect(await findUserByEmail(portal.db, email)).toMatchObject({ firstName: 'Newer' })
  })

  test('leaves nothing behind when it fails on the way', async () => {
    const email = newEmail()
    // No text holds a NUL, so the entry of the audit log, which comes last, is refused.
    await expect(work(asked(email, { requestId: 'a\0b' }), run)).rejects.toThrow()
    expect(await findUserByEmail(portal.db, email)).toBeUndefined()
    expect(await mailsTo(portal, email)).toEqual([])
  })

  test('that nobody can decrypt is given up, and the log says so', async () => {
    await addJob(portal.db, registerAccountJob, { sealed: 'v1.AAAA' })
    await allDone(portal)
    expect(portal.logged.join('')).toContain('A job cannot be decrypted and is given up')
  })
})
