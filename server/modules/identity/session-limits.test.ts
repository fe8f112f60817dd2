import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { orders } from '@dooryard/contract/orders'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { actingAs, enterpriseUser, nobody, signedIn, type TestUser, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'

const portal = await testPortal({ lookEveryMs: 50 })
afterAll(portal.close)

const minute = 60_000
const day = 24 * 60 * minute

const refresh = (refreshToken: string) => nobody(portal).call(auth.refresh, { body: { refreshToken } })
const ended = { status: 401, body: { message: 'Your session has ended. Please sign in again.' } }
const statusOf = async (caller: Caller) => (await caller.call(account.me)).status
const endOf = (accessToken: string) => (decodeJwt(accessToken).exp ?? 0) * 1000

/** Refreshes every ten days, which keeps any session from lapsing, and gives the last pair of tokens. */
async function usedFor(days: number, { refreshToken, as }: Pick<TestUser, 'refreshToken' | 'as'>) {
  let pair = { refreshToken, accessToken: as.token ?? '' }
  for (let passed = 0; passed < days; passed += 10) {
    portal.clock.advance(Math.min(10, days - passed) * day)
    const { status, body } = await refresh(pair.refreshToken)
    if (status !== 200) throw new Error(`the session ended within ${passed + 10} days`)
    pair = body
  }
  return { ...pair, as: callerAt(portal.url, pair.accessToken) }
}

describe('a session ends, however often it is used,', () => {
  test.each([
    ['90 days after the sign-in', 'CONSUMER_USER', 90],
    ['30 days after the sign-in of an administrator', 'SUPER_ADMIN', 30],
  ] as const)('%s', async (_, role, days) => {
    const somebody = await user(portal, { role })
    const signedInAt = portal.clock.now().getTime()
    const { refreshToken } = await usedFor(days - 1, somebody)
    portal.clock.advance(day - 10 * minute)
    const last = await refresh(refreshToken)
    expect(last.status).toBe(200)
    // Ten minutes are left, and the access token promises no more.
    expect(endOf(last.body.accessToken)).toBeGreaterThan(signedInAt + days * day - minute)
    expect(endOf(last.body.accessToken)).toBeLessThanOrEqual(signedInAt + days * day)
    portal.clock.advance(10 * minute)
    expect(await statusOf(callerAt(portal.url, last.body.accessToken))).toBe(401)
    expect(await refresh(last.body.refreshToken)).toMatchObject(ended)
  })

  test('and its open streams with it', async () => {
    const owner = await enterpriseUser(portal, { onDemandCredits: 50 })
    const params = { campaignId: owner.campaign.id }
    const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
    const { as } = await usedFor(89, owner)
    const fresh = { ...params, orderId: body.id }
    portal.clock.advance(10 * minute)
    const stream = await as.watch(orders.watchStatus, { params: fresh })
    expect(await stream.next()).toMatchObject({ internalStatus: 'QUEUED' })
    portal.clock.advance(day)
    expect(await stream.next()).toBeUndefined()
  })

  test('and one in which an administrator acts as a user with theirs', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const signedInAt = portal.clock.now().getTime()
    const { refreshToken } = await usedFor(29, admin)
    portal.clock.advance(day - 10 * minute)
    const { body } = await refresh(refreshToken)
    const acting = await actingAs(portal, { as: callerAt(portal.url, body.accessToken) }, tess.id)
    const until = Date.parse(acting.impersonation.expiresAt)
    expect(until).toBeLessThanOrEqual(signedInAt + 30 * day)
    expect(until).toBeGreaterThan(signedInAt + 30 * day - minute)
    portal.clock.advance(10 * minute)
    expect(await statusOf(acting.as)).toBe(401)
    expect(await refresh(acting.refreshToken)).toMatchObject(ended)
  })

  test('and the list of sessions says when', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const acting = await actingAs(portal, admin, tess.id)
    const { items } = (await tess.as.call(account.sessions)).body
    for (const { createdAt, endsBy, impersonation } of items)
      expect(endsBy).toBe(impersonation?.expiresAt ?? new Date(Date.parse(createdAt) + 90 * day).toISOString())
    expect(items.map(({ impersonation }) => impersonation?.expiresAt)).toContain(acting.impersonation.expiresAt)
    const [own] = (await admin.as.call(account.sessions)).body.items
    expect(Date.parse(own?.endsBy ?? '') - Date.parse(own?.createdAt ?? '')).toBe(30 * day)
  })
})

