import { allEndpoints } from '@dooryard/contract/all'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers, type UserChange } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { actAsUser, signInWithPassword, type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createImpersonationHelpers } from '../impersonation/impersonation.fixture.ts'
import {
  completeSignIn,
  rememberDevice,
  setUpApp,
  signInWith,
  startSignIn,
} from '../second-factor/second-factor.fixture.ts'
import { restoreUser } from './change-user.ts'

const portal = await testPortal()
afterAll(portal.close)

const { newAdmin, refresh, getStatus } = createImpersonationHelpers(portal)
const reason = 'Has signed up for campaigns by phone'
const admin = await newAdmin()

const updateUser = (id: string, body: UserChange, by: Pick<TestUser, 'as'> = admin) =>
  by.as.call(adminUsers.change, { params: { id }, body })
const listAuditEntries = (userId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after', 'reason'])
    .where(({ eb, or }) => or([eb('objectId', '=', userId), eb('onBehalfOfId', '=', userId)]))
    .where('action', 'not in', ['account.created', 'session.started', 'impersonation.started'])
    .orderBy('id')
    .execute()

describe('an administrator', () => {
  test('changes a profile, the user stays signed in, and the log has the values before and after', async () => {
    const tess = await user(portal)
    const body = { firstName: 'Tessa', companyName: 'Example Outreach' }
    expect(await updateUser(tess.id, body)).toMatchObject({ status: 200, body: { ...body, lastName: 'Sampleton' } })
    expect((await updateUser(tess.id, { companyName: '' })).body).not.toHaveProperty('companyName')
    expect((await updateUser(tess.id, { companyName: '' })).status).toBe(200)
    expect((await tess.as.call(account.me)).body.user.firstName).toBe('Tessa')
    const by = { action: 'account.changed', actorId: admin.id }
    expect(await listAuditEntries(tess.id)).toMatchObject([
      { ...by, before: { firstName: 'Tess', companyName: null }, after: body },
      { ...by, before: { companyName: 'Example Outreach' }, after: { companyName: null } },
    ])
  })

  const ends: Record<string, [UserChange, object]> = {
    'another role': [
      { role: 'CONSUMER_USER', reason },
      { action: 'account.role_changed', after: { role: 'CONSUMER_USER' } },
    ],
    'a deactivation': [
      { isActive: false, reason },
      { action: 'account.deactivated', after: { isActive: false } },
    ],
  }
  test.each(Object.entries(ends))(
    'ends every session of a user by %s, impersonations included',
    async (_, [body, entry]) => {
      const tess = await user(portal)
      const acting = await actAsUser(portal, admin, tess.id, 'Asked to look')
      expect(await updateUser(tess.id, body)).toMatchObject({ status: 200, body: { role: body.role ?? tess.role } })
      expect([await getStatus(tess.as), await getStatus(acting.as), await getStatus(admin.as)]).toEqual([401, 401, 200])
      expect((await refresh(tess.refreshToken)).status).toBe(401)
      expect(await listAuditEntries(tess.id)).toMatchObject([
        { ...entry, actorId: admin.id, reason },
        { action: 'impersonation.ended', actorId: admin.id, reason: 'Asked to look' },
      ])
    },
  )

  const losses: Record<string, (userId: string) => Promise<unknown>> = {
    'another role': (id) => updateUser(id, { role: 'CONSUMER_USER', reason }),
    'a deactivation, once active again,': async (id) => {
      await updateUser(id, { isActive: false, reason })
      return updateUser(id, { isActive: true, reason })
    },
    'the end of a demo': (id) => restoreUser(portal, id, { signOut: true }),
  }
  test.each(Object.entries(losses))(
    'by %s ends sign-ins that wait for a second factor and forgets devices',
    async (_, change) => {
      const tess = await user(portal)
      const app = await setUpApp(portal, tess)
      const { cookie } = await rememberDevice(portal, { ...tess, app })
      const challenge = await startSignIn(portal, tess.email)
      await change(tess.id)
      const proof = { method: 'TOTP' as const, code: app.getCode() }
      expect(await completeSignIn(portal, challenge, proof)).toMatchObject({ status: 401 })
      expect((await signInWith(portal, tess.email, { cookie })).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    },
  )

  test('activates a user again, who then has to sign in', async () => {
    const tess = await user(portal)
    await updateUser(tess.id, { isActive: false, reason })
    await expect(signInWithPassword(portal, tess.email)).rejects.toThrow('deactivated')
    expect(await updateUser(tess.id, { isActive: true, reason })).toMatchObject({
      status: 200,
      body: { isActive: true },
    })
    expect(await getStatus(tess.as)).toBe(401)
    expect(await getStatus((await signInWithPassword(portal, tess.email)).as)).toBe(200)
  })

  test('changes nothing and ends nothing with the current values', async () => {
    const tess = await user(portal)
    expect((await updateUser(tess.id, { role: tess.role, isActive: true, firstName: 'Tess', reason })).status).toBe(200)
    expect(await getStatus(tess.as)).toBe(200)
    expect(await listAuditEntries(tess.id)).toEqual([])
  })

  test('must give a reason for a role or a state', async () => {
    const { id } = await user(portal)
    for (const body of [{ role: 'AFFILIATE_USER' }, { isActive: false }] as const)
      expect(await updateUser(id, body)).toMatchObject({ status: 400, body: { issues: [{ path: 'reason' }] } })
  })

  test('cannot change their own role or state, but can change their own name', async () => {
    for (const body of [
      { role: 'CONSUMER_USER', reason },
      { isActive: false, reason },
    ] as const)
      expect(await updateUser(admin.id, body)).toMatchObject({ status: 422 })
    expect(await updateUser(admin.id, { lastName: 'Anders' })).toMatchObject({
      status: 200,
      body: { lastName: 'Anders' },
    })
    expect(await getStatus(admin.as)).toBe(200)
  })

  test('gets not found for an unknown user and for a closed account', async () => {
    const gone = await user(portal)
    await gone.as.call(account.close, { body: { password: testPassword } })
    for (const id of [newId(), gone.id])
      expect(await updateUser(id, { isActive: true, reason })).toMatchObject({ status: 404 })
    expect(await admin.as.call(adminUsers.get, { params: { id: newId() } })).toMatchObject({ status: 404 })
  })
})

test('of two administrators who demote each other at once, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await newAdmin(), await newAdmin()]
    const body = { role: 'CONSUMER_USER', reason } as const
    const statuses = (await Promise.all([updateUser(other.id, body, one), updateUser(one.id, body, other)])).map(
      (r) => r.status,
    )
    expect(statuses.toSorted()).toEqual([200, 401])
    expect([await getStatus(one.as), await getStatus(other.as)].toSorted()).toEqual([200, 401])
  }
})

