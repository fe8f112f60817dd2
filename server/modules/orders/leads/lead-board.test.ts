import { leadStages } from '@dooryard/contract/api/enums'
import { leadChanges } from '@dooryard/contract/leads/lead-changes'
import { leadMap } from '@dooryard/contract/leads/lead-map'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { enableCallReady, fulfilTestOrder, placeConsumerOrder } from '../call-ready/call-orders.fixture.ts'
import { createLeadBoardApi, emptyStageCounts, type TestLeadRef } from './lead-board.fixture.ts'
import { insertBoardLeads } from './lead-board.queries.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { withLeads, fetchBoard, fetchStageCounts, move, fetchLead } = createLeadBoardApi(portal)

test('the board of a user without orders is empty and lists every stage', async () => {
  const owner = await user(portal, { role: 'ENTERPRISE_USER' })
  expect(await fetchBoard(owner)).toMatchObject({ items: [], totalCount: 0 })
  expect(await fetchStageCounts(owner)).toEqual(emptyStageCounts)
  expect(Object.keys(emptyStageCounts)).toEqual(leadStages.schema.options)
})

test('it contains the delivered leads of all orders, newest order first, each with its order', async () => {
  const { owner, orderId, leads } = await withLeads()
  const other = await withLeads({ owner, orderName: 'Second mailing', quantity: 60 })
  const board = await fetchBoard(owner, { limit: 60 })
  expect(board).toMatchObject({ totalCount: 110, totalPages: 2 })
  expect(new Set(board.items.map(({ orderName }) => orderName))).toEqual(new Set(['Second mailing']))
  const found = (await fetchBoard(owner, { orderId, limit: 100 })).items
  expect(found.map(({ propertyId }) => propertyId).toSorted()).toEqual(
    leads.map(({ propertyId }) => propertyId).toSorted(),
  )
  const { body: order } = await owner.as.call(privateOrders.get, { params: { id: orderId } })
  const { completedAt: deliveredAt } = order
  for (const lead of found)
    expect(lead).toMatchObject({
      campaignType: 'MAIL_READY',
      stage: 'NEW',
      notes: 0,
      deliveredAt,
      stagedAt: deliveredAt,
    })
  expect(await fetchStageCounts(owner)).toEqual({ ...emptyStageCounts, NEW: 110 })
  expect(await fetchStageCounts(owner, { orderId: other.orderId })).toEqual({ ...emptyStageCounts, NEW: 60 })
})

test('a search matches any part of an owner or an address in any case, and never across both', async () => {
  const { owner, orderId, leads } = await withLeads()
  const wanted = { ownerName: 'ZEBRA_100% Ünlü LLC', address: '77 Quagga Way', city: 'OKAPI', zip: '37299' }
  const [one, ...rest] = leads
  const lead = JSON.stringify({ ...one, ...wanted, mailingAddress: 'PO BOX 9', mailingCity: 'LEMUR' })
  const found = async (search: string) => (await fetchBoard(owner, { search })).items.map(({ ownerName }) => ownerName)
  expect(await found((one?.ownerName ?? '').toLowerCase())).toContain(one?.ownerName)
  const propertyId = one?.propertyId ?? ''
  const change = portal.db.updateTable('orderLeads').set({ lead }).where('orderId', '=', orderId)
  await change.where('propertyId', '=', propertyId).execute()
  // Restores the board as if the lead had been delivered this way.
  await portal.db.deleteFrom('pipelineLeads').where('orderId', '=', orderId).execute()
  await insertBoardLeads(portal.db, {
    ...{ orderId, userId: owner.id, campaignType: 'MAIL_READY', at: portal.clock.now() },
  })
  for (const search of ['zebra_100%', 'ünlü l', 'quagga way, okapi', '37299', 'po box 9, lemur'])
    expect({ search, found: await found(search) }).toEqual({ search, found: [wanted.ownerName] })
  for (const search of ['zebrax100', 'llc 77 quagga', '37299 po box']) expect(await found(search)).toEqual([])
  expect((await fetchStageCounts(owner, { search: 'quagga' })).NEW).toBe(1)
  expect((await fetchStageCounts(owner, { search: ' ' })).NEW).toBe(rest.length + 1)
})

test('pages never overlap or skip leads', async () => {
  const { owner, places } = await withLeads()
  const pages = await Promise.all([1, 2, 3, 4].map((page) => fetchBoard(owner, { page, limit: 15 })))
  const seen = pages.flatMap(({ items }) => items.map(({ propertyId }) => propertyId))
  expect(seen.toSorted()).toEqual(places.map(({ propertyId }) => propertyId).toSorted())
})

