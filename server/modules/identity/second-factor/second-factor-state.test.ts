import { auditLog } from '@dooryard/contract/admin/audit-log'
import { dayMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { adminSecondFactor, secondFactor } from '@dooryard/contract/identity/second-factor'
import { afterAll, describe, expect, test } from 'vitest'
import { anonymousCaller, type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { getNewestCode, listMailsTo } from '../codes/codes.fixture.ts'
import { addPasskey } from '../passkeys/authenticator.fixture.ts'
import {
  completeSignIn,
  rememberDevice,
  setUpApp,
  signInWith,
  signInWithApp,
  startSignIn,
} from './second-factor.fixture.ts'
import { purgeExpiredSecondFactors } from './second-factor-state.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

async function userWithApp() {
  const owner = await user(portal)
  return { ...owner, app: await setUpApp(portal, owner) }
}

const resetReason = 'Lost the phone; called back'

async function resetByAdministrator(id: string) {
  const { as } = await user(portal, { role: 'SUPER_ADMIN' })
  return as.call(adminSecondFactor.reset, { params: { id }, body: { reason: resetReason } })
}

const listMailSubjects = (email: string) => portal.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('setting up an authenticator app', () => {
  test('takes the password and a right code, mails the owner, and shows ten recovery codes once', async () => {
    const { as, email } = await user(portal)
    const wrong = await as.call(secondFactor.startTotp, { body: { password: 'not-this-one' } })
    expect(wrong).toMatchObject({ status: 422, body: { issues: [{ path: 'password' }] } })
    const { body } = await as.call(secondFactor.startTotp, { body: { password: testPassword } })
    expect(body.uri).toContain(`otpauth://totp/Dooryard:${encodeURIComponent(email)}`)
    expect(body.uri).toContain(body.secret)
    expect(await as.call(secondFactor.confirmTotp, { body: { code: '000000' } })).toMatchObject({ status: 422 })
    // Nothing is asked for before the first code.
    expect((await signInWith(portal, email)).status).toBe(200)
    const { recoveryCodes } = await setUpApp(portal, { as })
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await as.call(secondFactor.state)).body).toMatchObject({
      methods: ['TOTP', 'RECOVERY_CODE'],
      recoveryCodesLeft: 10,
    })
    await expect
      .poll(() => listMailSubjects(email))
      .toEqual(['Two-step verification was set up for your Dooryard account'])
  })

  test('is refused while one is set up', async () => {
    const { as } = await userWithApp()
    expect((await as.call(secondFactor.startTotp, { body: { password: testPassword } })).status).toBe(409)
  })

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { id, app } = await userWithApp()
    const secrets = await portal.db.selectFrom('totpSecrets').selectAll().where('userId', '=', id).execute()
    const codes = await portal.db.selectFrom('recoveryCodes').selectAll().where('userId', '=', id).execute()
    const stored = JSON.stringify([secrets, codes.map(({ hash }) => hash.toString('latin1'))])
    for (const secret of [app.secret, ...app.recoveryCodes]) expect(stored).not.toContain(secret)
  })

  test('renewed recovery codes replace the former ones', async () => {
    const { as, email, app } = await userWithApp()
    const { body } = await as.call(secondFactor.renewRecoveryCodes)
    expect(body.recoveryCodes).toHaveLength(10)
    const signInBy = async (code = '') =>
      (await completeSignIn(portal, await startSignIn(portal, email), { method: 'RECOVERY_CODE', code })).status
    expect(await signInBy(app.recoveryCodes[0])).toBe(422)
    expect(await signInBy(body.recoveryCodes[0])).toBe(200)
    expect((await as.call(secondFactor.state)).body.recoveryCodesLeft).toBe(9)
  })
})

