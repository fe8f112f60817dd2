import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth, type SignedIn } from '@dooryard/contract/identity/auth'
import { adminEmailChange } from '@dooryard/contract/identity/email-change'
import { connectedAccounts, externalSignIn, type UnconnectedPerson } from '@dooryard/contract/identity/external-sign-in'
import { afterAll, describe, expect, test } from 'vitest'
import { anonymousCaller, signInWithPassword, type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { buildRegistration, listMailsTo, newEmail, registerUser } from '../codes/codes.fixture.ts'
import { startOidcProvider, visitProvider } from './oidc-provider.fixture.ts'
import { requestLifetimeMs } from './requests.ts'

const provider = await startOidcProvider()
afterAll(provider.stop)
const stopped = await startOidcProvider()
await stopped.stop()
const google = { ...stopped.config, id: 'google', name: 'Google' } as const
const portal = await testPortal({ worker: true, signInProviders: [provider.config, google] })
afterAll(portal.close)

const visitor = anonymousCaller(portal)
const params = { provider: 'oidc' } as const
const unconfirmed = 'Example Login did not confirm who you are. Please start again.'

async function start() {
  const { status, body } = await visitor.call(externalSignIn.start, { params })
  if (status !== 200) throw new Error(`no start: ${JSON.stringify(body)}`)
  return body
}

const finish = (query: string, browserToken: string) =>
  visitor.call(externalSignIn.finish, { params, body: { query, browserToken } })

/** Signs in at the provider and comes back; `change` alters the page that is opened there. */
async function signInAs(login: string | null, change: (url: URL) => void = () => {}) {
  const { url, browserToken } = await start()
  const page = new URL(url)
  change(page)
  return finish(await visitProvider(page.href, login), browserToken)
}

const signIn = async (login: string) => (await signInAs(login)).body as SignedIn
const meet = async (login: string) => (await signInAs(login)).body as UnconnectedPerson

/** Connects in the settings. */
async function connect({ as }: Pick<TestUser, 'as'>, login: string) {
  const { body } = await as.call(connectedAccounts.start, { params, body: { password: testPassword } })
  const query = await visitProvider(body.url, login)
  return as.call(connectedAccounts.finish, { params, body: { query, browserToken: body.browserToken } })
}

describe('a connected account', () => {
  test('signs in, is listed, and no longer does once it is disconnected', async () => {
    const owner = await user(portal)
    const login = newEmail()
    const { body: connected } = await connect(owner, login)
    expect(connected).toMatchObject({ provider: { id: 'oidc', name: 'Example Login' }, email: login, lastUsedAt: null })
    expect((await signIn(login)).user.id).toBe(owner.id)
    const { body: list } = await owner.as.call(connectedAccounts.list)
    expect(list.items).toMatchObject([{ id: connected.id, lastUsedAt: expect.any(String) }])
    expect((await owner.as.call(connectedAccounts.remove, { params: { id: connected.id } })).status).toBe(204)
    expect(await meet(login)).toMatchObject({ email: login, hasAccount: false })
    expect((await owner.as.call(connectedAccounts.list)).body.items).toEqual([])
    const mails = await listMailsTo(portal, owner.email)
    const subjects = mails.map(({ subject }) => subject)
    expect(subjects).toContain('Example Login now signs in to your Dooryard account')
    expect(subjects).toContain('Example Login no longer signs in to your Dooryard account')
  })

  test('no longer signs in once an administrator replaced the mailbox, whose mail does not name the new one', async () => {
    const [admin, owner, to] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal), newEmail()]
    await connect(owner, owner.email)
    const body = { email: to, reason: 'Lost the mailbox' }
    expect((await admin.as.call(adminEmailChange.change, { params: { id: owner.id }, body })).status).toBe(200)
    expect(await meet(owner.email)).toMatchObject({ email: owner.email, hasAccount: false })
    const mail = (await listMailsTo(portal, owner.email)).at(-1)
    expect(mail).toMatchObject({ subject: 'An administrator changed the email address of your Dooryard account' })
    expect(JSON.stringify(mail)).not.toContain(to)
  })

  test('needs the password of an account without a second factor', async () => {
    const { as } = await user(portal)
    const refuse = async (body: { password?: string }) =>
      (await as.call(connectedAccounts.start, { params, body })).body
    expect(await refuse({})).toMatchObject({ code: 'VALIDATION', issues: [{ message: 'Password is required' }] })
    const wrong = [{ path: 'password', message: 'The password is not right.' }]
    expect(await refuse({ password: 'not it' })).toMatchObject({ code: 'UNPROCESSABLE', issues: wrong })
  })

  test('signs in to one account, and no other user can disconnect it', async () => {
    const [owner, other] = [await user(portal), await user(portal)]
    const login = newEmail()
    const { body: connected } = await connect(owner, login)
    expect(await connect(other, login)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await other.as.call(connectedAccounts.remove, { params: { id: connected.id } })).status).toBe(404)
    expect((await signIn(login)).user.id).toBe(owner.id)
  })

  test('of a deactivated account does not sign in', async () => {
    const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
    const login = newEmail()
    await connect(owner, login)
    const body = { isActive: false, reason: 'Asked by phone' }
    await admin.as.call(adminUsers.change, { params: { id: owner.id }, body })
    const message = 'This account has been deactivated.'
    expect(await signInAs(login)).toMatchObject({ status: 401, body: { message } })
  })

  test('is forgotten when the account is closed', async () => {
    const owner = await user(portal)
    const login = newEmail()
    await connect(owner, login)
    expect((await owner.as.call(account.close, { body: { password: testPassword } })).status).toBe(204)
    expect(await meet(login)).toMatchObject({ hasAccount: false })
  })
})

