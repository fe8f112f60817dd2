import type { Role } from '@dooryard/contract/api/roles'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers, type UserChange } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { anonymousCaller, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { restoreUser } from '../users/change-user.ts'
import { listMailsTo, newEmail, registerUser, requestResetCode } from './codes.fixture.ts'
import { codeLifeMs } from './email-codes.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const visitor = anonymousCaller(portal)

/** Asks for a link and returns the newest one that was mailed. */
async function requestLink(email: string, redirect?: string, headers = {}): Promise<URL | undefined> {
  const { status, body } = await visitor.call(auth.requestSignInLink, { body: { email, redirect }, headers })
  expect([status, body.message]).toEqual([
    202,
    `If ${email} has a verified account, a link to sign in is on its way to it.`,
  ])
  const mails = await listMailsTo(portal, email)
  const text = mails.findLast(({ subject }) => subject === 'Your link to sign in to Dooryard')?.text ?? ''
  const link = /http\S+\/login\/link\S+/.exec(text)?.[0]
  return link ? new URL(link) : undefined
}

const requestToken = async (email: string) => (await requestLink(email))?.hash.slice(1) ?? ''

const confirm = (token: string) => visitor.call(auth.confirmSignInLink, { body: { token } })

const expired = {
  status: 422,
  body: { message: 'This link has expired, or was used already. Please ask for a new one.' },
}

test('a link leads to pages of this site alone', async () => {
  const { email } = await user(portal)
  for (const redirect of ['//example.com/', '/\\example.com/', 'https://example.com/']) {
    expect((await visitor.call(auth.requestSignInLink, { body: { email, redirect } })).status).toBe(202)
  }
  const texts = (await listMailsTo(portal, email)).map(({ text }) => text)
  expect(texts.some((text) => text.includes('/login/link#'))).toBe(true)
  expect(texts.some((text) => text.includes('redirect='))).toBe(false)
})

test('mails lead to the address that the visitor came from, if it is one of ours', async () => {
  const { email } = await user(portal)
  const local = 'http://127.0.0.1:3000'
  expect((await requestLink(email, undefined, { origin: local, host: 'evil.test' }))?.origin).toBe(local)
  for (const origin of ['https://evil.test', 'http://127.0.0.1.evil.test:3000', 'http://127.0.0.1:3001'])
    expect((await requestLink(email, undefined, { origin }))?.origin).toBe('http://localhost:3000')
  await visitor.call(auth.forgotPassword, { body: { email }, headers: { origin: local } })
  const reset = (await listMailsTo(portal, email)).at(-1)?.text ?? ''
  expect(reset).toContain(`${local}/reset-password`)
  expect(reset).not.toContain('localhost')
  // To an owner who may have asked for nothing.
  await visitor.call(auth.resendVerification, { body: { email }, headers: { origin: local } })
  const existing = (await listMailsTo(portal, email)).at(-1)?.text ?? ''
  expect(existing).toContain('http://localhost:3000/login')
  expect(existing).not.toContain(local)
})

test('a link signs in once, and has its token where no server logs it', async () => {
  const { id, email } = await user(portal)
  const link = await requestLink(email, '/portal/settings/profile?tab=1')
  expect(link?.pathname).toBe('/login/link')
  expect(link?.searchParams.get('redirect')).toBe('/portal/settings/profile?tab=1')
  const token = link?.hash.slice(1) ?? ''
  expect(link?.search).not.toContain(token)
  const { status, body } = await confirm(token)
  expect([status, body.user.id]).toEqual([200, id])
  expect(await confirm(token)).toMatchObject(expired)
  expect(portal.logged.join()).not.toContain(token)
})

test('of two people who open a link at once, one is signed in', async () => {
  const { email } = await user(portal)
  const token = await requestToken(email)
  const statuses = (await Promise.all([confirm(token), confirm(token)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 422])
})

test('a link never leads to another site', async () => {
  const { email } = await user(portal)
  expect((await requestLink(email, 'https://example.com/'))?.search).toBe('')
})

test('a link ends after ten minutes, with the next one, and when the password changes', async () => {
  const owner = await user(portal)
  const late = await requestToken(owner.email)
  portal.clock.advance(codeLifeMs)
  expect(await confirm(late)).toMatchObject(expired)
  const first = await requestToken(owner.email)
  portal.clock.advance(1000)
  const second = await requestToken(owner.email)
  expect(second).not.toBe(first)
  expect(await confirm(first)).toMatchObject(expired)
  const { refreshToken: _, as } = await user(portal)
  expect((await as.call(account.me)).status).toBe(200)
  const { accessToken } = (await visitor.call(auth.login, { body: { email: owner.email, password: testPassword } }))
    .body
  const newPassword = 'staple-horse-battery'
  const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword }
  const headers = { authorization: `Bearer ${accessToken}` }
  expect((await visitor.call(account.updatePassword, { body, headers })).status).toBe(204)
  expect(await confirm(second)).toMatchObject(expired)
  const third = await requestToken(owner.email)
  const password = 'paper-horse-battery'
  const code = await requestResetCode(portal, owner.email)
  await visitor.call(auth.resetPassword, { body: { email: owner.email, code, password, confirmPassword: password } })
  expect(await confirm(third)).toMatchObject(expired)
})

describe('a link is', () => {
  const changeAsAdmin = async (id: string, ...changes: UserChange[]) => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    for (const body of changes)
      expect((await admin.as.call(adminUsers.change, { params: { id }, body })).status).toBe(200)
  }
  const reason = 'Asked by phone'
  const kept = 'kept by'
  const ended = 'ended by'
  const cases: [string, string, (id: string, role: Role) => Promise<unknown>][] = [
    [
      kept,
      'a change of the name, with the role as it was',
      (id, role) => changeAsAdmin(id, { role, firstName: 'Tessa', reason }),
    ],
    [ended, 'another role', (id) => changeAsAdmin(id, { role: 'AFFILIATE_USER', reason })],
    [
      ended,
      'a deactivation, once active again',
      (id) => changeAsAdmin(id, { isActive: false, reason }, { isActive: true, reason }),
    ],
    [ended, 'the end of a demo', (id) => restoreUser(portal, id, { signOut: true })],
  ]
  test.each(cases)('%s %s', async (outcome, _, change) => {
    const owner = await user(portal)
    const token = await requestToken(owner.email)
    await change(owner.id, owner.role)
    expect((await confirm(token)).status).toBe(outcome === kept ? 200 : 422)
  })
})

test('neither an unknown address nor an unverified account gets one', async () => {
  expect(await requestLink(newEmail())).toBeUndefined()
  const { email } = await registerUser(portal)
  expect(await requestLink(email)).toBeUndefined()
})

test('a deactivated account is not signed in, and its owner is told why', async () => {
  const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const token = await requestToken(owner.email)
  const body = { isActive: false, reason: 'Asked by phone' }
  await admin.as.call(adminUsers.change, { params: { id: owner.id }, body })
  expect(await confirm(token)).toMatchObject({ status: 401, body: { message: 'This account has been deactivated.' } })
  portal.clock.advance(1000)
  await requestLink(owner.email)
  const [newest] = (await listMailsTo(portal, owner.email)).slice(-1)
  expect(newest?.subject).toBe('Your Dooryard account is deactivated')
})

test('a wrong or changed token does not sign in', async () => {
  const { email } = await user(portal)
  const token = await requestToken(email)
  for (const wrong of ['x', `${token}x`, token.slice(1)]) expect(await confirm(wrong)).toMatchObject(expired)
  expect((await confirm(token)).status).toBe(200)
})