describe('a remembered device', () => {
  test('is no fresh second factor', async () => {
    const owner = await userWithApp()
    const { cookie } = await rememberDevice(portal, owner)
    const { status, body } = await signInWith(portal, owner.email, { cookie })
    expect(status).toBe(200)
    const as = createCaller(portal.url, body.accessToken)
    expect(await as.call(secondFactor.renewRecoveryCodes)).toMatchObject({
      ...{ status: 403, body: { code: 'STEP_UP_REQUIRED' } },
    })
    const proof = { method: 'TOTP' as const, code: owner.app.getCode() }
    expect((await as.call(secondFactor.stepUp, { body: proof })).status).toBe(204)
    expect((await as.call(secondFactor.renewRecoveryCodes)).status).toBe(200)
  })

  test('and an unfinished sign-in end when the user signs out everywhere, but for the device in use', async () => {
    const owner = await userWithApp()
    const { cookie } = await rememberDevice(portal, owner)
    const challenge = await startSignIn(portal, owner.email)
    const { body } = await signInWith(portal, owner.email, { cookie })
    const as = createCaller(portal.url, body.accessToken)
    const keeping = { query: { keepCurrent: 'true' as const }, headers: { cookie } }
    expect((await as.call(account.logoutAll, keeping)).status).toBe(204)
    const proof = { method: 'TOTP' as const, code: owner.app.getCode() }
    expect((await completeSignIn(portal, challenge, proof)).status).toBe(401)
    expect((await signInWith(portal, owner.email, { cookie })).status).toBe(200)
    expect((await as.call(account.logoutAll, { headers: { cookie } })).status).toBe(204)
    expect((await signInWith(portal, owner.email, { cookie })).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  })

  test('is forgotten when an administrator signs the user out', async () => {
    const [owner, admin] = [await userWithApp(), await user(portal, { role: 'SUPER_ADMIN' })]
    const { cookie } = await rememberDevice(portal, owner)
    const call = { params: { id: owner.id }, body: { reason: 'A laptop was stolen' } }
    expect((await admin.as.call(adminUsers.signOut, call)).status).toBe(200)
    expect((await signInWith(portal, owner.email, { cookie })).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  })

  test('is not asked for thirty days, by a cookie that only sign-in receives', async () => {
    const owner = await userWithApp()
    const { setCookie, cookie } = await rememberDevice(portal, owner)
    for (const attribute of ['Path=/v1/auth', 'HttpOnly', 'SameSite=Strict']) expect(setCookie).toContain(attribute)
    portal.clock.advance(29 * dayMs)
    expect((await signInWith(portal, owner.email, { cookie })).status).toBe(200)
    portal.clock.advance(dayMs)
    expect((await signInWith(portal, owner.email, { cookie })).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  })

  test('of one user does not help with the account of another', async () => {
    const [owner, thief] = [await userWithApp(), await userWithApp()]
    const { cookie } = await rememberDevice(portal, thief)
    expect((await signInWith(portal, owner.email, { cookie })).status).toBe(403)
  })

  test('is listed, and asked again once it is forgotten', async () => {
    const owner = await userWithApp()
    const { cookie } = await rememberDevice(portal, owner)
    const { as } = await signInWithApp(portal, owner.email, owner.app)
    const stranger = await user(portal)
    const { devices } = (await as.call(secondFactor.state, { headers: { cookie } })).body
    expect(devices).toMatchObject([{ isCurrent: true }])
    const params = { deviceId: devices[0]?.id ?? '' }
    expect((await stranger.as.call(secondFactor.removeDevice, { params })).status).toBe(404)
    expect((await as.call(secondFactor.removeDevice, { params })).status).toBe(204)
    expect((await signInWith(portal, owner.email, { cookie })).status).toBe(403)
    expect((await as.call(secondFactor.state)).body.devices).toEqual([])
  })

  test('is forgotten with all others, and by a password reset', async () => {
    const owner = await userWithApp()
    const { cookie } = await rememberDevice(portal, owner)
    expect((await owner.as.call(secondFactor.removeDevices)).status).toBe(204)
    expect((await signInWith(portal, owner.email, { cookie })).status).toBe(403)

    const again = await rememberDevice(portal, owner)
    const stranger = anonymousCaller(portal)
    await stranger.call(auth.forgotPassword, { body: { email: owner.email } })
    const code = await getNewestCode(portal, owner.email)
    const password = 'staple-horse-battery'
    const reset = { email: owner.email, code, password, confirmPassword: password }
    expect((await stranger.call(auth.resetPassword, { body: reset })).status).toBe(204)
    const afterReset = await signInWith(portal, owner.email, { password, cookie: again.cookie })
    expect(afterReset.body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  })

  test.each([
    ['turned off by its owner', ({ as }: TestUser) => as.call(secondFactor.removeTotp)],
    ['reset by an administrator', async ({ id }: TestUser) => resetByAdministrator(id)],
  ])('is forgotten with a second factor that is %s, also for the next one', async (_, remove) => {
    const owner = await userWithApp()
    const { cookie } = await rememberDevice(portal, owner)
    expect(await remove(owner)).toMatchObject({ status: 204 })
    const { body } = await signInWith(portal, owner.email, { cookie })
    await setUpApp(portal, { as: createCaller(portal.url, body.accessToken) })
    expect((await signInWith(portal, owner.email, { cookie })).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  })

  test('is forgotten with one of two second factors, but for the device in use', async () => {
    const owner = await userWithApp()
    await addPasskey(owner)
    const [here, other] = [await rememberDevice(portal, owner), await rememberDevice(portal, owner)]
    const removal = await owner.as.call(secondFactor.removeTotp, { headers: { cookie: here.cookie } })
    expect(removal).toMatchObject({ status: 204 })
    expect((await signInWith(portal, owner.email, here)).status).toBe(200)
    expect((await signInWith(portal, owner.email, other)).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    const mail = (await listMailsTo(portal, owner.email)).find(({ subject }) => subject.includes('was removed'))
    expect(mail?.text).toContain('Other devices are no longer remembered')
  })
})

test('five wrong codes warn the owner, whose password somebody knows', async () => {
  const { email, app } = await userWithApp()
  const challenge = await startSignIn(portal, email)
  for (let attempt = 1; attempt <= 5; attempt++)
    await completeSignIn(portal, challenge, { method: 'TOTP', code: app.getCode(100 + attempt) })
  await expect
    .poll(() => listMailSubjects(email))
    .toContain('Someone could not complete a sign-in to your Dooryard account')
})

test('an administrator resets the second factor of a user, who is told why', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await userWithApp()
  const params = { id: owner.id }
  expect((await admin.as.call(adminSecondFactor.get, { params })).body.methods).toEqual(['TOTP', 'RECOVERY_CODE'])
  const reason = resetReason
  expect((await admin.as.call(adminSecondFactor.reset, { params, body: { reason } })).status).toBe(204)
  // Who took the second factor may have a session, too.
  expect((await owner.as.call(account.me)).status).toBe(401)
  expect((await signInWith(portal, owner.email)).status).toBe(200)
  expect((await admin.as.call(adminSecondFactor.reset, { params, body: { reason } })).status).toBe(409)
  const own = await admin.as.call(adminSecondFactor.reset, { params: { id: admin.id }, body: { reason } })
  expect(own.status).toBe(422)
  await expect
    .poll(() => listMailSubjects(owner.email))
    .toContain('The two-step verification of your Dooryard account was reset')
  expect(portal.mails.findLast(({ to }) => to === owner.email)?.text).toContain('Every device was signed out.')
  const { body } = await admin.as.call(auditLog.list, { query: { object: owner.id, action: 'second_factor.reset' } })
  expect(body.items).toMatchObject([{ actor: { id: admin.id }, reason }])
})

test('what has expired is deleted', async () => {
  const owner = await userWithApp()
  await rememberDevice(portal, owner)
  await startSignIn(portal, owner.email)
  portal.clock.advance(31 * dayMs)
  await purgeExpiredSecondFactors(portal.db, portal.clock.now())
  for (const table of ['signInChallenges', 'rememberedDevices'] as const) {
    const rows = await portal.db.selectFrom(table).select('userId').where('userId', '=', owner.id).execute()
    expect(rows).toEqual([])
  }
})
