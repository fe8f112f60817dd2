import { account } from '@dooryard/contract/account'
import { adminUsers, type NewUser } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { roles } from '@dooryard/contract/roles'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { actingOn } from './acting.fixture.ts'
import { codeIn, mailsTo, newEmail, newestCode, otherThan, registration, resetCode } from './codes.fixture.ts'
import { forgetUnverified } from './register.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const { newAdmin, change } = actingOn(portal)
const admin = await newAdmin()
const day = 86_400_000

const draft = (facts: Partial<NewUser> = {}): NewUser => ({
  ...{ email: newEmail(), phone: '615-555-0142', firstName: 'Erin', lastName: 'Prize' },
  ...{ companyName: 'Example Outreach', role: 'ENTERPRISE_USER', sendInvite: true, ...facts },
})
const add = (body: NewUser) => admin.as.call(adminUsers.create, { body })
const invite = (id: string) => admin.as.call(adminUsers.invite, { params: { id } })
const choose = (email: string, code: string, password = testPassword) =>
  nobody(portal).call(auth.resetPassword, { body: { email, code, password, confirmPassword: password } })
const refused = { status: 422, body: { message: 'The code is not right or has expired.' } }
const actionsOn = async (id: string) =>
  (await portal.pool.query('select action from audit_log where object_id = $1 order by id', [id])).rows.map(
    ({ action }) => action,
  )

async function invited(facts: Partial<NewUser> = {}) {
  const body = draft(facts)
  const reply = await add(body)
  if (reply.status !== 201) throw new Error(`${body.email} could not be made: ${reply.status}`)
  return { ...reply.body, code: await newestCode(portal, body.email) }
}

