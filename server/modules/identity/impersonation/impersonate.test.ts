import { allEndpoints } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { actAsUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import type { Caller, Reply } from '../../../test/requests.ts'
import { createImpersonationHelpers } from './impersonation.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const { newAdmin, refresh, change, getStatus } = createImpersonationHelpers(portal)
const startImpersonation = (admin: { as: Caller }, id: string, reason = 'Asked to look') =>
  admin.as.call(adminUsers.impersonate, { params: { id }, body: { reason } })

describe('an administrator who impersonates a user', () => {
  test('sees what the user sees, and the response names the administrator and the end', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal, { onDemandCredits: 7 })]
    const before = portal.clock.now().getTime()
    const { as, user: shown, impersonation, accessToken } = await actAsUser(portal, admin, tess.id)
    expect(shown).toMatchObject({ id: tess.id, email: tess.email, role: 'ENTERPRISE_USER' })
    expect(impersonation).toMatchObject({ adminId: admin.id, adminEmail: admin.email })
    const durationMs = new Date(impersonation.expiresAt).getTime() - before
    expect(durationMs).toBeGreaterThanOrEqual(3_600_000)
    expect(durationMs).toBeLessThan(3_660_000)
    const { body } = await as.call(account.me)
    expect(body).toMatchObject({ user: { id: tess.id }, balance: { onDemandCredits: 7 }, impersonation })
    expect(decodeJwt(accessToken)).toMatchObject({ sub: tess.id, act: { sub: admin.id } })
    expect((await admin.as.call(account.me)).body).not.toHaveProperty('impersonation')
    expect((await tess.as.call(account.me)).body).not.toHaveProperty('impersonation')
    expect(decodeJwt(tess.as.token ?? '')).not.toHaveProperty('act')
  })

  test('is listed among the sessions of the user, who may end it', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as, impersonation } = await actAsUser(portal, admin, tess.id)
    const { items } = (await tess.as.call(account.sessions)).body
    expect(items).toMatchObject([{ isCurrent: true }, { isCurrent: false, impersonation }])
    expect(items[0]).not.toHaveProperty('impersonation')
    expect((await as.call(account.sessions)).body.items[0]).toMatchObject({ isCurrent: true, impersonation })
    const params = { sessionId: items[1]?.id ?? '' }
    expect(await tess.as.call(account.endSession, { params })).toMatchObject({ status: 204 })
    expect([await getStatus(as), await getStatus(tess.as), await getStatus(admin.as)]).toEqual([401, 200, 200])
  })

  test('stops, and continues as themselves', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    for (const stop of [adminUsers.endImpersonation, account.logout]) {
      const { as, refreshToken } = await actAsUser(portal, admin, tess.id)
      expect(await as.call(stop)).toMatchObject({ status: 204 })
      expect(await getStatus(as)).toBe(401)
      expect((await refresh(refreshToken)).status).toBe(401)
    }
    expect([await getStatus(admin.as), await getStatus(tess.as)]).toEqual([200, 200])
  })

  test('cannot stop without an impersonation', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    for (const { as } of [admin, tess])
      expect(await as.call(adminUsers.endImpersonation)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: 'You are not impersonating a user.' },
      })
    expect([await getStatus(admin.as), await getStatus(tess.as)]).toEqual([200, 200])
  })

  test('must give a reason', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    expect(await startImpersonation(admin, tess.id, '  why  ')).toMatchObject({
      status: 400,
      body: { message: 'Please give a reason of at least 5 characters' },
    })
  })
})

describe('nobody can impersonate', async () => {
  const admin = await newAdmin()
  const fresh = async (facts: Parameters<typeof change>[1]) => {
    const { id } = await user(portal)
    await change(id, facts)
    return id
  }
  const target: Record<string, { id: () => Promise<string>; status: number; message: string }> = {
    'a user who does not exist': { id: async () => newId(), status: 404, message: 'This user was not found.' },
    'whom no id can name': { id: async () => 'admin', status: 400, message: 'There is no such user' },
    themselves: { id: async () => admin.id, status: 422, message: 'This is your own account.' },
    'another administrator': {
      id: async () => (await newAdmin()).id,
      status: 422,
      message: 'Administrators cannot be impersonated.',
    },
    'a deactivated user': {
      id: () => fresh({ isActive: false }),
      status: 422,
      message: 'This account is deactivated, so it cannot be impersonated.',
    },
    'an unverified user': {
      id: () => fresh({ emailVerifiedAt: null }),
      status: 422,
      message: 'This user has not verified their email address yet, so they cannot be impersonated.',
    },
  }
  test.each(Object.entries(target))('%s', async (_, { id, status, message }) => {
    expect(await startImpersonation(admin, await id())).toMatchObject({ status, body: { message } })
    const startedAt = await portal.db
      .selectFrom('sessions')
      .select('id')
      .where('impersonatorId', '=', admin.id)
      .execute()
    expect(startedAt).toEqual([])
  })
})