describe('a person whose account is not connected', () => {
  test('with the email of an account is connected only after signing in to it', async () => {
    const owner = await user(portal)
    portal.clock.advance(1_000)
    const person = await meet(owner.email)
    expect(person).toMatchObject({ email: owner.email, isEmailVerified: true, hasAccount: true, firstName: 'Casey' })
    expect((await owner.as.call(connectedAccounts.list)).body.items).toEqual([])
    const body = { connectToken: person.connectToken }
    expect((await visitor.call(connectedAccounts.connect, { body })).status).toBe(401)
    const message = `You have not signed in since you came from Example Login. You can connect it in your account settings.`
    expect(await owner.as.call(connectedAccounts.connect, { body })).toMatchObject({ status: 422, body: { message } })
    const { as } = await signInWithPassword(portal, owner.email)
    expect(await as.call(connectedAccounts.connect, { body })).toMatchObject({ body: { email: owner.email } })
    expect((await signIn(owner.email)).user.id).toBe(owner.id)
  })

  test('is not connected with an account of another email, nor after a quarter of an hour', async () => {
    const [owner, other] = [await user(portal), await user(portal)]
    const { connectToken } = await meet(owner.email)
    const body = { connectToken }
    expect(await other.as.call(connectedAccounts.connect, { body })).toMatchObject({ status: 422 })
    portal.clock.advance(15 * 60_000)
    const { as } = await signInWithPassword(portal, owner.email)
    expect(await as.call(connectedAccounts.connect, { body })).toMatchObject({ status: 422 })
    expect(await as.call(connectedAccounts.connect, { body: { connectToken: `${connectToken}x` } })).toMatchObject({
      body: { message: 'Connecting took too long. Please start again.' },
    })
  })

  test('is not connected by an email that the provider does not vouch for', async () => {
    const { email, code } = await registerUser(portal, { email: `unverified-${newEmail()}` })
    const { body: signedIn } = await visitor.call(auth.verifyEmail, { body: { email, code } })
    const { connectToken } = await meet(email)
    const as = createCaller(portal.url, signedIn.accessToken)
    const message = 'Example Login does not vouch for your email. You can connect it in your account settings.'
    expect(await as.call(connectedAccounts.connect, { body: { connectToken } })).toMatchObject({
      ...{ status: 422, body: { message } },
    })
    expect((await as.call(connectedAccounts.list)).body.items).toEqual([])
  })

  test('registers without a code, with a password of their own', async () => {
    const email = newEmail()
    const { connectToken, lastName } = await meet(email)
    const body = { ...buildRegistration({ email, lastName }), connectToken }
    const { status, body: signedIn } = await visitor.call(externalSignIn.register, { body })
    expect(status).toBe(201)
    expect(signedIn.user).toMatchObject({ email, lastName, role: 'CONSUMER_USER', emailVerifiedAt: expect.any(String) })
    expect((await signIn(email)).user.id).toBe(signedIn.user.id)
    expect((await visitor.call(auth.login, { body: { email, password: testPassword } })).status).toBe(200)
    expect((await visitor.call(externalSignIn.register, { body })).status).toBe(409)
  })

  test('replaces what someone else registered with their email, password included', async () => {
    const { email, code } = await registerUser(portal, { password: 'a-strangers-password-17' })
    const person = await meet(email)
    expect(person.hasAccount).toBe(false)
    const body = { ...buildRegistration({ email }), connectToken: person.connectToken }
    expect((await visitor.call(externalSignIn.register, { body })).status).toBe(201)
    const login = { email, password: 'a-strangers-password-17' }
    expect((await visitor.call(auth.login, { body: login })).status).toBe(401)
    expect((await visitor.call(auth.verifyEmail, { body: { email, code } })).status).toBe(422)
  })

  test('whose email the provider does not vouch for learns of no account, and registers with a code', async () => {
    const owner = await user(portal)
    const email = `unverified-${owner.email}`
    const { connectToken, ...person } = await meet(email)
    expect(person).toMatchObject({ email, isEmailVerified: false, hasAccount: false })
    const body = { ...buildRegistration({ email }), connectToken }
    expect(await visitor.call(externalSignIn.register, { body })).toMatchObject({ status: 422 })
  })

  test('who has no email at the provider is told so', async () => {
    expect(await meet('nameless')).toMatchObject({ email: null, isEmailVerified: false, hasAccount: false })
  })

  test('cannot register another email with it', async () => {
    const { connectToken } = await meet(newEmail())
    const body = { ...buildRegistration(), connectToken }
    expect(await visitor.call(externalSignIn.register, { body })).toMatchObject({ status: 422 })
  })
})

