import { dayMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { privateOrders } from '@dooryard/contract/orders/orders'
import type { SingleLead } from '@dooryard/contract/orders/single-leads'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { type Portal, testPortal } from '../../../../test/portal.ts'
import { enableCallReady, fulfilTestOrder, placeCampaignOrder } from '../../call-ready/call-orders.fixture.ts'

let portal: Portal
/** Mailable properties: with a phone of the owner, and without. */
let withPhone: string[]
let withoutPhone: string

beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
  await enableCallReady(portal)
  const list = async (operator: string) =>
    portal.services.clickhouse.rows<{ id: string }>(
      `select toString(property_id) as id from properties where is_mailable and owner_key ${operator}
         (select owner_key from contacts where kind = 'PHONE') order by property_id limit 6`,
    )
  withPhone = (await list('in')).map(({ id }) => id)
  withoutPhone = (await list('not in'))[0]?.id ?? ''
})
afterAll(() => portal.close())

const createConsumer = (onDemandCredits = 10) => user(portal, { role: 'CONSUMER_USER', onDemandCredits })

const takeProperty = () => withPhone.pop() ?? ''

const order = (
  { as }: Pick<TestUser, 'as'>,
  propertyId: string,
  body: { campaignType: 'MAIL_READY' | 'CALL_READY'; credits?: number },
  headers = {},
) => as.call(singleLeads.order, { params: { propertyId }, body, headers })

const getLead = async ({ as }: Pick<TestUser, 'as'>, propertyId: string): Promise<SingleLead> =>
  (await as.call(singleLeads.get, { params: { propertyId } })).body

const fetchCredits = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance.onDemandCredits

const toCall = { campaignType: 'CALL_READY', credits: 3 } as const

test('one lead is ordered from its property and shown with what was delivered', async () => {
  const [owner, propertyId] = [await createConsumer(), takeProperty()]
  expect(await getLead(owner, propertyId)).toEqual({
    deliveries: [],
    offers: [
      { campaignType: 'MAIL_READY', credits: 1 },
      { campaignType: 'CALL_READY', credits: 3 },
    ],
  })
  const { status, body } = await order(owner, propertyId, toCall)
  expect(status).toBe(201)
  expect(body).toMatchObject({ isSingle: true, quantity: 1, creditsHeld: 3, orderName: expect.stringMatching(/^\d+ /) })
  expect(await getLead(owner, propertyId)).toMatchObject({ order: { id: body.id, userFacingStatus: 'PENDING' } })
  await fulfilTestOrder(portal, body.id)
  const { lead, purchasedAt, deliveries, offers } = await getLead(owner, propertyId)
  expect(lead).toMatchObject({ propertyId, orderId: body.id, campaignType: 'CALL_READY', stage: 'NEW' })
  expect(lead?.contacts?.some(({ scrub }) => scrub === 'CLEAN')).toBe(true)
  expect(lead?.callableUntil && Date.parse(lead.callableUntil)).toBeGreaterThan(portal.clock.now().getTime())
  expect(purchasedAt).toBeDefined()
  expect(deliveries).toEqual([
    { orderId: body.id, orderName: body.orderName, campaignType: 'CALL_READY', deliveredAt: lead?.deliveredAt },
  ])
  expect(offers).toEqual([])
  expect(await fetchCredits(owner)).toBe(7)
})

test('clicks at once place one order, and one after the delivery none', async () => {
  const [owner, propertyId] = [await createConsumer(), takeProperty()]
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () => order(owner, propertyId, toCall)),
    ...Array.from({ length: 5 }, () => order(owner, propertyId, toCall, { 'idempotency-key': 'one-click' })),
  ])
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await fetchCredits(owner)).toBe(7)
  await fulfilTestOrder(portal, replies[0]?.body.id ?? '')
  expect(await order(owner, propertyId, toCall)).toMatchObject({
    status: 409,
    body: { message: 'You have already purchased this lead.' },
  })
  expect(await fetchCredits(owner)).toBe(7)
})

