import { account } from '@dooryard/contract/identity/account'
import { NewPrivateOrder as Draft, type NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { callReadyDraft, fulfilTestOrder, importTestRegistry } from '../call-ready/call-orders.fixture.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

const createConsumer = (onDemandCredits = 500) => user(portal, { role: 'CONSUMER_USER', onDemandCredits })

const draft = Draft.parse({
  orderName: 'First mailing',
  campaignType: 'MAIL_READY',
  quantity: 60,
  criteria: { location: { states: ['TN'] } },
})

const placeTestOrder = ({ as }: Pick<TestUser, 'as'>, body: Partial<NewPrivateOrder> = {}, headers = {}) =>
  as.call(privateOrders.place, { body: { ...draft, ...body }, headers })

const listOrders = async ({ as }: Pick<TestUser, 'as'>, query = {}) =>
  (await as.call(privateOrders.list, { query })).body

const fetchBalance = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance

test("a consumer's order belongs to no campaign, holds its price and is delivered like any other", async () => {
  const owner = await createConsumer()
  const { status, body } = await placeTestOrder(owner)
  expect(status).toBe(201)
  expect(body).toMatchObject({ userFacingStatus: 'PENDING', creditsHeld: 60, isExpired: false, fileVersion: 0 })
  expect(body.campaignId).toBeUndefined()
  await fulfilTestOrder(portal, body.id)
  const { body: done } = await owner.as.call(privateOrders.get, { params: { id: body.id } })
  expect(done).toMatchObject({ userFacingStatus: 'COMPLETED', deliveredQuantity: 60, creditsCaptured: 60 })
  expect(done.files).toMatchObject([{ version: 1, leads: 60, hasCertificate: false }])
  expect(done.history.map(({ to }) => to)).toEqual(['QUEUED', 'SELECTING', 'ASSEMBLING', 'READY'])
  const { body: leads } = await owner.as.call(privateOrders.leads, { params: { id: body.id } })
  expect(leads).toMatchObject({ totalCount: 60 })
  expect(leads.items.map(({ rank, stage }) => [rank, stage])).toEqual(
    Array.from({ length: 10 }, (_, at) => [at + 1, 'NEW']),
  )
})

test('an order without a campaign is of any quantity, and refused for the other reasons of one with a campaign', async () => {
  const owner = await createConsumer(59)
  const refused = async (body: Partial<NewPrivateOrder>) => {
    const reply = await placeTestOrder(owner, body)
    return [reply.status, 'message' in reply.body && reply.body.message]
  }
  expect(await refused({})).toEqual([402, 'This order needs 60 credits and you have 59.'])
  expect(await refused({ quantity: 0 })).toEqual([400, 'Quantity must be 1 or greater'])
  expect(await refused({ criteria: {} })).toEqual([422, 'An order needs at least one filter.'])
  expect(await refused({ creditRequired: 9 })).toEqual([
    409,
    'The price has changed: a lead now costs 1 credit. Please review the order again.',
  ])
  expect(await refused({ columns: ['OWNER', 'PHONES'] })).toEqual([
    422,
    'Phones are delivered with Call Ready orders only.',
  ])
  expect(await refused({ campaignType: 'CALL_READY' })).toEqual([
    422,
    'Call Ready orders are not available at present.',
  ])
  expect(await listOrders(owner)).toMatchObject({ totalCount: 0 })
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 59 })
})

test('without a current registry call-ready orders are refused with what to do about it', async () => {
  await portal.db.updateTable('creditSettings').set({ isActive: true }).where('key', '=', 'CALL_READY').execute()
  const owner = await createConsumer()
  const campaigner = await enterpriseUser(portal, { onDemandCredits: 500, campaign: callReadyDraft })
  const params = { campaignId: campaigner.campaign.id }
  const order = () => campaigner.as.call(orders.place, { params, body: { orderName: 'Calls', quantity: 60 } })
  expect(await placeTestOrder(owner, callReadyDraft)).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: expect.stringMatching(/no copy .* Please ask support to renew it\.$/) },
  })
  expect(await order()).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Upload a current one under your own subscription account number') },
  })
  await importTestRegistry(portal, [])
  expect(await placeTestOrder(owner, callReadyDraft)).toMatchObject({ status: 201, body: { creditsHeld: 180 } })
  expect(await order()).toMatchObject({ status: 201 })
  await portal.db.updateTable('creditSettings').set({ isActive: false }).where('key', '=', 'CALL_READY').execute()
})

