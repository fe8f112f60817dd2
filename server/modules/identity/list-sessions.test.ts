import { account } from '@dooryard/contract/account'
import { auth } from '@dooryard/contract/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { actingAs, nobody, signedIn, type TestUser, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Caller, callerAt } from '../../test/requests.ts'
import { rolesOf } from './authenticate.ts'
import { forgetOldSessions } from './sessions.queries.ts'

const portal = await testPortal()
afterAll(portal.close)

const minute = 60_000
const day = 86_400_000

const statusOf = async (caller: Caller) => (await caller.call(account.me)).status
const sessionsOf = async (as: Caller, query = {}) => (await as.call(account.sessions, { query })).body
const currentOf = async (as: Caller) => (await sessionsOf(as)).items.find(({ isCurrent }) => isCurrent)
const idOf = async (as: Caller) => (await currentOf(as))?.id ?? ''
const end = (as: Caller, sessionId: string) => as.call(account.endSession, { params: { sessionId } })
const auditOf = (actorId: string) =>
  portal.db
    .selectFrom('auditLog')
    .select(['action', 'objectId', 'onBehalfOfId', 'ipAddress'])
    .where('actorId', '=', actorId)
    .orderBy('id')
    .execute()

/** One more device, by the name of its browser. */
async function device({ email }: TestUser, userAgent: string) {
  const headers = { 'User-Agent': userAgent }
  const { body } = await nobody(portal).call(auth.login, { body: { email, password: testPassword }, headers })
  return callerAt(portal.url, body.accessToken)
}

describe('the list of sessions', () => {
  test('has every device with its address and times, this one first, then the last seen', async () => {
    const tess = await user(portal)
    const phone = await device(tess, 'Phone')
    await device(tess, 'Tablet')
    portal.clock.advance(2 * minute)
    await phone.call(account.me)
    const page = await sessionsOf(tess.as)
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
    for (let more = 0; more < 4; more++) await signedIn(portal, tess.email)
    const pages = await Promise.all([1, 2, 3].map((page) => sessionsOf(tess.as, { page, limit: 2 })))
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5)
    expect(pages[0]?.items[0]?.isCurrent).toBe(true)
  })

  test('has no session that is over, and none of anybody else', async () => {
    const [tess, other] = [await user(portal), await user(portal)]
    const [gone, old] = [await device(tess, 'Gone'), await device(tess, 'Old')]
    await gone.call(account.logout)
    const expiresAt = new Date(portal.clock.now().getTime() - 1000)
    await portal.db
      .updateTable('sessions')
      .set({ expiresAt })
      .where('id', '=', await idOf(old))
      .execute()
    expect((await sessionsOf(tess.as)).items.map(({ userAgent }) => userAgent)).toEqual(['node'])
    expect((await sessionsOf(other.as)).totalCount).toBe(1)
  })

  test('takes an open stream for use of its session, as long as that stands', async () => {
    const { as } = await user(portal, { role: 'CONSUMER_USER' })
    const id = await idOf(as)
    portal.clock.advance(2 * minute)
    expect(await rolesOf(portal.services, [id, newId()])).toEqual(new Map([[id, 'CONSUMER_USER']]))
    const session = portal.db.selectFrom('sessions').select(['lastSeenAt']).where('id', '=', id)
    const { lastSeenAt } = await session.executeTakeFirstOrThrow()
    expect(portal.clock.now().getTime() - lastSeenAt.getTime()).toBeLessThan(minute)
    await as.call(account.logout)
    expect(await rolesOf(portal.services, [id])).toEqual(new Map())
  })

  test('says when a session was last used, to the minute', async () => {
    const { as } = await user(portal)
    const seen = async () => new Date((await currentOf(as))?.lastSeenAt ?? 0).getTime()
    const first = await seen()
    portal.clock.advance(0.5 * minute)
    expect(await seen()).toBe(first)
    portal.clock.advance(0.6 * minute)
    const second = await seen()
    expect(second - first).toBeGreaterThanOrEqual(minute)
    expect(await seen()).toBe(second)
  })

  test('is written to once a minute, by however many calls at once', async () => {
    await portal.pool.query(`
      create table session_writes (session_id uuid);
      create function note_write() returns trigger language plpgsql security definer as $$
        begin insert into session_writes values (new.id); return null; end $$;
      create trigger note_write after update on sessions for each row execute function note_write()`)
    const { as } = await user(portal)
    const sessionId = await idOf(as)
    const writes = async () =>
      (await portal.pool.query('select 1 from session_writes where session_id = $1', [sessionId])).rows.length
    const callOften = () => Promise.all(Array.from({ length: 20 }, () => as.call(account.me)))
    portal.clock.advance(2 * minute)
    await callOften()
    expect(await writes()).toBe(1)
    await callOften()
    expect(await writes()).toBe(1)
    portal.clock.advance(2 * minute)
    await callOften()
    expect(await writes()).toBe(2)
  })
})

