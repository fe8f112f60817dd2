import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import type { AnyEndpoint, Call } from '@dooryard/contract/endpoint'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'
import { allDone } from '../identity/codes.fixture.ts'
import { pngOf } from '../identity/pictures.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const called = new Set<AnyEndpoint>()
const secrets = new Set<string>()

/** Calls as a success, and notes every token that comes back. */
async function call<E extends AnyEndpoint>(as: Caller, endpoint: E, given: Call<E>) {
  // The call is typed above; that it may be left out here and there is of no interest.
  const reply = await as.call(endpoint, given as never)
  expect(reply.status, endpoint.path).toBeLessThan(300)
  called.add(endpoint)
  const { accessToken, refreshToken } = (reply.body ?? {}) as Record<string, string | undefined>
  for (const token of [accessToken, refreshToken]) if (token) secrets.add(token)
  return { body: reply.body, as: callerAt(portal.url, accessToken), refreshToken: refreshToken ?? '' }
}

const secret = (text: string) => {
  secrets.add(text)
  return text
}

/** The code of the newest mail to somebody that has one which was not read yet. */
async function codeFor(email: string) {
  const unread = () =>
    portal.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .findLast((code) => code !== undefined && !secrets.has(code))
  await allDone(portal)
  return secret(unread() ?? '')
}

const stranger = nobody(portal)
const email = `${newId()}@example.com`
const first = secret('first-horse-battery')
const second = secret('second-horse-battery')
const third = secret('third-horse-battery')
const wrong = secret('wrong-horse-battery')
const signIn = () => call(stranger, auth.login, { body: { email, password: third } })

async function opensAnAccount() {
  const person = { email, firstName: 'Tess', lastName: 'Sampleton', phone: '615-555-0120' }
  await call(stranger, auth.register, { body: { ...person, password: first, confirmPassword: first } })
  await codeFor(email)
  portal.clock.advance(61_000)
  await call(stranger, auth.resendVerification, { body: { email } })
  await call(stranger, auth.verifyEmail, { body: { email, code: await codeFor(email) } })
}

async function choosesPasswords() {
  expect((await stranger.call(auth.login, { body: { email, password: wrong } })).status).toBe(401)
  await call(stranger, auth.forgotPassword, { body: { email } })
  const reset = { email, code: await codeFor(email), password: second, confirmPassword: second }
  await call(stranger, auth.resetPassword, { body: reset })
  const { as } = await call(stranger, auth.login, { body: { email, password: second } })
  const passwords = { currentPassword: second, newPassword: third, confirmPassword: third }
  expect((await as.call(account.updatePassword, { body: { ...passwords, currentPassword: wrong } })).status).toBe(422)
  await call(as, account.updatePassword, { body: passwords })
}

async function changesTheProfile() {
  const { as } = await signIn()
  await call(as, account.change, { body: { firstName: 'Visible', companyName: 'Example Outreach' } })
  await call(as, account.updatePicture, { body: new Blob([new Uint8Array(pngOf(9, 9))]) })
  await call(as, account.removePicture, {})
}

async function isActedAs() {
  const { id } = (await call((await signIn()).as, account.me, {})).body.user
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  await call(admin.as, adminUsers.list, {})
  const acting = await call(admin.as, adminUsers.impersonate, { params: { id }, body: { reason: 'Asked to look' } })
  await call(acting.as, account.change, { body: { lastName: 'Acted' } })
  await call(acting.as, adminUsers.endImpersonation, {})
}

async function isInvited() {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const invited = `${newId()}@example.com`
  const person = { firstName: 'Erin', lastName: 'Prize', phone: '615-555-0142', role: 'ENTERPRISE_USER' } as const
  const { id } = (await call(admin.as, adminUsers.create, { body: { ...person, email: invited } })).body
  await codeFor(invited)
  await call(admin.as, adminUsers.invite, { params: { id } })
  const reset = { email: invited, code: await codeFor(invited), password: second, confirmPassword: second }
  await call(stranger, auth.resetPassword, { body: reset })
  await call(admin.as, adminUsers.get, { params: { id } })
  await call(admin.as, adminUsers.many, { query: { ids: [id] } })
  await call(admin.as, adminUsers.change, { params: { id }, body: { role: 'CONSUMER_USER', reason: 'Asked for it' } })
  await call(admin.as, adminUsers.sessions, { params: { id } })
  await call(admin.as, adminUsers.signOut, { params: { id }, body: { reason: 'Lost a laptop' } })
}

async function signsOutAndLeaves() {
  const { as, refreshToken } = await signIn()
  await call(stranger, auth.refresh, { body: { refreshToken } })
  // Spent, and used again by whoever stole it.
  portal.clock.advance(11_000)
  expect((await stranger.call(auth.refresh, { body: { refreshToken } })).status).toBe(401)
  expect((await as.call(account.me)).status).toBe(401)
  const { as: here } = await signIn()
  const { items } = (await call(here, account.sessions, {})).body
  await call(here, account.endSession, { params: { sessionId: items.find(({ isCurrent }) => !isCurrent)?.id ?? '' } })
  await call(here, account.logout, {})
  await call((await signIn()).as, account.logoutAll, {})
  await call((await signIn()).as, account.close, { body: { password: third } })
}

test('the log of every call about accounts holds no password, code or token that was used', async () => {
  await opensAnAccount()
  await choosesPasswords()
  await changesTheProfile()
  await isActedAs()
  await isInvited()
  await signsOutAndLeaves()
  const all = [auth, account, adminUsers].flatMap((table) => Object.values<AnyEndpoint>(table))
  expect(all.filter((endpoint) => !called.has(endpoint)).map(({ path }) => path)).toEqual([])

  const columns = ['action', 'objectType', 'objectId', 'before', 'after', 'reason', 'requestId'] as const
  const log = JSON.stringify(await portal.db.selectFrom('auditLog').select(columns).execute())
  // Otherwise this would find nothing in a log of nothing.
  for (const shown of ['Visible', 'Acted', 'Asked to look', 'session.token_reused', 'account.closed'])
    expect(log).toContain(shown)
  expect(secrets.size).toBeGreaterThan(16)
  for (const text of secrets) expect(log, 'a secret stands in the audit log').not.toContain(text)
  expect(log).not.toMatch(/\$argon2/)
}, 90_000)