describe("a user's sessions", () => {
  test('are shown to an administrator, and end at once with a reason', async () => {
    const tess = await user(portal)
    const { as: phone } = await signInWithPassword(portal, tess.email)
    const acting = await actAsUser(portal, admin, tess.id)
    const params = { id: tess.id }
    const { items, totalCount } = (await admin.as.call(adminUsers.sessions, { params })).body
    expect([totalCount, items.map(({ isCurrent }) => isCurrent)]).toEqual([3, [false, false, false]])
    expect(items.flatMap(({ impersonation }) => impersonation ?? [])).toEqual([acting.impersonation])
    const reply = await admin.as.call(adminUsers.signOut, { params, body: { reason: 'A laptop was stolen' } })
    expect(reply).toMatchObject({ status: 200, body: { ended: 3 } })
    for (const as of [tess.as, phone, acting.as]) expect(await getStatus(as)).toBe(401)
    expect((await admin.as.call(adminUsers.sessions, { params })).body.items).toEqual([])
    expect(await listAuditEntries(tess.id)).toMatchObject([
      { action: 'session.all_ended', actorId: admin.id, reason: 'A laptop was stolen' },
      { action: 'impersonation.ended', actorId: admin.id },
    ])
  })

  test('are counted without impersonations by an administrator who has signed out', async () => {
    const [otherAdmin, tess] = [await newAdmin(), await user(portal)]
    const acting = await actAsUser(portal, otherAdmin, tess.id)
    const params = { id: otherAdmin.id }
    expect((await admin.as.call(adminUsers.signOut, { params, body: { reason } })).body).toEqual({ ended: 1 })
    for (const as of [otherAdmin.as, acting.as]) expect(await getStatus(as)).toBe(401)
    expect((await listAuditEntries(otherAdmin.id)).map(({ action, after }) => [action, after])).toEqual([
      ['session.all_ended', { ended: 1 }],
    ])
  })

  test('need an existing user, and a closed account cannot be signed out', async () => {
    const params = { id: newId() }
    expect(await admin.as.call(adminUsers.sessions, { params })).toMatchObject({ status: 404 })
    const closed = await user(portal)
    await closed.as.call(account.close, { body: { password: testPassword } })
    for (const id of [newId(), closed.id])
      expect(await admin.as.call(adminUsers.signOut, { params: { id }, body: { reason } })).toMatchObject({
        status: 404,
      })
    expect((await listAuditEntries(closed.id)).map(({ action }) => action)).toEqual(['account.closed'])
  })
})

test('users requested by id come in that order, without unknown ids', async () => {
  const [one, other] = [await user(portal), await user(portal)]
  const listIds = async (ids: string[]) =>
    (await admin.as.call(adminUsers.many, { query: { ids } })).body.items.map(({ id }) => id)
  expect(await listIds([other.id, newId(), one.id, other.id])).toEqual([other.id, one.id])
  expect(await listIds([one.id])).toEqual([one.id])
  const tooMany = Array.from({ length: 101 }, newId)
  expect(await admin.as.call(adminUsers.many, { query: { ids: tooMany } })).toMatchObject({ status: 400 })
})

test('an administrator who impersonates a user cannot call endpoints for administrators', async () => {
  const tess = await user(portal)
  const { as } = await actAsUser(portal, admin, tess.id)
  const own = allEndpoints.filter(({ access }) => Array.isArray(access) && access.join() === 'SUPER_ADMIN')
  expect(own.length).toBeGreaterThan(40)
  for (const endpoint of own) {
    const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, newId()]))
    const args = { params, ...(endpoint.body && { body: {} }) }
    const status =
      endpoint.answers === 'stream'
        ? await as.watch(endpoint, args as never).then(
            () => 200,
            (refused: { status: number }) => refused.status,
          )
        : (await as.call(endpoint, args as never)).status
    expect({ call: `${endpoint.method} ${endpoint.path}`, status }).toMatchObject({ status: 403 })
  }
})
