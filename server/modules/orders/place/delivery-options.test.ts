import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import type { NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { type OrderPreviewQuery, orderQuotes, previewSize } from '@dooryard/contract/orders/quote/order-quote'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { enableCallReady, fulfilTestOrder, importTestRegistry } from '../call-ready/call-orders.fixture.ts'

const criteria: Criteria = { location: { states: ['NC', 'TN', 'OH', 'TX'] } }

let portal: Portal
let consumer: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 3_000 })
  await enableCallReady(portal)
})
beforeEach(async () => {
  consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000_000 })
})
afterAll(() => portal.close())

const place = (draft: Partial<NewPrivateOrder>) =>
  consumer.as.call(privateOrders.place, {
    body: { orderName: 'Mailing', campaignType: 'MAIL_READY', quantity: 30, criteria, ...draft },
  })

async function deliver(draft: Partial<NewPrivateOrder>) {
  const { body } = await place(draft)
  await fulfilTestOrder(portal, body.id)
  return (await consumer.as.call(privateOrders.get, { params: { id: body.id } })).body
}

async function listLeads(id: string) {
  const { body } = await consumer.as.call(privateOrders.leads, { params: { id }, query: { limit: 100 } })
  return body.items
}

const preview = async (query: Partial<OrderPreviewQuery>) =>
  (await consumer.as.call(orderQuotes.preview, { body: { campaignType: 'MAIL_READY', criteria, ...query } })).body.leads

test('an order delivers the leads of its preview, in the chosen order', async () => {
  const sort = { by: 'estimatedValue', order: 'desc' } as const
  const first = await preview({ sort })
  expect(first).toHaveLength(previewSize)
  const order = await deliver({ sort })
  expect(order.sort).toEqual(sort)
  const leads = await listLeads(order.id)
  expect(leads.slice(0, previewSize).map((lead) => lead.propertyId)).toEqual(first.map((lead) => lead.propertyId))
  const { rows } = await portal.pool.query<{ value: number }>(
    `select (lead ->> 'estimatedValue')::int as value from order_leads where order_id = $1 order by rank`,
    [order.id],
  )
  const values = rows.map(({ value }) => value)
  expect(values).toHaveLength(30)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
  expect(values[0]).toBe(first[0]?.estimatedValue)
  const next = await preview({ sort })
  expect(leads.some((lead) => next.some(({ propertyId }) => propertyId === lead.propertyId))).toBe(false)
})

test('a preview names no owner and no street', async () => {
  const [first] = await preview({ sort: { by: 'ownerName', order: 'asc' } })
  const order = await deliver({ sort: { by: 'ownerName', order: 'asc' }, quantity: 1 })
  const [lead] = await listLeads(order.id)
  expect(first?.maskedOwner).toMatch(/^\p{L}•••••/u)
  expect(first?.maskedMailing).not.toContain(lead?.mailingAddress)
  expect(first?.maskedMailing).toContain(lead?.mailingState)
})

test('a call-ready preview lists owners with a known phone, and a preview without options the order without', async () => {
  const leads = await preview({ campaignType: 'CALL_READY' })
  expect(leads).toHaveLength(previewSize)
  const order = await deliver({ campaignType: 'CALL_READY', quantity: 40 })
  expect(order.sort).toEqual({ by: 'random' })
  const delivered = await listLeads(order.id)
  expect(delivered.slice(0, previewSize).map((lead) => lead.propertyId)).toEqual(leads.map((lead) => lead.propertyId))
})

test('the nearest leads are those of the searched center, or of a given point', async () => {
  const near = { lat: 36.16, lng: -86.78, miles: 30 }
  const nearby = { location: { near } }
  const order = (await place({ criteria: nearby, sort: { by: 'distance' } })).body
  expect(order.sort).toEqual({ by: 'distance', from: { lat: near.lat, lng: near.lng } })
  const from = { lat: 35.9, lng: -86.4 }
  expect((await place({ criteria: nearby, sort: { by: 'distance', from } })).body.sort).toEqual({
    by: 'distance',
    from,
  })
  const reply = await place({ sort: { by: 'distance' } })
  const message = 'To sort by distance, give a point or search around one.'
  expect(reply).toMatchObject({ status: 422, body: { message } })
})

