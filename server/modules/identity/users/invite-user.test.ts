import { roles } from '@dooryard/contract/api/roles'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers, type NewUser } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  buildRegistration,
  extractCode,
  getNewestCode,
  getWrongCode,
  listMailsTo,
  newEmail,
  requestResetCode,
} from '../codes/codes.fixture.ts'
import { createImpersonationHelpers } from '../impersonation/impersonation.fixture.ts'
import { purgeUnverifiedAccounts } from '../registration/register.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const { newAdmin, change } = createImpersonationHelpers(portal)
const admin = await newAdmin()
const day = 86_400_000

const buildNewUser = (facts: Partial<NewUser> = {}): NewUser => ({
  ...{ email: newEmail(), phone: '615-555-0142', firstName: 'Erin', lastName: 'Prize' },
  ...{ companyName: 'Example Outreach', role: 'ENTERPRISE_USER', sendInvite: true, ...facts },
})
const createUser = (body: NewUser) => admin.as.call(adminUsers.create, { body })
const sendInvitation = (id: string) => admin.as.call(adminUsers.invite, { params: { id } })
const choosePassword = (email: string, code: string, password = testPassword) =>
  anonymousCaller(portal).call(auth.resetPassword, { body: { email, code, password, confirmPassword: password } })
const refusedReply = { status: 422, body: { message: 'The code is not right or has expired.' } }
const listActionsOn = async (id: string) =>
  (await portal.pool.query('select action from audit_log where object_id = $1 order by id', [id])).rows.map(
    ({ action }) => action,
  )

async function inviteUser(facts: Partial<NewUser> = {}) {
  const body = buildNewUser(facts)
  const reply = await createUser(body)
  if (reply.status !== 201) throw new Error(`${body.email} could not be made: ${reply.status}`)
  return { ...reply.body, code: await getNewestCode(portal, body.email) }
}

