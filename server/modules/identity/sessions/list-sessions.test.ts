import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import {
  actAsUser,
  anonymousCaller,
  signInWithPassword,
  type TestUser,
  testPassword,
  user,
} from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { type Caller, createCaller } from '../../../test/requests.ts'
import { getSessionRoles } from './authenticate.ts'
import { purgeExpiredSessions } from './sessions.queries.ts'

const portal = await testPortal()
afterAll(portal.close)

const minute = 60_000
const day = 86_400_000

const getStatus = async (caller: Caller) => (await caller.call(account.me)).status
const listSessions = async (as: Caller, query = {}) => (await as.call(account.sessions, { query })).body
const getCurrentSession = async (as: Caller) => (await listSessions(as)).items.find(({ isCurrent }) => isCurrent)
const getSessionId = async (as: Caller) => (await getCurrentSession(as))?.id ?? ''
const endSession = (as: Caller, sessionId: string) => as.call(account.endSession, { params: { sessionId } })
const listAuditEntries = (actorId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'objectId', 'onBehalfOfId', 'ipAddress'])
    .where('actorId', '=', actorId)
    .orderBy('id')
    .execute()

/** Signs in on another device, named by its browser. */
async function signInOnDevice({ email }: TestUser, userAgent: string) {
  const headers = { 'User-Agent': userAgent }
  const { body } = await anonymousCaller(portal).call(auth.login, { body: { email, password: testPassword }, headers })
  return createCaller(portal.url, body.accessToken)
}

describe('the list of sessions', () => {
  test('has every device with its address and times, the current one first, then the last seen', async () => {
    const tess = await user(portal)
    const phone = await signInOnDevice(tess, 'Phone')
    await signInOnDevice(tess, 'Tablet')
    portal.clock.advance(2 * minute)
    await phone.call(account.me)
    const page = await listSessions(tess.as)
    expect(page.items.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ['node', true],
      ['Phone', false],
      ['Tablet', false],
    ])
    expect(page).toMatchObject({ totalCount: 3, totalPages: 1 })
    for (const { ipAddress, createdAt } of page.items) {
      expect(ipAddress).toBe('127.0.0.1')
      expect(portal.clock.now().getTime() - new Date(createdAt).getTime()).toBeLessThan(3 * minute)
    }
  })

  test('comes in pages that never overlap', async () => {
    const tess = await user(portal)
    for (let more = 0; more < 4; more++) await signInWithPassword(portal, tess.email)
    const pages = await Promise.all([1, 2, 3].map((page) => listSessions(tess.as, { page, limit: 2 })))
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5)
    expect(pages[0]?.items[0]?.isCurrent).toBe(true)
  })

  test('has no ended session and none of another user', async () => {
    const [tess, other] = [await user(portal), await user(portal)]
    const [gone, old] = [await signInOnDevice(tess, 'Gone'), await signInOnDevice(tess, 'Old')]
    await gone.call(account.logout)
    const expiresAt = new Date(portal.clock.now().getTime() - 1000)
    await portal.db
      .updateTable('sessions')
      .set({ expiresAt })
      .where('id', '=', await getSessionId(old))
      .execute()
    expect((await listSessions(tess.as)).items.map(({ userAgent }) => userAgent)).toEqual(['node'])
    expect((await listSessions(other.as)).totalCount).toBe(1)
  })

  test('counts an open stream as use of its session while the session is valid', async () => {
    const { as } = await user(portal, { role: 'CONSUMER_USER' })
    const id = await getSessionId(as)
    portal.clock.advance(2 * minute)
    expect(await getSessionRoles(portal.services, [id, newId()])).toEqual(new Map([[id, 'CONSUMER_USER']]))
    const session = portal.db.selectFrom('sessions').select(['lastSeenAt']).where('id', '=', id)
    const { lastSeenAt } = await session.executeTakeFirstOrThrow()
    expect(portal.clock.now().getTime() - lastSeenAt.getTime()).toBeLessThan(minute)
    await as.call(account.logout)
    expect(await getSessionRoles(portal.services, [id])).toEqual(new Map())
  })

  test('shows when a session was last used, to the minute', async () => {
    const { as } = await user(portal)
    const seen = async () => new Date((await getCurrentSession(as))?.lastSeenAt ?? 0).getTime()
    const first = await seen()
    portal.clock.advance(0.5 * minute)
    expect(await seen()).toBe(first)
    portal.clock.advance(0.6 * minute)
    const second = await seen()
    expect(second - first).toBeGreaterThanOrEqual(minute)
    expect(await seen()).toBe(second)
  })

  test('is updated once a minute, however many concurrent calls there are', async () => {
    await portal.pool.query(`
      create table session_writes (session_id uuid);
      create function note_write() returns trigger language plpgsql security definer as $$
        begin insert into session_writes values (new.id); return null; end $$;
      create trigger note_write after update on sessions for each row execute function note_write()`)
    const { as } = await user(portal)
    const sessionId = await getSessionId(as)
    const writes = async () =>
      (await portal.pool.query('select 1 from session_writes where session_id = $1', [sessionId])).rows.length
    const callRepeatedly = () => Promise.all(Array.from({ length: 20 }, () => as.call(account.me)))
    portal.clock.advance(2 * minute)
    await callRepeatedly()
    expect(await writes()).toBe(1)
    await callRepeatedly()
    expect(await writes()).toBe(1)
    portal.clock.advance(2 * minute)
    await callRepeatedly()
    expect(await writes()).toBe(2)
  })
})

