import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { account } from '@dooryard/contract/identity/account'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import type { NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createCaller } from '../../../test/requests.ts'
import { fulfilTestOrder } from '../call-ready/call-orders.fixture.ts'
import { activateCallReady, createTestRegistry, createTestVendor } from '../call-ready/calls.fixture.ts'
import { runFulfilOrder } from '../fulfil/fulfil-order.job.ts'

const { contacts } = createTestVendor()

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_500, contacts })
  await activateCallReady(portal)
  await createTestRegistry(portal)
})
afterAll(() => portal.close())

const nobody: Criteria = { owner: { name: 'NOBODY IS CALLED THIS' } }
const nothing = 'No lead of this audience can be delivered: change the filters.'

const refuse = (reason: string) => ({ status: 422, body: { code: 'UNPROCESSABLE', message: `${nothing} ${reason}` } })

const createConsumer = () => user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
const getCredits = async ({ as }: Pick<TestUser, 'as'>) => (await as.call(account.me)).body.balance.onDemandCredits

const place = ({ as }: Pick<TestUser, 'as'>, draft: Partial<NewPrivateOrder>, headers = {}) =>
  as.call(privateOrders.place, {
    body: { orderName: 'Letters', campaignType: 'MAIL_READY', quantity: 5, criteria: nobody, ...draft },
    headers,
  })

/** An audience of one property, with or without a phone of its owner. */
async function pickAudience(where: string): Promise<Criteria> {
  const [picked] = await portal.services.clickhouse.rows<{ id: string }>(
    `select toString(property_id) as id from properties where ${where} order by property_id limit 1`,
  )
  if (!picked) throw new Error(`no property where ${where}`)
  return { only: { propertyIds: [picked.id] } }
}

const withPhone = `is_mailable and owner_key in (select owner_key from contacts where kind = 'PHONE')`
const withoutPhone = `is_mailable and owner_key not in (select owner_key from contacts where kind = 'PHONE')`

test('an audience that nothing matches is refused to every caller, who pays nothing and gets no campaign', async () => {
  const [consumer, owner] = [await createConsumer(), await enterpriseUser(portal, { onDemandCredits: 1_000 })]
  const key = await owner.as.call(apiKeys.create, { body: { name: 'Orders', scopes: ['orders:write'] } })
  const program = createCaller(portal.url, key.body.key)
  const order = { orderName: 'Letters', quantity: 50, criteria: nobody }
  const campaign = { name: 'Of nobody', campaignType: 'MAIL_READY' as const }
  const params = { campaignId: owner.campaign.id }
  for (const reply of [
    await place(consumer, {}),
    await owner.as.call(orders.place, { params, body: order }),
    await program.call(enterprise.place, { body: { ...order, ...params } }),
    await program.call(enterprise.place, { body: { ...order, campaign } }),
  ])
    expect(reply).toMatchObject(refuse('No property matches them.'))
  expect(await getCredits(consumer)).toBe(1_000)
  expect(await getCredits(owner)).toBe(1_000)
  expect((await owner.as.call(campaigns.list, { query: {} })).body.totalCount).toBe(1)
  expect((await owner.as.call(orders.listAll, { query: {} })).body.totalCount).toBe(0)
})

test('what is wrong with the order itself is said first, and that nothing can be delivered before a lack of credits', async () => {
  const poor = await enterpriseUser(portal, { campaign: { criteria: nobody } })
  const order = (quantity: number) =>
    poor.as.call(orders.place, { params: { campaignId: poor.campaign.id }, body: { orderName: 'Letters', quantity } })
  expect(await order(49)).toMatchObject({ body: { message: 'A Mail Ready order needs at least 50 leads.' } })
  expect(await order(50)).toMatchObject(refuse('No property matches them.'))
})

