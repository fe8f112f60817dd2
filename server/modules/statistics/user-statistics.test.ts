import { type UserStatistics, userStatistics } from '@dooryard/contract/admin/user-statistics'
import { dayMs } from '@dooryard/contract/api/time'
import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { ScrubSummary } from '@dooryard/contract/orders/order-files'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsUser, campaign, enterpriseUser, signInWithPassword, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { createApiClient } from '../api-keys/api-keys.fixture.ts'
import {
  buy,
  createTestCoupon,
  listUserPayments,
  refundAs,
  smallPack,
  starter,
} from '../billing/checkout/purchases.fixture.ts'
import { getBalance } from '../credits/index.ts'
import { callReadyDraft, enableCallReady, fulfilTestOrder } from '../orders/call-ready/call-orders.fixture.ts'
import { failOrder } from '../orders/fulfil/transition-order.ts'
import {
  createReceiver,
  createTestWebhookTo,
  respondWith,
  waitUntilNothingDue,
} from '../webhooks/deliver/receiver.fixture.ts'
import { startDispatcher } from '../webhooks/index.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  await enableCallReady(portal)
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

type PeriodQuery = { fromDate?: string; toDate?: string }

const requestStatistics = (id: string, query: PeriodQuery = {}) =>
  admin.as.call(userStatistics.get, { params: { id }, query })
const getStatistics = async ({ id }: Pick<TestUser, 'id'>, query: PeriodQuery = {}): Promise<UserStatistics> => {
  const { status, body } = await requestStatistics(id, query)
  if (status !== 200) throw new Error(`there are no statistics: ${JSON.stringify(body)}`)
  return body
}

async function placeOrder({ as }: TestUser, campaignId: string, quantity = 50) {
  const { status, body } = await as.call(orders.place, {
    params: { campaignId },
    body: { orderName: 'First mailing', quantity },
  })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  return body.id
}

const getMonthStart = (monthsAgo: number) => {
  const now = portal.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
}
const toMonth = (at: Date) => at.toISOString().slice(0, 7)

test('a user without activity has their first sign-in, and every month and day is empty', async () => {
  const testUser = await user(portal)
  const statistics = await getStatistics(testUser)
  expect(statistics).toMatchObject({
    user: { id: testUser.id, email: testUser.email },
    from: statistics.user.createdAt,
    orders: {
      ...{ placed: 0, underWay: 0 },
      byStatus: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'].map((status) => ({ status, count: 0 })),
      byType: ['MAIL_READY', 'CALL_READY'].map((campaignType) => ({ campaignType, orders: 0, leads: 0 })),
    },
    credits: { purchased: 0, granted: 0, captured: 0, released: 0, lost: 0 },
    payments: { count: 0, paid: [] },
    leads: { delivered: 0, callableRate: null },
    logins: { count: 1, activeSessions: 1 },
    api: { keys: 0, requests30d: 0, refused30d: 0 },
    webhooks: { active: 0, disabled: 0, failureRate: null },
    ...{ campaigns: 0, savedSearches: 0 },
  })
  const until = new Date(Date.parse(statistics.to) - 1)
  expect(statistics.orders.byMonth.at(-1)).toEqual({ month: toMonth(until), orders: 0, leads: 0 })
  expect(statistics.orders.byDay?.at(-1)).toEqual({ day: until.toISOString().slice(0, 10), orders: 0, leads: 0 })
})