test('the chosen columns are stored in order, and the defaults of the type otherwise', async () => {
  const owner = await createConsumer()
  const chosen = await placeTestOrder(owner, { columns: ['PARCEL', 'OWNER', 'PARCEL'] })
  expect(chosen.body.columns).toEqual(['OWNER', 'PARCEL'])
  expect((await placeTestOrder(owner)).body.columns).toEqual([
    ...['OWNER', 'MAILING', 'PROPERTY', 'PARCEL', 'BUILDING', 'VALUES', 'SALE'],
  ])
})

test('fifty equal concurrent consumer orders with one key create one; another body is refused, another user gets their own', async () => {
  const [owner, other] = [await createConsumer(5_000), await createConsumer()]
  const once = { 'idempotency-key': 'draft-1' }
  const [theirs, ...replies] = await Promise.all([
    placeTestOrder(other, {}, once),
    ...Array.from({ length: 50 }, () => placeTestOrder(owner, {}, once)),
  ])
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 4_940 })
  expect(await placeTestOrder(owner, { quantity: 61 }, once)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(theirs.status).toBe(201)
  expect([(await listOrders(owner)).totalCount, (await listOrders(other)).totalCount]).toEqual([1, 1])
  // Control: without a key, each request creates an order.
  await Promise.all([placeTestOrder(owner), placeTestOrder(owner)])
  expect((await listOrders(owner)).totalCount).toBe(3)
})

test("another user's consumer order is not found, and neither is a campaign order", async () => {
  const [owner, other] = [await createConsumer(), await createConsumer()]
  const { body: order } = await placeTestOrder(owner)
  const campaigner = await enterpriseUser(portal, { onDemandCredits: 500 })
  const params = { campaignId: campaigner.campaign.id }
  const { body: ofCampaign } = await campaigner.as.call(orders.place, {
    params,
    body: { orderName: 'Theirs', quantity: 50 },
  })
  for (const id of [order.id, ofCampaign.id]) {
    for (const endpoint of [privateOrders.get, privateOrders.leads, privateOrders.download, privateOrders.certificate])
      expect(await other.as.call(endpoint, { params: { id } })).toMatchObject({ status: 404 })
    expect(await other.as.call(privateOrders.refreshDnc, { params: { id } })).toMatchObject({ status: 404 })
    const change = { params: { id }, body: { cancel: true as const } }
    expect(await other.as.call(privateOrders.change, change)).toMatchObject({ status: 404 })
  }
  expect(await listOrders(other)).toMatchObject({ totalCount: 0 })
})

test('a pending consumer order can be renamed and cancelled once, which releases all credits', async () => {
  const owner = await createConsumer()
  const { body: order } = await placeTestOrder(owner)
  const change = (body: object) => owner.as.call(privateOrders.change, { params: { id: order.id }, body })
  expect((await change({ orderName: 'Renamed' })).body).toMatchObject({ orderName: 'Renamed' })
  expect((await change({ cancel: true })).body).toMatchObject({ internalStatus: 'CANCELLED', creditsReleased: 60 })
  expect(await fetchBalance(owner)).toMatchObject({ onDemandCredits: 500 })
  expect(await change({ cancel: true })).toMatchObject({ status: 409 })
})

