import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getWrongCode, newEmail, registerUser, requestResetCode, waitForJobs } from '../codes/codes.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const newPassword = 'staple-horse-battery'
const buildPasswordChange = (currentPassword: string) => ({
  body: { currentPassword, newPassword, confirmPassword: newPassword },
})
const verifyEmail = (email: string, code: string) =>
  anonymousCaller(portal).call(auth.verifyEmail, { body: { email, code } })
const resetPassword = (email: string, code: string) => {
  const body = { email, code, password: newPassword, confirmPassword: newPassword }
  return anonymousCaller(portal).call(auth.resetPassword, { body })
}

const listAuditEntries = (action: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['actorId', 'objectId', 'after', 'ipAddress', 'requestId'])
    .where('action', '=', action)
    .orderBy('id')

const getUserId = async (email: string) =>
  (await portal.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

test('the audit log has every wrong current password, and no correct one', async () => {
  const { id, as } = await user(portal)
  const entries = listAuditEntries('password.refused').where('objectId', '=', id)
  const wrongCode = await as.call(account.updatePassword, buildPasswordChange('not-the-right-one'))
  expect(wrongCode).toMatchObject({ status: 422 })
  const refused = { actorId: id, objectId: id, after: null, ipAddress: '127.0.0.1' }
  expect(await entries.execute()).toEqual([{ ...refused, requestId: wrongCode.headers.get('x-request-id') }])
  expect(await as.call(account.updatePassword, buildPasswordChange(testPassword))).toMatchObject({ status: 204 })
  expect(await as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 422 })
  expect(await entries.execute()).toMatchObject([refused, refused])
  expect(await as.call(account.close, { body: { password: newPassword } })).toMatchObject({ status: 204 })
  expect(await entries.execute()).toHaveLength(2)
})

test('the audit log has every rejected code: wrong, exhausted, expired or consumed', async () => {
  const { email, code } = await registerUser(portal)
  const entries = listAuditEntries('code.refused').where('objectId', '=', await getUserId(email))
  const refused = { actorId: null, after: { purpose: 'VERIFY_EMAIL' }, ipAddress: '127.0.0.1' }
  for (let guess = 0; guess < 5; guess++) await verifyEmail(email, getWrongCode(code))
  expect(await verifyEmail(email, code)).toMatchObject({ status: 422 })
  expect(await entries.execute()).toMatchObject(Array(6).fill(refused))

  const late = await registerUser(portal)
  portal.clock.advance(11 * 60_000)
  await verifyEmail(late.email, late.code)
  const lateEntries = listAuditEntries('code.refused').where('objectId', '=', await getUserId(late.email))
  expect(await lateEntries.execute()).toMatchObject([refused])

  const { id, email: known } = await user(portal)
  const right = await requestResetCode(portal, known)
  const knownEntries = listAuditEntries('code.refused').where('objectId', '=', id)
  expect(await resetPassword(known, right)).toMatchObject({ status: 204 })
  expect(await knownEntries.execute()).toEqual([])
  await resetPassword(known, right)
  expect(await knownEntries.execute()).toMatchObject([{ ...refused, after: { purpose: 'RESET_PASSWORD' } }])
})

test('the audit log also has a code for an unknown email, without the email', async () => {
  const email = newEmail()
  const entries = listAuditEntries('code.refused').where('objectId', 'is', null)
  await verifyEmail(email, '271828')
  expect(await entries.execute()).toMatchObject([{ actorId: null, after: { purpose: 'VERIFY_EMAIL' } }])
  expect(JSON.stringify(await listAuditEntries('code.refused').execute())).not.toContain(email)
})

test('the audit log has each reset request with address and account, and no actor', async () => {
  const { id, email } = await user(portal)
  const { headers } = await anonymousCaller(portal).call(auth.forgotPassword, { body: { email } })
  await waitForJobs(portal)
  const expected = { actorId: null, after: null, ipAddress: '127.0.0.1' }
  const entries = listAuditEntries('password.reset_requested')
  expect(await entries.execute()).toContainEqual({ ...expected, objectId: id, requestId: headers.get('x-request-id') })
  const unknown = newEmail()
  await anonymousCaller(portal).call(auth.forgotPassword, { body: { email: unknown } })
  await anonymousCaller(portal).call(auth.resendVerification, { body: { email } })
  await waitForJobs(portal)
  expect(await entries.where('objectId', '=', id).execute()).toHaveLength(1)
  expect(JSON.stringify(await entries.execute())).not.toContain(unknown)
})
