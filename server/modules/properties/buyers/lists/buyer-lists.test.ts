import { account } from '@dooryard/contract/identity/account'
import { buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { buyerMatches, matchPoints } from '@dooryard/contract/properties/buyer-matches'
import { type Buyer, buyers } from '@dooryard/contract/properties/buyers'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, testPassword, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = await testPortal({ demoRows: 3_000 })
afterAll(portal.close)

type Caller = Pick<TestUser, 'as'>
const createList = async ({ as }: Caller, name: string) => (await as.call(buyerLists.create, { body: { name } })).body

/** A property with coordinates, and the buyers around it. */
async function findMarket({ as }: Caller) {
  const criteria = { location: { states: ['TN'] } }
  const { items } = (await as.call(properties.search, { body: { criteria, limit: 50 } })).body
  for (const { propertyId } of items) {
    const body = { subject: { propertyId }, miles: 50 as const, months: 24 as const, limit: 50 }
    const reply = await as.call(buyers.search, { body })
    if (reply.status !== 200) continue
    const found = reply.body.items.filter(({ contactPropertyId }) => contactPropertyId)
    if (found.length > 3) return { propertyId, found }
  }
  throw new Error('the demo has no market')
}

const toContacts = (found: readonly Buyer[]) => found.flatMap(({ contactPropertyId }) => contactPropertyId ?? [])
const addBuyers = ({ as }: Caller, id: string, propertyIds: string[]) =>
  as.call(buyerLists.addBuyers, { params: { id }, body: { propertyIds } })
const fetchBuyers = async ({ as }: Caller, id: string) =>
  (await as.call(buyerLists.buyers, { params: { id }, query: { limit: 100 } })).body

test('buyers are saved once each in a named list, masked until known, and exported like that', async () => {
  const owner = await user(portal)
  const { found } = await findMarket(owner)
  const list = await createList(owner, 'Cash buyers')
  const contacts = toContacts(found).slice(0, 4)
  await addBuyers(owner, list.id, contacts)
  expect((await addBuyers(owner, list.id, contacts.slice(0, 2))).body).toMatchObject({ name: 'Cash buyers', buyers: 4 })
  const { items, totalCount } = await fetchBuyers(owner, list.id)
  expect(totalCount).toBe(4)
  expect(items.map(({ buyerKey }) => buyerKey).toSorted()).toEqual(
    found
      .slice(0, 4)
      .map(({ buyerKey }) => buyerKey)
      .toSorted(),
  )
  expect(items.every(({ isOwnerMasked, names }) => isOwnerMasked && names.every((name) => name.includes('•')))).toBe(
    true,
  )
  const csv = String((await owner.as.call(buyerLists.export, { params: { id: list.id } })).body)
  const lines = csv.trim().split('\r\n')
  expect([lines.length, lines[0]]).toEqual([5, expect.stringContaining('Buyer,Type,Mailing Address')])
  expect(lines.slice(1).every((line) => line.includes('•••••') && line.includes(',Yes,'))).toBe(true)
  const removal = { params: { id: list.id, buyerKey: found[0]?.buyerKey ?? '' } }
  expect((await owner.as.call(buyerLists.removeBuyer, removal)).status).toBe(204)
  expect((await owner.as.call(buyerLists.removeBuyer, removal)).status).toBe(404)
  expect((await fetchBuyers(owner, list.id)).totalCount).toBe(3)
})

test('removing a buyer keeps another that was found by the same property, sold from one to the other', async () => {
  const owner = await user(portal)
  const { found } = await findMarket(owner)
  const list = await createList(owner, 'Cash buyers')
  const [property = '', other = ''] = toContacts(found)
  await addBuyers(owner, list.id, [property, other])
  await portal.db.updateTable('buyerListEntries').set({ propertyId: property }).where('listId', '=', list.id).execute()
  for (const { buyerKey } of (await fetchBuyers(owner, list.id)).items) {
    const before = (await fetchBuyers(owner, list.id)).items.map((buyer) => buyer.buyerKey)
    const { status } = await owner.as.call(buyerLists.removeBuyer, { params: { id: list.id, buyerKey } })
    const after = (await fetchBuyers(owner, list.id)).items.map((buyer) => buyer.buyerKey)
    expect([status, after]).toEqual([204, before.filter((key) => key !== buyerKey)])
  }
})

test('of equal lists created at the same time, one has the name and the others say so', async () => {
  const owner = await user(portal)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => owner.as.call(buyerLists.create, { body: { name: 'Cash buyers' } })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
})

test('lists have names of their own, and nobody else can read, change or match them', async () => {
  const [owner, other] = [await user(portal), await user(portal)]
  const { propertyId } = await findMarket(owner)
  const list = await createList(owner, 'Landlords')
  const again = await owner.as.call(buyerLists.create, { body: { name: 'LANDLORDS' } })
  expect([again.status, again.body]).toMatchObject([
    409,
    { message: 'You already have a buyer list named “LANDLORDS”.' },
  ])
  const params = { id: list.id }
  const replies = [
    await other.as.call(buyerLists.buyers, { params, query: {} }),
    await other.as.call(buyerLists.rename, { params, body: { name: 'Mine' } }),
    await addBuyers(other, list.id, [propertyId]),
    await other.as.call(buyerLists.removeBuyer, { params: { ...params, buyerKey: '1' } }),
    await other.as.call(buyerLists.export, { params }),
    await other.as.call(buyerLists.remove, { params }),
    await other.as.call(buyerMatches.find, { body: { propertyId, listId: list.id } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect((await other.as.call(buyerLists.list)).body.items).toEqual([])
  expect((await owner.as.call(buyerLists.rename, { params, body: { name: 'Flippers' } })).body.name).toBe('Flippers')
  expect((await owner.as.call(buyerLists.remove, { params })).status).toBe(204)
  expect((await addBuyers(owner, (await createList(owner, 'Empty')).id, ['1'])).status).toBe(422)
})

test('a property is matched to the market around it or to a list, best first, with a reason for all points', async () => {
  const owner = await user(portal)
  const { propertyId, found } = await findMarket(owner)
  const list = await createList(owner, 'Saved')
  const empty = { items: [], considered: 0 }
  expect((await owner.as.call(buyerMatches.find, { body: { propertyId, listId: list.id } })).body).toEqual(empty)
  await addBuyers(owner, list.id, toContacts(found).slice(0, 3))
  const { body } = await owner.as.call(buyerMatches.find, { body: { propertyId, listId: list.id } })
  expect(body.items.length).toBeGreaterThan(0)
  expect(body.items.length).toBeLessThanOrEqual(3)
  const scores = body.items.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((one, another) => another - one))
  for (const { score, reasons, buyer } of body.items) {
    expect(reasons.map(({ kind }) => kind)).toEqual(Object.keys(matchPoints))
    expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBe(score)
    expect(reasons.every(({ text, points, maxPoints }) => text.length > 5 && points <= maxPoints)).toBe(true)
    expect(buyer.isOwnerMasked).toBe(true)
  }
  expect((await owner.as.call(buyerMatches.find, { body: { propertyId } })).status).toBe(200)
  expect((await owner.as.call(buyerMatches.find, { body: { propertyId: '1' } })).status).toBe(404)
})

test('closing an account deletes its buyer lists', async () => {
  const owner = await user(portal)
  await createList(owner, 'Cash buyers')
  await owner.as.call(account.close, { body: { password: testPassword } })
  expect(await portal.db.selectFrom('buyerLists').select('id').where('userId', '=', owner.id).execute()).toEqual([])
})
