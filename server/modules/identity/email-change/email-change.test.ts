import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { adminEmailChange, emailChange } from '@dooryard/contract/identity/email-change'
import { afterAll, describe, expect, test } from 'vitest'
import { actAsUser, anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'
import {
  extractCode,
  getNewestCode,
  getWrongCode,
  listMailsTo,
  newEmail,
  registerUser,
  requestResetCode,
} from '../codes/codes.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const requestChange = (as: Caller, email: string, password = testPassword) =>
  as.call(emailChange.request, { body: { email, password }, headers: { origin: 'http://127.0.0.1:3000' } })
const confirmChange = (as: Caller, newCode: string, currentCode: string) =>
  as.call(emailChange.confirm, { body: { newCode, currentCode } })
const signIn = (email: string) => anonymousCaller(portal).call(auth.login, { body: { email, password: testPassword } })
const isSignedIn = async (as: Caller) => (await as.call(account.me)).status === 200

/** Asks for a new address and returns it with both codes. */
async function startChange({ as, email }: { as: Caller; email: string }, to = newEmail()) {
  const reply = await requestChange(as, to)
  const [newCode, currentCode] = [await getNewestCode(portal, to), await getNewestCode(portal, email)]
  return { reply, to, newCode, currentCode }
}

const wrongCode = 'The code is not right or has expired.'

describe('a user changes the email address', () => {
  test('with a code from each mailbox: it signs in, the old one no longer does, and other devices are signed out', async () => {
    const owner = await user(portal)
    const phone = await signInWithPassword(portal, owner.email)
    const { reply, to, newCode, currentCode } = await startChange(owner)
    expect(reply).toMatchObject({
      status: 202,
      body: { message: `Codes are on their way to ${to} and ${owner.email}.` },
    })
    expect(await confirmChange(owner.as, newCode, currentCode)).toMatchObject({ status: 200, body: { email: to } })
    expect([await isSignedIn(owner.as), await isSignedIn(phone.as)]).toEqual([true, false])
    expect([await signIn(to.toUpperCase()), await signIn(owner.email)]).toMatchObject([
      { status: 200 },
      { status: 401 },
    ])
    expect((await listMailsTo(portal, owner.email)).at(-1)).toMatchObject({
      subject: 'The email address of your Dooryard account was changed',
      text: expect.stringContaining(to),
    })
    const entries = portal.db
      .selectFrom('auditLog')
      .select(['action', 'before', 'after'])
      .where('objectId', '=', owner.id)
    expect(await entries.where('action', '=', 'account.email_changed').execute()).toMatchObject([
      { before: { email: owner.email }, after: { email: to } },
    ])
  })

  test('not with a wrong password, to the present address, or while an administrator acts as the user', async () => {
    const [admin, owner] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    expect(await requestChange(owner.as, newEmail(), 'not it')).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'password' }] },
    })
    expect(await requestChange(owner.as, owner.email.toUpperCase())).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'email', message: 'This is your email address already.' }] },
    })
    const { as } = await actAsUser(portal, admin, owner.id)
    expect(await requestChange(as, newEmail())).toMatchObject({ status: 403 })
  })

  test('only with both codes, which work once and stop working after five attempts', async () => {
    const owner = await user(portal)
    const { newCode, currentCode } = await startChange(owner)
    const other = getWrongCode(newCode)
    expect(await confirmChange(owner.as, newCode, getWrongCode(currentCode))).toMatchObject({
      status: 422,
      body: { message: wrongCode, issues: [{ path: 'currentCode', message: wrongCode }] },
    })
    for (const _ of [2, 3, 4, 5]) await confirmChange(owner.as, other, currentCode)
    expect(await confirmChange(owner.as, newCode, currentCode)).toMatchObject({ status: 422 })
    expect(await signIn(owner.email)).toMatchObject({ status: 200 })
    await portal.pool.query('delete from rate_limits')
    const again = await startChange(owner)
    const replies = await Promise.all([1, 2].map(() => confirmChange(owner.as, again.newCode, again.currentCode)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('an address with an account gets the same answer and a mail that says so, and stays where it is', async () => {
    const [owner, holder] = [await user(portal), await user(portal)]
    const free = await startChange(owner)
    await portal.pool.query('delete from rate_limits')
    const { reply, currentCode } = await startChange(owner, holder.email.toUpperCase())
    expect({ ...reply, body: reply.body.message.replace(holder.email.toUpperCase(), 'EMAIL') }).toMatchObject({
      status: free.reply.status,
      body: free.reply.body.message.replace(free.to, 'EMAIL'),
    })
    const mails = await listMailsTo(portal, holder.email.toUpperCase())
    expect(mails.map(({ subject }) => subject)).toEqual(['This address already has a Dooryard account'])
    // Not the address that the owner of the other account came from.
    expect(mails[0]?.text).toContain('http://localhost:3000/login')
    expect(await confirmChange(owner.as, extractCode(mails[0]).padStart(6, '0'), currentCode)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'newCode', message: wrongCode }] },
    })
  })

  test('an account that nobody verified does not keep its address', async () => {
    const [owner, squatter] = [await user(portal), await registerUser(portal)]
    await portal.pool.query('delete from rate_limits')
    const { newCode, currentCode } = await startChange(owner, squatter.email)
    expect(await confirmChange(owner.as, newCode, currentCode)).toMatchObject({ status: 200 })
    expect(await signIn(squatter.email)).toMatchObject({ status: 200, body: { user: { id: owner.id } } })
  })

  test('of two accounts that change to one address at once, one gets it', async () => {
    const [one, other] = [await user(portal), await user(portal)]
    const first = await startChange(one)
    await portal.pool.query('delete from rate_limits')
    const second = await startChange(other, first.to)
    const replies = await Promise.all([
      confirmChange(one.as, first.newCode, first.currentCode),
      confirmChange(other.as, second.newCode, second.currentCode),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a new password ends a change in progress, and the change ends codes mailed to the old address', async () => {
    const owner = await user(portal)
    const before = await startChange(owner)
    const body = {
      currentPassword: testPassword,
      newPassword: 'staple-horse-battery',
      confirmPassword: 'staple-horse-battery',
    }
    expect(await owner.as.call(account.updatePassword, { body })).toMatchObject({ status: 204 })
    expect(await confirmChange(owner.as, before.newCode, before.currentCode)).toMatchObject({ status: 422 })
    const other = await user(portal)
    const resetCode = await requestResetCode(portal, other.email)
    const { to, newCode, currentCode } = await startChange(other)
    await confirmChange(other.as, newCode, currentCode)
    const reset = {
      email: to,
      code: resetCode,
      password: 'staple-horse-battery',
      confirmPassword: 'staple-horse-battery',
    }
    expect(await anonymousCaller(portal).call(auth.resetPassword, { body: reset })).toMatchObject({ status: 422 })
  })
})

