import { dayMs } from '@dooryard/contract/api/time'
import { apiKeys, maxApiKeys } from '@dooryard/contract/integrations/api-keys'
import type { ApiScope } from '@dooryard/contract/integrations/api-scopes'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createApiClient, getOwnedApiKey } from './api-keys.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const inDays = (days: number) => new Date(portal.clock.now().getTime() + days * dayMs).toISOString()

test('a key is shown in full only when it is created, and later by its prefix', async () => {
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
  expect(await getOwnedApiKey(owner, rest.id)).toEqual(rest)
  const list = await owner.as.call(apiKeys.list)
  expect(list.body).toMatchObject({ items: [rest], totalCount: 1 })
  expect(JSON.stringify(list.body)).not.toContain(key.slice(8))
})

test('keys are listed newest first, page by page', async () => {
  const owner = await user(portal)
  const names = []
  for (const name of ['First', 'Second', 'Third']) {
    portal.clock.advance(1000)
    names.unshift((await createApiClient(portal, owner, { name })).issued.name)
  }
  const pages = await Promise.all([1, 2].map((page) => owner.as.call(apiKeys.list, { query: { page, limit: 2 } })))
  expect(pages.flatMap(({ body }) => body.items.map(({ name }) => name))).toEqual(names)
})

test('of two concurrent keys with the same name in any case, one is created', async () => {
  const owner = await user(portal)
  const requests = ['Nightly', 'NIGHTLY'].map((name) =>
    owner.as.call(apiKeys.create, { body: { name, scopes: ['orders:read'] } }),
  )
  const replies = await Promise.all(requests)
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'CONFLICT',
    issues: [{ path: 'name', message: 'You already have an API key with this name.' }],
  })
  // Names are unique per user, and revoked keys do not count.
  await createApiClient(portal, await user(portal), { name: 'nightly' })
  const id = replies.find(({ status }) => status === 201)?.body.id ?? ''
  await owner.as.call(apiKeys.revoke, { params: { id } })
  await createApiClient(portal, owner, { name: 'Nightly' })
})

test(`of 40 keys requested at once a user gets ${maxApiKeys}`, async () => {
  const owner = await user(portal)
  const replies = await Promise.all(
    Array.from({ length: 2 * maxApiKeys }, (_, n) =>
      owner.as.call(apiKeys.create, { body: { name: `Key ${n}`, scopes: ['orders:read'] } }),
    ),
  )
  const statuses = Map.groupBy(replies, ({ status }) => status)
  expect(statuses.get(201)).toHaveLength(maxApiKeys)
  expect(statuses.get(422)).toHaveLength(maxApiKeys)
  expect((await owner.as.call(apiKeys.list)).body.totalCount).toBe(maxApiKeys)
})

test('a key cannot expire before it is created', async () => {
  const owner = await user(portal)
  const scopes: ApiScope[] = ['orders:read']
  const body = { name: 'Late', scopes, expiresAt: inDays(-1) }
  const refusal = {
    status: 422,
    body: { issues: [{ path: 'expiresAt', message: 'The expiry must be in the future.' }] },
  }
  expect(await owner.as.call(apiKeys.create, { body })).toMatchObject(refusal)
  const { issued } = await createApiClient(portal, owner)
  expect(await owner.as.call(apiKeys.change, { params: { id: issued.id }, body })).toMatchObject(refusal)
})

test('a change replaces name, scopes and expiry, and the key uses the new scopes from then on', async () => {
  const owner = await user(portal)
  const { issued, as } = await createApiClient(portal, owner, { scopes: ['counts:read'], expiresAt: inDays(5) })
  expect((await as.call(enterprise.list)).status).toBe(403)
  const changed = await owner.as.call(apiKeys.change, {
    params: { id: issued.id },
    body: { name: 'Reader', scopes: ['orders:read'] },
  })
  expect(changed.body).toMatchObject({ id: issued.id, name: 'Reader', prefix: issued.prefix, scopes: ['orders:read'] })
  expect(changed.body.expiresAt).toBeUndefined()
  expect((await as.call(enterprise.list)).status).toBe(200)
})

test('an expired key keeps its expiry when it is renamed', async () => {
  const owner = await user(portal)
  const expiresAt = inDays(1)
  const { issued } = await createApiClient(portal, owner, { expiresAt })
  portal.clock.advance(2 * dayMs)
  const { as } = await signInWithPassword(portal, owner.email)
  const body = { name: 'Over', scopes: issued.scopes, expiresAt }
  expect(await as.call(apiKeys.change, { params: { id: issued.id }, body })).toMatchObject({ status: 200, body })
})

test("another user's key and a revoked key are not found", async () => {
  const [owner, otherUser] = [await user(portal), await user(portal)]
  const { issued } = await createApiClient(portal, owner)
  const params = { id: issued.id }
  const body = { name: 'Mine', scopes: issued.scopes }
  const tries = (by: typeof owner) =>
    Promise.all([
      by.as.call(apiKeys.get, { params }),
      by.as.call(apiKeys.change, { params, body }),
      by.as.call(apiKeys.regenerate, { params }),
      by.as.call(apiKeys.revoke, { params }),
    ])
  for (const { status } of await tries(otherUser)) expect(status).toBe(404)
  expect((await otherUser.as.call(apiKeys.list)).body.totalCount).toBe(0)
  expect((await owner.as.call(apiKeys.revoke, { params })).status).toBe(204)
  for (const { status } of await tries(owner)) expect(status).toBe(404)
})

test('changes to a key are in the audit log, without the key', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner, { name: 'Audited' })
  const params = { id: issued.id }
  await owner.as.call(apiKeys.change, { params, body: { name: 'Renamed', scopes: ['orders:read'] } })
  // An unchanged key writes no audit entry.
  await owner.as.call(apiKeys.change, { params, body: { name: 'Renamed', scopes: ['orders:read'] } })
  const secondReply = await owner.as.call(apiKeys.regenerate, { params })
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
    { action: 'api_key.regenerated', before: { prefix: issued.prefix }, after: { prefix: secondReply.body.prefix } },
    { action: 'api_key.revoked', before: { name: 'Renamed' } },
  ])
  for (const key of [issued.key, secondReply.body.key]) expect(JSON.stringify(entries)).not.toContain(key.slice(8))
})

test('scopes in another order are no change', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner, { name: 'Ordered', scopes: ['counts:read', 'orders:read'] })
  const body = { name: 'Ordered', scopes: ['orders:read' as const, 'counts:read' as const] }
  const changed = await owner.as.call(apiKeys.change, { params: { id: issued.id }, body })
  expect(changed.body).toMatchObject({ scopes: issued.scopes })
  const entries = await portal.db.selectFrom('auditLog').select('action').where('objectId', '=', issued.id).execute()
  expect(entries).toEqual([{ action: 'api_key.created' }])
})

test('an administrator who impersonates the owner sees the keys and cannot create any', async () => {
  const owner = await user(portal)
  const { issued } = await createApiClient(portal, owner)
  const acting = await actAsUser(portal, await user(portal, { role: 'SUPER_ADMIN' }), owner.id)
  expect((await acting.as.call(apiKeys.list)).body.items).toMatchObject([{ id: issued.id }])
  const params = { id: issued.id }
  const body = { name: 'Theirs', scopes: issued.scopes }
  expect((await acting.as.call(apiKeys.create, { body })).status).toBe(403)
  expect((await acting.as.call(apiKeys.regenerate, { params })).status).toBe(403)
})