describe('an answer is refused', () => {
  const refusal = { status: 422, body: { message: unconfirmed } }

  test('with another state, without one, and the second time', async () => {
    const { url, browserToken } = await start()
    const query = await visitProvider(url, newEmail())
    const other = new URLSearchParams(query)
    other.set('state', 'another')
    expect(await finish(other.toString(), browserToken)).toMatchObject(refusal)
    other.delete('state')
    expect(await finish(other.toString(), browserToken)).toMatchObject(refusal)
    expect((await finish(query, browserToken)).status).toBe(200)
    expect(await finish(query, browserToken)).toMatchObject(refusal)
  })

  test('from another browser, which leaves it to its own', async () => {
    const { url, browserToken } = await start()
    const query = await visitProvider(url, newEmail())
    expect(await finish(query, (await start()).browserToken)).toMatchObject(refusal)
    expect((await finish(query, browserToken)).status).toBe(200)
  })

  test('after ten minutes', async () => {
    const { url, browserToken } = await start()
    const query = await visitProvider(url, newEmail())
    portal.clock.advance(requestLifetimeMs)
    expect(await finish(query, browserToken)).toMatchObject(refusal)
  })

  test('of a sign-in, when a user connects an account, and the other way round', async () => {
    const owner = await user(portal)
    const { url, browserToken } = await start()
    const body = { query: await visitProvider(url, newEmail()), browserToken }
    expect(await owner.as.call(connectedAccounts.finish, { params, body })).toMatchObject(refusal)
    const { body: connecting } = await owner.as.call(connectedAccounts.start, {
      params,
      body: { password: testPassword },
    })
    const query = await visitProvider(connecting.url, newEmail())
    expect(await finish(query, connecting.browserToken)).toMatchObject(refusal)
    const other = await user(portal)
    const stolen = { query, browserToken: connecting.browserToken }
    expect(await other.as.call(connectedAccounts.finish, { params, body: stolen })).toMatchObject(refusal)
  })

  test('with another nonce', async () => {
    expect(await signInAs(newEmail(), ({ searchParams }) => searchParams.set('nonce', 'another'))).toMatchObject(
      refusal,
    )
  })

  test('with an ID token that was changed after it was signed', async () => {
    expect(await signInAs(`tampered-${newEmail()}`)).toMatchObject(refusal)
  })

  test('with another code challenge, and the provider gives none without one', async () => {
    const { url } = await start()
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
    const challenge = new URL((await start()).url).searchParams.get('code_challenge') ?? ''
    const swap = ({ searchParams }: URL) => searchParams.set('code_challenge', challenge)
    expect(await signInAs(newEmail(), swap)).toMatchObject(refusal)
    const drop = ({ searchParams }: URL) => searchParams.delete('code_challenge')
    expect(await signInAs(newEmail(), drop)).toMatchObject(refusal)
  })

  test('that says the person canceled, in words of its own', async () => {
    const message = 'You did not allow Example Login to sign you in.'
    expect(await signInAs(null)).toMatchObject({ status: 422, body: { message } })
  })
})

test('a provider that is not configured is not found', async () => {
  expect((await visitor.call(externalSignIn.start, { params: { provider: 'microsoft' } })).status).toBe(404)
})

test('nobody connects an account while they act as its user', async () => {
  const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const call = { params: { id: owner.id }, body: { reason: 'Asked to look' } }
  const { body } = await admin.as.call(adminUsers.impersonate, call)
  const acting = createCaller(portal.url, body.accessToken)
  expect((await acting.call(connectedAccounts.start, { params, body: { password: testPassword } })).status).toBe(403)
})

test('a provider that cannot be reached is named, and found once it is back', async () => {
  const begin = () => visitor.call(externalSignIn.start, { params: { provider: 'google' } })
  const message = 'Google cannot be reached at the moment. Please try again, or sign in another way.'
  expect(await begin()).toMatchObject({ status: 503, body: { message } })
  const back = await startOidcProvider(Number(new URL(stopped.issuer).port))
  expect((await begin()).status).toBe(200)
  await back.stop()
})
