import { type AuditQuery, auditLog } from '@dooryard/contract/admin/audit-log'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../platform/audit.ts'
import { newId } from '../../platform/util/ids.ts'
import { actAsUser, type TestUser, testPassword, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

const listAuditEntries = async (query: Partial<AuditQuery> = {}) => (await admin.as.call(auditLog.list, { query })).body

test('an entry shows the actor, the action, the object, the address, the request and the changes', async () => {
  const { id, email, as } = await user(portal)
  const { headers } = await as.call(account.change, { body: { firstName: 'Tessa' } })
  const { items } = await listAuditEntries({ object: id, action: 'profile.changed' })
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
  expect((await listAuditEntries({ requestId: headers.get('x-request-id') ?? '' })).items).toEqual(items)
})

test('an actor is found by email in any case and by id, in their own actions and in those done as them', async () => {
  const [actingAdmin, { id, email, as }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  await as.call(account.change, { body: { firstName: 'First' } })
  const { as: acting } = await actAsUser(portal, actingAdmin, id, 'Asked by phone')
  await acting.call(account.change, { body: { firstName: 'Second' } })
  const changes = (actor: string) => listAuditEntries({ actor, action: 'profile.changed' })
  const both = { actor: { id: actingAdmin.id, email: actingAdmin.email }, onBehalfOf: { id, email } }
  expect((await changes(email.toUpperCase())).items).toMatchObject([both, { actor: { id, email } }])
  expect((await changes(id)).totalCount).toBe(2)
  expect((await changes(actingAdmin.email)).items).toMatchObject([both])
  expect((await listAuditEntries({ actor: id, action: 'impersonation.started' })).items).toMatchObject([
    { ...both, reason: 'Asked by phone' },
  ])
  expect(await listAuditEntries({ actor: 'nobody@example.com' })).toMatchObject({ items: [], totalCount: 0 })
  expect(await listAuditEntries({ actor: newId() })).toMatchObject({ items: [], totalCount: 0 })
})

test('entries outlive their user, who is identified by id alone once the account is closed', async () => {
  const { id, email, as } = await user(portal)
  await as.call(account.change, { body: { firstName: 'Tessa' } })
  await as.call(account.close, { body: { password: testPassword } })
  expect((await listAuditEntries({ actor: email })).totalCount).toBe(0)
  const { items } = await listAuditEntries({ actor: id, action: 'account.closed' })
  expect(items).toMatchObject([{ actor: { id } }])
  expect(items[0]?.actor).not.toHaveProperty('email')
})

test('entries are filtered by time, newest first, and every page has the total count', async () => {
  const object = { type: 'example', id: newId() }
  const start = portal.clock.now().getTime()
  for (let at = 0; at < 7; at++) {
    const clock = { now: () => new Date(start + at * 1000) }
    await audit({ ...portal.services, clock }, { action: 'session.started', object, after: { at } })
  }
  const iso = (at: number) => new Date(start + at * 1000).toISOString()
  const timestamps = async (query: Partial<AuditQuery>) =>
    (await listAuditEntries({ object: object.id, ...query })).items.map(({ after }) => after?.['at'])
  expect(await timestamps({})).toEqual([6, 5, 4, 3, 2, 1, 0])
  expect(await timestamps({ fromDate: iso(2), toDate: iso(5) })).toEqual([4, 3, 2])
  expect(await timestamps({ limit: 3, page: 3 })).toEqual([0])
  expect(await listAuditEntries({ object: object.id, limit: 3, page: 2 })).toMatchObject({
    totalCount: 7,
    totalPages: 3,
    nextPage: 3,
  })
})

test('an entry is found by its number, and an unknown number is not found', async () => {
  const { items } = await listAuditEntries({ limit: 1 })
  const found = await admin.as.call(auditLog.get, { params: { id: items[0]?.id ?? '' } })
  expect(found).toMatchObject({ status: 200, body: items[0] })
  expect(await admin.as.call(auditLog.get, { params: { id: '999999999' } })).toMatchObject({ status: 404 })
})

test('an entry of an unknown actor has none', async () => {
  const object = { type: 'example', id: newId() }
  await audit(portal.services, { action: 'account.created', object })
  const { items } = await listAuditEntries({ object: object.id })
  for (const name of ['actor', 'onBehalfOf', 'before', 'after', 'reason', 'requestId', 'ipAddress'])
    expect(items[0]).not.toHaveProperty(name)
})

test('an administrator sees that the log is intact, and every later entry', async () => {
  const getVerification = async () => (await admin.as.call(auditLog.verify)).body
  const before = await getVerification()
  expect(before).toEqual({
    isIntact: true,
    entries: (await listAuditEntries()).totalCount,
    newestHash: (await listAuditEntries({ limit: 1 })).items[0]?.hash,
  })
  await audit(portal.services, { action: 'session.started' })
  const after = await getVerification()
  expect(after).toMatchObject({ isIntact: true, entries: before.entries + 1 })
  expect(after.newestHash).not.toBe(before.newestHash)
})
