import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { allEndpoints } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { actingAs, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import type { Caller, Reply } from '../../test/requests.ts'
import { actingOn } from './acting.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const { newAdmin, refresh, change, statusOf } = actingOn(portal)
const start = (admin: { as: Caller }, id: string, reason = 'Asked to look') =>
  admin.as.call(adminUsers.impersonate, { params: { id }, body: { reason } })

describe('an administrator who acts as a user', () => {
  test('sees what the user sees, and whoever looks is told who is behind it and until when', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal, { onDemandCredits: 7 })]
    const before = portal.clock.now().getTime()
    const { as, user: shown, impersonation, accessToken } = await actingAs(portal, admin, tess.id)
    expect(shown).toMatchObject({ id: tess.id, email: tess.email, role: 'ENTERPRISE_USER' })
    expect(impersonation).toMatchObject({ adminId: admin.id, adminEmail: admin.email })
    const lasts = new Date(impersonation.expiresAt).getTime() - before
    expect(lasts).toBeGreaterThanOrEqual(3_600_000)
    expect(lasts).toBeLessThan(3_660_000)
    const { body } = await as.call(account.me)
    expect(body).toMatchObject({ user: { id: tess.id }, balance: { onDemandCredits: 7 }, impersonation })
    expect(decodeJwt(accessToken)).toMatchObject({ sub: tess.id, act: { sub: admin.id } })
    expect((await admin.as.call(account.me)).body).not.toHaveProperty('impersonation')
    expect((await tess.as.call(account.me)).body).not.toHaveProperty('impersonation')
    expect(decodeJwt(tess.as.token ?? '')).not.toHaveProperty('act')
  })

  test('is listed among the sessions of the user, who may end it', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as, impersonation } = await actingAs(portal, admin, tess.id)
    const { items } = (await tess.as.call(account.sessions)).body
    expect(items).toMatchObject([{ isCurrent: true }, { isCurrent: false, impersonation }])
    expect(items[0]).not.toHaveProperty('impersonation')
    expect((await as.call(account.sessions)).body.items[0]).toMatchObject({ isCurrent: true, impersonation })
    const params = { sessionId: items[1]?.id ?? '' }
    expect(await tess.as.call(account.endSession, { params })).toMatchObject({ status: 204 })
    expect([await statusOf(as), await statusOf(tess.as), await statusOf(admin.as)]).toEqual([401, 200, 200])
  })

  test('stops, and goes on as who they are', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    for (const stop of [adminUsers.endImpersonation, account.logout]) {
      const { as, refreshToken } = await actingAs(portal, admin, tess.id)
      expect(await as.call(stop)).toMatchObject({ status: 204 })
      expect(await statusOf(as)).toBe(401)
      expect((await refresh(refreshToken)).status).toBe(401)
    }
    expect([await statusOf(admin.as), await statusOf(tess.as)]).toEqual([200, 200])
  })

  test('has nothing to stop who does not', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    for (const { as } of [admin, tess])
      expect(await as.call(adminUsers.endImpersonation)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: 'You are not acting as a user.' },
      })
    expect([await statusOf(admin.as), await statusOf(tess.as)]).toEqual([200, 200])
  })

  test('gives a reason', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    expect(await start(admin, tess.id, '  why  ')).toMatchObject({
      status: 400,
      body: { message: 'Please give a reason of at least 5 characters' },
    })
  })
})

