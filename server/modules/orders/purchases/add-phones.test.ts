import { dayMs, hourMs } from '@dooryard/contract/api/time'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import type { NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign, enterpriseUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { createTestRegistry } from '../call-ready/calls.fixture.ts'

const criteria = { location: { states: ['TN'] }, contact: { hasPhone: true } }

let portal: Portal

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  await portal.db.updateTable('creditSettings').set({ isActive: true, minCampaignVolume: 50 }).execute()
  await createTestRegistry(portal)
})
afterAll(() => portal.close())

/** A consumer with a delivered mailing of owners with phones. */
async function createMailing(quantity: number) {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: quantity * 3 })
  const body = { orderName: 'Mailing', campaignType: 'MAIL_READY' as const, criteria, quantity }
  const { body: placed } = await owner.as.call(privateOrders.place, { body })
  await fulfilTestOrder(portal, placed.id)
  const { body: leads } = await owner.as.call(privateOrders.leads, {
    ...{ params: { id: placed.id }, query: { limit: 100 } },
  })
  return { owner, orderId: placed.id, propertyIds: leads.items.map(({ propertyId }) => propertyId) }
}

test('phones are added to the leads of a mailing at the difference of both prices', async () => {
  const { owner, orderId, propertyIds } = await createMailing(20)
  const mailed = { only: { orderId, purchased: 'MAIL_ONLY' as const } }
  const audience = { campaignType: 'CALL_READY' as const, criteria: mailed, addPhones: true }
  const { body: quote } = await owner.as.call(orderQuotes.quote, { body: audience })
  expect(quote).toMatchObject({
    ...{ matched: 20, alreadyDelivered: 0, phonesToAdd: 20, deliverable: 20, free: 0 },
    ...{ creditsPerLead: 3, creditsToAddPhones: 2, credits: 40, minQuantity: 1 },
  })
  // Exactly what the phones cost is left.
  const { status, body: placed } = await owner.as.call(privateOrders.place, {
    body: { ...audience, orderName: 'Phones', quantity: 20 },
  })
  expect([status, 'creditsHeld' in placed && placed.creditsHeld]).toEqual([201, 40])
  await fulfilTestOrder(portal, placed.id)
  const { body: order } = await owner.as.call(privateOrders.get, { params: { id: placed.id } })
  expect(order).toMatchObject({
    ...{ deliveredQuantity: 20, creditsCaptured: 40, addPhones: true, creditsToAddPhones: 2, available: { leads: 0 } },
  })
  expect(order.history.at(-1)?.detail).toBe('20 leads delivered, phones added to 20 of them')
  const { body: leads } = await owner.as.call(privateOrders.leads, {
    ...{ params: { id: placed.id }, query: { limit: 100 } },
  })
  expect(leads.items.map(({ propertyId }) => propertyId).toSorted()).toEqual(propertyIds.toSorted())
  expect((await owner.as.call(orderQuotes.quote, { body: audience })).body).toMatchObject({
    matched: 0,
    phonesToAdd: 0,
  })
})

test('a mailing of leads purchased with phones is free, also for a balance of 0', async () => {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 30 })
  const order = async (body: Pick<NewPrivateOrder, 'campaignType' | 'criteria'>) => {
    const reply = await owner.as.call(privateOrders.place, { body: { ...body, orderName: 'Ten', quantity: 10 } })
    expect(reply.status).toBe(201)
    await fulfilTestOrder(portal, reply.body.id)
    return (await owner.as.call(privateOrders.get, { params: { id: reply.body.id } })).body
  }
  expect(await order({ campaignType: 'CALL_READY', criteria })).toMatchObject({ creditsCaptured: 30 })
  const purchased = { only: { purchased: 'CALL' as const } }
  expect(await order({ campaignType: 'MAIL_READY', criteria: purchased })).toMatchObject({
    ...{ deliveredQuantity: 10, creditsCaptured: 0, creditsReleased: 0 },
  })
})

test('an order is refused when the phones cost another price than the one shown', async () => {
  const { owner, orderId } = await createMailing(5)
  const body = { orderName: 'Phones', campaignType: 'CALL_READY' as const, quantity: 5, addPhones: true }
  const place = (creditsToAddPhones: number) =>
    owner.as.call(privateOrders.place, {
      body: { ...body, criteria: { only: { orderId, purchased: 'MAIL_ONLY' } }, creditsToAddPhones },
    })
  expect(await place(1)).toMatchObject({
    ...{ status: 409, body: { message: expect.stringContaining('added phones now cost 2 credits') } },
  })
  expect(await place(2)).toMatchObject({ status: 201 })
})