describe('a session is ended', () => {
  test('from another device, at once, and the others continue', async () => {
    const tess = await user(portal)
    const [phone, tablet] = [await signInOnDevice(tess, 'Phone'), await signInOnDevice(tess, 'Tablet')]
    const sessionId = await getSessionId(phone)
    expect(await endSession(tess.as, sessionId)).toMatchObject({ status: 204 })
    expect([await getStatus(phone), await getStatus(tablet), await getStatus(tess.as)]).toEqual([401, 200, 200])
    expect((await listAuditEntries(tess.id)).at(-1)).toEqual({
      action: 'session.ended',
      objectId: sessionId,
      onBehalfOfId: null,
      ipAddress: '127.0.0.1',
    })
    expect(await endSession(tess.as, sessionId)).toMatchObject({
      status: 404,
      body: { message: 'This session was not found.' },
    })
  })

  test('by itself, like a sign-out', async () => {
    const { as } = await user(portal)
    expect(await endSession(as, await getSessionId(as))).toMatchObject({ status: 204 })
    expect(await getStatus(as)).toBe(401)
  })

  test('by its user only', async () => {
    const [tess, otherUser] = [await user(portal), await user(portal)]
    for (const sessionId of [await getSessionId(tess.as), newId()])
      expect(await endSession(otherUser.as, sessionId)).toMatchObject({ status: 404 })
    expect(await endSession(otherUser.as, 'all')).toMatchObject({
      status: 400,
      body: { message: 'There is no such session' },
    })
    expect(await getStatus(tess.as)).toBe(200)
  })

  test('with all others except the current one, if that is kept', async () => {
    const [tess, other] = [await user(portal), await user(portal)]
    const phone = await signInOnDevice(tess, 'Phone')
    await tess.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })
    expect([await getStatus(tess.as), await getStatus(phone), await getStatus(other.as)]).toEqual([200, 401, 200])
    expect((await listAuditEntries(tess.id)).at(-1)).toMatchObject({ action: 'session.all_ended', objectId: tess.id })
  })

  test('with all others, the current one included', async () => {
    const tess = await user(portal)
    const phone = await signInOnDevice(tess, 'Phone')
    expect(await tess.as.call(account.logoutAll)).toMatchObject({ status: 204 })
    expect([await getStatus(tess.as), await getStatus(phone)]).toEqual([401, 401])
    expect(await getStatus((await signInWithPassword(portal, tess.email)).as)).toBe(200)
  })
})

test('sessions are purged 90 days after they ended or expired, and the others are kept', async () => {
  const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  await actAsUser(portal, admin, tess.id)
  await signInOnDevice(tess, 'Signed out').then((as) => as.call(account.logout))
  // The administrator's session ends before the impersonation would have expired.
  await admin.as.call(account.logout)
  const left = async () => {
    await purgeExpiredSessions(portal.db, portal.clock.now())
    const sessions = portal.db.selectFrom('sessions').where('userId', 'in', [admin.id, tess.id])
    return (await sessions.select('userAgent').orderBy('id').execute()).map(({ userAgent }) => userAgent)
  }
  portal.clock.advance(89.9 * day)
  expect(await left()).toEqual(['node', 'node', 'node', 'Signed out'])
  portal.clock.advance(0.11 * day)
  expect(await left()).toEqual(['node'])
  portal.clock.advance(29.9 * day)
  expect(await left()).toEqual(['node'])
  portal.clock.advance(0.2 * day)
  expect(await left()).toEqual([])
})
