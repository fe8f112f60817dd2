import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
})
afterAll(() => portal.close())

const inTennessee: Criteria = { location: { states: ['TN'] } }

const save = async ({ as }: TestUser, name: string, criteria = inTennessee) =>
  as.call(savedSearches.create, { body: { name, criteria } })

const countProperties = async ({ as }: TestUser, criteria: Criteria) =>
  (await as.call(properties.count, { body: { criteria } })).body.count

test('a search is saved with its count, read, changed and deleted', async () => {
  const searcher = await user(portal, { role: 'CONSUMER_USER' })
  const { status, body: saved } = await save(searcher, 'Tennessee')
  expect(status).toBe(201)
  expect(saved).toMatchObject({
    name: 'Tennessee',
    isDefault: false,
    lastCount: await countProperties(searcher, inTennessee),
  })
  const params = { id: saved.id }
  expect((await searcher.as.call(savedSearches.get, { params })).body).toEqual(saved)

  const everywhere = await searcher.as.call(savedSearches.change, { params, body: { criteria: {} } })
  expect(everywhere.body).toMatchObject({ name: 'Tennessee', criteria: {}, lastCount: 2_000 })
  const found = await searcher.as.call(savedSearches.list, { query: { search: 'tenn' } })
  expect(found.body).toMatchObject({ totalCount: 1, items: [{ id: saved.id }] })

  expect((await searcher.as.call(savedSearches.remove, { params })).status).toBe(204)
  expect((await searcher.as.call(savedSearches.get, { params })).status).toBe(404)
  expect((await searcher.as.call(savedSearches.remove, { params })).status).toBe(404)
})

test('a name is unique per user, ignoring case', async () => {
  const [one, other] = [await user(portal), await user(portal)]
  const { body: first } = await save(one, 'Homes')
  const { body: second } = await save(one, 'Lots')
  expect(await save(one, 'HOMES')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await save(other, 'Homes')).status).toBe(201)
  const rename = (id: string, name: string) => one.as.call(savedSearches.change, { params: { id }, body: { name } })
  expect((await rename(second.id, 'homes')).status).toBe(409)
  expect((await rename(first.id, 'homes')).body).toMatchObject({ name: 'homes' })
  const atOnce = await Promise.all([rename(first.id, 'Farms'), rename(second.id, 'Farms'), save(one, 'farms')])
  expect(atOnce.map(({ status }) => status).sort()).toEqual([expect.toBeOneOf([200, 201]), 409, 409])
})

test('at most one search is the default, even after concurrent changes', async () => {
  const searcher = await user(portal)
  expect((await searcher.as.call(savedSearches.getDefault)).status).toBe(404)
  const ids = await Promise.all(['A', 'B', 'C'].map(async (name) => (await save(searcher, name)).body.id))
  await Promise.all(ids.map((id) => searcher.as.call(savedSearches.makeDefault, { params: { id } })))
  const { body } = await searcher.as.call(savedSearches.list)
  expect(body.items.filter(({ isDefault }) => isDefault)).toEqual([body.items[0]])
  expect((await searcher.as.call(savedSearches.getDefault)).body.id).toBe(body.items[0]?.id)
})

test('searches of another user are not found', async () => {
  const [owner, stranger] = [await user(portal), await user(portal)]
  const { body: saved } = await save(owner, 'Mine')
  const params = { id: saved.id }
  expect((await stranger.as.call(savedSearches.get, { params })).status).toBe(404)
  expect((await stranger.as.call(savedSearches.change, { params, body: { name: 'Yours' } })).status).toBe(404)
  expect((await stranger.as.call(savedSearches.remove, { params })).status).toBe(404)
  expect((await stranger.as.call(savedSearches.makeDefault, { params })).status).toBe(404)
  expect((await owner.as.call(savedSearches.get, { params })).body.name).toBe('Mine')
})

test('criteria exclude the matches of a saved search, and nothing else', async () => {
  const searcher = await user(portal)
  const { body: saved } = await save(searcher, 'Old homes', { property: { yearBuilt: { max: 1960 } } })
  const all = await countProperties(searcher, inTennessee)
  const old = await countProperties(searcher, { ...inTennessee, property: { yearBuilt: { max: 1960 } } })
  expect(old).toBeGreaterThan(0)
  expect(await countProperties(searcher, { ...inTennessee, exclude: { savedSearchIds: [saved.id] } })).toBe(all - old)
})

test('excluding a search that itself excludes searches is rejected with a message', async () => {
  const searcher = await user(portal)
  const { body: one } = await save(searcher, 'One')
  const { body: other } = await save(searcher, 'Other', { exclude: { savedSearchIds: [one.id] } })
  const body = { criteria: { exclude: { savedSearchIds: [other.id] } } }
  expect(await searcher.as.call(properties.count, { body })).toMatchObject({
    status: 422,
    body: { message: '“Other” excludes other searches, so it cannot be excluded.' },
  })
})

test('excluding a deleted search or another user’s is rejected with a message', async () => {
  const [owner, stranger] = [await user(portal), await user(portal)]
  const { body: saved } = await save(owner, 'Mine alone')
  const body = { criteria: { exclude: { savedSearchIds: [saved.id] } } }
  expect(await stranger.as.call(properties.count, { body })).toMatchObject({
    status: 422,
    body: { message: 'An excluded saved search does not exist: remove it from the filters.' },
  })
})

test('a search that excludes another one has no old count once that one has changed', async () => {
  const searcher = await user(portal, { role: 'CONSUMER_USER' })
  const { body: excluded } = await save(searcher, 'Excluded')
  const { body: excluding } = await save(searcher, 'Excluding', { exclude: { savedSearchIds: [excluded.id] } })
  const { body: other } = await save(searcher, 'Other')
  expect(excluding.lastCount).toBeGreaterThan(0)
  const change = { params: { id: excluded.id }, body: { criteria: { location: { states: ['FL'] } } } }
  expect((await searcher.as.call(savedSearches.change, change)).status).toBe(200)
  const readCount = async (id: string) => (await searcher.as.call(savedSearches.get, { params: { id } })).body.lastCount
  expect([await readCount(excluding.id), await readCount(other.id)]).toEqual([null, other.lastCount])
})
