import { minuteMs } from '@dooryard/contract/api/time'
import { passkeySignIn, passkeys } from '@dooryard/contract/identity/passkeys'
import { adminSecondFactor, secondFactor } from '@dooryard/contract/identity/second-factor'
import type { PasskeyAssertion } from '@dooryard/contract/identity/webauthn'
import { afterAll, describe, expect, test } from 'vitest'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { setUpApp, signInWith, startSignIn } from '../second-factor/second-factor.fixture.ts'
import {
  addPasskey,
  createAuthenticator,
  flagsWithoutVerification,
  getSignInOptions,
  signInWithPasskey,
  userWithPasskey,
} from './authenticator.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const getOptions = async (challenge: string) =>
  (await anonymousCaller(portal).call(passkeySignIn.secondFactorOptions, { body: { challenge } })).body

const complete = (challenge: string, passkey: PasskeyAssertion) =>
  anonymousCaller(portal).call(secondFactor.complete, { body: { method: 'PASSKEY', challenge, passkey } })

const wrongPasskey = { status: 422, body: { message: 'This passkey did not work. Please try again.' } }
const ended = { status: 401, body: { message: 'This sign-in has expired. Please start again.' } }

describe('an account with a passkey', () => {
  test('signs in with the password and then the passkey, which need not verify its owner again', async () => {
    const { id, email, authenticator } = await userWithPasskey(portal)
    expect((await signInWith(portal, email)).body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      methods: ['PASSKEY', 'RECOVERY_CODE'],
    })
    const challenge = await startSignIn(portal, email)
    const options = await getOptions(challenge)
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    })
    const { status, body } = await complete(challenge, authenticator.get(options, { flags: flagsWithoutVerification }))
    expect({ status, user: body.user }).toMatchObject({ status: 200, user: { id } })
  })

  test('signs in with the password and one of the recovery codes that came with it', async () => {
    const { email, recoveryCodes } = await userWithPasskey(portal)
    const body = { challenge: await startSignIn(portal, email), code: recoveryCodes[0] ?? '' }
    const call = { body: { method: 'RECOVERY_CODE' as const, ...body } }
    expect(await anonymousCaller(portal).call(secondFactor.complete, call)).toMatchObject({ status: 200 })
  })

  test('signs in with the passkey alone, and is asked for nothing more', async () => {
    const { as, authenticator } = await userWithPasskey(portal)
    await setUpApp(portal, { as })
    expect(await signInWithPasskey(portal, authenticator)).toMatchObject({ status: 200 })
  })

  test('is not signed in by a response to the challenge of anyone else, or of another kind', async () => {
    const { email, authenticator } = await userWithPasskey(portal)
    const stranger = await userWithPasskey(portal)
    const challenge = await startSignIn(portal, email)
    const options = await getOptions(challenge)
    const strangersOptions = await getOptions(await startSignIn(portal, stranger.email))
    const responses = [
      authenticator.get(await getSignInOptions(portal)),
      authenticator.get(strangersOptions),
      stranger.authenticator.get(options),
      authenticator.get(options, { origin: 'https://example.com' }),
    ]
    for (const response of responses) expect(await complete(challenge, response)).toMatchObject(wrongPasskey)
    expect(await complete(challenge, authenticator.get(options))).toMatchObject({ status: 200 })
  })

  test('is signed in once by a response', async () => {
    const { email, authenticator } = await userWithPasskey(portal, { isSynced: true })
    const response = authenticator.get(await getOptions(await startSignIn(portal, email)))
    expect(await complete(await startSignIn(portal, email), response)).toMatchObject({ status: 200 })
    expect(await complete(await startSignIn(portal, email), response)).toMatchObject(wrongPasskey)
  })

  test('gets options only for a sign-in that is open', async () => {
    const { email } = await userWithPasskey(portal)
    const challenge = await startSignIn(portal, email)
    const call = (given: string) =>
      anonymousCaller(portal).call(passkeySignIn.secondFactorOptions, { body: { challenge: given } })
    expect(await call('unknown')).toMatchObject(ended)
    expect(await call(challenge)).toMatchObject({ status: 200 })
    portal.clock.advance(10 * minuteMs)
    expect(await call(challenge)).toMatchObject(ended)
  })

  test('confirms a session with the passkey, to add another or remove one', async () => {
    const { as, authenticator, passkey } = await userWithPasskey(portal)
    portal.clock.advance(11 * minuteMs)
    const required = { status: 403, body: { code: 'STEP_UP_REQUIRED', methods: ['PASSKEY', 'RECOVERY_CODE'] } }
    const remove = () => as.call(passkeys.remove, { params: { passkeyId: passkey.id } })
    expect(await as.call(passkeys.creationOptions, { body: {} })).toMatchObject(required)
    expect(await remove()).toMatchObject(required)
    const options = (await as.call(passkeys.stepUpOptions)).body
    const stepUp = (response: PasskeyAssertion) =>
      as.call(secondFactor.stepUp, { body: { method: 'PASSKEY', passkey: response } })
    expect(await stepUp(createAuthenticator().get(options))).toMatchObject(wrongPasskey)
    expect(await stepUp(authenticator.get(options))).toMatchObject({ status: 204 })
    // The password is asked for only where there is no second factor.
    expect(await as.call(passkeys.creationOptions, { body: {} })).toMatchObject({ status: 200 })
    expect(await remove()).toMatchObject({ status: 204 })
  })

  test('has recovery codes until its last second factor is gone', async () => {
    const owner = await userWithPasskey(portal)
    const getState = async () => (await owner.as.call(secondFactor.state)).body
    const app = await setUpApp(portal, owner)
    expect(app.recoveryCodes).toEqual([])
    expect(await getState()).toMatchObject({ methods: ['PASSKEY', 'TOTP', 'RECOVERY_CODE'], recoveryCodesLeft: 10 })
    await owner.as.call(secondFactor.removeTotp)
    expect(await getState()).toMatchObject({ methods: ['PASSKEY', 'RECOVERY_CODE'], recoveryCodesLeft: 10 })
    await owner.as.call(passkeys.remove, { params: { passkeyId: owner.passkey.id } })
    expect(await getState()).toMatchObject({ methods: [], recoveryCodesLeft: 0 })
    expect(await signInWith(portal, owner.email)).toMatchObject({ status: 200 })
  })

  test('keeps its recovery codes when an app came before the passkey', async () => {
    const owner = await user(portal)
    const { recoveryCodes } = await setUpApp(portal, owner)
    expect(recoveryCodes).toHaveLength(10)
    expect(await addPasskey(owner)).toMatchObject({ recoveryCodes: [] })
    expect((await owner.as.call(secondFactor.state)).body.recoveryCodesLeft).toBe(10)
  })

  test('loses the passkey to an administrator who resets the second factor', async () => {
    const { id, email, authenticator } = await userWithPasskey(portal)
    const { as } = await user(portal, { role: 'SUPER_ADMIN' })
    const call = { params: { id }, body: { reason: 'Lost the phone; called back at the number on file' } }
    expect(await as.call(adminSecondFactor.reset, call)).toMatchObject({ status: 204 })
    expect(await signInWithPasskey(portal, authenticator)).toMatchObject({ status: 401 })
    expect(await signInWith(portal, email)).toMatchObject({ status: 200 })
  })
})

test('a user whose role needs a second factor can set up a passkey first', async () => {
  const admin = await userWithPasskey(portal)
  await portal.db.updateTable('users').set({ role: 'SUPER_ADMIN' }).where('id', '=', admin.id).execute()
  const policy = { role: 'AFFILIATE_USER' as const, isRequired: true, reason: 'Our insurer asks for it' }
  expect(await admin.as.call(adminSecondFactor.changePolicy, { body: policy })).toMatchObject({ status: 200 })
  const owner = await user(portal, { role: 'AFFILIATE_USER' })
  expect((await addPasskey(owner)).recoveryCodes).toHaveLength(10)
  const { items } = (await createCaller(portal.url, owner.as.token).call(passkeys.list)).body
  expect(items).toHaveLength(1)
})
