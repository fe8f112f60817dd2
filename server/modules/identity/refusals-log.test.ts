import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { afterAll, expect, test } from 'vitest'
import { nobody, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { allDone, newEmail, otherThan, registered, resetCode } from './codes.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const newPassword = 'staple-horse-battery'
const update = (currentPassword: string) => ({
  body: { currentPassword, newPassword, confirmPassword: newPassword },
})
const verify = (email: string, code: string) => nobody(portal).call(auth.verifyEmail, { body: { email, code } })
const reset = (email: string, code: string) => {
  const body = { email, code, password: newPassword, confirmPassword: newPassword }
  return nobody(portal).call(auth.resetPassword, { body })
}

const entriesOf = (action: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['actorId', 'objectId', 'after', 'ipAddress', 'requestId'])
    .where('action', '=', action)
    .orderBy('id')

const idOf = async (email: string) =>
  (await portal.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

test('the audit log has every wrong current password, and none that was right', async () => {
  const { id, as } = await user(portal)
  const entries = entriesOf('password.refused').where('objectId', '=', id)
  const wrong = await as.call(account.updatePassword, update('not-the-right-one'))
  expect(wrong).toMatchObject({ status: 422 })
  const refused = { actorId: id, objectId: id, after: null, ipAddress: '127.0.0.1' }
  expect(await entries.execute()).toEqual([{ ...refused, requestId: wrong.headers.get('x-request-id') }])
  expect(await as.call(account.updatePassword, update(testPassword))).toMatchObject({ status: 204 })
  expect(await as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 422 })
  expect(await entries.execute()).toMatchObject([refused, refused])
  expect(await as.call(account.close, { body: { password: newPassword } })).toMatchObject({ status: 204 })
  expect(await entries.execute()).toHaveLength(2)
})

test('the audit log has every code that is not right: wrong, guessed too often, expired or spent', async () => {
  const { email, code } = await registered(portal)
  const entries = entriesOf('code.refused').where('objectId', '=', await idOf(email))
  const refused = { actorId: null, after: { purpose: 'VERIFY_EMAIL' }, ipAddress: '127.0.0.1' }
  for (let guess = 0; guess < 5; guess++) await verify(email, otherThan(code))
  expect(await verify(email, code)).toMatchObject({ status: 422 })
  expect(await entries.execute()).toMatchObject(Array(6).fill(refused))

  const late = await registered(portal)
  portal.clock.advance(11 * 60_000)
  await verify(late.email, late.code)
  const ofLate = entriesOf('code.refused').where('objectId', '=', await idOf(late.email))
  expect(await ofLate.execute()).toMatchObject([refused])

  const { id, email: known } = await user(portal)
  const right = await resetCode(portal, known)
  const ofKnown = entriesOf('code.refused').where('objectId', '=', id)
  expect(await reset(known, right)).toMatchObject({ status: 204 })
  expect(await ofKnown.execute()).toEqual([])
  await reset(known, right)
  expect(await ofKnown.execute()).toMatchObject([{ ...refused, after: { purpose: 'RESET_PASSWORD' } }])
})

test('the audit log has a code for an unknown email too, and does not say which', async () => {
  const email = newEmail()
  const entries = entriesOf('code.refused').where('objectId', 'is', null)
  await verify(email, '271828')
  expect(await entries.execute()).toMatchObject([{ actorId: null, after: { purpose: 'VERIFY_EMAIL' } }])
  expect(JSON.stringify(await entriesOf('code.refused').execute())).not.toContain(email)
})

test('the audit log says that a reset code was asked for, from where and for whom, and not who asked', async () => {
  const { id, email } = await user(portal)
  const { headers } = await nobody(portal).call(auth.forgotPassword, { body: { email } })
  await allDone(portal)
  const asked = { actorId: null, after: null, ipAddress: '127.0.0.1' }
  const entries = entriesOf('password.reset_requested')
  expect(await entries.execute()).toContainEqual({ ...asked, objectId: id, requestId: headers.get('x-request-id') })
  const unknown = newEmail()
  await nobody(portal).call(auth.forgotPassword, { body: { email: unknown } })
  await nobody(portal).call(auth.resendVerification, { body: { email } })
  await allDone(portal)
  expect(await entries.where('objectId', '=', id).execute()).toHaveLength(1)
  expect(JSON.stringify(await entries.execute())).not.toContain(unknown)
})