test('orders count when they were placed, and leads when they were delivered', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  const calls = await campaign(owner, { ...callReadyDraft, name: 'Calls' })
  const before = await enterpriseUser(portal, { onDemandCredits: 500 })
  await fulfilTestOrder(portal, await placeOrder(before, before.campaign.id))
  const [mailed, called, failing, cancelled] = [
    await placeOrder(owner, owner.campaign.id),
    await placeOrder(owner, calls.id, 60),
    await placeOrder(owner, owner.campaign.id),
    await placeOrder(owner, owner.campaign.id),
  ]
  await placeOrder(owner, owner.campaign.id)
  await fulfilTestOrder(portal, mailed)
  await fulfilTestOrder(portal, called)
  await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, failing, 'No match any more.'))
  const params = { campaignId: owner.campaign.id, orderId: cancelled }
  await owner.as.call(orders.change, { params, body: { cancel: true } })
  const { leads, ...statistics } = await getStatistics(owner)
  expect(statistics.orders).toMatchObject({
    ...{ placed: 5, underWay: 1 },
    byStatus: [
      { status: 'PENDING', count: 1 },
      { status: 'PROCESSING', count: 0 },
      { status: 'COMPLETED', count: 2 },
      { status: 'FAILED', count: 2 },
    ],
    byType: [
      { campaignType: 'MAIL_READY', orders: 4, leads: 50 },
      { campaignType: 'CALL_READY', orders: 1, leads: 60 },
    ],
  })
  expect(statistics).toMatchObject({ campaigns: 2, credits: { granted: 5_000, captured: 50 + 180, released: 100 } })
  const file = await portal.db
    .selectFrom('orderFiles')
    .select('scrub')
    .where('orderId', '=', called)
    .executeTakeFirstOrThrow()
  const { numbers, byResult } = ScrubSummary.parse(file.scrub)
  const clean = byResult.find(({ result }) => result === 'CLEAN')?.count ?? 0
  expect(clean).toBeGreaterThan(0)
  expect(leads).toEqual({ delivered: 110, callableRate: clean / numbers })
  // A later check, after which no number may be called, does not change how they were delivered.
  const scrub = JSON.stringify({ ...ScrubSummary.parse(file.scrub), byResult: [{ result: 'CLEAN', count: 0 }] })
  const later = { orderId: called, version: 2, fileKey: 'later.csv', leads: 60, certificate: 'later' }
  await portal.db
    .insertInto('orderFiles')
    .values({ ...later, scrub, createdAt: portal.clock.now() })
    .execute()
  expect((await getStatistics(owner)).leads).toEqual(leads)

  // Placed two months ago and delivered last month.
  const change = {
    createdAt: new Date(getMonthStart(2).getTime()),
    completedAt: new Date(getMonthStart(0).getTime() - 1),
  }
  await portal.db.updateTable('orders').set(change).where('id', '=', mailed).execute()
  const inMonths = await getStatistics(owner, { fromDate: getMonthStart(2).toISOString() })
  const next = toMonth(getMonthStart(-1))
  expect(inMonths.orders.byMonth.filter(({ month }) => month < next)).toEqual([
    { month: toMonth(getMonthStart(2)), orders: 1, leads: 0 },
    { month: toMonth(getMonthStart(1)), orders: 0, leads: 50 },
    { month: toMonth(getMonthStart(0)), orders: 4, leads: 60 },
  ])
  const lastMonth = { fromDate: getMonthStart(1).toISOString(), toDate: getMonthStart(0).toISOString() }
  const ofLast = await getStatistics(owner, lastMonth)
  expect(ofLast.orders).toMatchObject({ placed: 0, underWay: 1, byMonth: [{ orders: 0, leads: 50 }] })
  expect(ofLast.orders.byDay?.at(-1)).toMatchObject({ orders: 0, leads: 50 })
  expect(ofLast.orders.byDay?.slice(0, -1).some(({ leads }) => leads > 0)).toBe(false)
  // Its numbers were checked this month.
  expect(ofLast.leads).toEqual({ delivered: 50, callableRate: null })
  const upTo = new Date(getMonthStart(0).getTime() - 1).toISOString()
  expect((await getStatistics(owner, { ...lastMonth, toDate: upTo })).leads.delivered).toBe(0)
})

