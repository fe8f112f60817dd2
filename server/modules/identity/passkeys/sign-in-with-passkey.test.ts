import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { passkeySignIn, passkeys } from '@dooryard/contract/identity/passkeys'
import { afterAll, describe, expect, test } from 'vitest'
import { anonymousCaller } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import {
  createAuthenticator,
  flagsWithoutVerification,
  getCreationOptions,
  getSignInOptions,
  signInWithPasskey,
  userWithPasskey,
} from './authenticator.fixture.ts'
import { purgeExpiredPasskeyChallenges } from './passkeys.queries.ts'

const portal = await testPortal()
afterAll(portal.close)

const signIn = (body: ReturnType<ReturnType<typeof createAuthenticator>['get']>) =>
  anonymousCaller(portal).call(passkeySignIn.signIn, { body })

const refusal = {
  status: 401,
  body: { code: 'NOT_AUTHENTICATED', message: expect.stringMatching(/^This passkey did not work\./) },
}

const listRefusals = (userId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'reason'])
    .where('objectId', '=', userId)
    .where('action', 'in', ['passkey.refused', 'session.refused'])
    .execute()

describe('signing in with a passkey', () => {
  test('asks for any passkey that verifies its owner, by a new challenge each time', async () => {
    const [options, other] = [await getSignInOptions(portal), await getSignInOptions(portal)]
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      rpId: 'localhost',
      timeout: 5 * minuteMs,
      userVerification: 'required',
    })
    expect(other.challenge).not.toBe(options.challenge)
  })

  test('needs neither email nor password, and starts a session', async () => {
    const { id, email, authenticator } = await userWithPasskey(portal)
    const { status, body } = await signInWithPasskey(portal, authenticator)
    expect({ status, user: body.user }).toMatchObject({ status: 200, user: { id, email } })
    const me = await createCaller(portal.url, body.accessToken).call(account.me)
    expect(me.body.user.id).toBe(id)
  })

  test('records when it was used and whether it has become synced', async () => {
    const { as, authenticator } = await userWithPasskey(portal)
    const getPasskey = async () => (await as.call(passkeys.list)).body.items[0]
    expect(await getPasskey()).toMatchObject({ isSynced: false })
    expect(await getPasskey()).not.toHaveProperty('lastUsedAt')
    portal.clock.stop()
    const lastUsedAt = portal.clock.now().toISOString()
    await signInWithPasskey(portal, authenticator, { flags: 0x1d })
    expect(await getPasskey()).toMatchObject({ isSynced: true, lastUsedAt })
  })

  test('works again and again with a synced passkey, which never counts its uses', async () => {
    const { authenticator } = await userWithPasskey(portal, { isSynced: true })
    for (let n = 0; n < 2; n++) expect(await signInWithPasskey(portal, authenticator)).toMatchObject({ status: 200 })
  })

  test.each([
    ['from another origin', { origin: 'http://localhost:3001' }],
    ['from another host', { origin: 'http://127.0.0.1:3000' }],
    ['for another portal', { rpId: 'example.com' }],
    ['that did not verify its owner', { flags: flagsWithoutVerification }],
    ['that nobody touched', { flags: 0x04 }],
    ['of the wrong type', { type: 'webauthn.create' }],
    ['to a challenge of its own', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
    ['to an empty challenge', { challenge: '' }],
    ['for no user', { userHandle: '' }],
    ['for another user', { userHandle: Buffer.from('0a1b2c3d-6f5e-4a52-9d8c-8f2f0d3e7a11').toString('base64url') }],
  ])('is refused with a response %s', async (_, deviation) => {
    const { authenticator } = await userWithPasskey(portal)
    expect(await signInWithPasskey(portal, authenticator, deviation)).toMatchObject(refusal)
    expect(await signInWithPasskey(portal, authenticator)).toMatchObject({ status: 200 })
  })

  test('is refused with a signature of another key', async () => {
    const { authenticator } = await userWithPasskey(portal)
    const [own, other] = [await getSignInOptions(portal), await getSignInOptions(portal)].map((options) =>
      authenticator.get(options),
    )
    if (!own || !other) throw new Error('there are two')
    const { signature } = other.response
    expect(await signIn({ ...own, response: { ...own.response, signature } })).toMatchObject(refusal)
  })

  test('gives an unknown passkey the same response as a wrong one', async () => {
    const { authenticator } = await userWithPasskey(portal)
    const stranger = createAuthenticator()
    const replies = [
      await signInWithPasskey(portal, authenticator, { origin: 'https://example.com' }),
      await signInWithPasskey(portal, stranger, { userHandle: Buffer.from('nobody').toString('base64url') }),
    ]
    const [known, unknown] = replies.map(({ status, headers, body }) => ({
      status,
      body: { ...body, requestId: '' },
      headers: [...headers.keys()],
    }))
    expect(unknown).toEqual(known)
    expect(unknown).toMatchObject(refusal)
  })

  test('accepts a response once', async () => {
    const { id, authenticator } = await userWithPasskey(portal, { isSynced: true })
    const body = authenticator.get(await getSignInOptions(portal))
    expect(await signIn(body)).toMatchObject({ status: 200 })
    expect(await signIn(body)).toMatchObject(refusal)
    expect(await listRefusals(id)).toEqual([
      { action: 'passkey.refused', reason: 'The challenge was answered before.' },
    ])
  })

  test('accepts a response for five minutes, and needs no record of it longer', async () => {
    portal.clock.stop()
    const { authenticator } = await userWithPasskey(portal)
    const [used, late, early] = [
      await getSignInOptions(portal),
      await getSignInOptions(portal),
      await getSignInOptions(portal),
    ]
    await signIn(authenticator.get(used))
    portal.clock.advance(5 * minuteMs - 1)
    expect(await signIn(authenticator.get(early))).toMatchObject({ status: 200 })
    portal.clock.advance(1)
    expect(await signIn(authenticator.get(late))).toMatchObject(refusal)
    await purgeExpiredPasskeyChallenges(portal.db, portal.clock.now())
    expect(await portal.db.selectFrom('usedPasskeyChallenges').selectAll().execute()).toEqual([])
    expect(await signIn(authenticator.get(used))).toMatchObject(refusal)
  })

  test('does not accept a challenge that was given to add a passkey', async () => {
    const { as, authenticator } = await userWithPasskey(portal)
    const { challenge } = await getCreationOptions({ as })
    expect(await signInWithPasskey(portal, authenticator, { challenge })).toMatchObject(refusal)
  })

  test('refuses a passkey whose count of uses goes back, as that of a copy does, and audits it', async () => {
    const { id, authenticator } = await userWithPasskey(portal)
    expect(await signInWithPasskey(portal, authenticator, { counter: 7 })).toMatchObject({ status: 200 })
    for (const counter of [7, 6, 0])
      expect(await signInWithPasskey(portal, authenticator, { counter })).toMatchObject(refusal)
    const reason = 'The passkey was removed, or its count of uses went back: it may have been copied.'
    expect(await listRefusals(id)).toEqual(Array(3).fill({ action: 'passkey.refused', reason }))
    expect(await signInWithPasskey(portal, authenticator, { counter: 8 })).toMatchObject({ status: 200 })
  })

  test('tells only the owner that the account is deactivated', async () => {
    const { id, authenticator } = await userWithPasskey(portal)
    await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
    const message = 'This account has been deactivated.'
    expect(await signInWithPasskey(portal, authenticator)).toMatchObject({ status: 401, body: { message } })
    expect(await listRefusals(id)).toEqual([{ action: 'session.refused', reason: message }])
    const wrong = { flags: flagsWithoutVerification }
    expect(await signInWithPasskey(portal, authenticator, wrong)).toMatchObject(refusal)
  })

  test('to an unverified account counts as a wrong passkey', async () => {
    const { id, authenticator } = await userWithPasskey(portal)
    await portal.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', id).execute()
    expect(await signInWithPasskey(portal, authenticator)).toMatchObject(refusal)
  })

  test('ends with the removal of the passkey', async () => {
    const { as, authenticator, passkey } = await userWithPasskey(portal)
    expect(await as.call(passkeys.remove, { params: { passkeyId: passkey.id } })).toMatchObject({ status: 204 })
    expect(await signInWithPasskey(portal, authenticator)).toMatchObject(refusal)
  })
})

test('wrong passkeys are limited per address, together with wrong passwords', async () => {
  const limited = await testPortal({ limits: true })
  const wrong = createAuthenticator()
  const body = wrong.get(await getSignInOptions(limited), { userHandle: 'bm9ib2R5' })
  const statuses: number[] = []
  for (let n = 0; n < 101; n++)
    statuses.push((await anonymousCaller(limited).call(passkeySignIn.signIn, { body })).status)
  expect(statuses).toEqual([...Array(100).fill(401), 429])
  await limited.close()
})