test('an audience that is purchased as a whole is refused, unless purchased leads are included', async () => {
  const [consumer, criteria] = [await createConsumer(), await pickAudience('is_mailable')]
  const { body } = await place(consumer, { criteria }, { 'idempotency-key': 'once' })
  // Not purchased while the first order is in progress, so the second one fails.
  const second = await place(consumer, { criteria })
  expect(second.status).toBe(201)
  for (const { id } of [body, second.body]) await fulfilTestOrder(portal, id)
  const failed = await consumer.as.call(privateOrders.get, { params: { id: second.body.id } })
  expect(failed.body.userFacingStatus).toBe('FAILED')
  expect(await place(consumer, { criteria })).toMatchObject(refuse('1 property matches: 1 already purchased.'))
  expect(await place(consumer, { criteria: { ...criteria, exclude: { delivered: false } } })).toMatchObject({
    status: 201,
  })
  const repeated = await place(consumer, { criteria }, { 'idempotency-key': 'once' })
  expect(repeated).toMatchObject({ status: 201, body: { id: body.id } })
})

test('owners without a full mailing address cannot be mailed', async () => {
  const criteria = await pickAudience('not is_mailable')
  const reason = '1 property matches: 1 without an owner name or a full mailing address.'
  expect(await place(await createConsumer(), { criteria })).toMatchObject(refuse(reason))
})

test('owners whose phones may not be called are refused to callers', async () => {
  await createTestRegistry(portal, { on: () => true })
  const criteria = await pickAudience(withPhone)
  const reason = '1 property matches: 1 with phone numbers that may not be called.'
  expect(await place(await createConsumer(), { campaignType: 'CALL_READY', criteria })).toMatchObject(refuse(reason))
  await createTestRegistry(portal)
})

test('owners whose phones a vendor may know are ordered until it has said that it knows none', async () => {
  const [consumer, criteria] = [await createConsumer(), await pickAudience(withoutPhone)]
  const toCall = { campaignType: 'CALL_READY', criteria } as const
  const { status, body } = await place(consumer, toCall)
  expect(status).toBe(201)
  const vendor = { ...contacts.vendor, ask: async () => new Map<string, []>() }
  await runFulfilOrder({ ...portal.services, contacts: { vendor } })({ orderId: body.id })
  const reason = '1 property matches: 1 without a known phone number.'
  expect(await place(consumer, toCall)).toMatchObject(refuse(reason))
  expect(await getCredits(consumer)).toBe(1_000)
})

test('an order with an Idempotency-Key reads no property in a transaction, and none when it is repeated', async () => {
  const [consumer, criteria] = [await createConsumer(), await pickAudience('is_mailable')]
  const { clickhouse } = portal.services
  const { rows } = clickhouse
  const waiting: number[] = []
  clickhouse.rows = async <Row>(...asked: Parameters<typeof rows>) => {
    const { rows: open } = await portal.pool.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    )
    waiting.push(open[0].count)
    return rows<Row>(...asked)
  }
  try {
    const headers = { 'idempotency-key': 'read-once' }
    const { status, body } = await place(consumer, { criteria }, headers)
    expect(status).toBe(201)
    const reads = waiting.length
    expect(reads).toBeGreaterThan(0)
    expect(Math.max(...waiting)).toBe(0)
    expect((await place(consumer, { criteria }, headers)).body).toEqual(body)
    expect(waiting).toHaveLength(reads)
  } finally {
    clickhouse.rows = rows
  }
})

test('an order that excludes more leads than a search can is refused before it holds credits', async () => {
  const owner = await createConsumer()
  const tennessee = { location: { states: ['TN'] } }
  const first = await place(owner, { criteria: tennessee })
  await fulfilTestOrder(portal, first.body.id)
  const credits = await getCredits(owner)
  // As if it were many orders of the largest size.
  await portal.pool.query('update orders set delivered_quantity = 1000001 where id = $1', [first.body.id])
  const criteria = { ...tennessee, exclude: { orderIds: [first.body.id] } }
  expect(await place(owner, { criteria })).toMatchObject({
    status: 422,
    body: {
      message: expect.stringContaining('have 1,000,001 leads, and 1,000,000 is the most. Exclude fewer of them.'),
    },
  })
  expect(await getCredits(owner)).toBe(credits)
})
