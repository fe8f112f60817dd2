import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { afterAll, expect, test, vi } from 'vitest'
import { demoPassword } from '../../demo.ts'
import { newId } from '../../platform/ids.ts'
import { actingAs, nobody, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import type { Caller } from '../../test/requests.ts'
import { rounds } from '../../test/rounds.ts'
import { resetCode } from './codes.fixture.ts'
import { mostlyKnown } from './passwords.fixture.ts'
import { hashPassword } from './passwords.ts'
import { updatePassword } from './update-password.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const newPassword = 'staple-horse-battery'
const change = (as: Caller, currentPassword: string, chosen = newPassword) =>
  as.call(account.updatePassword, { body: { currentPassword, newPassword: chosen, confirmPassword: chosen } })
const statusOf = async (as: Caller) => (await as.call(account.me)).status
const wrong = {
  status: 422,
  body: {
    message: 'Current password is not right.',
    issues: [{ path: 'currentPassword', message: 'Current password is not right.' }],
  },
}

test('a new password opens the account from then on, and the old one no more', async () => {
  const { id, email, as } = await user(portal)
  expect(await change(as, testPassword)).toMatchObject({ status: 204 })
  const old = await nobody(portal).call(auth.login, { body: { email, password: testPassword } })
  expect(old).toMatchObject({ status: 401 })
  await signedIn(portal, email, newPassword)
  const entries = portal.db.selectFrom('auditLog').select(['actorId', 'before', 'after']).where('objectId', '=', id)
  expect(await entries.where('action', '=', 'password.changed').execute()).toEqual([
    { actorId: id, before: null, after: null },
  ])
})

test('a new password ends every session but the one it is chosen in, those included that act as the user', async () => {
  const [admin, { id, email, as, refreshToken }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const phone = await signedIn(portal, email)
  const { as: acting } = await actingAs(portal, admin, id)
  const other = await user(portal)
  await change(as, testPassword)
  expect(await Promise.all([as, phone.as, acting, other.as, admin.as].map(statusOf))).toEqual([200, 401, 401, 200, 200])
  const refresh = (token: string) => nobody(portal).call(auth.refresh, { body: { refreshToken: token } })
  expect(await refresh(phone.refreshToken)).toMatchObject({ status: 401 })
  expect(await refresh(refreshToken)).toMatchObject({ status: 200 })
})

test('the owner is told by mail', async () => {
  const { email, as } = await user(portal)
  await change(as, testPassword)
  const mailsTo = () => portal.mails.filter(({ to }) => to === email)
  await expect.poll(mailsTo).toMatchObject([{ subject: 'Your Dooryard password was changed' }])
  for (const { html, text } of mailsTo()) expect(html + text).not.toMatch(/horse-battery/)
})

test('a wrong current password changes nothing and says so on its field', async () => {
  const { email, as } = await user(portal)
  const phone = await signedIn(portal, email)
  expect(await change(as, 'not-the-right-one')).toMatchObject(wrong)
  expect(await statusOf(phone.as)).toBe(200)
  await signedIn(portal, email, testPassword)
})

test('of two changes at once one is made, and the other is told that the current password is not right', async () => {
  for (let round = 0; round < rounds(2, 20); round++) {
    const { email, as } = await user(portal)
    const chosen = ['staple-horse-one', 'staple-horse-two']
    const replies = await Promise.all(chosen.map((password) => change(as, testPassword, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 422])
    expect(replies.find(({ status }) => status === 422)).toMatchObject(wrong)
    await signedIn(portal, email, chosen[replies.findIndex(({ status }) => status === 204)])
  }
})

test.each([
  ['the same again', testPassword, 'New password must be different from current password'],
  ['one that everybody tries first', 'password1', 'This is one of the most common passwords. Please choose another.'],
  ['the own name', 'Sampleton', mostlyKnown],
  ['the own name and a year', 'T3ss-Sampleton!2026', mostlyKnown],
  ['the name of a role', 'superadmin', mostlyKnown],
  ['the password of the demo', demoPassword, mostlyKnown],
])('%s is refused as a new password, on its field', async (_, chosen, message) => {
  const { email, as } = await user(portal)
  const reply = await change(as, testPassword, chosen)
  expect(reply).toMatchObject({ status: 400, body: { message, issues: [{ path: 'newPassword', message }] } })
  await signedIn(portal, email, testPassword)
})

test('a password that is refused is not hashed, and one that is taken is, once', async () => {
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
  await signedIn(portal, email, newPassword)
})

test('an administrator who acts as the user may not choose a password', async () => {
  const [admin, { id }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const { as } = await actingAs(portal, admin, id)
  expect(await change(as, testPassword)).toMatchObject({ status: 403 })
})

test('a code for a new password that was mailed before is of no use any more', async () => {
  const { email, as } = await user(portal)
  const code = await resetCode(portal, email)
  await change(as, testPassword)
  const reset = { email, code, password: 'other-horse-battery', confirmPassword: 'other-horse-battery' }
  expect(await nobody(portal).call(auth.resetPassword, { body: reset })).toMatchObject({ status: 422 })
  await signedIn(portal, email, newPassword)
})