describe('an administrator replaces the address of a lost mailbox', () => {
  const reason = 'Lost the mailbox; called back at the number on file'
  const replace = (as: Caller, id: string, email: string) =>
    as.call(adminEmailChange.change, { params: { id }, body: { email, reason } })

  test('the user is signed out, and let in by the new address once it is verified', async () => {
    const [admin, owner, to] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal), newEmail()]
    expect(await replace(admin.as, owner.id, to)).toMatchObject({
      status: 200,
      body: { email: to, emailVerifiedAt: null },
    })
    expect(await isSignedIn(owner.as)).toBe(false)
    expect(await signIn(to)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    const code = await getNewestCode(portal, to)
    const verified = await anonymousCaller(portal).call(auth.verifyEmail, { body: { email: to, code } })
    expect(verified).toMatchObject({ status: 200, body: { user: { id: owner.id } } })
    expect((await listMailsTo(portal, owner.email)).at(-1)?.text).toContain(reason)
  })

  test('not to an address with an account, not their own, and not that of another administrator', async () => {
    const [admin, owner] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const other = await user(portal, { role: 'SUPER_ADMIN' })
    expect(await replace(admin.as, other.id, newEmail())).toMatchObject({ status: 422 })
    expect(await replace(admin.as, owner.id, admin.email)).toMatchObject({ status: 409 })
    expect(await replace(admin.as, admin.id, newEmail())).toMatchObject({ status: 422 })
    expect(await isSignedIn(owner.as)).toBe(true)
  })
})
