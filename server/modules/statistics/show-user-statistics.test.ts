import { adminBilling } from '@dooryard/contract/admin-billing'
import { apiKeys } from '@dooryard/contract/api-keys'
import { campaigns } from '@dooryard/contract/campaigns'
import { enterprise } from '@dooryard/contract/enterprise'
import { ScrubSummary } from '@dooryard/contract/order-files'
import { orders } from '@dooryard/contract/orders'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { dayMs } from '@dooryard/contract/time'
import { type UserStatistics, userStatistics } from '@dooryard/contract/user-statistics'
import { webhooks } from '@dooryard/contract/webhook-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingAs, campaign, enterpriseUser, signedIn, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { program } from '../api-keys/keys.fixture.ts'
import { buy, coupon, paymentsOf, refundAs, smallPack, starter } from '../billing/buying.fixture.ts'
import { balanceOf } from '../credits/index.ts'
import { fulfil, offerCalls, toCall } from '../orders/call-orders.fixture.ts'
import { failOrder } from '../orders/move-order.ts'
import { startDispatcher } from '../webhooks/index.ts'
import { answering, nothingDue, receiver, webhookTo } from '../webhooks/receiver.fixture.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  await offerCalls(portal)
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

type Asked = { fromDate?: string; toDate?: string }

const ask = (id: string, query: Asked = {}) => admin.as.call(userStatistics.get, { params: { id }, query })
const statisticsOf = async ({ id }: Pick<TestUser, 'id'>, query: Asked = {}): Promise<UserStatistics> => {
  const { status, body } = await ask(id, query)
  if (status !== 200) throw new Error(`there are no statistics: ${JSON.stringify(body)}`)
  return body
}

async function ordered({ as }: TestUser, campaignId: string, quantity = 50) {
  const { status, body } = await as.call(orders.place, {
    params: { campaignId },
    body: { orderName: 'First mailing', quantity },
  })
  if (status !== 201) throw new Error(`the order was not placed: ${JSON.stringify(body)}`)
  return body.id
}

const monthAt = (monthsAgo: number) => {
  const now = portal.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
}
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

