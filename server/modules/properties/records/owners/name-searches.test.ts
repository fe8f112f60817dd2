import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { propertyMap } from '@dooryard/contract/properties/map'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, type TestUser, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { purgeNameSearches } from './name-searches.queries.ts'
import { listOwnerNames } from './name-searches.ts'

const perDay = 3
const portal = await testPortal({ demoRows: 500, owners: { nameSearchesPerDay: perDay } })
beforeAll(() => {
  // Half past nine in the morning, UTC.
  portal.clock.advance(dayMs - (portal.clock.now().getTime() % dayMs) + 9.5 * hourMs)
})
afterAll(portal.close)

type Reader = Pick<TestUser, 'as'>
const byName = (name: string, more: Criteria = {}): Criteria => ({ ...more, owner: { name } })
const count = ({ as }: Reader, criteria: Criteria) => as.call(properties.count, { body: { criteria } })
const countStatus = async (reader: Reader, criteria: Criteria) => (await count(reader, criteria)).status
const listStatuses = async (reader: Reader, names: readonly string[]) => {
  const statuses = []
  for (const name of names) statuses.push(await countStatus(reader, byName(name)))
  return statuses
}
/** Names of which none begins with another. */
const useUp = (reader: Reader) => listStatuses(reader, ['ADAMS', 'BAKER', 'CLARK'])

test('a day allows so many distinct names, each as often and wherever the user likes', async () => {
  const reader = await user(portal)
  expect(await useUp(reader)).toEqual([200, 200, 200])
  expect(await count(reader, byName('DAVIS'))).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: expect.stringMatching(/^You have searched for 3 owner names today, .*UTC/) },
  })
  expect(await countStatus(reader, byName('  baker ', { location: { states: ['TN'] } }))).toBe(200)
  expect(await countStatus(reader, { location: { states: ['TN'] } })).toBe(200)
  expect(await useUp(await user(portal))).toEqual([200, 200, 200])
  portal.clock.advance(dayMs)
  const tomorrow = await signInWithPassword(portal, reader.email)
  expect(await useUp(tomorrow)).toEqual([200, 200, 200])
  await purgeNameSearches(portal.db, portal.clock.now().toISOString().slice(0, 10))
  expect(await countStatus(tomorrow, byName('DAVIS'))).toBe(429)
})

test('a slow typist has searched for one name, also after a wrong letter', async () => {
  const reader = await user(portal)
  expect(new Set(await listStatuses(reader, ['S', 'SM', 'SMI', 'SMIT', 'SMITJ', 'SMIT', 'SMITH', 'SMITH J']))).toEqual(
    new Set([200]),
  )
  // `SMITJ` and `SMITH J` are two.
  expect(await listStatuses(reader, ['ADAMS', 'BAKER'])).toEqual([200, 429])
})

test('a name extended after more than a minute is another one', async () => {
  const reader = await user(portal)
  for (const name of ['SMITH', 'SMITH J', 'SMITH JO']) {
    expect(await countStatus(reader, byName(name))).toBe(200)
    portal.clock.advance(minuteMs + 1)
  }
  expect(await countStatus(reader, byName('SMITH JOHN'))).toBe(429)
})

test('requests at once never exceed the allowance', async () => {
  const reader = await user(portal)
  const statuses = await Promise.all(
    ['ADAMS', 'BAKER', 'CLARK', 'DAVIS', 'EVANS'].map((name) => count(reader, byName(name))),
  )
  expect(statuses.filter(({ status }) => status === 200)).toHaveLength(perDay)
})

