import { account } from '@dooryard/contract/account'
import { type AuditQuery, auditLog } from '@dooryard/contract/audit-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../platform/audit.ts'
import { newId } from '../../platform/ids.ts'
import { actingAs, type TestUser, testPassword, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const list = async (query: Partial<AuditQuery> = {}) => (await admin.as.call(auditLog.list, { query })).body

test('an entry tells who did what to what, from where, in which request, and what changed', async () => {
  const { id, email, as } = await user(portal)
  const { headers } = await as.call(account.change, { body: { firstName: 'Tessa' } })
  const { items } = await list({ object: id, action: 'profile.changed' })
  expect(items).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      at: expect.any(String),
      action: 'profile.changed',
      actor: { id, email },
      object: { type: 'user', id },
      before: { firstName: 'Tess' },
      after: { firstName: 'Tessa' },
      requestId: headers.get('x-request-id'),
      ipAddress: '127.0.0.1',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect((await list({ requestId: headers.get('x-request-id') ?? '' })).items).toEqual(items)
})

test('an actor is found by email address in whatever case and by id, in what they did and in what was done as them', async () => {
  const [boss, { id, email, as }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  await as.call(account.change, { body: { firstName: 'First' } })
  const { as: acting } = await actingAs(portal, boss, id, 'Asked by phone')
  await acting.call(account.change, { body: { firstName: 'Second' } })
  const changes = (actor: string) => list({ actor, action: 'profile.changed' })
  const both = { actor: { id: boss.id, email: boss.email }, onBehalfOf: { id, email } }
  expect((await changes(email.toUpperCase())).items).toMatchObject([both, { actor: { id, email } }])
  expect((await changes(id)).totalCount).toBe(2)
  expect((await changes(boss.email)).items).toMatchObject([both])
  expect((await list({ actor: id, action: 'impersonation.started' })).items).toMatchObject([
    { ...both, reason: 'Asked by phone' },
  ])
  expect(await list({ actor: 'nobody@example.com' })).toMatchObject({ items: [], totalCount: 0 })
  expect(await list({ actor: newId() })).toMatchObject({ items: [], totalCount: 0 })
})

test('entries outlive their user, who is named by id alone once the account is closed', async () => {
  const { id, email, as } = await user(portal)
  await as.call(account.change, { body: { firstName: 'Tessa' } })
  await as.call(account.close, { body: { password: testPassword } })
  expect((await list({ actor: email })).totalCount).toBe(0)
  const { items } = await list({ actor: id, action: 'account.closed' })
  expect(items).toMatchObject([{ actor: { id } }])
  expect(items[0]?.actor).not.toHaveProperty('email')
})

test('entries are of the instants asked for, newest first, and every page says how many there are', async () => {
  const object = { type: 'example', id: newId() }
  const start = portal.clock.now().getTime()
  for (let at = 0; at < 7; at++) {
    const clock = { now: () => new Date(start + at * 1000) }
    await audit({ ...portal.services, clock }, { action: 'session.started', object, after: { at } })
  }
  const iso = (at: number) => new Date(start + at * 1000).toISOString()
  const ats = async (query: Partial<AuditQuery>) =>
    (await list({ object: object.id, ...query })).items.map(({ after }) => after?.['at'])
  expect(await ats({})).toEqual([6, 5, 4, 3, 2, 1, 0])
  expect(await ats({ fromDate: iso(2), toDate: iso(5) })).toEqual([4, 3, 2])
  expect(await ats({ limit: 3, page: 3 })).toEqual([0])
  expect(await list({ object: object.id, limit: 3, page: 2 })).toMatchObject({
    totalCount: 7,
    totalPages: 3,
    nextPage: 3,
  })
})

test('one entry is found by its number, and a number that there is not is not found', async () => {
  const { items } = await list({ limit: 1 })
  const found = await admin.as.call(auditLog.get, { params: { id: items[0]?.id ?? '' } })
  expect(found).toMatchObject({ status: 200, body: items[0] })
  expect(await admin.as.call(auditLog.get, { params: { id: '999999999' } })).toMatchObject({ status: 404 })
})

test('what nobody did who is known has no actor', async () => {
  const object = { type: 'example', id: newId() }
  await audit(portal.services, { action: 'account.created', object })
  const { items } = await list({ object: object.id })
  for (const name of ['actor', 'onBehalfOf', 'before', 'after', 'reason', 'requestId', 'ipAddress'])
    expect(items[0]).not.toHaveProperty(name)
})

test('an administrator is told that the log is intact, and of every later entry', async () => {
  const proofOf = async () => (await admin.as.call(auditLog.verify)).body
  const before = await proofOf()
  expect(before).toEqual({
    isIntact: true,
    entries: (await list()).totalCount,
    newestHash: (await list({ limit: 1 })).items[0]?.hash,
  })
  await audit(portal.services, { action: 'session.started' })
  const after = await proofOf()
  expect(after).toMatchObject({ isIntact: true, entries: before.entries + 1 })
  expect(after.newestHash).not.toBe(before.newestHash)
})