test('of somebody who has done nothing yet there is their first sign-in, and every month and day with nothing on it', async () => {
  const somebody = await user(portal)
  const told = await statisticsOf(somebody)
  expect(told).toMatchObject({
    user: { id: somebody.id, email: somebody.email },
    from: told.user.createdAt,
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
  const until = new Date(Date.parse(told.to) - 1)
  expect(told.orders.byMonth.at(-1)).toEqual({ month: monthOf(until), orders: 0, leads: 0 })
  expect(told.orders.byDay?.at(-1)).toEqual({ day: until.toISOString().slice(0, 10), orders: 0, leads: 0 })
})

test('orders are told by when they were placed, and leads by when they were delivered', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  const calls = await campaign(owner, { ...toCall, name: 'Calls' })
  const before = await enterpriseUser(portal, { onDemandCredits: 500 })
  await fulfil(portal, await ordered(before, before.campaign.id))
  const [mailed, called, failing, cancelled] = [
    await ordered(owner, owner.campaign.id),
    await ordered(owner, calls.id, 60),
    await ordered(owner, owner.campaign.id),
    await ordered(owner, owner.campaign.id),
  ]
  await ordered(owner, owner.campaign.id)
  await fulfil(portal, mailed)
  await fulfil(portal, called)
  await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, failing, 'No match any more.'))
  const params = { campaignId: owner.campaign.id, orderId: cancelled }
  await owner.as.call(orders.change, { params, body: { cancel: true } })
  const { leads, ...told } = await statisticsOf(owner)
  expect(told.orders).toMatchObject({
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
  expect(told).toMatchObject({ campaigns: 2, credits: { granted: 5_000, captured: 50 + 180, released: 100 } })
  const file = await portal.db
    .selectFrom('orderFiles')
    .select('scrub')
    .where('orderId', '=', called)
    .executeTakeFirstOrThrow()
  const { numbers, byResult } = ScrubSummary.parse(file.scrub)
  const clean = byResult.find(({ result }) => result === 'CLEAN')?.count ?? 0
  expect(clean).toBeGreaterThan(0)
  expect(leads).toEqual({ delivered: 110, callableRate: clean / numbers })
  // A later check, after which nobody may be called any more, changes nothing of how they were delivered.
  const scrub = JSON.stringify({ ...ScrubSummary.parse(file.scrub), byResult: [{ result: 'CLEAN', count: 0 }] })
  const later = { orderId: called, version: 2, fileKey: 'later.csv', leads: 60, certificate: 'later' }
  await portal.db
    .insertInto('orderFiles')
    .values({ ...later, scrub, createdAt: portal.clock.now() })
    .execute()
  expect((await statisticsOf(owner)).leads).toEqual(leads)

  // Placed two months ago, and delivered last month.
  const change = { createdAt: new Date(monthAt(2).getTime()), completedAt: new Date(monthAt(0).getTime() - 1) }
  await portal.db.updateTable('orders').set(change).where('id', '=', mailed).execute()
  const inMonths = await statisticsOf(owner, { fromDate: monthAt(2).toISOString() })
  const next = monthOf(monthAt(-1))
  expect(inMonths.orders.byMonth.filter(({ month }) => month < next)).toEqual([
    { month: monthOf(monthAt(2)), orders: 1, leads: 0 },
    { month: monthOf(monthAt(1)), orders: 0, leads: 50 },
    { month: monthOf(monthAt(0)), orders: 4, leads: 60 },
  ])
  const lastMonth = { fromDate: monthAt(1).toISOString(), toDate: monthAt(0).toISOString() }
  const ofLast = await statisticsOf(owner, lastMonth)
  expect(ofLast.orders).toMatchObject({ placed: 0, underWay: 1, byMonth: [{ orders: 0, leads: 50 }] })
  expect(ofLast.orders.byDay?.at(-1)).toMatchObject({ orders: 0, leads: 50 })
  expect(ofLast.orders.byDay?.slice(0, -1).some(({ leads }) => leads > 0)).toBe(false)
  // Its numbers were checked this month.
  expect(ofLast.leads).toEqual({ delivered: 50, callableRate: null })
  const upTo = new Date(monthAt(0).getTime() - 1).toISOString()
  expect((await statisticsOf(owner, { ...lastMonth, toDate: upTo })).leads.delivered).toBe(0)
})

test('credits are told by what they were for, and account for what the user has', async () => {
  const buyer = await user(portal, { onDemandCredits: 200 })
  await buy(portal, buyer, { planId: starter })
  await buy(portal, buyer, { packId: smallPack, couponCode: await coupon(portal, { kind: 'CREDITS', value: 77 }) })
  await buy(portal, buyer, { packId: smallPack })
  const adjust = (amount: number) =>
    admin.as.call(adminBilling.adjustCredits, {
      body: { userId: buyer.id, bucket: 'ON_DEMAND', amount, reason: 'Settled by phone' },
    })
  await adjust(40)
  await adjust(-15)
  const [plan, pack] = await paymentsOf(portal, buyer.id)
  const { status } = await refundAs(admin, pack?.id ?? '')
  expect(status).toBe(200)
  const mailing = await campaign(buyer)
  await fulfil(portal, await ordered(buyer, mailing.id))
  await ordered(buyer, mailing.id, 60)
  const { credits, payments } = await statisticsOf(buyer)
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
  expect(credits.balance).toEqual(await balanceOf(portal.db, buyer.id))
  expect(credits.byMonth).toEqual([expect.objectContaining({ purchased: monthly + 1_000, lost: credits.lost })])
  // Two that stand, and the one that was paid back.
  expect(payments).toEqual({ count: 3, paid: [{ amount: (plan?.amount ?? 0) + 3_500, currency: 'USD' }] })
  expect(await statisticsOf(buyer, { toDate: (await statisticsOf(buyer)).user.createdAt }).catch(String)).toContain(
    'The period must end after it begins',
  )
})

test('sign-ins are counted in the period, and none of them is an administrator who acts as the user', async () => {
  const somebody = await user(portal)
  await signedIn(portal, somebody.email)
  await actingAs(portal, admin, somebody.id)
  const now = await statisticsOf(somebody)
  expect(now.logins).toMatchObject({ count: 2, activeSessions: 2 })
  const later = {
    fromDate: new Date(portal.clock.now().getTime() + dayMs).toISOString(),
    toDate: '2060-01-01T00:00:00Z',
  }
  expect((await statisticsOf(somebody, later)).logins).toEqual({ ...now.logins, count: 0 })
  expect(Date.parse(now.logins.last ?? '')).toBeGreaterThan(Date.parse(now.user.createdAt) - 1_000)
})

test('of programs, webhooks and saved searches there is what the user has now, and the last 30 days', async () => {
  const owner = await user(portal)
  const [{ as: calling, issued }, ended] = [await program(portal, owner), await program(portal, owner)]
  await calling.call(enterprise.list)
  await ended.as.call(enterprise.get, { params: { id: '00000000-0000-7000-8000-000000000000' } })
  await owner.as.call(apiKeys.revoke, { params: { id: ended.issued.id } })
  const api = async () => (await statisticsOf(owner)).api
  // Calls are noted a moment after they were answered.
  await expect.poll(api).toMatchObject({ keys: 1, requests30d: 2 })
  const day = (daysAgo: number) => new Date(portal.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  const old = [29, 30].map((ago) => ({ keyId: issued.id, day: day(ago), calls: 10, refused: 3 }))
  const { refused30d } = await api()
  await portal.db.insertInto('apiKeyDailyUsage').values(old).execute()
  expect(await api()).toEqual({ keys: 1, requests30d: 12, refused30d: refused30d + 3 })
  await portal.db.updateTable('apiKeys').set({ expiresAt: portal.clock.now() }).where('id', '=', issued.id).execute()
  expect((await api()).keys).toBe(0)

  await owner.as.call(savedSearches.create, { body: { name: 'Homes', criteria: {} } })
  const { campaigns: none, savedSearches: one } = await statisticsOf(owner)
  expect([none, one]).toEqual([0, 1])
  const kept = await campaign(owner)
  await campaign(owner, { name: 'Others' })
  await owner.as.call(campaigns.change, { params: { campaignId: kept.id }, body: { status: 'ARCHIVED' } })
  expect((await statisticsOf(owner)).campaigns).toBe(1)
})

test('of the attempts at webhooks the share that failed is told', async () => {
  const owner = await user(portal)
  const [taking, refusing] = [await receiver(), await receiver(answering(410))]
  const { hub, outbound, services } = portal
  const dispatcher = await startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0 })
  try {
    const told = [await webhookTo(portal, taking.url, owner), await webhookTo(portal, refusing.url, owner)]
    for (const { id } of [...told, ...told.slice(0, 1)]) await owner.as.call(webhooks.test, { params: { id } })
    await nothingDue(portal)
    await expect
      .poll(async () => (await statisticsOf(owner)).webhooks)
      .toEqual({ active: 1, disabled: 1, failureRate: 1 / 3 })
  } finally {
    await dispatcher.stop()
    await Promise.all([taking.close(), refusing.close()])
  }
})

test('of nobody there is nothing, and of a closed account what it did', async () => {
  expect((await ask('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  const closed = await user(portal)
  await portal.db
    .updateTable('users')
    .set({ closedAt: new Date(), isActive: false })
    .where('id', '=', closed.id)
    .execute()
  expect((await statisticsOf(closed)).logins).toMatchObject({ count: 1, activeSessions: 0 })
})

test('a period that is none is refused, with what is wrong', async () => {
  const refused = async (query: Asked) => {
    const { status, body } = await ask(admin.id, query)
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
  expect((await ask(admin.id, { toDate: '2060-01-01T00:00:00Z' })).status).toBe(200)
})