test('no call that takes criteria searches for a further name, and a stack counts all of its names', async () => {
  const reader = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const stacked = (['ADAMS', 'BAKER'] as const).map((name) => ({ criteria: byName(name) }))
  expect(await countStatus(reader, { stack: { of: stacked, atLeast: 1 } })).toBe(200)
  expect(await countStatus(reader, byName('CLARK'))).toBe(200)
  const criteria = byName('DAVIS')
  const audience = { campaignType: 'MAIL_READY', criteria } as const
  const { as } = reader
  const bounds = { south: 30, west: -90, north: 40, east: -80 }
  const replies = await Promise.all([
    as.call(properties.search, { body: { criteria } }),
    as.call(propertyMap.map, { body: { criteria, bounds, zoom: 5 } }),
    as.call(orderQuotes.quote, { body: audience }),
    as.call(orderQuotes.preview, { body: audience }),
    as.call(privateOrders.place, { body: { ...audience, orderName: 'Davis', quantity: 1 } }),
    as.call(savedSearches.create, { body: { name: 'Davis', criteria } }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429, 429])
  const enterprise = await user(portal)
  await useUp(enterprise)
  expect(await enterprise.as.call(campaigns.create, { body: { ...audience, name: 'Davis' } })).toMatchObject({
    status: 429,
  })
})

test('names of refused orders count, with an Idempotency-Key too, and a response that is repeated needs no allowance', async () => {
  const reader = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const [owned] = await portal.services.clickhouse.rows<{ name: string }>(
    `select owner_names[1] as name from properties where is_mailable and owner_names[1] != '' limit 1`,
  )
  const toKey = (name: string) => name.replaceAll(' ', '-')
  const place = ({ as }: Reader, name: string, headers = { 'idempotency-key': toKey(name) }) =>
    as.call(privateOrders.place, {
      body: { campaignType: 'MAIL_READY', criteria: byName(name), orderName: 'Letters', quantity: 1 },
      headers,
    })
  const placed = await place(reader, owned?.name ?? '', { 'idempotency-key': 'once' })
  expect(placed.status).toBe(201)
  const refused = []
  for (const name of ['NOBODY ADAMS', 'NOBODY BAKER', 'NOBODY CLARK']) refused.push((await place(reader, name)).status)
  expect(refused).toEqual([422, 422, 429])
  portal.clock.advance(dayMs)
  const tomorrow = await signInWithPassword(portal, reader.email)
  await useUp(tomorrow)
  const repeated = await place(tomorrow, owned?.name ?? '', { 'idempotency-key': 'once' })
  expect(repeated).toMatchObject({ status: 201, body: placed.body })
})

test('administrators have no limit, also while they act as a user', async () => {
  const reader = await user(portal)
  await useUp(reader)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  for (const by of [admin, await actAsUser(portal, admin, reader.id)])
    expect(await listStatuses(by, ['DAVIS', 'EVANS', 'FORD', 'GRANT'])).toEqual([200, 200, 200, 200])
})

test('users under masking sort owners by the initials they see', async () => {
  const list = async (reader: Reader) =>
    (await reader.as.call(properties.search, { body: { criteria: {}, sort: 'ownerName', limit: 100 } })).body.items
  const masked = (await list(await user(portal))).map(({ ownerName }) => ownerName ?? '')
  expect(masked).toEqual(masked.toSorted())
  const shown = await list(await user(portal, { role: 'SUPER_ADMIN' }))
  const names = shown.map(({ ownerName }) => ownerName ?? '')
  expect(names).toEqual(names.toSorted())
  const wholeById = new Map(shown.map(({ propertyId, ownerName }) => [propertyId, ownerName ?? '']))
  const whole = (await list(await user(portal))).flatMap(({ propertyId }) => wholeById.get(propertyId) ?? [])
  expect(whole).not.toEqual(whole.toSorted())
})

test('names are compared by their words in capitals', () => {
  const stack = { of: [{ criteria: byName('Smith,  John') }, { criteria: byName('SMITH JOHN') }], atLeast: 1 }
  expect(listOwnerNames({ owner: { name: 'o’hara & co.' }, stack })).toEqual(['O HARA CO', 'SMITH JOHN'])
  expect(listOwnerNames({ owner: { name: ' ., ' } })).toEqual([])
})