test('cursor pages neither repeat nor skip leads while others come and go', async () => {
  const { owner, places } = await withLeads()
  const board = (await fetchBoard(owner, { stage: 'NEW', limit: 100 })).items
  const seen: string[] = []
  let after: string | undefined
  for (let page = 0; page < 10; page++) {
    const { items, totalCount } = await fetchBoard(owner, { stage: 'NEW', limit: 10, ...(after && { after }) })
    seen.push(...items.map(({ propertyId }) => propertyId))
    const last = items.at(-1)
    if (!last) break
    expect(totalCount).toBe(50 - (page > 0 ? 2 : 0))
    after = `${last.stagedAt},${last.orderId},${last.propertyId}`
    if (page > 0) continue
    // Removes one lead already read and one not yet read, and moves another already read back to the top.
    for (const at of [2, 30])
      await move(owner, { orderId: last.orderId, propertyId: board[at]?.propertyId ?? '' }, 'DEAD')
    await move(owner, { orderId: last.orderId, propertyId: board[4]?.propertyId ?? '' }, 'CLOSED')
    await move(owner, { orderId: last.orderId, propertyId: board[4]?.propertyId ?? '' }, 'NEW')
  }
  expect(seen).toEqual(board.map(({ propertyId }) => propertyId).filter((_, at) => at !== 30))
  expect(seen).toHaveLength(places.length - 1)
})

test('a cursor and a page cannot be combined', async () => {
  const { owner, first } = await withLeads()
  const after = `${(await fetchLead(owner, first)).stagedAt},${first.orderId},${first.propertyId}`
  expect(await owner.as.call(leadBoard.list, { query: { after, page: 2 } })).toMatchObject({
    status: 400,
    body: { message: '`page` cannot be combined with a position' },
  })
})

test.each(['nonsense', '2026-11-02T09:30:00.000Z', '2026-99-02T09:30:00.000Z,00000000-0000-7000-8000-000000000000,1'])(
  'an invalid cursor is refused: %s',
  async (after) => {
    const owner = await user(portal, { role: 'CONSUMER_USER' })
    expect(await owner.as.call(leadBoard.list, { query: { after } })).toMatchObject({ status: 400 })
  },
)

test('leads of an undelivered order are on no board', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const params = { campaignId: owner.campaign.id }
  const { body: order } = await owner.as.call(orders.place, { params, body: { orderName: 'Running', quantity: 50 } })
  const lead = { orderId: order.id, rank: 1, propertyId: '77', ownerKey: '', lead: '{}' }
  await portal.db.insertInto('orderLeads').values(lead).execute()
  expect((await fetchBoard(owner)).totalCount).toBe(0)
  expect(await move(owner, { orderId: order.id, propertyId: '77' }, 'DEAD')).toMatchObject({ status: 404 })
  await fulfilTestOrder(portal, order.id)
  expect((await fetchStageCounts(owner)).NEW).toBe(50)
})

test('the numbers of an expired order are not callable on the board either', async () => {
  await enableCallReady(portal)
  const { owner, id } = await placeConsumerOrder(portal)
  const scrubs = async () =>
    new Set(
      (await fetchBoard(owner, { orderId: id, limit: 100 })).items.flatMap((lead) =>
        (lead.contacts ?? []).map(({ scrub }) => scrub),
      ),
    )
  expect(await scrubs()).toContain('CLEAN')
  await portal.db.updateTable('orders').set({ expiredAt: portal.clock.now() }).where('id', '=', id).execute()
  expect(await scrubs()).not.toContain('CLEAN')
})

test('a map shows the own leads within its bounds at their place, each once, with their stage', async () => {
  const { owner, leads, places, first } = await withLeads({ quantity: 60 })
  await withLeads({ owner, orderName: 'Second mailing', quantity: 1 })
  await withLeads({ quantity: 5 })
  await move(owner, first, 'CLOSED')
  const country = { west: -125, south: 24, east: -66, north: 50 }
  const all = (await owner.as.call(leadMap.get, { query: country })).body
  expect(all.total).toBe(all.leads.length)
  expect(all.leads[0]).toMatchObject({ ...first, stage: 'CLOSED', address: leads[0]?.address, state: 'TN' })
  const properties = new Set(all.leads.map(({ propertyId }) => propertyId))
  expect(properties.size).toBe(all.total)
  expect(places.every(({ propertyId }) => properties.has(propertyId))).toBe(true)
  const [lead = { lat: 0, lng: 0 }] = all.leads
  const near = { west: lead.lng - 0.01, east: lead.lng + 0.01, south: lead.lat - 0.01, north: lead.lat + 0.01 }
  const some = (await owner.as.call(leadMap.get, { query: near })).body
  expect(some.leads.map(({ propertyId }) => propertyId)).toContain(first.propertyId)
  expect(some.total).toBeLessThan(all.total)
})