describe('of the sessions of a user there are 50 at most:', () => {
  const device = async ({ email }: TestUser, userAgent: string) => {
    const headers = { 'User-Agent': userAgent }
    const { body } = await nobody(portal).call(auth.login, { body: { email, password: testPassword }, headers })
    return { ...body, as: callerAt(portal.url, body.accessToken) }
  }
  const listed = async (as: Caller) => (await as.call(account.sessions, { query: { limit: 100 } })).body
  const signInOften = (email: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => signedIn(portal, email)))
  const endedOf = (actorId: string) =>
    portal.db
      .selectFrom('auditLog')
      .select(['objectId', 'reason'])
      .where('actorId', '=', actorId)
      .where('action', '=', 'session.ended')
      .execute()

  test('one more ends the one that was used the longest ago, at once, and the log says so', async () => {
    const tess = await user(portal)
    const [desk, old] = [tess, await device(tess, 'Old phone')]
    const oldId = (await listed(old.as)).items.find(({ isCurrent }) => isCurrent)?.id
    portal.clock.advance(2 * minute)
    // The desk began first, but is in use, and the phone is not.
    expect(await statusOf(desk.as)).toBe(200)
    await signInOften(tess.email, 48)
    const latest = await device(tess, 'New phone')
    expect([await statusOf(latest.as), await statusOf(desk.as), await statusOf(old.as)]).toEqual([200, 200, 401])
    expect(await refresh(old.refreshToken)).toMatchObject(ended)
    expect((await listed(latest.as)).totalCount).toBe(50)
    expect(await endedOf(tess.id)).toEqual([
      { objectId: oldId, reason: 'Signed in more than 50 times; this session was used the longest ago.' },
    ])
  })

  test('below that nothing is asked to end', async () => {
    const tess = await user(portal)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await signedIn(portal, tess.email)
    const sent = query.mock.calls.map(([statement]) => JSON.stringify(statement))
    expect(sent.filter((statement) => statement.includes('into \\"sessions\\"'))).toHaveLength(1)
    expect(sent.filter((statement) => statement.includes('update \\"sessions\\"'))).toEqual([])
  })

  test('also when a hundred sign in at once', async () => {
    const tess = await user(portal)
    const all = await signInOften(tess.email, 100)
    const latest = await signedIn(portal, tess.email)
    expect((await listed(latest.as)).totalCount).toBe(50)
    const statuses = await Promise.all([tess, ...all].map(({ as }) => statusOf(as)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(49)
    expect(await endedOf(tess.id)).toHaveLength(52)
  })

  test('what is open of the one that ends is closed', async () => {
    const owner = await enterpriseUser(portal, { onDemandCredits: 50 })
    const params = { campaignId: owner.campaign.id }
    const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
    const stream = await owner.as.watch(orders.watchStatus, { params: { ...params, orderId: body.id } })
    expect(await stream.next()).toMatchObject({ internalStatus: 'QUEUED' })
    portal.clock.advance(minute / 2)
    await signInOften(owner.email, 50)
    expect(await stream.next()).toBeUndefined()
  })

  test('one in which an administrator acts as the user neither counts nor is ended', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const acting = await actingAs(portal, admin, tess.id)
    await signInOften(tess.email, 49)
    expect([await statusOf(tess.as), await statusOf(acting.as)]).toEqual([200, 200])
    portal.clock.advance(minute / 2)
    await signInOften(tess.email, 50)
    expect([await statusOf(tess.as), await statusOf(acting.as)]).toEqual([401, 200])
    expect((await listed((await signedIn(portal, tess.email)).as)).totalCount).toBe(51)
  })

  test('with that of an administrator ends the one in which they act as a user', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const acting = await actingAs(portal, admin, tess.id)
    portal.clock.advance(minute / 2)
    await signInOften(admin.email, 50)
    expect(await statusOf(acting.as)).toBe(401)
    const stopped = portal.db.selectFrom('auditLog').where('action', '=', 'impersonation.ended')
    expect(await stopped.select('reason').where('onBehalfOfId', '=', tess.id).execute()).toEqual([
      { reason: 'Asked to look' },
    ])
  })

  test('those of others do not count', async () => {
    const [tess, other] = [await user(portal), await user(portal)]
    await signInOften(other.email, 50)
    expect(await statusOf(tess.as)).toBe(200)
  })
})

test('another role ends the sessions that began with the one before', async () => {
  const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const body = { role: 'SUPER_ADMIN', reason: 'Joins the office' } as const
  await admin.as.call(adminUsers.change, { params: { id: tess.id }, body })
  expect(await statusOf(tess.as)).toBe(401)
  const { as } = await signedIn(portal, tess.email)
  const [own] = (await as.call(account.sessions)).body.items
  expect(Date.parse(own?.endsBy ?? '') - Date.parse(own?.createdAt ?? '')).toBe(30 * day)
})