describe('an account that an administrator creates', () => {
  test.each(roles)('has the role %s, no credits, is not verified, and nobody is signed in', async (role) => {
    const { sendInvite: _, ...facts } = buildNewUser({ role })
    const reply = await createUser({ ...facts, sendInvite: false })
    expect(reply).toMatchObject({ status: 201, body: { ...facts, emailVerifiedAt: null, isActive: true } })
    expect(await listMailsTo(portal, facts.email)).toEqual([])
    expect(await listActionsOn(reply.body.id)).toEqual(['account.created'])
  })

  test('is rejected if the email is taken, in any case', async () => {
    const { email } = await user(portal)
    const message = `${email.toUpperCase()} has an account already.`
    expect(await createUser(buildNewUser({ email: email.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { message, issues: [{ path: 'email', message }] },
    })
    expect(await listMailsTo(portal, email.toUpperCase())).toEqual([])
  })

  test('is not replaced by a registration with its address, nor purged while unverified', async () => {
    const { id, email, code } = await inviteUser({ role: 'CONSUMER_USER' })
    const body = buildRegistration({ email, firstName: 'Mallory', password: 'mallory-horse-battery' })
    await anonymousCaller(portal).call(auth.register, { body })
    expect((await listMailsTo(portal, email)).at(-1)?.subject).toBe('You already have a Dooryard account')
    await purgeUnverifiedAccounts(portal.db, new Date(portal.clock.now().getTime() + 30 * day))
    const shown = await admin.as.call(adminUsers.get, { params: { id } })
    expect(shown).toMatchObject({ status: 200, body: { firstName: 'Erin' } })
    expect(await choosePassword(email, code)).toMatchObject({ status: 204 })
  })
})

describe('an invitation', () => {
  test('is a mail with a code and a link, by which its owner chooses a password and verifies the email', async () => {
    const { id, email, code } = await inviteUser()
    const [mail] = await listMailsTo(portal, email)
    expect(mail?.subject).toContain('You are invited to Dooryard')
    for (const form of [mail?.html.replaceAll('&amp;', '&'), mail?.text]) {
      expect(form).toContain(code)
      expect(form).toContain(`/reset-password?email=${encodeURIComponent(email)}&invitation=true`)
    }
    expect(await choosePassword(email, code)).toMatchObject({ status: 204 })
    const { as } = await signInWithPassword(portal, email)
    expect((await as.call(account.me)).body.user).toMatchObject({ id, role: 'ENTERPRISE_USER' })
    expect((await as.call(account.me)).body.user.emailVerifiedAt).not.toBeNull()
    const credits = { onDemandCredits: 0, subscriptionCredits: 0 }
    expect((await as.call(account.me)).body.balance).toMatchObject(credits)
    const after = ['account.created', 'account.invited', 'account.verified', 'password.reset']
    expect(await listActionsOn(id)).toEqual(after)
    // No change is notified: it is the first password they chose.
    expect(await listMailsTo(portal, email)).toHaveLength(1)
    expect(await choosePassword(email, code)).toMatchObject(refusedReply)
  })

  test('works for seven days, and then a new code works', async () => {
    const { email, code } = await inviteUser()
    const { email: late, code: lateCode } = await inviteUser()
    portal.clock.advance(7 * day - 60_000)
    expect(await choosePassword(email, code)).toMatchObject({ status: 204 })
    portal.clock.advance(120_000)
    expect(await choosePassword(late, lateCode)).toMatchObject(refusedReply)
    expect(await choosePassword(late, await requestResetCode(portal, late))).toMatchObject({ status: 204 })
    portal.clock.advance(-7 * day - 60_000)
  })

  test('is sent again on a reset request until a password is chosen, and a reset code afterwards', async () => {
    const { email, code } = await inviteUser()
    portal.clock.advance(day)
    const again = await requestResetCode(portal, email)
    const mails = await listMailsTo(portal, email)
    expect(mails.map(({ subject }) => subject)).toEqual(
      [code, again].map((sent) => expect.stringContaining(`invited to Dooryard: ${sent}`)),
    )
    expect(mails[1]?.text).toContain('&invitation=true')
    if (code !== again) expect(await choosePassword(email, code)).toMatchObject(refusedReply)
    portal.clock.advance(7 * day - 60_000)
    expect(await choosePassword(email, again)).toMatchObject({ status: 204 })
    await requestResetCode(portal, email)
    expect((await listMailsTo(portal, email)).at(-1)?.subject).toContain('is your code for a new Dooryard password')
    portal.clock.advance(-8 * day + 60_000)
  })

  test('is not sent again to a deactivated user', async () => {
    const { id, email } = await inviteUser()
    await change(id, { isActive: false })
    expect(await requestResetCode(portal, email)).toBe('')
    expect((await listMailsTo(portal, email)).at(-1)?.subject).toBe('Your Dooryard account is deactivated')
  })

  test('allows five attempts, even if a reset code is requested', async () => {
    const { email, code } = await inviteUser()
    for (let guess = 0; guess < 5; guess++)
      expect(await choosePassword(email, getWrongCode(code))).toMatchObject(refusedReply)
    expect(await choosePassword(email, code)).toMatchObject(refusedReply)
    const reset = await requestResetCode(portal, email)
    if (reset !== code) expect(await choosePassword(email, code)).toMatchObject(refusedReply)
    expect(await choosePassword(email, reset)).toMatchObject({ status: 204 })
  })

  test('ends with the next one, and when the address is verified in another way', async () => {
    const { id, email, code } = await inviteUser()
    expect(await sendInvitation(id)).toMatchObject({ status: 204 })
    const mails = await listMailsTo(portal, email)
    const newest = extractCode(mails.at(-1))
    expect(mails).toHaveLength(2)
    if (code !== newest) expect(await choosePassword(email, code)).toMatchObject(refusedReply)
    await anonymousCaller(portal).call(auth.resendVerification, { body: { email } })
    const body = { email, code: await getNewestCode(portal, email) }
    expect(await anonymousCaller(portal).call(auth.verifyEmail, { body })).toMatchObject({ status: 200 })
    expect(await choosePassword(email, newest)).toMatchObject(refusedReply)
  })

  test('is not sent to a verified, a deactivated or an unknown user', async () => {
    const { id: verified } = await user(portal)
    expect(await sendInvitation(verified)).toMatchObject({ status: 422 })
    const { id, email } = await inviteUser()
    await change(id, { isActive: false })
    expect(await sendInvitation(id)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('deactivated') },
    })
    expect(await listMailsTo(portal, email)).toHaveLength(1)
    expect(await sendInvitation(newId())).toMatchObject({ status: 404 })
  })
})
