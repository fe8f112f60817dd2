import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, expect, test, vi } from 'vitest'
import { demoPassword } from '../../../demo/demo.ts'
import { newId } from '../../../platform/util/ids.ts'
import { actAsUser, anonymousCaller, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { requestResetCode } from '../codes/codes.fixture.ts'
import { mostlyKnownMessage } from './passwords.fixture.ts'
import { hashPassword } from './passwords.ts'
import { updatePassword } from './update-password.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const newPassword = 'staple-horse-battery'
const changePassword = (as: Caller, currentPassword: string, chosen = newPassword) =>
  as.call(account.updatePassword, { body: { currentPassword, newPassword: chosen, confirmPassword: chosen } })
const getStatus = async (as: Caller) => (await as.call(account.me)).status
const wrongPasswordReply = {
  status: 422,
  body: {
    message: 'Current password is not right.',
    issues: [{ path: 'currentPassword', message: 'Current password is not right.' }],
  },
}

test('a new password works from then on, and the old one no longer does', async () => {
  const { id, email, as } = await user(portal)
  expect(await changePassword(as, testPassword)).toMatchObject({ status: 204 })
  const old = await anonymousCaller(portal).call(auth.login, { body: { email, password: testPassword } })
  expect(old).toMatchObject({ status: 401 })
  await signInWithPassword(portal, email, newPassword)
  const entries = portal.db.selectFrom('auditLog').select(['actorId', 'before', 'after']).where('objectId', '=', id)
  expect(await entries.where('action', '=', 'password.changed').execute()).toEqual([
    { actorId: id, before: null, after: null },
  ])
})

test('a new password ends every session but the current one, impersonations included', async () => {
  const [admin, { id, email, as, refreshToken }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const phone = await signInWithPassword(portal, email)
  const { as: acting } = await actAsUser(portal, admin, id)
  const other = await user(portal)
  await changePassword(as, testPassword)
  expect(await Promise.all([as, phone.as, acting, other.as, admin.as].map(getStatus))).toEqual([
    200, 401, 401, 200, 200,
  ])
  const refresh = (token: string) => anonymousCaller(portal).call(auth.refresh, { body: { refreshToken: token } })
  expect(await refresh(phone.refreshToken)).toMatchObject({ status: 401 })
  expect(await refresh(refreshToken)).toMatchObject({ status: 200 })
})

test('the owner gets a mail', async () => {
  const { email, as } = await user(portal)
  await changePassword(as, testPassword)
  const listMailsTo = () => portal.mails.filter(({ to }) => to === email)
  await expect.poll(listMailsTo).toMatchObject([{ subject: 'Your Dooryard password was changed' }])
  for (const { html, text } of listMailsTo()) expect(html + text).not.toMatch(/horse-battery/)
})

test('a wrong current password changes nothing and shows an error on its field', async () => {
  const { email, as } = await user(portal)
  const phone = await signInWithPassword(portal, email)
  expect(await changePassword(as, 'not-the-right-one')).toMatchObject(wrongPasswordReply)
  expect(await getStatus(phone.as)).toBe(200)
  await signInWithPassword(portal, email, testPassword)
})

test('of two concurrent changes one succeeds, and the other gets that the current password is wrong', async () => {
  for (let round = 0; round < scaleForTorture(2, 20); round++) {
    const { email, as } = await user(portal)
    const chosen = ['staple-horse-one', 'staple-horse-two']
    const replies = await Promise.all(chosen.map((password) => changePassword(as, testPassword, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 422])
    expect(replies.find(({ status }) => status === 422)).toMatchObject(wrongPasswordReply)
    await signInWithPassword(portal, email, chosen[replies.findIndex(({ status }) => status === 204)])
  }
})

test.each([
  ['the same again', testPassword, 'New password must be different from current password'],
  ['one that everybody tries first', 'password1', 'This is one of the most common passwords. Please choose another.'],
  ['the own name', 'Sampleton', mostlyKnownMessage],
  ['the own name and a year', 'T3ss-Sampleton!2026', mostlyKnownMessage],
  ['the name of a role', 'superadmin', mostlyKnownMessage],
  ['the password of the demo', demoPassword, mostlyKnownMessage],
])('%s is rejected as a new password, on its field', async (_, chosen, message) => {
  const { email, as } = await user(portal)
  const reply = await changePassword(as, testPassword, chosen)
  expect(reply).toMatchObject({ status: 400, body: { message, issues: [{ path: 'newPassword', message }] } })
  await signInWithPassword(portal, email, testPassword)
})

test('a rejected password is not hashed, and an accepted one is hashed once', async () => {
  const { id: userId, email, role } = await user(portal)
  const request = { requestId: 'none', caller: { ipAddress: '', userAgent: '' }, signal: new AbortController().signal }
  const ctx = { ...portal.services, ...request, actor: { userId, role, sessionId: newId() } }
  const hash = vi.fn(hashPassword)
  const choose = (chosen: string) =>
    updatePassword(ctx, { currentPassword: testPassword, newPassword: chosen }, { hash })
  await expect(choose('password1')).rejects.toMatchObject({ code: 'VALIDATION' })
  expect(hash).not.toHaveBeenCalled()
  await choose(newPassword)
  expect(hash).toHaveBeenCalledTimes(1)
  await signInWithPassword(portal, email, newPassword)
})

test('an administrator who impersonates the user cannot choose a password', async () => {
  const [admin, { id }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const { as } = await actAsUser(portal, admin, id)
  expect(await changePassword(as, testPassword)).toMatchObject({ status: 403 })
})

test('a reset code mailed before stops working', async () => {
  const { email, as } = await user(portal)
  const code = await requestResetCode(portal, email)
  await changePassword(as, testPassword)
  const reset = { email, code, password: 'other-horse-battery', confirmPassword: 'other-horse-battery' }
  expect(await anonymousCaller(portal).call(auth.resetPassword, { body: reset })).toMatchObject({ status: 422 })
  await signInWithPassword(portal, email, newPassword)
})