describe('an account that an administrator makes', () => {
  test.each(roles)('is of the role %s, without credits, not verified, and nobody is signed in', async (role) => {
    const { sendInvite: _, ...facts } = draft({ role })
    const reply = await add({ ...facts, sendInvite: false })
    expect(reply).toMatchObject({ status: 201, body: { ...facts, emailVerifiedAt: null, isActive: true } })
    expect(await mailsTo(portal, facts.email)).toEqual([])
    expect(await actionsOn(reply.body.id)).toEqual(['account.created'])
  })

  test('is refused where the email has one, in whatever case', async () => {
    const { email } = await user(portal)
    const message = `${email.toUpperCase()} has an account already.`
    expect(await add(draft({ email: email.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { message, issues: [{ path: 'email', message }] },
    })
    expect(await mailsTo(portal, email.toUpperCase())).toEqual([])
  })

  test('is not taken by whoever registers with its address, nor forgotten while nobody comes', async () => {
    const { id, email, code } = await invited({ role: 'CONSUMER_USER' })
    const body = registration({ email, firstName: 'Mallory', password: 'mallory-horse-battery' })
    await nobody(portal).call(auth.register, { body })
    expect((await mailsTo(portal, email)).at(-1)?.subject).toBe('You already have a Dooryard account')
    await forgetUnverified(portal.db, new Date(portal.clock.now().getTime() + 30 * day))
    const shown = await admin.as.call(adminUsers.get, { params: { id } })
    expect(shown).toMatchObject({ status: 200, body: { firstName: 'Erin' } })
    expect(await choose(email, code)).toMatchObject({ status: 204 })
  })
})

describe('an invitation', () => {
  test('is a mail with a code and a link, by which its owner chooses a password and has verified the email', async () => {
    const { id, email, code } = await invited()
    const [mail] = await mailsTo(portal, email)
    expect(mail?.subject).toContain('You are invited to Dooryard')
    for (const form of [mail?.html.replaceAll('&amp;', '&'), mail?.text]) {
      expect(form).toContain(code)
      expect(form).toContain(`/reset-password?email=${encodeURIComponent(email)}&invitation=true`)
    }
    expect(await choose(email, code)).toMatchObject({ status: 204 })
    const { as } = await signedIn(portal, email)
    expect((await as.call(account.me)).body.user).toMatchObject({ id, role: 'ENTERPRISE_USER' })
    expect((await as.call(account.me)).body.user.emailVerifiedAt).not.toBeNull()
    const credits = { onDemandCredits: 0, subscriptionCredits: 0 }
    expect((await as.call(account.me)).body.balance).toMatchObject(credits)
    const after = ['account.created', 'account.invited', 'account.verified', 'password.reset']
    expect(await actionsOn(id)).toEqual(after)
    // Nothing of the kind has changed: it is the first that they chose.
    expect(await mailsTo(portal, email)).toHaveLength(1)
    expect(await choose(email, code)).toMatchObject(refused)
  })

  test('works for seven days, and then the code of another does', async () => {
    const { email, code } = await invited()
    const { email: late, code: lateCode } = await invited()
    portal.clock.advance(7 * day - 60_000)
    expect(await choose(email, code)).toMatchObject({ status: 204 })
    portal.clock.advance(120_000)
    expect(await choose(late, lateCode)).toMatchObject(refused)
    expect(await choose(late, await resetCode(portal, late))).toMatchObject({ status: 204 })
    portal.clock.advance(-7 * day - 60_000)
  })

  test('is sent again to whoever asks for a new code before they came, and a reset code to who came', async () => {
    const { email, code } = await invited()
    portal.clock.advance(day)
    const again = await resetCode(portal, email)
    const mails = await mailsTo(portal, email)
    expect(mails.map(({ subject }) => subject)).toEqual(
      [code, again].map((sent) => expect.stringContaining(`invited to Dooryard: ${sent}`)),
    )
    expect(mails[1]?.text).toContain('&invitation=true')
    if (code !== again) expect(await choose(email, code)).toMatchObject(refused)
    portal.clock.advance(7 * day - 60_000)
    expect(await choose(email, again)).toMatchObject({ status: 204 })
    await resetCode(portal, email)
    expect((await mailsTo(portal, email)).at(-1)?.subject).toContain('is your code for a new Dooryard password')
    portal.clock.advance(-8 * day + 60_000)
  })

  test('is sent again to nobody who is deactivated', async () => {
    const { id, email } = await invited()
    await change(id, { isActive: false })
    expect(await resetCode(portal, email)).toBe('')
    expect((await mailsTo(portal, email)).at(-1)?.subject).toBe('Your Dooryard account is deactivated')
  })

  test('is compared with five guesses, though a reset code is asked for', async () => {
    const { email, code } = await invited()
    for (let guess = 0; guess < 5; guess++) expect(await choose(email, otherThan(code))).toMatchObject(refused)
    expect(await choose(email, code)).toMatchObject(refused)
    const reset = await resetCode(portal, email)
    if (reset !== code) expect(await choose(email, code)).toMatchObject(refused)
    expect(await choose(email, reset)).toMatchObject({ status: 204 })
  })

  test('ends by the next, and by the address being verified in another way', async () => {
    const { id, email, code } = await invited()
    expect(await invite(id)).toMatchObject({ status: 204 })
    const mails = await mailsTo(portal, email)
    const newest = codeIn(mails.at(-1))
    expect(mails).toHaveLength(2)
    if (code !== newest) expect(await choose(email, code)).toMatchObject(refused)
    await nobody(portal).call(auth.resendVerification, { body: { email } })
    const body = { email, code: await newestCode(portal, email) }
    expect(await nobody(portal).call(auth.verifyEmail, { body })).toMatchObject({ status: 200 })
    expect(await choose(email, newest)).toMatchObject(refused)
  })

  test('goes to nobody who has come, who is deactivated, or who is not there', async () => {
    const { id: verified } = await user(portal)
    expect(await invite(verified)).toMatchObject({ status: 422 })
    const { id, email } = await invited()
    await change(id, { isActive: false })
    expect(await invite(id)).toMatchObject({ status: 422, body: { message: expect.stringContaining('deactivated') } })
    expect(await mailsTo(portal, email)).toHaveLength(1)
    expect(await invite(newId())).toMatchObject({ status: 404 })
  })
})
