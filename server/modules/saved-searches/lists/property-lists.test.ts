import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { maxListProperties, propertyLists } from '@dooryard/contract/data/property-lists'
import { account } from '@dooryard/contract/identity/account'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { type PropertyRow, properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { fulfilTestOrder } from '../../orders/call-ready/call-orders.fixture.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)

type Caller = Pick<TestUser, 'as'>
const consumer = (onDemandCredits = 0) => user(portal, { role: 'CONSUMER_USER', onDemandCredits })
const inTennessee: Criteria = { location: { states: ['TN'] } }
const onList = (id: string): Criteria => ({ only: { listIds: [id] }, exclude: { delivered: false } })

const searchRows = async ({ as }: Caller, criteria: Criteria = {}, limit = 100): Promise<PropertyRow[]> =>
  (await as.call(properties.search, { body: { criteria, limit } })).body.items
const listIds = async (caller: Caller, criteria?: Criteria, limit?: number) =>
  (await searchRows(caller, criteria, limit)).map(({ propertyId }) => propertyId)
const countMatches = async ({ as }: Caller, criteria: Criteria) => {
  const { status, body } = await as.call(properties.count, { body: { criteria } })
  return status === 200 ? body.count : body
}

const create = async ({ as }: Caller, name: string, propertyIds: string[] = []): Promise<string> => {
  const { body } = await as.call(propertyLists.create, { body: { name } })
  if (propertyIds.length > 0) await change({ as }, body.id, { action: 'ADD', propertyIds })
  return body.id
}
type Change = { action: 'ADD' | 'REMOVE' } & ({ propertyIds: string[] } | { criteria: Criteria })
const change = ({ as }: Caller, id: string, body: Change) => as.call(propertyLists.change, { params: { id }, body })
const get = async ({ as }: Caller, id: string) => (await as.call(propertyLists.get, { params: { id } })).body
const match = ({ as }: Caller, text: string) =>
  as.call(propertyLists.match, { query: { fileName: 'addresses.csv' }, body: new Blob([text]) })

test('properties are added once each and removed, by id or by all that match, and searches follow', async () => {
  const owner = await consumer()
  const [one = '', two = '', three = ''] = await listIds(owner, inTennessee, 3)
  const id = await create(owner, 'By hand')
  const added = await change(owner, id, { action: 'ADD', propertyIds: [one, two, one] })
  expect(added.body).toMatchObject({ list: { name: 'By hand', properties: 2, missing: 0 }, skipped: 0 })
  expect(added.body.changed.toSorted()).toEqual([one, two].toSorted())
  expect((await change(owner, id, { action: 'ADD', propertyIds: [two, three] })).body.changed).toEqual([three])
  expect((await listIds(owner, onList(id))).toSorted()).toEqual([one, two, three].toSorted())

  const all = await change(owner, id, { action: 'ADD', criteria: inTennessee })
  const matching = await countMatches(owner, inTennessee)
  expect(all.body.list.properties).toBe(matching)
  expect(await countMatches(owner, { ...onList(id), ...inTennessee })).toBe(matching)
  const valuable: Criteria = { property: { estimatedValue: { min: 300_000 } } }
  const removed = await change(owner, id, { action: 'REMOVE', criteria: valuable })
  expect(removed.body.changed.length).toBeGreaterThan(0)
  expect(await countMatches(owner, { ...onList(id), ...valuable })).toBe(0)
  // Undone by the ids that the removal returned.
  await change(owner, id, { action: 'ADD', propertyIds: removed.body.changed })
  expect(await countMatches(owner, onList(id))).toBe(matching)
})

test('two tabs add at once: every property is in the list once, and its count is right', async () => {
  const owner = await consumer()
  const ids = await listIds(owner, inTennessee, 60)
  const id = await create(owner, 'Two tabs')
  const parts = [ids.slice(0, 40), ids.slice(20), ids.slice(10, 50), ids]
  const replies = await Promise.all(parts.map((propertyIds) => change(owner, id, { action: 'ADD', propertyIds })))
  expect(replies.flatMap(({ body }) => body.changed).toSorted()).toEqual(ids.toSorted())
  expect((await get(owner, id)).properties).toBe(60)
})

test('a full list takes no more and says how many it skipped; what an import removed stays and is counted', async () => {
  const owner = await consumer()
  const [known = ''] = await listIds(owner, inTennessee, 1)
  const gone = Array.from({ length: maxListProperties - 2 }, (_, at) => String(at + 1))
  const id = await create(owner, 'Full', gone)
  const { body } = await change(owner, id, { action: 'ADD', criteria: inTennessee })
  expect(body.changed).toHaveLength(2)
  expect(body.skipped).toBe(Number(await countMatches(owner, inTennessee)) - 2)
  expect(body.list).toMatchObject({ properties: maxListProperties, missing: gone.length })
  expect((await change(owner, id, { action: 'ADD', propertyIds: [known, '5', '20001'] })).body.skipped).toBeGreaterThan(
    0,
  )
  expect(await countMatches(owner, onList(id))).toBe(2)
})

test('a list is counted, stacked, saved and ordered like any search, and a change of it counts saved searches anew', async () => {
  const owner = await consumer(1_000)
  const rows = await listIds(owner, { ...inTennessee, owner: { ownerTypes: ['INDIVIDUAL'] } }, 60)
  const [first, second] = [
    await create(owner, 'First', rows.slice(0, 55)),
    await create(owner, 'Second', rows.slice(50)),
  ]
  const stack = (atLeast: number): Criteria => ({
    stack: { of: [first, second].map((id) => ({ criteria: { only: { listIds: [id] } } })), atLeast },
  })
  expect([await countMatches(owner, stack(1)), await countMatches(owner, stack(2))]).toEqual([60, 5])
  expect(await countMatches(owner, { only: { listIds: [first, second] } })).toBe(60)
  const save = async (name: string, criteria: Criteria) =>
    (await owner.as.call(savedSearches.create, { body: { name, criteria } })).body
  const searches = [await save('On the list', onList(first)), await save('On both', stack(2))]
  expect(searches.map(({ lastCount }) => lastCount)).toEqual([55, 5])
  searches.push(await save('Not on it', { ...inTennessee, exclude: { savedSearchIds: [searches[0]?.id ?? ''] } }))
  expect(searches[0]?.criteriaSummary.filters).toBe(2)
  await change(owner, first, { action: 'REMOVE', propertyIds: rows.slice(50, 51) })
  for (const { id } of searches)
    expect((await owner.as.call(savedSearches.get, { params: { id } })).body.lastCount).toBeNull()

  const order = { orderName: 'The list', quantity: 50, campaignType: 'MAIL_READY' as const, criteria: onList(first) }
  const placed = await owner.as.call(privateOrders.place, { body: order })
  expect(placed.status).toBe(201)
  // Deleted while the order is in progress, which still delivers what was ordered.
  expect((await owner.as.call(propertyLists.remove, { params: { id: first } })).status).toBe(204)
  await fulfilTestOrder(portal, placed.body.id)
  const params = { id: placed.body.id }
  expect((await owner.as.call(privateOrders.get, { params })).body.internalStatus).toBe('READY')
  const leads = await owner.as.call(privateOrders.leads, { params, query: { limit: 100 } })
  expect(leads.body.items.every(({ propertyId }) => rows.includes(propertyId))).toBe(true)

  const missing = {
    code: 'UNPROCESSABLE',
    message: 'A list in the filters does not exist: remove it from the filters.',
  }
  expect(await countMatches(owner, onList(first))).toMatchObject(missing)
  expect((await owner.as.call(privateOrders.place, { body: order })).body).toMatchObject(missing)
  expect((await owner.as.call(propertyLists.restore, { params: { id: first } })).body.properties).toBe(54)
  expect(await countMatches(owner, onList(first))).toBe(54)
})

test('lists have names of their own; the lists of a property are listed; nobody else can use or change them', async () => {
  const [owner, other] = [await consumer(), await consumer()]
  const [one = '', two = ''] = await listIds(owner, inTennessee, 2)
  const id = await create(owner, 'Oak Street', [one])
  await create(owner, 'Others', [two])
  const again = await owner.as.call(propertyLists.create, { body: { name: 'OAK STREET' } })
  expect([again.status, again.body]).toMatchObject([409, { message: 'You already have a list named “OAK STREET”.' }])
  const having = await owner.as.call(propertyLists.list, { query: { propertyId: one } })
  expect(having.body.items.map(({ name }) => name)).toEqual(['Oak Street'])
  expect(await countMatches(other, onList(id))).toMatchObject({ code: 'UNPROCESSABLE' })
  expect((await change(other, id, { action: 'ADD', propertyIds: [two] })).status).toBe(404)
  const renamed = await owner.as.call(propertyLists.rename, { params: { id }, body: { name: 'Oak St' } })
  expect(renamed.body).toMatchObject({ name: 'Oak St', properties: 1, missing: 0 })
  await owner.as.call(propertyLists.remove, { params: { id } })
  await create(owner, 'oak st')
  expect((await owner.as.call(propertyLists.restore, { params: { id } })).status).toBe(409)
  await owner.as.call(account.close, { body: { password: testPassword } })
  expect(await portal.db.selectFrom('propertyLists').select('id').where('userId', '=', owner.id).execute()).toEqual([])
})

test('an export has every property with its owner masked, and says which no county has any more', async () => {
  const owner = await consumer()
  const ids = await listIds(owner, inTennessee, 3)
  const id = await create(owner, 'To export', [...ids, '17'])
  const csv = String((await owner.as.call(propertyLists.export, { params: { id } })).body)
  const [header = '', ...lines] = csv.trim().split('\r\n')
  expect(header).toMatch(/^Property ID,Property Address,.*,Masked,In County Data$/)
  expect(lines.map((line) => line.split(',')[0]).toSorted()).toEqual([...ids, '17'].toSorted())
  const known = lines.filter((line) => !line.startsWith('17,'))
  expect(known.every((line) => line.includes('•••••') && line.endsWith(',Yes,Yes'))).toBe(true)
  expect(lines.find((line) => line.startsWith('17,'))?.endsWith(',No')).toBe(true)
})

test('addresses of a file are matched to properties; the rest comes with line, text, reason and what is nearest', async () => {
  const owner = await consumer()
  const rows = await searchRows(owner, { ...inTennessee, property: { assetClasses: ['RESIDENTIAL'] } })
  const houses = rows.filter(({ address, unit, zip }) => address && zip && !unit)
  const [one, two, three, four] = houses
  if (!one || !two || !three || !four) throw new Error('the demo has too few houses')
  const mistype = (text: string) => text.replace(/(\d+ \w)\w/, '$1')
  const lines = [
    `${one.address?.toLowerCase()},${one.city},TN,${one.zip}`,
    `"${two.address}, ${two.city}, TN ${two.zip}",,,`,
    `${mistype(three.address ?? '')},${three.city},TN,${three.zip}`,
    `${four.address},${four.city},TN,`,
    '1 Nowhere Blvd,Nashville,TN,00000',
    ',,,',
    `${one.address},${one.city},TN,${one.zip}`,
  ]
  const { status, body } = await match(owner, ['Address,City,State,ZIP', ...lines].join('\n'))
  expect(status).toBe(200)
  expect(body.rows).toBe(6)
  expect(body.matched).toEqual([
    { line: 2, propertyId: one.propertyId },
    { line: 3, propertyId: two.propertyId },
    { line: 8, propertyId: one.propertyId },
  ])
  const [typed, withoutZip, nowhere] = body.unmatched
  expect(typed).toMatchObject({ line: 4, reason: 'No property has this address.' })
  expect(typed?.text).toContain(mistype(three.address ?? ''))
  expect(typed?.candidates[0]?.propertyId).toBe(three.propertyId)
  expect(withoutZip).toMatchObject({ line: 5, reason: 'Its address has no ZIP of five digits.' })
  expect(withoutZip?.candidates.map(({ propertyId }) => propertyId)).toContain(four.propertyId)
  expect(nowhere).toMatchObject({ line: 6, text: '1 Nowhere Blvd, Nashville, TN, 00000', candidates: [] })
  const query = { fileName: 'addresses.csv' }
  const file = new Blob([['Address,City,State,ZIP', ...lines].join('\n')])
  const report = String((await owner.as.call(propertyLists.report, { query, body: file })).body)
  const [header, first] = report.trim().split('\r\n')
  expect(header).toBe('Line,Address,Reason,Nearest 1,Property ID 1,Nearest 2,Property ID 2,Nearest 3,Property ID 3')
  expect(first).toMatch(/^4,/)
  expect(first).toContain(three.propertyId)
  expect(report.trim().split('\r\n')).toHaveLength(4)
  // The owner of a mailing address stays unknown: only a property's own address or id counts.
  const other = await match(owner, `Property ID,Mailing Address\n${two.propertyId},1 Nowhere Blvd\n99,\n`)
  expect(other.body).toMatchObject({
    matched: [{ line: 2, propertyId: two.propertyId }],
    unmatched: [{ line: 3, text: '99', reason: 'No property has this id.', candidates: [] }],
  })
  expect((await match(owner, 'Name,Phone\nTess,1')).status).toBe(422)
  // What is nearest is looked up for so many rows; the others say so.
  const unknown = Array.from({ length: 1_000 }, () => '1 Nowhere Blvd,Nashville,TN,00000')
  const many = await match(owner, ['Address,City,State,ZIP', ...unknown, lines[2]].join('\n'))
  expect(many.body.unmatched.map(({ candidates }) => candidates.length)).toEqual(Array.from({ length: 1_001 }, () => 0))
  expect(many.body.unmatched.filter(({ reason }) => reason.includes('was looked up'))).toMatchObject([{ line: 1_002 }])
})
