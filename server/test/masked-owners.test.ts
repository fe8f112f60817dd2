import { privateOrders } from '@dooryard/contract/orders/orders'
import { buyers } from '@dooryard/contract/properties/buyers'
import { ownerReveals } from '@dooryard/contract/properties/owner-reveals'
import { type Property, type PropertyRow, properties } from '@dooryard/contract/properties/properties'
import { afterAll, expect, test } from 'vitest'
import { fulfilTestOrder } from '../modules/orders/call-ready/call-orders.fixture.ts'
import { toOwnerKey } from '../modules/properties/index.ts'
import { type TestUser, user } from './factories.ts'
import { testPortal } from './portal.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)

const admin = await user(portal, { role: 'SUPER_ADMIN' })
const buying = { subject: { lat: 36.16, lng: -86.78 }, miles: 50, months: 24, limit: 50 } as const

type Reader = Pick<TestUser, 'as'>
const search = async ({ as }: Reader, criteria = {}) =>
  (await as.call(properties.search, { body: { criteria, limit: 100 } })).body.items
const fetchProperty = async ({ as }: Reader, id: string) => (await as.call(properties.get, { params: { id } })).body
const listBuyers = async ({ as }: Reader) => (await as.call(buyers.search, { body: buying })).body.items
const listOthers = async ({ as }: Reader, id: string) =>
  (await as.call(properties.sameOwner, { params: { id }, query: { limit: 100 } })).body.items

/** A property whose owner has others, with its deeds. */
async function findPortfolio(): Promise<Property> {
  for (const { propertyId } of await search(admin, { owner: { propertiesOwned: { min: 3 } } })) {
    const property = await fetchProperty(admin, propertyId)
    if (property.transfers.some(({ buyer }) => buyer) && property.mailingAddress) return property
  }
  throw new Error('No owner has several properties')
}
const portfolio = await findPortfolio()

/** The texts of a response, without those that a property's own address may share with its owner. */
function listOwnerTexts(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listOwnerTexts(item, key))
  if (typeof value === 'object' && value)
    return Object.entries(value).flatMap(([name, part]) => listOwnerTexts(part, name))
  const isOwner = ['ownerName', 'ownerNames', 'names', 'buyer', 'seller', 'mailingAddress', 'mailingZip'].includes(key)
  return isOwner && typeof value === 'string' ? [value] : []
}

const isMasked = (text: string) => text.split(' ').every((word) => /^.?•••••$/u.test(word) || word === '&')

test('no search, property or buyer shows an owner without a purchase', async () => {
  for (const role of ['CONSUMER_USER', 'ENTERPRISE_USER'] as const) {
    const reader = await user(portal, { role })
    const others = await listOthers(reader, portfolio.propertyId)
    const found = [await search(reader), await fetchProperty(reader, portfolio.propertyId), others]
    for (const response of [...found, await listBuyers(reader)]) {
      const texts = listOwnerTexts(response)
      expect(texts.length).toBeGreaterThan(1)
      expect(texts.filter((text) => !isMasked(text))).toEqual([])
    }
  }
})

test('a masked name is found by its whole words, and cannot be spelled out', async () => {
  const reader = await user(portal)
  const [word = ''] = portfolio.ownerNames[0]?.split(' ') ?? []
  const ids = { only: { propertyIds: [portfolio.propertyId] } }
  expect(await search(reader, { ...ids, owner: { name: word.toLowerCase() } })).toHaveLength(1)
  for (let length = 1; length < word.length; length++)
    expect(await search(reader, { ...ids, owner: { name: word.slice(0, length) } })).toEqual([])
})

test('the key of an owner is not the hash of the name and address, which names could be tried against', async () => {
  const { ownerNames, ownerKey, mailingAddress, mailingCity, mailingState, mailingZip } = portfolio
  const [address = '', city = '', state = '', zip = ''] = [mailingAddress, mailingCity, mailingState, mailingZip].map(
    (text) => text ?? '',
  )
  const stored = toOwnerKey(ownerNames, { address, city, state, zip })
  const [row] = await portal.services.clickhouse.rows<{ owner_key: string }>(
    'select owner_key from properties where property_id = {id:UInt64}',
    { id: portfolio.propertyId },
  )
  expect(row?.owner_key).toBe(String(stored))
  expect(ownerKey).toMatch(/^\d+$/)
  expect(ownerKey).not.toBe(String(stored))
})