test('the phones of a lead purchased for mail cost the difference, which is all that has to be there', async () => {
  const [owner, propertyId] = [await createConsumer(3), takeProperty()]
  const mail = await order(owner, propertyId, { campaignType: 'MAIL_READY', credits: 1 })
  await fulfilTestOrder(portal, mail.body.id)
  expect(await getLead(owner, propertyId)).toMatchObject({
    lead: { campaignType: 'MAIL_READY' },
    offers: [{ campaignType: 'CALL_READY', credits: 2 }],
  })
  expect(await order(owner, propertyId, toCall)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  const call = await order(owner, propertyId, { campaignType: 'CALL_READY', credits: 2 })
  expect(call).toMatchObject({ status: 201, body: { creditsHeld: 2 } })
  await fulfilTestOrder(portal, call.body.id)
  expect(await getLead(owner, propertyId)).toMatchObject({ lead: { campaignType: 'CALL_READY' }, offers: [] })
  expect(await fetchCredits(owner)).toBe(0)
  expect((await owner.as.call(leadBoard.list, { query: {} })).body.totalCount).toBe(1)
})

test('a lead without a phone cannot be ordered to call, which says why and holds nothing', async () => {
  const owner = await createConsumer()
  expect(await order(owner, withoutPhone, toCall)).toMatchObject({
    status: 422,
    body: { message: 'No phone of the owner is known.' },
  })
  const { lead, order: none, offers } = await getLead(owner, withoutPhone)
  expect([lead, none]).toEqual([undefined, undefined])
  expect(offers).toHaveLength(2)
  expect(await fetchCredits(owner)).toBe(10)
  expect((await order(owner, withoutPhone, { campaignType: 'MAIL_READY', credits: 1 })).status).toBe(201)
})

test('too few credits, an unknown property and an enterprise user are refused', async () => {
  const [poor, enterprise, propertyId] = [await createConsumer(2), await user(portal), takeProperty()]
  expect(await order(poor, propertyId, toCall)).toMatchObject({ status: 402, body: { needed: 3, available: 2 } })
  expect(await order(poor, '1', toCall)).toMatchObject({ status: 404 })
  expect(await order(enterprise, propertyId, toCall)).toMatchObject({ status: 403 })
  expect(await getLead(enterprise, propertyId)).toEqual({ deliveries: [], offers: [] })
  expect((await poor.as.call(privateOrders.list, { query: {} })).body.totalCount).toBe(0)
})

test('an enterprise user is shown what an order of a campaign delivered, and where, and nothing to order', async () => {
  const { owner, params } = await placeCampaignOrder(portal)
  const [found] = (await owner.as.call(leadBoard.list, { query: { limit: 1 } })).body.items
  expect(found).toMatchObject(params)
  const { lead, purchasedAt, offers } = await getLead(owner, found?.propertyId ?? '')
  expect(lead).toMatchObject({ ...params, contacts: found?.contacts })
  expect(lead?.contacts?.length).toBeGreaterThan(0)
  expect(purchasedAt).toBeDefined()
  expect(offers).toEqual([])
})

test('single leads are listed apart, and after 365 days they are for sale again', async () => {
  const [owner, other, propertyId] = [await createConsumer(), await createConsumer(), takeProperty()]
  const { body: single } = await order(owner, propertyId, { campaignType: 'MAIL_READY' })
  await owner.as.call(privateOrders.place, {
    body: { orderName: 'A list', campaignType: 'MAIL_READY', quantity: 2, criteria: { location: { states: ['TN'] } } },
  })
  const names = async (query = {}) =>
    (await owner.as.call(privateOrders.list, { query })).body.items.map(({ orderName }) => orderName)
  expect(await names({ isSingle: 'true' })).toEqual([single.orderName])
  expect(await names({ isSingle: 'false' })).toEqual(['A list'])
  expect(await names()).toHaveLength(2)
  await fulfilTestOrder(portal, single.id)
  expect((await getLead(other, propertyId)).lead).toBeUndefined()
  const paidAt = new Date(portal.clock.now().getTime() - 366 * dayMs)
  await portal.db.updateTable('leadPurchases').set({ paidAt }).where('userId', '=', owner.id).execute()
  const { lead, purchasedAt, offers } = await getLead(owner, propertyId)
  expect(lead).toMatchObject({ orderId: single.id })
  expect(purchasedAt).toBeUndefined()
  expect(offers).toHaveLength(2)
})
