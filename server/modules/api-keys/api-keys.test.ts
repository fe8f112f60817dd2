import { apiKeys, mostApiKeys } from '@dooryard/contract/api-keys'
import type { ApiScope } from '@dooryard/contract/api-scopes'
import { enterprise } from '@dooryard/contract/enterprise'
import { dayMs } from '@dooryard/contract/time'
import { afterAll, expect, test } from 'vitest'
import { actingAs, signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { program, shownTo } from './keys.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const inDays = (days: number) => new Date(portal.clock.now().getTime() + days * dayMs).toISOString()

test('a key is told once, when it is made, and then known by how it begins', async () => {
  const owner = await user(portal)
  const scopes: ApiScope[] = ['orders:read', 'counts:read', 'orders:read']
  const draft = { name: '  CRM nightly  import ', scopes, expiresAt: inDays(30) }
  const made = await owner.as.call(apiKeys.create, { body: draft })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'CRM nightly  import',
      scopes: ['counts:read', 'orders:read'],
      expiresAt: draft.expiresAt,
      usage: [],
    },
  })
  const { key, ...rest } = made.body
  expect(key.startsWith(rest.prefix)).toBe(true)
  expect(await shownTo(owner, rest.id)).toEqual(rest)
  const list = await owner.as.call(apiKeys.list)
  expect(list.body).toMatchObject({ items: [rest], totalCount: 1 })
  expect(JSON.stringify(list.body)).not.toContain(key.slice(8))
})

test('keys are listed the newest first, page by page', async () => {
  const owner = await user(portal)
  const names = []
  for (const name of ['First', 'Second', 'Third']) {
    portal.clock.advance(1000)
    names.unshift((await program(portal, owner, { name })).issued.name)
  }
  const pages = await Promise.all([1, 2].map((page) => owner.as.call(apiKeys.list, { query: { page, limit: 2 } })))
  expect(pages.flatMap(({ body }) => body.items.map(({ name }) => name))).toEqual(names)
})

test('of two keys that ask for one name at once, in whatever case, one gets it', async () => {
  const owner = await user(portal)
  const asked = ['Nightly', 'NIGHTLY'].map((name) =>
    owner.as.call(apiKeys.create, { body: { name, scopes: ['orders:read'] } }),
  )
  const replies = await Promise.all(asked)
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'CONFLICT',
    issues: [{ path: 'name', message: 'You have an API key of this name already.' }],
  })
  // Somebody else's names are theirs, and a revoked key needs none.
  await program(portal, await user(portal), { name: 'nightly' })
  const id = replies.find(({ status }) => status === 201)?.body.id ?? ''
  await owner.as.call(apiKeys.revoke, { params: { id } })
  await program(portal, owner, { name: 'Nightly' })
})

test(`of 40 keys that are asked for at once a user gets ${mostApiKeys}`, async () => {
  const owner = await user(portal)
  const replies = await Promise.all(
    Array.from({ length: 2 * mostApiKeys }, (_, n) =>
      owner.as.call(apiKeys.create, { body: { name: `Key ${n}`, scopes: ['orders:read'] } }),
    ),
  )
  const statuses = Map.groupBy(replies, ({ status }) => status)
  expect(statuses.get(201)).toHaveLength(mostApiKeys)
  expect(statuses.get(422)).toHaveLength(mostApiKeys)
  expect((await owner.as.call(apiKeys.list)).body.totalCount).toBe(mostApiKeys)
})

test('a key cannot have ended before it begins', async () => {
  const owner = await user(portal)
  const scopes: ApiScope[] = ['orders:read']
  const body = { name: 'Late', scopes, expiresAt: inDays(-1) }
  const refusal = { status: 422, body: { issues: [{ path: 'expiresAt', message: 'The end must be in the future.' }] } }
  expect(await owner.as.call(apiKeys.create, { body })).toMatchObject(refusal)
  const { issued } = await program(portal, owner)
  expect(await owner.as.call(apiKeys.change, { params: { id: issued.id }, body })).toMatchObject(refusal)
})

