import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { orders } from '@dooryard/contract/orders/orders'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  actAsUser,
  anonymousCaller,
  enterpriseUser,
  signInWithPassword,
  type TestUser,
  testPassword,
  user,
} from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { type Caller, createCaller } from '../../../test/requests.ts'

const portal = await testPortal({ demoRows: 1_000, sessionCheckMs: 50 })
afterAll(portal.close)

const minute = 60_000
const day = 24 * 60 * minute

const refreshTokens = (refreshToken: string) => anonymousCaller(portal).call(auth.refresh, { body: { refreshToken } })
const sessionEndedReply = { status: 401, body: { message: 'Your session has ended. Please sign in again.' } }
const getStatus = async (caller: Caller) => (await caller.call(account.me)).status
const getTokenExpiry = (accessToken: string) => (decodeJwt(accessToken).exp ?? 0) * 1000

/** Refreshes every ten days, which keeps any session from expiring, and returns the last pair of tokens. */
async function useSessionFor(days: number, { refreshToken, as }: Pick<TestUser, 'refreshToken' | 'as'>) {
  let tokens = { refreshToken, accessToken: as.token ?? '' }
  for (let passed = 0; passed < days; passed += 10) {
    portal.clock.advance(Math.min(10, days - passed) * day)
    const { status, body } = await refreshTokens(tokens.refreshToken)
    if (status !== 200) throw new Error(`the session ended within ${passed + 10} days`)
    tokens = body
  }
  return { ...tokens, as: createCaller(portal.url, tokens.accessToken) }
}

describe('a session ends however often it is used', () => {
  test.each([
    ['90 days after the sign-in', 'CONSUMER_USER', 90],
    ['30 days after the sign-in of an administrator', 'SUPER_ADMIN', 30],
  ] as const)('%s', async (_, role, days) => {
    const testUser = await user(portal, { role })
    const signedInAt = portal.clock.now().getTime()
    const { refreshToken } = await useSessionFor(days - 1, testUser)
    portal.clock.advance(day - 10 * minute)
    const last = await refreshTokens(refreshToken)
    expect(last.status).toBe(200)
    // Ten minutes are left, and the access token expires no later.
    expect(getTokenExpiry(last.body.accessToken)).toBeGreaterThan(signedInAt + days * day - minute)
    expect(getTokenExpiry(last.body.accessToken)).toBeLessThanOrEqual(signedInAt + days * day)
    portal.clock.advance(10 * minute)
    expect(await getStatus(createCaller(portal.url, last.body.accessToken))).toBe(401)
    expect(await refreshTokens(last.body.refreshToken)).toMatchObject(sessionEndedReply)
  })

  test('and so do its open streams', async () => {
    const owner = await enterpriseUser(portal, { onDemandCredits: 50 })
    const params = { campaignId: owner.campaign.id }
    const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
    const { as } = await useSessionFor(89, owner)
    const fresh = { ...params, orderId: body.id }
    portal.clock.advance(10 * minute)
    const stream = await as.watch(orders.watchStatus, { params: fresh })
    expect(await stream.next()).toMatchObject({ internalStatus: 'QUEUED' })
    portal.clock.advance(day)
    expect(await stream.next()).toBeUndefined()
  })

  test('and so does an impersonation started from it', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const signedInAt = portal.clock.now().getTime()
    const { refreshToken } = await useSessionFor(29, admin)
    portal.clock.advance(day - 10 * minute)
    const { body } = await refreshTokens(refreshToken)
    const acting = await actAsUser(portal, { as: createCaller(portal.url, body.accessToken) }, tess.id)
    const until = Date.parse(acting.impersonation.expiresAt)
    expect(until).toBeLessThanOrEqual(signedInAt + 30 * day)
    expect(until).toBeGreaterThan(signedInAt + 30 * day - minute)
    portal.clock.advance(10 * minute)
    expect(await getStatus(acting.as)).toBe(401)
    expect(await refreshTokens(acting.refreshToken)).toMatchObject(sessionEndedReply)
  })

  test('and the list of sessions shows when', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const acting = await actAsUser(portal, admin, tess.id)
    const { items } = (await tess.as.call(account.sessions)).body
    for (const { createdAt, endsBy, impersonation } of items)
      expect(endsBy).toBe(impersonation?.expiresAt ?? new Date(Date.parse(createdAt) + 90 * day).toISOString())
    expect(items.map(({ impersonation }) => impersonation?.expiresAt)).toContain(acting.impersonation.expiresAt)
    const [own] = (await admin.as.call(account.sessions)).body.items
    expect(Date.parse(own?.endsBy ?? '') - Date.parse(own?.createdAt ?? '')).toBe(30 * day)
  })
})

