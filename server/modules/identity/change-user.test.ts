import { account } from '@dooryard/contract/account'
import { adminUsers, type UserChange } from '@dooryard/contract/admin-users'
import { allEndpoints } from '@dooryard/contract/all'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { actingAs, signedIn, type TestUser, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { actingOn } from './acting.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const { newAdmin, refresh, statusOf } = actingOn(portal)
const reason = 'Has signed up for campaigns by phone'
const admin = await newAdmin()

const changed = (id: string, body: UserChange, by: Pick<TestUser, 'as'> = admin) =>
  by.as.call(adminUsers.change, { params: { id }, body })
const entriesOf = (userId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after', 'reason'])
    .where(({ eb, or }) => or([eb('objectId', '=', userId), eb('onBehalfOfId', '=', userId)]))
    .where('action', 'not in', ['account.created', 'session.started', 'impersonation.started'])
    .orderBy('id')
    .execute()

describe('an administrator', () => {
  test('changes who a user is, who stays signed in, and the log says what it was and is', async () => {
    const tess = await user(portal)
    const body = { firstName: 'Tessa', companyName: 'Example Outreach' }
    expect(await changed(tess.id, body)).toMatchObject({ status: 200, body: { ...body, lastName: 'Sampleton' } })
    expect((await changed(tess.id, { companyName: '' })).body).not.toHaveProperty('companyName')
    expect((await changed(tess.id, { companyName: '' })).status).toBe(200)
    expect((await tess.as.call(account.me)).body.user.firstName).toBe('Tessa')
    const by = { action: 'account.changed', actorId: admin.id }
    expect(await entriesOf(tess.id)).toMatchObject([
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
    'ends every session of a user by %s, and theirs as that user',
    async (_, [body, entry]) => {
      const tess = await user(portal)
      const acting = await actingAs(portal, admin, tess.id, 'Asked to look')
      expect(await changed(tess.id, body)).toMatchObject({ status: 200, body: { role: body.role ?? tess.role } })
      expect([await statusOf(tess.as), await statusOf(acting.as), await statusOf(admin.as)]).toEqual([401, 401, 200])
      expect((await refresh(tess.refreshToken)).status).toBe(401)
      expect(await entriesOf(tess.id)).toMatchObject([
        { ...entry, actorId: admin.id, reason },
        { action: 'impersonation.ended', actorId: admin.id, reason: 'Asked to look' },
      ])
    },
  )

  test('activates a user again, who then has to sign in', async () => {
    const tess = await user(portal)
    await changed(tess.id, { isActive: false, reason })
    await expect(signedIn(portal, tess.email)).rejects.toThrow('deactivated')
    expect(await changed(tess.id, { isActive: true, reason })).toMatchObject({ status: 200, body: { isActive: true } })
    expect(await statusOf(tess.as)).toBe(401)
    expect(await statusOf((await signedIn(portal, tess.email)).as)).toBe(200)
  })

  test('changes nothing, and ends nothing, by what is so already', async () => {
    const tess = await user(portal)
    expect((await changed(tess.id, { role: tess.role, isActive: true, firstName: 'Tess', reason })).status).toBe(200)
    expect(await statusOf(tess.as)).toBe(200)
    expect(await entriesOf(tess.id)).toEqual([])
  })

  test('gives a reason for a role and a state', async () => {
    const { id } = await user(portal)
    for (const body of [{ role: 'AFFILIATE_USER' }, { isActive: false }] as const)
      expect(await changed(id, body)).toMatchObject({ status: 400, body: { issues: [{ path: 'reason' }] } })
  })

  test('cannot change their own role or state, and their own name they can', async () => {
    for (const body of [
      { role: 'CONSUMER_USER', reason },
      { isActive: false, reason },
    ] as const)
      expect(await changed(admin.id, body)).toMatchObject({ status: 422 })
    expect(await changed(admin.id, { lastName: 'Anders' })).toMatchObject({ status: 200, body: { lastName: 'Anders' } })
    expect(await statusOf(admin.as)).toBe(200)
  })

  test('finds nobody where there is nobody, and where an account is closed', async () => {
    const gone = await user(portal)
    await gone.as.call(account.close, { body: { password: testPassword } })
    for (const id of [newId(), gone.id])
      expect(await changed(id, { isActive: true, reason })).toMatchObject({ status: 404 })
    expect(await admin.as.call(adminUsers.get, { params: { id: newId() } })).toMatchObject({ status: 404 })
  })
})

test('of two administrators who demote each other at once, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await newAdmin(), await newAdmin()]
    const body = { role: 'CONSUMER_USER', reason } as const
    const statuses = (await Promise.all([changed(other.id, body, one), changed(one.id, body, other)])).map(
      (r) => r.status,
    )
    expect(statuses.toSorted()).toEqual([200, 401])
    expect([await statusOf(one.as), await statusOf(other.as)].toSorted()).toEqual([200, 401])
  }
})

describe("a user's sessions", () => {
  test('are shown to an administrator, and end at once with a reason', async () => {
    const tess = await user(portal)
    const { as: phone } = await signedIn(portal, tess.email)
    const acting = await actingAs(portal, admin, tess.id)
    const params = { id: tess.id }
    const { items, totalCount } = (await admin.as.call(adminUsers.sessions, { params })).body
    expect([totalCount, items.map(({ isCurrent }) => isCurrent)]).toEqual([3, [false, false, false]])
    expect(items.flatMap(({ impersonation }) => impersonation ?? [])).toEqual([acting.impersonation])
    const reply = await admin.as.call(adminUsers.signOut, { params, body: { reason: 'A laptop was stolen' } })
    expect(reply).toMatchObject({ status: 200, body: { ended: 3 } })
    for (const as of [tess.as, phone, acting.as]) expect(await statusOf(as)).toBe(401)
    expect((await admin.as.call(adminUsers.sessions, { params })).body.items).toEqual([])
    expect(await entriesOf(tess.id)).toMatchObject([
      { action: 'session.all_ended', actorId: admin.id, reason: 'A laptop was stolen' },
      { action: 'impersonation.ended', actorId: admin.id },
    ])
  })

  test('are counted without those in which an administrator who is signed out acted as others', async () => {
    const [boss, tess] = [await newAdmin(), await user(portal)]
    const acting = await actingAs(portal, boss, tess.id)
    const params = { id: boss.id }
    expect((await admin.as.call(adminUsers.signOut, { params, body: { reason } })).body).toEqual({ ended: 1 })
    for (const as of [boss.as, acting.as]) expect(await statusOf(as)).toBe(401)
    expect((await entriesOf(boss.id)).map(({ action, after }) => [action, after])).toEqual([
      ['session.all_ended', { ended: 1 }],
    ])
  })

  test('are those of somebody, and nobody is signed out of a closed account', async () => {
    const params = { id: newId() }
    expect(await admin.as.call(adminUsers.sessions, { params })).toMatchObject({ status: 404 })
    const closed = await user(portal)
    await closed.as.call(account.close, { body: { password: testPassword } })
    for (const id of [newId(), closed.id])
      expect(await admin.as.call(adminUsers.signOut, { params: { id }, body: { reason } })).toMatchObject({
        status: 404,
      })
    expect((await entriesOf(closed.id)).map(({ action }) => action)).toEqual(['account.closed'])
  })
})

test('users asked for by id come in that order, without those that are not there', async () => {
  const [one, other] = [await user(portal), await user(portal)]
  const idsOf = async (ids: string[]) =>
    (await admin.as.call(adminUsers.many, { query: { ids } })).body.items.map(({ id }) => id)
  expect(await idsOf([other.id, newId(), one.id, other.id])).toEqual([other.id, one.id])
  expect(await idsOf([one.id])).toEqual([one.id])
  const tooMany = Array.from({ length: 101 }, newId)
  expect(await admin.as.call(adminUsers.many, { query: { ids: tooMany } })).toMatchObject({ status: 400 })
})

test('an administrator who acts as a user can make no call that is for administrators', async () => {
  const tess = await user(portal)
  const { as } = await actingAs(portal, admin, tess.id)
  const own = allEndpoints.filter(({ access }) => Array.isArray(access) && access.join() === 'SUPER_ADMIN')
  expect(own.length).toBeGreaterThan(40)
  for (const endpoint of own) {
    const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, newId()]))
    const given = { params, ...(endpoint.body && { body: {} }) }
    const status =
      endpoint.answers === 'stream'
        ? await as.watch(endpoint, given as never).then(
            () => 200,
            (refused: { status: number }) => refused.status,
          )
        : (await as.call(endpoint, given as never)).status
    expect({ call: `${endpoint.method} ${endpoint.path}`, status }).toMatchObject({ status: 403 })
  }
})