test('a change replaces name, scopes and end, and the key opens what it says from then on', async () => {
  const owner = await user(portal)
  const { issued, as } = await program(portal, owner, { scopes: ['counts:read'], expiresAt: inDays(5) })
  expect((await as.call(enterprise.list)).status).toBe(403)
  const changed = await owner.as.call(apiKeys.change, {
    params: { id: issued.id },
    body: { name: 'Reader', scopes: ['orders:read'] },
  })
  expect(changed.body).toMatchObject({ id: issued.id, name: 'Reader', prefix: issued.prefix, scopes: ['orders:read'] })
  expect(changed.body.expiresAt).toBeUndefined()
  expect((await as.call(enterprise.list)).status).toBe(200)
})

test('a key that has ended keeps its end when it is renamed', async () => {
  const owner = await user(portal)
  const expiresAt = inDays(1)
  const { issued } = await program(portal, owner, { expiresAt })
  portal.clock.advance(2 * dayMs)
  const { as } = await signedIn(portal, owner.email)
  const body = { name: 'Over', scopes: issued.scopes, expiresAt }
  expect(await as.call(apiKeys.change, { params: { id: issued.id }, body })).toMatchObject({ status: 200, body })
})

test("somebody else's key, and a revoked one, is not there", async () => {
  const [owner, thief] = [await user(portal), await user(portal)]
  const { issued } = await program(portal, owner)
  const params = { id: issued.id }
  const body = { name: 'Mine', scopes: issued.scopes }
  const tries = (by: typeof owner) =>
    Promise.all([
      by.as.call(apiKeys.get, { params }),
      by.as.call(apiKeys.change, { params, body }),
      by.as.call(apiKeys.regenerate, { params }),
      by.as.call(apiKeys.revoke, { params }),
    ])
  for (const { status } of await tries(thief)) expect(status).toBe(404)
  expect((await thief.as.call(apiKeys.list)).body.totalCount).toBe(0)
  expect((await owner.as.call(apiKeys.revoke, { params })).status).toBe(204)
  for (const { status } of await tries(owner)) expect(status).toBe(404)
})

test('what is done to a key is in the audit log, without the key', async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner, { name: 'Audited' })
  const params = { id: issued.id }
  await owner.as.call(apiKeys.change, { params, body: { name: 'Renamed', scopes: ['orders:read'] } })
  // Nothing is different, so nothing is noted.
  await owner.as.call(apiKeys.change, { params, body: { name: 'Renamed', scopes: ['orders:read'] } })
  const again = await owner.as.call(apiKeys.regenerate, { params })
  await owner.as.call(apiKeys.revoke, { params })
  const entries = await portal.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('objectId', '=', issued.id)
    .orderBy('id')
    .execute()
  expect(entries).toMatchObject([
    { action: 'api_key.created', actorId: owner.id, after: { name: 'Audited', prefix: issued.prefix } },
    { action: 'api_key.changed', before: { name: 'Audited' }, after: { name: 'Renamed', scopes: ['orders:read'] } },
    { action: 'api_key.regenerated', before: { prefix: issued.prefix }, after: { prefix: again.body.prefix } },
    { action: 'api_key.revoked', before: { name: 'Renamed' } },
  ])
  for (const key of [issued.key, again.body.key]) expect(JSON.stringify(entries)).not.toContain(key.slice(8))
})

test('scopes given in another order are no change', async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner, { name: 'Ordered', scopes: ['counts:read', 'orders:read'] })
  const body = { name: 'Ordered', scopes: ['orders:read' as const, 'counts:read' as const] }
  const changed = await owner.as.call(apiKeys.change, { params: { id: issued.id }, body })
  expect(changed.body).toMatchObject({ scopes: issued.scopes })
  const entries = await portal.db.selectFrom('auditLog').select('action').where('objectId', '=', issued.id).execute()
  expect(entries).toEqual([{ action: 'api_key.created' }])
})

test('an administrator who acts as the owner sees the keys, and makes none', async () => {
  const owner = await user(portal)
  const { issued } = await program(portal, owner)
  const acting = await actingAs(portal, await user(portal, { role: 'SUPER_ADMIN' }), owner.id)
  expect((await acting.as.call(apiKeys.list)).body.items).toMatchObject([{ id: issued.id }])
  const params = { id: issued.id }
  const body = { name: 'Theirs', scopes: issued.scopes }
  expect((await acting.as.call(apiKeys.create, { body })).status).toBe(403)
  expect((await acting.as.call(apiKeys.regenerate, { params })).status).toBe(403)
})