test.each([
  ['MAIL_READY', { onePerOwner: true }],
  ['MAIL_READY', { onePerAddress: true }],
  ['MAIL_READY', { onePerOwner: true, onePerAddress: true }],
  ['CALL_READY', { onePerOwner: true }],
] as const)('a %s quote counts what %o spares, and the order delivers the rest', async (campaignType, options) => {
  const fetchQuote = async (chosen: typeof options | object) =>
    (await consumer.as.call(orderQuotes.quote, { body: { campaignType, criteria, ...chosen } })).body
  const [all, quote] = [await fetchQuote({}), await fetchQuote(options)]
  expect(quote.duplicates).toBeGreaterThan(0)
  expect(quote).toMatchObject({ matched: all.matched, deliverable: all.deliverable - quote.duplicates })
  const { matched, alreadyDelivered, duplicates, noContact, suppressed, deliverable } = quote
  expect(alreadyDelivered + duplicates + noContact + suppressed + deliverable).toBe(matched)
  const order = await deliver({ campaignType, quantity: deliverable + 5, ...options })
  expect(order).toMatchObject({ deliveredQuantity: deliverable, quote: { duplicates }, ...options })
  expect(order.note).toMatch(campaignType === 'MAIL_READY' ? /with another lead/ : /one of each owner/)
  const { rows } = await portal.pool.query(
    'select count(distinct owner_key)::int as owners from order_leads where order_id = $1',
    [order.id],
  )
  expect(rows).toEqual([{ owners: deliverable }])
  expect(await fetchQuote({})).toMatchObject({ deliverable: duplicates })
  // All owners have a lead that is purchased.
  if ('onePerOwner' in options) {
    expect(order.available).toEqual({ leads: 0 })
    expect(await fetchQuote(options)).toMatchObject({ deliverable: 0, duplicates })
    const reply = await place({ campaignType, quantity: 5, ...options })
    expect(reply).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/of owners with a purchased lead/) },
    })
  }
})

test('an order to call has no one per mailing address', async () => {
  const reply = await place({ campaignType: 'CALL_READY', onePerAddress: true })
  const message = 'Only a Mail Ready order can be limited to one lead per mailing address.'
  expect(reply).toMatchObject({ status: 422, body: { message } })
})

test('a failed order that is placed again keeps its order and options', async () => {
  const options = { sort: { by: 'signalCount', order: 'desc' }, onePerOwner: true, onePerAddress: true } as const
  const { body: order } = await place(options)
  expect(order).toMatchObject(options)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const body = { reason: 'The roll is back' }
  await admin.as.call(adminOrders.fail, { params: { id: order.id }, body })
  expect((await admin.as.call(adminOrders.retry, { params: { id: order.id }, body })).body).toMatchObject(options)
})

test('the public API takes the same options', () => {
  const draft = { orderName: 'Mailing', quantity: 50, campaignId: crypto.randomUUID() }
  const options = { sort: { by: 'lastSaleDate', order: 'desc' }, onePerOwner: true, onePerAddress: true }
  expect(enterprise.place.body?.safeParse({ ...draft, ...options }).success).toBe(true)
  const wrong = enterprise.place.body?.safeParse({ ...draft, sort: { by: 'newest' } })
  expect(wrong?.error?.issues[0]?.message).toMatch(/^Sort by one of random, distance, place/)
})

test('an order to call that needs several rounds keeps its order and takes no owner twice', async () => {
  const phones = await portal.services.clickhouse.rows<{ value: string }>(
    "select distinct value from contacts where kind = 'PHONE' order by value",
  )
  const listed = phones.map(({ value }) => value).filter((_, at) => at % 10 !== 0)
  await importTestRegistry(portal, listed)
  onTestFinished(() => importTestRegistry(portal, []))
  const sort = { by: 'estimatedValue', order: 'desc' } as const
  const draft = {
    campaignType: 'CALL_READY',
    quantity: 60,
    criteria: { sale: { armsLength: true } },
  } as const
  const order = await deliver({ ...draft, sort, onePerOwner: true })
  // The first round has 260 candidates.
  expect(order.waterfall?.considered).toBeGreaterThan(260)
  const { rows } = await portal.pool.query<{ value: number; owner: string }>(
    `select coalesce((lead ->> 'estimatedValue')::int, 0) as value, owner_key as owner
     from order_leads where order_id = $1 order by rank`,
    [order.id],
  )
  expect(rows).toHaveLength(order.deliveredQuantity)
  expect(rows.map(({ value }) => value)).toEqual(rows.map(({ value }) => value).toSorted((a, b) => b - a))
  expect(new Set(rows.map(({ owner }) => owner)).size).toBe(rows.length)
})