describe('during an impersonation', async () => {
  const getName = ({ method, path }: AnyEndpoint) => `${method} ${path}`
  const refused = allEndpoints.filter((endpoint) => endpoint.refusedWhileImpersonating)
  const params = { sessionId: newId(), id: newId() }
  const ask = (caller: Caller, endpoint: AnyEndpoint): Promise<Reply<{ message: string }>> =>
    caller.call(endpoint, { params, ...(endpoint.body && { body: {} }) } as object)

  test('the rejected calls are those that take over the account, move money, spend later or let programs in', () => {
    expect(refused.map(getName).toSorted()).toEqual([
      'DELETE /v1/api-keys/{id}',
      'DELETE /v1/auth/private/connected-accounts/{id}',
      'DELETE /v1/auth/private/passkeys/{passkeyId}',
      'DELETE /v1/auth/private/second-factor/devices',
      'DELETE /v1/auth/private/second-factor/devices/{deviceId}',
      'DELETE /v1/auth/private/second-factor/totp',
      'DELETE /v1/auth/private/sessions/{sessionId}',
      'DELETE /v1/billing/details',
      'DELETE /v1/webhooks/{id}',
      'GET /v1/auth/private/second-factor',
      'GET /v1/webhooks/{id}/secret',
      'PATCH /v1/auth/private/passkeys/{passkeyId}',
      'PATCH /v1/auth/private/update-password',
      'PATCH /v1/billing/auto-top-up',
      'PATCH /v1/recurring-orders/{id}',
      'PATCH /v1/webhooks/{id}',
      'POST /v1/admin/impersonate/{id}',
      'POST /v1/api-keys',
      'POST /v1/api-keys/{id}/regenerate',
      'POST /v1/auth/private/close-account',
      'POST /v1/auth/private/connected-accounts',
      'POST /v1/auth/private/connected-accounts/{provider}/finish',
      'POST /v1/auth/private/connected-accounts/{provider}/start',
      'POST /v1/auth/private/email-change',
      'POST /v1/auth/private/email-change/confirm',
      'POST /v1/auth/private/logout-all',
      'POST /v1/auth/private/passkeys',
      'POST /v1/auth/private/passkeys/options',
      'POST /v1/auth/private/second-factor/recovery-codes',
      'POST /v1/auth/private/second-factor/totp',
      'POST /v1/auth/private/second-factor/totp/confirm',
      'POST /v1/auth/private/step-up',
      'POST /v1/auth/private/step-up/passkey-options',
      'POST /v1/billing/cancel-subscription',
      'POST /v1/billing/create-checkout-session',
      'POST /v1/billing/payment-method',
      'POST /v1/billing/subscription/update',
      'POST /v1/recurring-orders',
      'POST /v1/recurring-orders/{id}/resume',
      'POST /v1/recurring-orders/{id}/run',
      'POST /v1/webhooks',
      'POST /v1/webhooks/{id}/regenerate-secret',
      'PUT /v1/api-keys/{id}',
      'PUT /v1/billing/details',
    ])
  })

  test.each(refused.map((endpoint) => [getName(endpoint), endpoint] as const))(
    '%s is rejected',
    async (_, endpoint) => {
      const [admin, tess] = [await newAdmin(), await user(portal)]
      const { as } = await actAsUser(portal, admin, tess.id)
      expect(await ask(as, endpoint)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect([await getStatus(as), await getStatus(tess.as)]).toEqual([200, 200])
      // Without an impersonation the same call is processed.
      const isAdminEndpoint = Array.isArray(endpoint.access) && endpoint.access.includes('SUPER_ADMIN')
      const { as: adminOnly } = isAdminEndpoint ? admin : tess
      expect((await ask(adminOnly, endpoint)).status).toBeOneOf([200, 201, 204, 400, 404, 409, 422])
    },
  )

  test('other changes work, and endpoints for administrators do not', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as } = await actAsUser(portal, admin, tess.id)
    const body = { firstName: 'Tessa' }
    expect(await as.call(account.change, { body })).toMatchObject({ status: 200, body })
    expect(await as.call(adminUsers.list)).toMatchObject({ status: 403 })
  })
})

describe('the audit log', () => {
  const listEntriesAbout = (userId: string) =>
    portal.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'reason'])
      .where(({ eb, or }) => or([eb('onBehalfOfId', '=', userId), eb('actorId', '=', userId)]))
      .where('action', 'not in', ['account.created', 'session.started'])
      .orderBy('id')
      .execute()

  test('has the start and the end with user and reason, and both users in every change between', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const reason = 'Asked by phone why an order came back short'
    const { as } = await actAsUser(portal, admin, tess.id, reason)
    await as.call(account.me)
    await as.call(account.change, { body: { firstName: 'Tessa' } })
    await as.call(adminUsers.endImpersonation)
    const entries = await listEntriesAbout(tess.id)
    const both = { actorId: admin.id, onBehalfOfId: tess.id }
    const about = { objectType: 'user', objectId: tess.id }
    expect(entries[0]).toMatchObject({ action: 'impersonation.started', ...about })
    expect(entries.at(-1)).toMatchObject({ action: 'impersonation.ended', objectType: 'session' })
    for (const entry of entries) expect(entry).toMatchObject({ ...both, reason })
    const between = entries.slice(1, -1).map(({ action }) => action)
    expect(between).toContain('profile.changed')
    expect(between).toContain('impersonation.write')
  })
})
