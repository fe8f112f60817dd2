import { minuteMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { adminSecondFactor, secondFactor } from '@dooryard/contract/identity/second-factor'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { actAsUser, enterpriseUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { setUpApp, signInWith, signInWithApp } from './second-factor.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const newKey = { body: { name: 'CRM', scopes: ['orders:read' as const] } }
const stepUpRequired = { status: 403, body: { code: 'STEP_UP_REQUIRED', methods: ['TOTP', 'RECOVERY_CODE'] } }

async function userWithApp() {
  const owner = await enterpriseUser(portal)
  return { ...owner, app: await setUpApp(portal, owner) }
}

describe('a user with a second factor', () => {
  test('is asked for it again ten minutes after the sign-in, for what matters alone', async () => {
    const { email, app } = await userWithApp()
    portal.clock.stop()
    const { as } = await signInWithApp(portal, email, app)
    portal.clock.advance(10 * minuteMs)
    expect((await as.call(apiKeys.create, newKey)).status).toBe(201)
    portal.clock.advance(1)
    expect(await as.call(apiKeys.create, newKey)).toMatchObject(stepUpRequired)
    expect((await as.call(apiKeys.list)).status).toBe(200)
    expect((await as.call(account.change, { body: { firstName: 'Erin' } })).status).toBe(200)
  })

  test('is let through for ten minutes by one code, which works once', async () => {
    const { as: first, refreshToken, app } = await userWithApp()
    portal.clock.advance(11 * minuteMs)
    expect(await first.call(apiKeys.create, newKey)).toMatchObject(stepUpRequired)
    // A refreshed token is no proof.
    const { body: tokens } = await first.call(auth.refresh, { body: { refreshToken } })
    const as = createCaller(portal.url, tokens.accessToken)
    expect(await as.call(apiKeys.create, newKey)).toMatchObject(stepUpRequired)
    const proof = { method: 'TOTP' as const, code: app.getCode() }
    expect((await as.call(secondFactor.stepUp, { body: proof })).status).toBe(204)
    expect((await as.call(apiKeys.create, newKey)).status).toBe(201)
    portal.clock.advance(11 * minuteMs)
    expect(await as.call(secondFactor.stepUp, { body: proof })).toMatchObject({ status: 422 })
    expect(await as.call(apiKeys.create, newKey)).toMatchObject(stepUpRequired)
    const recovery = { method: 'RECOVERY_CODE' as const, code: app.recoveryCodes[0] ?? '' }
    expect((await as.call(secondFactor.stepUp, { body: recovery })).status).toBe(204)
    const webhook = await as.call(webhooks.create, {
      body: { url: 'https://hooks.example.com/', events: ['webhook.test'] },
    })
    expect((await as.call(webhooks.secret, { params: { id: webhook.body.id } })).status).toBe(200)
  })

  test('confirms this session alone', async () => {
    const { email, app, as } = await userWithApp()
    const other = await signInWithApp(portal, email, app)
    portal.clock.advance(11 * minuteMs)
    const proof = { method: 'TOTP' as const, code: app.getCode() }
    expect((await as.call(secondFactor.stepUp, { body: proof })).status).toBe(204)
    expect(await other.as.call(apiKeys.create, newKey)).toMatchObject(stepUpRequired)
  })

  test('is asked before removing it, and then signs in with the password alone', async () => {
    const { email, app, as } = await userWithApp()
    portal.clock.advance(11 * minuteMs)
    expect(await as.call(secondFactor.removeTotp)).toMatchObject(stepUpRequired)
    expect(await as.call(secondFactor.renewRecoveryCodes)).toMatchObject(stepUpRequired)
    expect((await as.call(secondFactor.stepUp, { body: { method: 'TOTP', code: app.getCode() } })).status).toBe(204)
    expect((await as.call(secondFactor.removeTotp)).status).toBe(204)
    expect((await as.call(secondFactor.state)).body).toMatchObject({ methods: [], recoveryCodesLeft: 0 })
    expect((await signInWith(portal, email)).status).toBe(200)
  })
})

test('a user without a second factor is never asked', async () => {
  const { as } = await enterpriseUser(portal)
  portal.clock.advance(14 * minuteMs)
  expect((await as.call(apiKeys.create, newKey)).status).toBe(201)
  expect((await as.call(secondFactor.stepUp, { body: { method: 'TOTP', code: '123456' } })).status).toBe(422)
})

test('an administrator is asked to start an impersonation, and not during it; the user has nothing to prove', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const app = await setUpApp(portal, admin)
  const owner = await userWithApp()
  portal.clock.advance(11 * minuteMs)
  const start = { params: { id: owner.id }, body: { reason: 'Asked to look' } }
  expect(await admin.as.call(adminUsers.impersonate, start)).toMatchObject(stepUpRequired)
  expect((await admin.as.call(secondFactor.stepUp, { body: { method: 'TOTP', code: app.getCode() } })).status).toBe(204)
  const acting = await actAsUser(portal, admin, owner.id)
  expect(await acting.as.call(secondFactor.state)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  portal.clock.advance(11 * minuteMs)
  expect((await acting.as.call(account.change, { body: { firstName: 'Erin' } })).status).toBe(200)
  // What needs a proof is not open to an impersonation at all.
  expect(await acting.as.call(apiKeys.create, newKey)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
})

describe('a role that requires a second factor', { shuffle: false }, () => {
  const role = 'AFFILIATE_USER' as const

  test('shuts its users out of everything but setting one up', async () => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const affiliate = await user(portal, { role })
    expect((await affiliate.as.call(account.sessions)).status).toBe(200)
    const require = { body: { role, isRequired: true, reason: 'Our insurer asks for it' } }
    const { body } = await admin.as.call(adminSecondFactor.changePolicy, require)
    expect(body.items.filter(({ isRequired }) => isRequired).map((one) => one.role)).toEqual([role])

    const setUpRequired = { status: 403, body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' } }
    expect(await affiliate.as.call(account.sessions)).toMatchObject(setUpRequired)
    expect(await affiliate.as.call(account.change, { body: { firstName: 'Erin' } })).toMatchObject(setUpRequired)
    expect((await affiliate.as.call(account.me)).body).toMatchObject({ mustSetUpSecondFactor: true })
    expect((await affiliate.as.call(secondFactor.state)).body).toMatchObject({ isRequired: true, methods: [] })
    // Signing in again changes nothing, and other roles are free.
    expect((await signInWith(portal, affiliate.email)).status).toBe(200)
    expect((await admin.as.call(account.sessions)).status).toBe(200)

    await setUpApp(portal, affiliate)
    expect((await affiliate.as.call(account.sessions)).status).toBe(200)
    expect((await affiliate.as.call(account.me)).body).not.toHaveProperty('mustSetUpSecondFactor')

    const { status } = await admin.as.call(adminSecondFactor.changePolicy, {
      body: { ...require.body, isRequired: false },
    })
    expect(status).toBe(200)
    const other = await user(portal, { role })
    expect((await other.as.call(account.sessions)).status).toBe(200)
  })

  test('of administrators is required only by one who has a second factor', async () => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const require = { body: { role: 'SUPER_ADMIN' as const, isRequired: true, reason: 'Our insurer asks for it' } }
    expect(await admin.as.call(adminSecondFactor.changePolicy, require)).toMatchObject({ status: 422 })
    await setUpApp(portal, admin)
    expect((await admin.as.call(adminSecondFactor.changePolicy, require)).status).toBe(200)
    const { status } = await admin.as.call(adminSecondFactor.changePolicy, {
      body: { ...require.body, isRequired: false },
    })
    expect(status).toBe(200)
  })
})