test('credits are shown by cause, and add up to the balance of the user', async () => {
  const buyer = await user(portal, { onDemandCredits: 200 })
  await buy(portal, buyer, { planId: starter })
  await buy(portal, buyer, {
    packId: smallPack,
    couponCode: await createTestCoupon(portal, { kind: 'CREDITS', value: 77 }),
  })
  await buy(portal, buyer, { packId: smallPack })
  const adjust = (amount: number) =>
    admin.as.call(adminBilling.adjustCredits, {
      body: { userId: buyer.id, bucket: 'ON_DEMAND', amount, reason: 'Settled by phone' },
    })
  await adjust(40)
  await adjust(-15)
  const [plan, pack] = await listUserPayments(portal, buyer.id)
  const { status } = await refundAs(admin, pack?.id ?? '')
  expect(status).toBe(200)
  const mailing = await campaign(buyer)
  await fulfilTestOrder(portal, await placeOrder(buyer, mailing.id))
  await placeOrder(buyer, mailing.id, 60)
  const { credits, payments } = await getStatistics(buyer)
  const monthly = plan?.creditsGranted ?? 0
  expect(credits).toMatchObject({ purchased: monthly + 1_000, granted: 200 + 77 + 40, captured: 50, released: 0 })
  const account = await portal.db
    .selectFrom('creditAccounts')
    .selectAll()
    .where('userId', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const has =
    account.subscriptionAvailable + account.subscriptionHeld + account.onDemandAvailable + account.onDemandHeld
  expect(credits.purchased + credits.granted - credits.captured - credits.lost).toBe(has)
  expect(credits.lost).toBeGreaterThan(15)
  expect(credits.balance).toEqual(await getBalance(portal.db, buyer.id))
  expect(credits.byMonth).toEqual([expect.objectContaining({ purchased: monthly + 1_000, lost: credits.lost })])
  // Two valid payments and the refunded one.
  expect(payments).toEqual({ count: 3, paid: [{ amount: (plan?.amount ?? 0) + 3_500, currency: 'USD' }] })
  expect(await getStatistics(buyer, { toDate: (await getStatistics(buyer)).user.createdAt }).catch(String)).toContain(
    'The period must end after it begins',
  )
})

test('sign-ins are counted in the period, without impersonations', async () => {
  const testUser = await user(portal)
  await signInWithPassword(portal, testUser.email)
  await actAsUser(portal, admin, testUser.id)
  const now = await getStatistics(testUser)
  expect(now.logins).toMatchObject({ count: 2, activeSessions: 2 })
  const later = {
    fromDate: new Date(portal.clock.now().getTime() + dayMs).toISOString(),
    toDate: '2060-01-01T00:00:00Z',
  }
  expect((await getStatistics(testUser, later)).logins).toEqual({ ...now.logins, count: 0 })
  expect(Date.parse(now.logins.last ?? '')).toBeGreaterThan(Date.parse(now.user.createdAt) - 1_000)
})

test('API keys, webhooks and saved searches show the current state and the last 30 days', async () => {
  const owner = await user(portal)
  const [{ as: calling, issued }, ended] = [await createApiClient(portal, owner), await createApiClient(portal, owner)]
  await calling.call(enterprise.list)
  await ended.as.call(enterprise.get, { params: { id: '00000000-0000-7000-8000-000000000000' } })
  await owner.as.call(apiKeys.revoke, { params: { id: ended.issued.id } })
  const api = async () => (await getStatistics(owner)).api
  // Calls are recorded shortly after their response.
  await expect.poll(api).toMatchObject({ keys: 1, requests30d: 2 })
  const day = (daysAgo: number) => new Date(portal.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  const old = [29, 30].map((ago) => ({ keyId: issued.id, day: day(ago), calls: 10, refused: 3 }))
  const { refused30d } = await api()
  await portal.db.insertInto('apiKeyDailyUsage').values(old).execute()
  expect(await api()).toEqual({ keys: 1, requests30d: 12, refused30d: refused30d + 3 })
  await portal.db.updateTable('apiKeys').set({ expiresAt: portal.clock.now() }).where('id', '=', issued.id).execute()
  expect((await api()).keys).toBe(0)

  await owner.as.call(savedSearches.create, { body: { name: 'Homes', criteria: {} } })
  const { campaigns: none, savedSearches: one } = await getStatistics(owner)
  expect([none, one]).toEqual([0, 1])
  const kept = await campaign(owner)
  await campaign(owner, { name: 'Others' })
  await owner.as.call(campaigns.change, { params: { campaignId: kept.id }, body: { status: 'ARCHIVED' } })
  expect((await getStatistics(owner)).campaigns).toBe(1)
})

test('the failure rate of webhook attempts is shown', async () => {
  const owner = await user(portal)
  const [taking, refusing] = [await createReceiver(), await createReceiver(respondWith(410))]
  const { hub, outbound, services } = portal
  const dispatcher = await startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0 })
  try {
    const statistics = [
      await createTestWebhookTo(portal, taking.url, owner),
      await createTestWebhookTo(portal, refusing.url, owner),
    ]
    for (const { id } of [...statistics, ...statistics.slice(0, 1)])
      await owner.as.call(webhooks.test, { params: { id } })
    await waitUntilNothingDue(portal)
    await expect
      .poll(async () => (await getStatistics(owner)).webhooks)
      .toEqual({ active: 1, disabled: 1, failureRate: 1 / 3 })
  } finally {
    await dispatcher.stop()
    await Promise.all([taking.close(), refusing.close()])
  }
})

test('an unknown user is not found, and a closed account keeps its statistics', async () => {
  expect((await requestStatistics('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  const closed = await user(portal)
  await portal.db
    .updateTable('users')
    .set({ closedAt: new Date(), isActive: false })
    .where('id', '=', closed.id)
    .execute()
  expect((await getStatistics(closed)).logins).toMatchObject({ count: 1, activeSessions: 0 })
})

test('an invalid period is rejected with the reason', async () => {
  const refused = async (query: PeriodQuery) => {
    const { status, body } = await requestStatistics(admin.id, query)
    return { status, ...(body as object) }
  }
  const reversed = { fromDate: '2026-02-01T00:00:00Z', toDate: '2026-01-01T00:00:00Z' }
  expect(await refused(reversed)).toMatchObject({
    status: 400,
    issues: [{ path: 'toDate', message: 'The period must end after it begins' }],
  })
  expect(await refused({ toDate: '9999-12-31T23:59:59-12:00' })).toMatchObject({ status: 400 })
  expect(await refused({ fromDate: '0000-01-01T00:00:00Z' })).toMatchObject({ status: 400 })
  expect(await refused({ fromDate: 'yesterday' })).toMatchObject({ status: 400 })
  expect((await requestStatistics(admin.id, { toDate: '2060-01-01T00:00:00Z' })).status).toBe(200)
})