describe('nobody acts as', async () => {
  const admin = await newAdmin()
  const fresh = async (facts: Parameters<typeof change>[1]) => {
    const { id } = await user(portal)
    await change(id, facts)
    return id
  }
  const whom: Record<string, { id: () => Promise<string>; status: number; message: string }> = {
    'a user who does not exist': { id: async () => newId(), status: 404, message: 'This user was not found.' },
    'whom no id can name': { id: async () => 'admin', status: 400, message: 'There is no such user' },
    themselves: { id: async () => admin.id, status: 422, message: 'This is your own account.' },
    'another administrator': {
      id: async () => (await newAdmin()).id,
      status: 422,
      message: 'Nobody can act as another administrator.',
    },
    'a deactivated user': {
      id: () => fresh({ isActive: false }),
      status: 422,
      message: 'This account is deactivated, so nobody can act as its user.',
    },
    'an unverified user': {
      id: () => fresh({ emailVerifiedAt: null }),
      status: 422,
      message: 'This user has not verified their email address yet, so nobody can act as them.',
    },
  }
  test.each(Object.entries(whom))('%s', async (_, { id, status, message }) => {
    expect(await start(admin, await id())).toMatchObject({ status, body: { message } })
    const begun = await portal.db.selectFrom('sessions').select('id').where('impersonatorId', '=', admin.id).execute()
    expect(begun).toEqual([])
  })
})

describe('while an administrator acts as a user', async () => {
  const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
  const refused = allEndpoints.filter((endpoint) => endpoint.refusedWhileImpersonating)
  const params = { sessionId: newId(), id: newId() }
  const ask = (caller: Caller, endpoint: AnyEndpoint): Promise<Reply<{ message: string }>> =>
    caller.call(endpoint, { params, ...(endpoint.body && { body: {} }) } as object)

  test('the calls that are refused are those that would take the account from its user, move their money, or let in programs', () => {
    expect(refused.map(nameOf).toSorted()).toEqual([
      'DELETE /v1/api-keys/{id}',
      'DELETE /v1/auth/private/sessions/{sessionId}',
      'DELETE /v1/webhooks/{id}',
      'GET /v1/webhooks/{id}/secret',
      'PATCH /v1/auth/private/update-password',
      'PATCH /v1/billing/auto-top-up',
      'PATCH /v1/webhooks/{id}',
      'POST /v1/admin/impersonate/{id}',
      'POST /v1/api-keys',
      'POST /v1/api-keys/{id}/regenerate',
      'POST /v1/auth/private/close-account',
      'POST /v1/auth/private/logout-all',
      'POST /v1/billing/cancel-subscription',
      'POST /v1/billing/create-checkout-session',
      'POST /v1/billing/payment-method',
      'POST /v1/billing/subscription/update',
      'POST /v1/webhooks',
      'POST /v1/webhooks/{id}/regenerate-secret',
      'PUT /v1/api-keys/{id}',
    ])
  })

  test.each(refused.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s is refused', async (_, endpoint) => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as } = await actingAs(portal, admin, tess.id)
    expect(await ask(as, endpoint)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect([await statusOf(as), await statusOf(tess.as)]).toEqual([200, 200])
    // Without anybody behind it the same call is looked into.
    const isForAdmins = Array.isArray(endpoint.access) && endpoint.access.includes('SUPER_ADMIN')
    const { as: alone } = isForAdmins ? admin : tess
    expect((await ask(alone, endpoint)).status).toBeOneOf([201, 204, 400, 404, 409])
  })

  test('other changes go through, and what only administrators may do does not', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const { as } = await actingAs(portal, admin, tess.id)
    const body = { firstName: 'Tessa' }
    expect(await as.call(account.change, { body })).toMatchObject({ status: 200, body })
    expect(await as.call(adminUsers.list)).toMatchObject({ status: 403 })
  })
})

describe('the audit log', () => {
  const entriesAbout = (userId: string) =>
    portal.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'reason'])
      .where(({ eb, or }) => or([eb('onBehalfOfId', '=', userId), eb('actorId', '=', userId)]))
      .where('action', 'not in', ['account.created', 'session.started'])
      .orderBy('id')
      .execute()

  test('has who began and stopped, as whom and why, and both in every change between', async () => {
    const [admin, tess] = [await newAdmin(), await user(portal)]
    const reason = 'Asked by phone why an order came back short'
    const { as } = await actingAs(portal, admin, tess.id, reason)
    await as.call(account.me)
    await as.call(account.change, { body: { firstName: 'Tessa' } })
    await as.call(adminUsers.endImpersonation)
    const entries = await entriesAbout(tess.id)
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