describe('with at most 50 sessions per user', () => {
  const device = async ({ email }: TestUser, userAgent: string) => {
    const headers = { 'User-Agent': userAgent }
    const { body } = await anonymousCaller(portal).call(auth.login, {
      body: { email, password: testPassword },
      headers,
    })
    return { ...body, as: createCaller(portal.url, body.accessToken) }
  }
  const listed = async (as: Caller) => (await as.call(account.sessions, { query: { limit: 100 } })).body
  const signInRepeatedly = (email: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => signInWithPassword(portal, email)))
  const listEndedEntries = (actorId: string) =>
    portal.db
      .selectFrom('auditLog')
      .select(['objectId', 'reason'])
      .where('actorId', '=', actorId)
      .where('action', '=', 'session.ended')
      .execute()

  test('one more ends the least recently used one at once, and the log says so', async () => {
    const tess = await user(portal)
    const [desktop, old] = [tess, await device(tess, 'Old phone')]
    const oldId = (await listed(old.as)).items.find(({ isCurrent }) => isCurrent)?.id
    portal.clock.advance(2 * minute)
    // The desktop signed in first but is in use, and the phone is not.
    expect(await getStatus(desktop.as)).toBe(200)
    await signInRepeatedly(tess.email, 48)
    const latest = await device(tess, 'New phone')
    expect([await getStatus(latest.as), await getStatus(desktop.as), await getStatus(old.as)]).toEqual([200, 200, 401])
    expect(await refreshTokens(old.refreshToken)).toMatchObject(sessionEndedReply)
    expect((await listed(latest.as)).totalCount).toBe(50)
    expect(await listEndedEntries(tess.id)).toEqual([
      { objectId: oldId, reason: 'Signed in more than 50 times; this session was used the longest ago.' },
    ])
  })

  test('below the limit no statement to end sessions is sent', async () => {
    const tess = await user(portal)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await signInWithPassword(portal, tess.email)
    const sent = query.mock.calls.map(([statement]) => JSON.stringify(statement))
    expect(sent.filter((statement) => statement.includes('into \\"sessions\\"'))).toHaveLength(1)
    expect(sent.filter((statement) => statement.includes('update \\"sessions\\"'))).toEqual([])
  })

  test('the limit holds when a hundred sign in at once', async () => {
    const tess = await user(portal)
    const all = await signInRepeatedly(tess.email, 100)
    const latest = await signInWithPassword(portal, tess.email)
    expect((await listed(latest.as)).totalCount).toBe(50)
    const statuses = await Promise.all([tess, ...all].map(({ as }) => getStatus(as)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(49)
    expect(await listEndedEntries(tess.id)).toHaveLength(52)
  })

  test('the streams of the ended one are closed', async () => {
    const owner = await enterpriseUser(portal, { onDemandCredits: 50 })
    const params = { campaignId: owner.campaign.id }
    const { body } = await owner.as.call(orders.place, { params, body: { orderName: 'First mailing', quantity: 50 } })
    const stream = await owner.as.watch(orders.watchStatus, { params: { ...params, orderId: body.id } })
    expect(await stream.next()).toMatchObject({ internalStatus: 'QUEUED' })
    portal.clock.advance(minute / 2)
    await signInRepeatedly(owner.email, 50)
    expect(await stream.next()).toBeUndefined()
  })

  test('an impersonation neither counts nor is ended', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const acting = await actAsUser(portal, admin, tess.id)
    await signInRepeatedly(tess.email, 49)
    expect([await getStatus(tess.as), await getStatus(acting.as)]).toEqual([200, 200])
    portal.clock.advance(minute / 2)
    await signInRepeatedly(tess.email, 50)
    expect([await getStatus(tess.as), await getStatus(acting.as)]).toEqual([401, 200])
    expect((await listed((await signInWithPassword(portal, tess.email)).as)).totalCount).toBe(51)
  })

  test('ending an administrator’s session ends its impersonation', async () => {
    const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
    const acting = await actAsUser(portal, admin, tess.id)
    portal.clock.advance(minute / 2)
    await signInRepeatedly(admin.email, 50)
    expect(await getStatus(acting.as)).toBe(401)
    const stopped = portal.db.selectFrom('auditLog').where('action', '=', 'impersonation.ended')
    expect(await stopped.select('reason').where('onBehalfOfId', '=', tess.id).execute()).toEqual([
      { reason: 'Asked to look' },
    ])
  })

  test('sessions of other users do not count', async () => {
    const [tess, other] = [await user(portal), await user(portal)]
    await signInRepeatedly(other.email, 50)
    expect(await getStatus(tess.as)).toBe(200)
  })
})

test('a change of role ends the sessions started with the previous one', async () => {
  const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const body = { role: 'SUPER_ADMIN', reason: 'Joins the office' } as const
  await admin.as.call(adminUsers.change, { params: { id: tess.id }, body })
  expect(await getStatus(tess.as)).toBe(401)
  const { as } = await signInWithPassword(portal, tess.email)
  const [own] = (await as.call(account.sessions)).body.items
  expect(Date.parse(own?.endsBy ?? '') - Date.parse(own?.createdAt ?? '')).toBe(30 * day)
})
