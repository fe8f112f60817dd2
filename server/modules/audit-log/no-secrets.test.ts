import type { AnyEndpoint, EndpointRequest } from '@dooryard/contract/api/endpoint'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/util/ids.ts'
import { anonymousCaller, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, createCaller } from '../../test/requests.ts'
import { listMailsTo, waitForJobs } from '../identity/codes/codes.fixture.ts'
import { buildPng } from '../identity/pictures/pictures.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const calledEndpoints = new Set<AnyEndpoint>()
const secrets = new Set<string>()

/** Makes a call that must succeed, and remembers every token in the response. */
async function recordedCall<E extends AnyEndpoint>(as: Caller, endpoint: E, args: EndpointRequest<E>) {
  // The arguments are typed above; whether they are optional is irrelevant here.
  const reply = await as.call(endpoint, args as never)
  expect(reply.status, endpoint.path).toBeLessThan(300)
  calledEndpoints.add(endpoint)
  const { accessToken, refreshToken } = (reply.body ?? {}) as Record<string, string | undefined>
  for (const token of [accessToken, refreshToken]) if (token) secrets.add(token)
  return { body: reply.body, as: createCaller(portal.url, accessToken), refreshToken: refreshToken ?? '' }
}

const rememberSecret = (text: string) => {
  secrets.add(text)
  return text
}

/** Returns the code from the newest unread mail to the address. */
async function getNewCode(email: string) {
  const unread = () =>
    portal.mails
      .filter(({ to }) => to === email)
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .findLast((code) => code !== undefined && !secrets.has(code))
  await waitForJobs(portal)
  return rememberSecret(unread() ?? '')
}

const anonymous = anonymousCaller(portal)
const email = `${newId()}@example.com`
const firstPassword = rememberSecret('first-horse-battery')
const secondPassword = rememberSecret('second-horse-battery')
const thirdPassword = rememberSecret('third-horse-battery')
const wrongPassword = rememberSecret('wrong-horse-battery')
const signIn = () => recordedCall(anonymous, auth.login, { body: { email, password: thirdPassword } })

async function openAccount() {
  const person = { email, firstName: 'Tess', lastName: 'Sampleton', phone: '615-555-0120' }
  await recordedCall(anonymous, auth.register, {
    body: { ...person, password: firstPassword, confirmPassword: firstPassword },
  })
  await getNewCode(email)
  portal.clock.advance(61_000)
  await recordedCall(anonymous, auth.resendVerification, { body: { email } })
  await recordedCall(anonymous, auth.verifyEmail, { body: { email, code: await getNewCode(email) } })
}

async function signInByLink() {
  await recordedCall(anonymous, auth.requestSignInLink, { body: { email } })
  const [mail] = (await listMailsTo(portal, email)).toReversed()
  const token = rememberSecret(/\/login\/link#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
  await recordedCall(anonymous, auth.confirmSignInLink, { body: { token } })
}

async function changePasswords() {
  expect((await anonymous.call(auth.login, { body: { email, password: wrongPassword } })).status).toBe(401)
  await recordedCall(anonymous, auth.forgotPassword, { body: { email } })
  const reset = { email, code: await getNewCode(email), password: secondPassword, confirmPassword: secondPassword }
  await recordedCall(anonymous, auth.resetPassword, { body: reset })
  const { as } = await recordedCall(anonymous, auth.login, { body: { email, password: secondPassword } })
  const passwords = { currentPassword: secondPassword, newPassword: thirdPassword, confirmPassword: thirdPassword }
  expect(
    (await as.call(account.updatePassword, { body: { ...passwords, currentPassword: wrongPassword } })).status,
  ).toBe(422)
  await recordedCall(as, account.updatePassword, { body: passwords })
}

async function changeProfile() {
  const { as } = await signIn()
  await recordedCall(as, account.change, { body: { firstName: 'Visible', companyName: 'Example Outreach' } })
  await recordedCall(as, account.updatePicture, { body: new Blob([new Uint8Array(buildPng(9, 9))]) })
  await recordedCall(as, account.removePicture, {})
}

async function impersonateUser() {
  const { id } = (await recordedCall((await signIn()).as, account.me, {})).body.user
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  await recordedCall(admin.as, adminUsers.list, {})
  const acting = await recordedCall(admin.as, adminUsers.impersonate, {
    params: { id },
    body: { reason: 'Asked to look' },
  })
  await recordedCall(acting.as, account.change, { body: { lastName: 'Acted' } })
  await recordedCall(acting.as, adminUsers.endImpersonation, {})
}

async function inviteUser() {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const invited = `${newId()}@example.com`
  const person = { firstName: 'Erin', lastName: 'Prize', phone: '615-555-0142', role: 'ENTERPRISE_USER' } as const
  const { id } = (await recordedCall(admin.as, adminUsers.create, { body: { ...person, email: invited } })).body
  await getNewCode(invited)
  await recordedCall(admin.as, adminUsers.invite, { params: { id } })
  const reset = {
    email: invited,
    code: await getNewCode(invited),
    password: secondPassword,
    confirmPassword: secondPassword,
  }
  await recordedCall(anonymous, auth.resetPassword, { body: reset })
  await recordedCall(admin.as, adminUsers.get, { params: { id } })
  await recordedCall(admin.as, adminUsers.many, { query: { ids: [id] } })
  await recordedCall(admin.as, adminUsers.change, {
    params: { id },
    body: { role: 'CONSUMER_USER', reason: 'Asked for it' },
  })
  await recordedCall(admin.as, adminUsers.sessions, { params: { id } })
  await recordedCall(admin.as, adminUsers.signOut, { params: { id }, body: { reason: 'Lost a laptop' } })
}

async function signOutAndCloseAccount() {
  const { as, refreshToken } = await signIn()
  await recordedCall(anonymous, auth.refresh, { body: { refreshToken } })
  // The token is used, then reused by a thief.
  portal.clock.advance(11_000)
  expect((await anonymous.call(auth.refresh, { body: { refreshToken } })).status).toBe(401)
  expect((await as.call(account.me)).status).toBe(401)
  const { as: hits } = await signIn()
  const { items } = (await recordedCall(hits, account.sessions, {})).body
  await recordedCall(hits, account.endSession, {
    params: { sessionId: items.find(({ isCurrent }) => !isCurrent)?.id ?? '' },
  })
  await recordedCall(hits, account.logout, {})
  await recordedCall((await signIn()).as, account.logoutAll, {})
  await recordedCall((await signIn()).as, account.close, { body: { password: thirdPassword } })
}

test('the log of all calls about accounts contains no password, code or token that was used', async () => {
  await openAccount()
  await signInByLink()
  await changePasswords()
  await changeProfile()
  await impersonateUser()
  await inviteUser()
  await signOutAndCloseAccount()
  const all = [auth, account, adminUsers].flatMap((table) => Object.values<AnyEndpoint>(table))
  expect(all.filter((endpoint) => !calledEndpoints.has(endpoint)).map(({ path }) => path)).toEqual([])

  const columns = ['action', 'objectType', 'objectId', 'before', 'after', 'reason', 'requestId'] as const
  const log = JSON.stringify(await portal.db.selectFrom('auditLog').select(columns).execute())
  // The log must contain something, or the search for secrets would prove nothing.
  for (const listedText of ['Visible', 'Acted', 'Asked to look', 'session.token_reused', 'account.closed'])
    expect(log).toContain(listedText)
  expect(secrets.size).toBeGreaterThan(16)
  for (const text of secrets) expect(log, 'a secret stands in the audit log').not.toContain(text)
  expect(log).not.toMatch(/\$argon2/)
}, 90_000)
