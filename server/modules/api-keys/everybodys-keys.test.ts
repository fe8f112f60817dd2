import { adminApiKeys } from '@dooryard/contract/admin-api-keys'
import { apiKeys } from '@dooryard/contract/api-keys'
import type { Call } from '@dooryard/contract/endpoint'
import { enterprise } from '@dooryard/contract/enterprise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { signedIn, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { program, shownTo } from './keys.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

type Query = NonNullable<Call<typeof adminApiKeys.list>['query']>

const list = async (query: Query) => (await admin.as.call(adminApiKeys.list, { query })).body
const names = async (query: Query) => (await list(query)).items.map(({ name }) => name)
const inMinutes = (minutes: number) => new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString()

/** Somebody with keys of these names, each made a minute after the one before. */
async function ownerOf(...all: string[]) {
  const owner = await user(portal)
  const made = []
  for (const name of all) {
    portal.clock.advance(60_000)
    made.push(await program(portal, owner, { name }))
  }
  return { ...owner, made }
}

test('an administrator sees the keys of everybody with whose they are, and none of them whole', async () => {
  const [ann, ben] = [await ownerOf('Of Ann'), await ownerOf('Of Ben')]
  const { items, totalCount } = await list({ userId: [ann.id, ben.id] })
  expect(totalCount).toBe(2)
  const [ofBen, ofAnn] = items
  const { user: whose, state, ...rest } = ofAnn ?? {}
  expect({ whose, state }).toMatchObject({ whose: { id: ann.id, email: ann.email, isActive: true }, state: 'ACTIVE' })
  expect(rest).toEqual(await shownTo(ann, ann.made[0]?.issued.id ?? ''))
  expect(ofBen).toMatchObject({ name: 'Of Ben', user: { id: ben.id } })
  const one = await admin.as.call(adminApiKeys.get, { params: { id: ofBen?.id ?? '' } })
  expect(one.body).toEqual(ofBen)
  for (const { issued } of [...ann.made, ...ben.made]) {
    const told = JSON.stringify([items, one.body])
    expect(told).not.toContain(issued.key.slice(issued.prefix.length))
  }
  expect(await admin.as.call(adminApiKeys.get, { params: { id: newId() } })).toMatchObject({ status: 404 })
})

test('the last used comes first, then the newest, and pages neither overlap nor leave anything out', async () => {
  const { id, made } = await ownerOf('First', 'Second', 'Third', 'Fourth')
  const userId = [id]
  expect(await names({ userId })).toEqual(['Fourth', 'Third', 'Second', 'First'])
  for (const one of [made[2], made[0]]) {
    portal.clock.advance(60_000)
    await one?.as.call(enterprise.list)
  }
  await expect.poll(() => names({ userId })).toEqual(['First', 'Third', 'Fourth', 'Second'])
  const [used] = (await list({ userId, limit: 1 })).items
  expect(used).toMatchObject({ lastCall: { path: '/v1/enterprise/orders', status: 200 }, usage: [{ calls: 1 }] })
  expect(await names({ userId, limit: 3 })).toEqual(['First', 'Third', 'Fourth'])
  expect(await names({ userId, limit: 3, page: 2 })).toEqual(['Second'])
  expect(await list({ userId, limit: 3, page: 9 })).toMatchObject({ items: [], totalCount: 4 })
})

test('a key is found by its name, by how it begins, by more of it, and by whose it is', async () => {
  const { email, made } = await ownerOf('Nightly 50%_import', 'Other')
  const [nightly] = made
  const { key = '', prefix = '' } = nightly?.issued ?? {}
  expect(await names({ search: 'NIGHTLY 50%_' })).toEqual(['Nightly 50%_import'])
  expect(await names({ search: 'NIGHTLY 50_%' })).toEqual([])
  expect(await names({ search: prefix.slice(4) })).toContain('Nightly 50%_import')
  expect(await names({ search: key.slice(0, 20) })).toEqual(['Nightly 50%_import'])
  expect(await names({ search: '%_' })).toEqual(['Nightly 50%_import'])
  expect(await names({ search: email.toUpperCase() })).toEqual(['Other', 'Nightly 50%_import'])
  expect(await names({ search: 'of nobody at all' })).toEqual([])
})

test('each state leaves those that are in it, and a key that was revoked stays revoked when its end has come', async () => {
  const owner = await ownerOf('Lasting')
  const userId = [owner.id]
  await program(portal, owner, { name: 'Ending', expiresAt: inMinutes(10) })
  const revoked = await program(portal, owner, { name: 'Revoked', expiresAt: inMinutes(10) })
  await owner.as.call(apiKeys.revoke, { params: { id: revoked.issued.id } })
  expect(await names({ userId, state: 'ACTIVE' })).toEqual(['Ending', 'Lasting'])
  expect(await names({ userId, state: 'EXPIRED' })).toEqual([])
  portal.clock.advance(600_000)
  admin = { ...admin, ...(await signedIn(portal, admin.email)) }
  expect(await names({ userId, state: 'ACTIVE' })).toEqual(['Lasting'])
  expect(await names({ userId, state: 'EXPIRED' })).toEqual(['Ending'])
  expect((await list({ userId, state: 'REVOKED' })).items).toMatchObject([
    { name: 'Revoked', revokedAt: expect.any(String) },
  ])
  const { items } = await list({ userId })
  expect(new Map(items.map(({ name, state }) => [name, state]))).toEqual(
    new Map([
      ['Revoked', 'REVOKED'],
      ['Ending', 'EXPIRED'],
      ['Lasting', 'ACTIVE'],
    ]),
  )
})

test('the keys of an account that is deactivated or closed stay in the list', async () => {
  const owner = await ownerOf('Left behind')
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', owner.id).execute()
  const { items } = await list({ userId: [owner.id] })
  expect(items).toMatchObject([{ name: 'Left behind', user: { id: owner.id, isActive: false } }])
  expect(items[0]?.user).not.toHaveProperty('closedAt')
  const closedAt = new Date()
  await portal.db.updateTable('users').set({ closedAt }).where('id', '=', owner.id).execute()
  expect((await list({ userId: [owner.id] })).items).toMatchObject([{ user: { closedAt: closedAt.toISOString() } }])
})