test('a mailing that expires while the phones are added is not paid for again', async () => {
  const { owner, orderId } = await createMailing(5)
  const criteria = { only: { orderId, purchased: 'MAIL_ONLY' as const } }
  const paid = (days: number) =>
    portal.db
      .updateTable('leadPurchases')
      .set({ paidAt: new Date(portal.clock.now().getTime() - days * dayMs) })
      .where('orderId', '=', orderId)
      .execute()
  await paid(364.999)
  const body = { orderName: 'Phones', campaignType: 'CALL_READY' as const, criteria, quantity: 5 }
  const { body: placed } = await owner.as.call(privateOrders.place, { body })
  portal.clock.advance(hourMs)
  await fulfilTestOrder(portal, placed.id)
  const order = await portal.db.selectFrom('orders').select(['internalStatus']).where('id', '=', placed.id).execute()
  expect(order).toEqual([{ internalStatus: 'READY' }])
})

test("another user's order selects no leads, and a Mail Ready order cannot add phones", async () => {
  const { orderId } = await createMailing(5)
  const other = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const theirs = { campaignType: 'CALL_READY' as const, criteria: { only: { orderId } } }
  expect((await other.as.call(orderQuotes.quote, { body: theirs })).body).toMatchObject({ matched: 0, deliverable: 0 })
  const mail = { orderName: 'Mail', campaignType: 'MAIL_READY' as const, criteria, quantity: 5, addPhones: true }
  expect(await other.as.call(privateOrders.place, { body: mail })).toMatchObject({
    ...{ status: 422, body: { message: 'Only a Call Ready order can add phones.' } },
  })
})

test('phones are added in a campaign below its minimum volume, and new leads are not ordered below it', async () => {
  const owner = await enterpriseUser(portal, {
    onDemandCredits: 1_000,
    campaign: { campaignType: 'MAIL_READY', criteria },
  })
  const mailing = { params: { campaignId: owner.campaign.id }, body: { orderName: 'Mailing', quantity: 50 } }
  const { body: mailed } = await owner.as.call(orders.place, mailing)
  await fulfilTestOrder(portal, mailed.id)
  const { id: campaignId } = await campaign(owner, { campaignType: 'CALL_READY', criteria })
  const place = (body: object) =>
    owner.as.call(orders.place, { params: { campaignId }, body: { orderName: 'Few', quantity: 5, ...body } })
  expect(await place({ addPhones: true })).toMatchObject({ status: 422 })
  const only = { orderId: mailed.id, purchased: 'MAIL_ONLY' as const }
  expect(await place({ addPhones: true, criteria: { only } })).toMatchObject({ status: 201, body: { creditsHeld: 10 } })
})

test('a lead of a mailing and a call list is one card with its stage and notes, found by either order', async () => {
  const { owner, orderId, propertyIds } = await createMailing(3)
  const [propertyId = ''] = propertyIds
  const params = { orderId, propertyId }
  await owner.as.call(leadBoard.change, { params, body: { stage: 'CONTACTED' } })
  await owner.as.call(leadBoard.addNote, { params, body: { text: 'Asks for a letter first' } })
  const { body: placed } = await owner.as.call(privateOrders.place, {
    body: {
      ...{ orderName: 'Phones', campaignType: 'CALL_READY', criteria: { only: { orderId } } },
      ...{ quantity: 2, addPhones: true },
    },
  })
  await fulfilTestOrder(portal, placed.id)
  const { body: board } = await owner.as.call(leadBoard.list, { query: {} })
  expect(board.totalCount).toBe(3)
  expect(new Set(board.items.map((item) => item.propertyId))).toEqual(new Set(propertyIds))
  const called = board.items.filter((item) => item.orderId === placed.id)
  expect(called).toHaveLength(2)
  for (const item of called) expect(item.contacts?.some(({ type }) => type === 'PHONE')).toBe(true)
  const card = board.items.find((item) => item.propertyId === propertyId)
  expect(card).toMatchObject({ stage: 'CONTACTED', notes: 1 })
  await owner.as.call(leadBoard.change, {
    params: { orderId: card?.orderId ?? '', propertyId },
    body: { stage: 'CLOSED' },
  })
  const { body: mailing } = await owner.as.call(leadBoard.list, { query: { orderId } })
  expect(mailing.totalCount).toBe(3)
  expect(mailing.items.find((item) => item.propertyId === propertyId)).toMatchObject({ stage: 'CLOSED', notes: 1 })
  const { body: stages } = await owner.as.call(leadBoard.stages, { query: {} })
  expect(stages.stages.filter(({ count }) => count > 0)).toEqual([
    { stage: 'NEW', count: 2 },
    { stage: 'CLOSED', count: 1 },
  ])
})
