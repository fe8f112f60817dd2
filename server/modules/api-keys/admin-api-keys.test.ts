import type { EndpointRequest } from '@dooryard/contract/api/endpoint'
import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/util/ids.ts'
import { signInWithPassword, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { createApiClient, getOwnedApiKey } from './api-keys.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

type ApiKeyListQuery = NonNullable<EndpointRequest<typeof adminApiKeys.list>['query']>

const listApiKeys = async (query: ApiKeyListQuery) => (await admin.as.call(adminApiKeys.list, { query })).body
const listNames = async (query: ApiKeyListQuery) => (await listApiKeys(query)).items.map(({ name }) => name)
const inMinutes = (minutes: number) => new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString()

/** Creates a user with keys of these names, each created one minute after the previous one. */
async function createOwner(...all: string[]) {
  const owner = await user(portal)
  const made = []
  for (const name of all) {
    portal.clock.advance(60_000)
    made.push(await createApiClient(portal, owner, { name }))
  }
  return { ...owner, made }
}

test('an administrator sees the keys of all users with their owners, and none in full', async () => {
  const [ann, ben] = [await createOwner('Of Ann'), await createOwner('Of Ben')]
  const { items, totalCount } = await listApiKeys({ userId: [ann.id, ben.id] })
  expect(totalCount).toBe(2)
  const [keyOfBen, keyOfAnn] = items
  const { user: keyOwner, state, ...rest } = keyOfAnn ?? {}
  expect({ whose: keyOwner, state }).toMatchObject({
    whose: { id: ann.id, email: ann.email, isActive: true },
    state: 'ACTIVE',
  })
  expect(rest).toEqual(await getOwnedApiKey(ann, ann.made[0]?.issued.id ?? ''))
  expect(keyOfBen).toMatchObject({ name: 'Of Ben', user: { id: ben.id } })
  const one = await admin.as.call(adminApiKeys.get, { params: { id: keyOfBen?.id ?? '' } })
  expect(one.body).toEqual(keyOfBen)
  for (const { issued } of [...ann.made, ...ben.made]) {
    const responseText = JSON.stringify([items, one.body])
    expect(responseText).not.toContain(issued.key.slice(issued.prefix.length))
  }
  expect(await admin.as.call(adminApiKeys.get, { params: { id: newId() } })).toMatchObject({ status: 404 })
})

test('the last used comes first, then the newest, and pages neither overlap nor omit any', async () => {
  const { id, made } = await createOwner('First', 'Second', 'Third', 'Fourth')
  const userId = [id]
  expect(await listNames({ userId })).toEqual(['Fourth', 'Third', 'Second', 'First'])
  for (const one of [made[2], made[0]]) {
    portal.clock.advance(60_000)
    await one?.as.call(enterprise.list)
  }
  await expect.poll(() => listNames({ userId })).toEqual(['First', 'Third', 'Fourth', 'Second'])
  const [used] = (await listApiKeys({ userId, limit: 1 })).items
  expect(used).toMatchObject({ lastCall: { path: '/v1/enterprise/orders', status: 200 }, usage: [{ calls: 1 }] })
  expect(await listNames({ userId, limit: 3 })).toEqual(['First', 'Third', 'Fourth'])
  expect(await listNames({ userId, limit: 3, page: 2 })).toEqual(['Second'])
  expect(await listApiKeys({ userId, limit: 3, page: 9 })).toMatchObject({ items: [], totalCount: 4 })
})

test('a key is found by its name, by part of its prefix, by more of the key than the prefix, and by its owner', async () => {
  const { email, made } = await createOwner('Nightly 50%_import', 'Other')
  const [nightly] = made
  const { key = '', prefix = '' } = nightly?.issued ?? {}
  expect(await listNames({ search: 'NIGHTLY 50%_' })).toEqual(['Nightly 50%_import'])
  expect(await listNames({ search: 'NIGHTLY 50_%' })).toEqual([])
  expect(await listNames({ search: prefix.slice(4) })).toContain('Nightly 50%_import')
  expect(await listNames({ search: key.slice(0, 20) })).toEqual(['Nightly 50%_import'])
  expect(await listNames({ search: '%_' })).toEqual(['Nightly 50%_import'])
  expect(await listNames({ search: email.toUpperCase() })).toEqual(['Other', 'Nightly 50%_import'])
  expect(await listNames({ search: 'of nobody at all' })).toEqual([])
})

test('each state filters the list, and a revoked key stays revoked after its expiry', async () => {
  const owner = await createOwner('Lasting')
  const userId = [owner.id]
  await createApiClient(portal, owner, { name: 'Ending', expiresAt: inMinutes(10) })
  const revoked = await createApiClient(portal, owner, { name: 'Revoked', expiresAt: inMinutes(10) })
  await owner.as.call(apiKeys.revoke, { params: { id: revoked.issued.id } })
  expect(await listNames({ userId, state: 'ACTIVE' })).toEqual(['Ending', 'Lasting'])
  expect(await listNames({ userId, state: 'EXPIRED' })).toEqual([])
  portal.clock.advance(600_000)
  admin = { ...admin, ...(await signInWithPassword(portal, admin.email)) }
  expect(await listNames({ userId, state: 'ACTIVE' })).toEqual(['Lasting'])
  expect(await listNames({ userId, state: 'EXPIRED' })).toEqual(['Ending'])
  expect((await listApiKeys({ userId, state: 'REVOKED' })).items).toMatchObject([
    { name: 'Revoked', revokedAt: expect.any(String) },
  ])
  const { items } = await listApiKeys({ userId })
  expect(new Map(items.map(({ name, state }) => [name, state]))).toEqual(
    new Map([
      ['Revoked', 'REVOKED'],
      ['Ending', 'EXPIRED'],
      ['Lasting', 'ACTIVE'],
    ]),
  )
})

test('the keys of a deactivated or closed account stay in the list', async () => {
  const owner = await createOwner('Left behind')
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
  const { items } = await listApiKeys({ userId: [owner.id] })
  expect(items).toMatchObject([{ name: 'Left behind', user: { id: owner.id, isActive: false } }])
  expect(items[0]?.user).not.toHaveProperty('closedAt')
  const closedAt = new Date()
  await portal.db.updateTable('users').set({ closedAt }).where('id', '=', owner.id).execute()
  expect((await listApiKeys({ userId: [owner.id] })).items).toMatchObject([
    { user: { closedAt: closedAt.toISOString() } },
  ])
})