test('orders are searched, filtered and sorted, and the totals cover all pages', async () => {
  const owner = await createConsumer(5_000)
  for (const [at, name] of ['Alpha 100%', 'Beta', 'Gamma 100%'].entries())
    await placeTestOrder(owner, { orderName: name, quantity: 60 + at })
  const [first] = (await listOrders(owner, { search: 'Alpha' })).items
  await fulfilTestOrder(portal, first?.id ?? '')
  const names = async (query: object) => (await listOrders(owner, query)).items.map(({ orderName }) => orderName)
  expect(await names({ search: '100%', sort: 'orderName', order: 'asc' })).toEqual(['Alpha 100%', 'Gamma 100%'])
  expect(await names({ status: 'COMPLETED' })).toEqual(['Alpha 100%'])
  expect(await names({ sort: 'quantity', order: 'desc' })).toEqual(['Gamma 100%', 'Beta', 'Alpha 100%'])
  expect(await names({ campaignType: 'CALL_READY' })).toEqual([])
  const page = await listOrders(owner, { limit: 2, page: 2, sort: 'totalPrice', order: 'asc' })
  expect(page).toMatchObject({ totalCount: 3, totalPages: 2, nextPage: null, items: [{ orderName: 'Gamma 100%' }] })
  const tomorrow = new Date(portal.clock.now().getTime() + 86_400_000).toISOString()
  expect((await listOrders(owner, { fromDate: tomorrow })).totalCount).toBe(0)
  expect((await listOrders(owner, { toDate: tomorrow })).totalCount).toBe(3)
})

test('a stage can be set on a delivered lead and filters the leads without changing their numbering', async () => {
  const [owner, other] = [await createConsumer(), await createConsumer()]
  const { body: order } = await placeTestOrder(owner)
  const params = { id: order.id }
  const note = (propertyId: string, by = owner, stage = 'CONTACTED' as const) =>
    by.as.call(privateOrders.changeLead, { params: { ...params, propertyId }, body: { stage } })
  const { body: drawn } = await owner.as.call(privateOrders.leads, { params })
  expect(drawn.totalCount).toBe(0)
  await fulfilTestOrder(portal, order.id)
  const { body: all } = await owner.as.call(privateOrders.leads, { params })
  const third = all.items[2]?.propertyId ?? ''
  expect((await note(third)).body).toMatchObject({ propertyId: third, rank: 3, stage: 'CONTACTED' })
  const { body: some } = await owner.as.call(privateOrders.leads, { params, query: { stage: 'CONTACTED' } })
  expect(some).toMatchObject({ totalCount: 1, items: [{ propertyId: third, rank: 3 }] })
  expect(await note(third, other)).toMatchObject({ status: 404 })
  expect(await note('1')).toMatchObject({ status: 404, body: { message: 'This lead was not found.' } })
})

test('a stage cannot be set on a lead of an undelivered order', async () => {
  const owner = await createConsumer()
  const { body: order } = await placeTestOrder(owner)
  const lead = { orderId: order.id, rank: 1, propertyId: '77', ownerKey: '', lead: '{}' }
  await portal.db.insertInto('orderLeads').values(lead).execute()
  const params = { id: order.id, propertyId: '77' }
  expect(await owner.as.call(privateOrders.changeLead, { params, body: { stage: 'DEAD' } })).toMatchObject({
    status: 404,
  })
})

test('an order keeps the name of the saved search that its audience comes from', async () => {
  const owner = await createConsumer()
  const { criteria } = draft
  const { body: search } = await owner.as.call(savedSearches.create, { body: { name: 'Tennessee', criteria } })
  const { body: order } = await placeTestOrder(owner, { savedSearchId: search.id })
  const { body: gone } = await placeTestOrder(owner, { savedSearchId: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34' })
  await owner.as.call(savedSearches.change, { params: { id: search.id }, body: { name: 'Renamed' } })
  const read = async ({ id }: { id: string }) =>
    (await owner.as.call(privateOrders.get, { params: { id } })).body.savedSearch
  expect([await read(order), await read(gone)]).toEqual([{ id: search.id, name: 'Tennessee' }, undefined])
})