const readChanges = async ({ as }: TestUser) => (await as.call(leadChanges.list)).body
const setProperty = ({ propertyId }: TestLeadRef, change: string) =>
  portal.services.clickhouse.run(
    `alter table properties update ${change} where property_id = ${propertyId} settings mutations_sync = 2`,
  )
/** When the county recorded the values. */
const setValueAge = (days: number) =>
  `\`provenance.recorded_on\` = arrayMap((name, day) -> if(name = 'VALUE', today() - ${days}, day),
    provenance.group, provenance.recorded_on)`
const setKnown = ({ orderId, propertyId }: TestLeadRef, known: object) =>
  portal.pool.query('update order_leads set lead = lead || $1 where order_id = $2 and property_id = $3', [
    JSON.stringify(known),
    orderId,
    propertyId,
  ])

test('a lead that is sold after its delivery is news until it is closed or dead', async () => {
  const { owner, first } = await withLeads({ orderName: 'To be sold' })
  const list = async () => (await readChanges(owner)).sold
  expect(await list()).toEqual([])
  const sell = (daysAgo: number) =>
    setProperty(first, `last_sale_date = today() - ${daysAgo}, last_sale_price = 310000`)
  // A sale before the delivery that the order did not know, and one of the year before.
  await setKnown(first, { lastSaleDate: null })
  await sell(30)
  expect(await list()).toEqual([])
  await setKnown(first, { lastSaleDate: '2000-01-01' })
  await sell(500)
  expect(await list()).toEqual([])
  await sell(0)
  const today = new Date().toISOString().slice(0, 10)
  expect(await list()).toMatchObject([{ ...first, soldOn: today, price: 310_000, stage: 'NEW' }])
  await move(owner, first, 'DEAD')
  expect(await list()).toEqual([])
})

test('a lead whose value at the county changed by 5% is news, values of other kinds are not compared', async () => {
  const { owner, places } = await withLeads({ orderName: 'To be valued anew' })
  const list = async () => (await readChanges(owner)).revalued
  expect(await list()).toEqual([])
  const [up, down, little, other, sold] = places as [TestLeadRef, TestLeadRef, TestLeadRef, TestLeadRef, TestLeadRef]
  const known = { marketValue: 300_000, assessedValue: 75_000, estimatedValue: null }
  for (const place of [up, down, little, sold]) await setKnown(place, known)
  await setKnown(other, { ...known, assessedValue: null })
  await setProperty(up, 'market_value = 315000, assessed_value = 75000, value_year = 2027')
  await setProperty(down, 'market_value = null, assessed_value = 60000, value_year = null')
  await setProperty(little, 'market_value = 314999, assessed_value = 150000')
  await setProperty(other, 'market_value = null, assessed_value = 100000, estimated_value = 900000')
  await setProperty(sold, 'market_value = 900000, last_sale_date = today()')
  const address = expect.any(String)
  expect(await list()).toEqual(
    [
      { ...down, kind: 'ASSESSED', valueAtDelivery: 75_000, value: 60_000, valueYear: null },
      { ...up, kind: 'MARKET', valueAtDelivery: 300_000, value: 315_000, valueYear: 2027 },
    ].map((lead) => expect.objectContaining({ ...lead, address, stage: 'NEW', recordedOn: expect.any(String) })),
  )
  expect((await readChanges(owner)).sold).toMatchObject([sold])
  await portal.pool.query("update orders set completed_at = now() - interval '91 days' where id = $1", [up.orderId])
  await setProperty(down, setValueAge(90))
  await setProperty(up, setValueAge(91))
  expect(await list()).toMatchObject([down])
  await setProperty(up, setValueAge(90))
  expect((await fetchLead(owner, other)).valuesAtDelivery).toEqual({ ...known, assessedValue: null })
  await move(owner, up, 'CLOSED')
  expect(await list()).toMatchObject([down])
})
