import { leadBoard } from '@dooryard/contract/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { leadStages } from '@dooryard/contract/vocabularies'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { consumersOrder, fulfil, offerCalls } from './call-orders.fixture.ts'
import { leadBoardOf, nothing } from './lead-board.fixture.ts'
import { insertBoardLeads } from './lead-board.queries.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { withLeads, listOf, stagesOf, move, detailOf } = leadBoardOf(portal)

test('the board of somebody without orders is empty, and names every stage', async () => {
  const owner = await user(portal, { role: 'ENTERPRISE_USER' })
  expect(await listOf(owner)).toMatchObject({ items: [], totalCount: 0 })
  expect(await stagesOf(owner)).toEqual(nothing)
  expect(Object.keys(nothing)).toEqual(leadStages.schema.options)
})

test('delivered leads of all orders are on it, those of the newest order first, and each says which brought it', async () => {
  const { owner, orderId, leads } = await withLeads()
  const other = await withLeads({ owner, orderName: 'Second mailing', quantity: 60 })
  const board = await listOf(owner, { limit: 60 })
  expect(board).toMatchObject({ totalCount: 110, totalPages: 2 })
  expect(new Set(board.items.map(({ orderName }) => orderName))).toEqual(new Set(['Second mailing']))
  const found = (await listOf(owner, { orderId, limit: 100 })).items
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
  expect(await stagesOf(owner)).toEqual({ ...nothing, NEW: 110 })
  expect(await stagesOf(owner, { orderId: other.orderId })).toEqual({ ...nothing, NEW: 60 })
})

test('leads are found by any part of an owner or an address, whatever its case, and never across the two', async () => {
  const { owner, orderId, leads } = await withLeads()
  const wanted = { ownerName: 'ZEBRA_100% Ünlü LLC', address: '77 Quagga Way', city: 'OKAPI', zip: '37299' }
  const [one, ...rest] = leads
  const lead = JSON.stringify({ ...one, ...wanted, mailingAddress: 'PO BOX 9', mailingCity: 'LEMUR' })
  const found = async (search: string) => (await listOf(owner, { search })).items.map(({ ownerName }) => ownerName)
  expect(await found((one?.ownerName ?? '').toLowerCase())).toContain(one?.ownerName)
  const propertyId = one?.propertyId ?? ''
  const change = portal.db.updateTable('orderLeads').set({ lead }).where('orderId', '=', orderId)
  await change.where('propertyId', '=', propertyId).execute()
  // As it would have come had it been delivered like this.
  await portal.db.deleteFrom('pipelineLeads').where('orderId', '=', orderId).execute()
  await insertBoardLeads(portal.db, { orderId, userId: owner.id, at: portal.clock.now() })
  for (const search of ['zebra_100%', 'ünlü l', 'quagga way, okapi', '37299', 'po box 9, lemur'])
    expect({ search, found: await found(search) }).toEqual({ search, found: [wanted.ownerName] })
  for (const search of ['zebrax100', 'llc 77 quagga', '37299 po box']) expect(await found(search)).toEqual([])
  expect((await stagesOf(owner, { search: 'quagga' })).NEW).toBe(1)
  expect((await stagesOf(owner, { search: ' ' })).NEW).toBe(rest.length + 1)
})

test('pages never overlap, and leave none out', async () => {
  const { owner, places } = await withLeads()
  const pages = await Promise.all([1, 2, 3, 4].map((page) => listOf(owner, { page, limit: 15 })))
  const seen = pages.flatMap(({ items }) => items.map(({ propertyId }) => propertyId))
  expect(seen.toSorted()).toEqual(places.map(({ propertyId }) => propertyId).toSorted())
})

test('who goes on behind the last lead read meets none twice and misses none, while leads come and go', async () => {
  const { owner, places } = await withLeads()
  const board = (await listOf(owner, { stage: 'NEW', limit: 100 })).items
  const seen: string[] = []
  let after: string | undefined
  for (let page = 0; page < 10; page++) {
    const { items, totalCount } = await listOf(owner, { stage: 'NEW', limit: 10, ...(after && { after }) })
    seen.push(...items.map(({ propertyId }) => propertyId))
    const last = items.at(-1)
    if (!last) break
    expect(totalCount).toBe(50 - (page > 0 ? 2 : 0))
    after = `${last.stagedAt},${last.orderId},${last.propertyId}`
    if (page > 0) continue
    // One that was read leaves, one that was not leaves, and one that was read comes back to the top.
    for (const at of [2, 30])
      await move(owner, { orderId: last.orderId, propertyId: board[at]?.propertyId ?? '' }, 'DEAD')
    await move(owner, { orderId: last.orderId, propertyId: board[4]?.propertyId ?? '' }, 'CLOSED')
    await move(owner, { orderId: last.orderId, propertyId: board[4]?.propertyId ?? '' }, 'NEW')
  }
  expect(seen).toEqual(board.map(({ propertyId }) => propertyId).filter((_, at) => at !== 30))
  expect(seen).toHaveLength(places.length - 1)
})

test('a place and a page are not asked for together', async () => {
  const { owner, first } = await withLeads()
  const after = `${(await detailOf(owner, first)).stagedAt},${first.orderId},${first.propertyId}`
  expect(await owner.as.call(leadBoard.list, { query: { after, page: 2 } })).toMatchObject({
    status: 400,
    body: { message: 'Behind a place there are no pages: leave out `page`' },
  })
})

test.each(['nonsense', '2026-11-02T09:30:00.000Z', '2026-99-02T09:30:00.000Z,00000000-0000-7000-8000-000000000000,1'])(
  'a place that is none is refused: %s',
  async (after) => {
    const owner = await user(portal, { role: 'CONSUMER_USER' })
    expect(await owner.as.call(leadBoard.list, { query: { after } })).toMatchObject({ status: 400 })
  },
)

test('leads of an order that is not delivered are on no board', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const params = { campaignId: owner.campaign.id }
  const { body: order } = await owner.as.call(orders.place, { params, body: { orderName: 'Under way', quantity: 50 } })
  const lead = { orderId: order.id, rank: 1, propertyId: '77', ownerKey: '', lead: '{}' }
  await portal.db.insertInto('orderLeads').values(lead).execute()
  expect((await listOf(owner)).totalCount).toBe(0)
  expect(await move(owner, { orderId: order.id, propertyId: '77' }, 'DEAD')).toMatchObject({ status: 404 })
  await fulfil(portal, order.id)
  expect((await stagesOf(owner)).NEW).toBe(50)
})

test('the numbers of a list that has expired are none that may be called on the board either', async () => {
  await offerCalls(portal)
  const { owner, id } = await consumersOrder(portal)
  const scrubs = async () =>
    new Set(
      (await listOf(owner, { orderId: id, limit: 100 })).items.flatMap((lead) =>
        (lead.contacts ?? []).map(({ scrub }) => scrub),
      ),
    )
  expect(await scrubs()).toContain('CLEAN')
  await portal.db.updateTable('orders').set({ expiredAt: portal.clock.now() }).where('id', '=', id).execute()
  expect(await scrubs()).not.toContain('CLEAN')
})