describe('a session is ended', () => {
  test('from another device, at once, and the others go on', async () => {
    const tess = await user(portal)
    const [phone, tablet] = [await device(tess, 'Phone'), await device(tess, 'Tablet')]
    const sessionId = await idOf(phone)
    expect(await end(tess.as, sessionId)).toMatchObject({ status: 204 })
    expect([await statusOf(phone), await statusOf(tablet), await statusOf(tess.as)]).toEqual([401, 200, 200])
    expect((await auditOf(tess.id)).at(-1)).toEqual({
      action: 'session.ended',
      objectId: sessionId,
      onBehalfOfId: null,
      ipAddress: '127.0.0.1',
    })
    expect(await end(tess.as, sessionId)).toMatchObject({
      status: 404,
      body: { message: 'This session was not found.' },
    })
  })

  test('by itself, as by a sign-out', async () => {
    const { as } = await user(portal)
    expect(await end(as, await idOf(as))).toMatchObject({ status: 204 })
    expect(await statusOf(as)).toBe(401)
  })

  test('by nobody but its user', async () => {
    const [tess, thief] = [await user(portal), await user(portal)]
    for (const sessionId of [await idOf(tess.as), newId()])
      expect(await end(thief.as, sessionId)).toMatchObject({ status: 404 })
    expect(await end(thief.as, 'all')).toMatchObject({ status: 400, body: { message: 'There is no such session' } })
    expect(await statusOf(tess.as)).toBe(200)
  })

  test('with every other one, but for the one that asks, when that is kept', async () => {
    const [tess, other] = [await user(portal), await user(portal)]
    const phone = await device(tess, 'Phone')
    await tess.as.call(account.logoutAll, { query: { keepCurrent: 'true' } })
    expect([await statusOf(tess.as), await statusOf(phone), await statusOf(other.as)]).toEqual([200, 401, 200])
    expect((await auditOf(tess.id)).at(-1)).toMatchObject({ action: 'session.all_ended', objectId: tess.id })
  })

  test('with every other one, and the one that asks', async () => {
    const tess = await user(portal)
    const phone = await device(tess, 'Phone')
    expect(await tess.as.call(account.logoutAll)).toMatchObject({ status: 204 })
    expect([await statusOf(tess.as), await statusOf(phone)]).toEqual([401, 401])
    expect(await statusOf((await signedIn(portal, tess.email)).as)).toBe(200)
  })
})

test('sessions are forgotten 90 days after they ended or expired, and the others are kept', async () => {
  const [admin, tess] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  await actingAs(portal, admin, tess.id)
  await device(tess, 'Signed out').then((as) => as.call(account.logout))
  // The administrator's session ends before that in which they act as the user would have expired.
  await admin.as.call(account.logout)
  const left = async () => {
    await forgetOldSessions(portal.db, portal.clock.now())
    const ofThem = portal.db.selectFrom('sessions').where('userId', 'in', [admin.id, tess.id])
    return (await ofThem.select('userAgent').orderBy('id').execute()).map(({ userAgent }) => userAgent)
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