test('what is masked is said, and the rest is as an administrator sees it', async () => {
  const reader = await user(portal)
  const [masked, open] = [await search(reader), await search(admin)]
  expect(open.every(({ isOwnerMasked }) => !isOwnerMasked)).toBe(true)
  const withoutOwner = ({
    isOwnerMasked: _,
    ownerName: __,
    mailingAddress: ___,
    mailingZip: ____,
    ...row
  }: PropertyRow) => row
  expect(masked.map(withoutOwner)).toEqual(open.map(withoutOwner))
  for (const [at, row] of open.entries())
    expect(masked[at]?.isOwnerMasked).toBe(row.ownerName !== null || row.mailingAddress !== null)
  const [hidden, shown] = [await listBuyers(reader), await listBuyers(admin)]
  expect(hidden.every(({ isOwnerMasked }) => isOwnerMasked)).toBe(true)
  expect(shown.every(({ isOwnerMasked }) => !isOwnerMasked)).toBe(true)
  expect(hidden.map(({ buyerKey, purchases }) => [buyerKey, purchases])).toEqual(
    shown.map(({ buyerKey, purchases }) => [buyerKey, purchases]),
  )
})

/** A user with 50 delivered leads, and criteria that match them and others. */
async function createCustomer() {
  const reader = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
  const rows = await search(admin, { location: { states: ['TN'] } })
  const criteria = { only: { propertyIds: rows.map(({ propertyId }) => propertyId) } }
  const { body: order } = await reader.as.call(privateOrders.place, {
    body: { orderName: 'First mailing', quantity: 50, criteria, campaignType: 'MAIL_READY' },
  })
  const all = { ...criteria, exclude: { delivered: false } }
  expect((await search(reader, all)).some(({ isOwnerMasked }) => !isOwnerMasked)).toBe(false)
  await fulfilTestOrder(portal, order.id)
  const { body } = await reader.as.call(privateOrders.leads, { params: { id: order.id }, query: { limit: 100 } })
  return { reader, all, leads: new Map(body.items.map((lead) => [lead.propertyId, lead])) }
}

test('delivered owners are shown to the user who bought them, and to no other', async () => {
  const { reader, all, leads } = await createCustomer()
  const rows = (await search(reader, all)).filter(({ propertyId }) => leads.has(propertyId))
  expect(rows).toHaveLength(50)
  for (const { propertyId, ownerName, mailingAddress, mailingZip, isOwnerMasked } of rows) {
    expect(leads.get(propertyId)).toMatchObject({ ownerName, mailingAddress, mailingZip })
    expect(isOwnerMasked).toBe(false)
  }
  expect((await search(await user(portal), all)).some(({ isOwnerMasked }) => !isOwnerMasked)).toBe(false)
})

test('a purchase stays for good, and does not show a later owner of the property', async () => {
  const { reader, all } = await createCustomer()
  const countShown = async () => (await search(reader, all)).filter(({ isOwnerMasked }) => !isOwnerMasked).length
  const purchases = portal.db.updateTable('leadPurchases').where('userId', '=', reader.id)
  await purchases.set({ paidAt: new Date('2001-01-01') }).execute()
  expect(await countShown()).toBeGreaterThanOrEqual(50)
  await purchases.set({ ownerKey: '4711' }).execute()
  expect(await countShown()).toBe(0)
})

test('an owner revealed for one property is shown in all of theirs', async () => {
  const reader = await user(portal)
  const params = { id: portfolio.propertyId }
  expect((await listOthers(reader, params.id)).every(({ isOwnerMasked }) => isOwnerMasked)).toBe(true)
  await reader.as.call(ownerReveals.reveal, { params })
  expect(await fetchProperty(reader, params.id)).toEqual(portfolio)
  const others = await listOthers(reader, params.id)
  expect(others.map(({ ownerName, isOwnerMasked }) => [ownerName, isOwnerMasked])).toEqual(
    others.map(() => [portfolio.ownerName, false]),
  )
})

test('a buyer is shown once revealed, and the others stay masked', async () => {
  const reader = await user(portal)
  const known = (await listBuyers(reader)).find(({ contactPropertyId }) => contactPropertyId !== null)
  await reader.as.call(ownerReveals.reveal, { params: { id: known?.contactPropertyId ?? '' } })
  const shown = (await listBuyers(reader)).filter(({ isOwnerMasked }) => !isOwnerMasked)
  expect(shown.map(({ buyerKey }) => buyerKey)).toEqual([known?.buyerKey])
  expect(shown).toEqual((await listBuyers(admin)).filter(({ buyerKey }) => buyerKey === known?.buyerKey))
})
