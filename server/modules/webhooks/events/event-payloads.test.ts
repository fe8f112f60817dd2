import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { creditSettings } from '@dooryard/contract/billing/credits'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { ListedOrder } from '@dooryard/contract/orders/order'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { enterpriseUser, signInWithPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { completeCheckout } from '../../billing/sync/complete-checkout.ts'
import {
  createBillingTestContext,
  day,
  growth,
  payTestCheckout,
  starter,
  createBuyer as subscriber,
} from '../../billing/sync/sync.fixture.ts'
import { syncSubscription } from '../../billing/sync/sync-subscription.ts'
import { notifyUser } from '../../identity/index.ts'
import { enableCallReady, importTestRegistry } from '../../orders/call-ready/call-orders.fixture.ts'
import {
  createCallBuyer,
  homesCriteria,
  isCallable,
  listOrderLeadRows,
  placeTestOrder,
} from '../../orders/call-ready/calls.fixture.ts'
import { expireOrders } from '../../orders/expiry/expire-orders.ts'
import { runRefreshDnc } from '../../orders/expiry/refresh-dnc.job.ts'
import { pickRemovableLead } from '../../orders/fulfil/removable-lead.fixture.ts'
import { failOrder } from '../../orders/fulfil/transition-order.ts'
import { createSearchHarness } from '../../saved-searches/changes/changing-searches.fixture.ts'
import { listEventTypes, listWebhookEvents, subscribeToEvents } from './events.fixture.ts'

// No worker: each test runs the jobs itself.
const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
await enableCallReady(portal)

const createMailOrderOwner = async (onDemandCredits = 5_000) => {
  const owner = await enterpriseUser(portal, { onDemandCredits, campaign: { criteria: homesCriteria } })
  await subscribeToEvents(portal, owner.id)
  return owner
}

const createCallOrderOwner = async () => {
  const owner = await createCallBuyer(portal)
  await subscribeToEvents(portal, owner.id)
  return owner
}

/** An order as its buyer sees it, without history and criteria. */
const fetchOrder = async ({ now }: Awaited<ReturnType<typeof placeTestOrder>>) => ListedOrder.parse(await now())

const listStatusChanges = (events: Awaited<ReturnType<typeof listWebhookEvents>>) =>
  events.filter(({ type }) => type === 'order.status_changed').map(({ data }) => `${data.from} to ${data.to}`)

// The last test checks the events of all the others.
describe('webhooks receive', { shuffle: false }, () => {
  test("an order's events when it is placed, at each step and when it is delivered, with its state at that time", async () => {
    const owner = await createMailOrderOwner()
    const order = await placeTestOrder(portal, owner)
    const [created, ...none] = await listWebhookEvents(portal, owner.id)
    const asPlaced = await fetchOrder(order)
    expect([created, none]).toEqual([{ type: 'order.created', data: { order: asPlaced } }, []])
    expect(created?.data.order).toMatchObject({ internalStatus: 'QUEUED', creditsHeld: 50, creditsCaptured: 0 })

    await order.run()
    // A second run finds nothing to do.
    await order.run()
    const events = (await listWebhookEvents(portal, owner.id)).slice(1)
    expect(listStatusChanges(events)).toEqual(['QUEUED to SELECTING', 'SELECTING to ASSEMBLING', 'ASSEMBLING to READY'])
    const completed = events.filter(({ type }) => type === 'order.completed')
    const asDelivered = await fetchOrder(order)
    expect(completed).toEqual([{ type: 'order.completed', data: { order: asDelivered } }])
    const counts = { deliveredQuantity: 50, creditsHeld: 0, creditsCaptured: 50, creditsReleased: 0, fileVersion: 1 }
    expect(asDelivered).toMatchObject(counts)
    expect(events.find(({ data }) => data.to === 'READY')?.data.order).toEqual(asDelivered)
    expect(events).toHaveLength(4)
  })

  test.each([
    ['fails', 'SELECTING to FAILED', async ({ run }: Awaited<ReturnType<typeof placeTestOrder>>) => run()],
    [
      'is cancelled',
      'QUEUED to CANCELLED',
      async (
        { params }: Awaited<ReturnType<typeof placeTestOrder>>,
        { as }: Awaited<ReturnType<typeof createMailOrderOwner>>,
      ) => as.call(orders.change, { params, body: { cancel: true } }),
    ],
  ])('the event of an order that %s once its credits are released', async (_, move, end) => {
    const owner = await createMailOrderOwner()
    const { criteria, remove } = await pickRemovableLead(portal)
    const order = await placeTestOrder(portal, owner, { criteria })
    await remove()
    await end(order, owner)
    const events = await listWebhookEvents(portal, owner.id)
    expect(listStatusChanges(events).at(-1)).toBe(move)
    const asEnded = await fetchOrder(order)
    expect(asEnded).toMatchObject({ creditsHeld: 0, creditsReleased: 50, totalPrice: 0, userFacingStatus: 'FAILED' })
    expect(events.slice(-2).map(({ type, data }) => [type, data.order])).toEqual([
      ['order.status_changed', asEnded],
      ['order.failed', asEnded],
    ])
    expect(events.filter(({ type }) => type === 'order.failed')).toHaveLength(1)
  })

  test('no event of a rolled-back transaction, and none without a subscription', async () => {
    const owner = await createMailOrderOwner(60)
    const refused = await owner.as.call(orders.place, {
      params: { campaignId: owner.campaign.id },
      body: { orderName: 'Too many', quantity: 61 },
    })
    expect(refused.status).toBe(402)
    expect(await listEventTypes(portal, owner.id)).toEqual([])

    const { orderId } = await placeTestOrder(portal, owner)
    const before = await listEventTypes(portal, owner.id)
    const undone = inTransaction(portal.services, async (tx) => {
      await failOrder(tx, orderId, 'Never to be')
      // The event would be visible inside the transaction.
      expect(await listEventTypes({ ...portal, db: tx.db as typeof portal.db }, owner.id)).toHaveLength(
        before.length + 2,
      )
      throw new Error('on second thought')
    })
    await expect(undone).rejects.toThrow('on second thought')
    expect(await listEventTypes(portal, owner.id)).toEqual(before)

    const unsubscribed = await enterpriseUser(portal, { onDemandCredits: 100, campaign: { criteria: homesCriteria } })
    await subscribeToEvents(portal, unsubscribed.id, ['credits.adjusted'])
    await (await placeTestOrder(portal, unsubscribed)).run()
    expect(await listEventTypes(portal, unsubscribed.id)).toEqual([])
  })

  const adjusted = async (userId: string, amount: number, reason = 'Agreed by phone') => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const body = { userId, bucket: 'ON_DEMAND', amount, reason } as const
    const reply = await admin.as.call(adminBilling.adjustCredits, { body })
    expect(reply.status).toBe(200)
    return reply.body
  }

  test('credit events when an administrator adjusts the balance, and when it drops below the smallest campaign', async () => {
    const owner = await createMailOrderOwner(150)
    const { body: settings } = await owner.as.call(creditSettings.list)
    const threshold = Math.min(...settings.map((one) => one.creditRequired * one.minCampaignVolume))
    expect(threshold).toBe(50)
    const low = (onDemandCredits: number) => ({
      type: 'credits.low',
      data: { balance: { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits }, threshold },
    })
    const listEventsAfter = async (act: () => Promise<unknown>) => {
      const before = (await listWebhookEvents(portal, owner.id)).length
      await act()
      return (await listWebhookEvents(portal, owner.id)).slice(before).filter(({ type }) => type.startsWith('credits.'))
    }
    const order = (quantity: number) => listEventsAfter(() => placeTestOrder(portal, owner, { quantity }))
    const adjust = (amount: number) => listEventsAfter(() => adjusted(owner.id, amount))
    const given = (amount: number, onDemandCredits: number) => ({
      type: 'credits.adjusted',
      data: {
        ...low(onDemandCredits).data,
        threshold: undefined,
        bucket: 'ON_DEMAND',
        amount,
        reason: 'Agreed by phone',
      },
    })
    // Credits for the smallest campaign are enough.
    expect(await order(100)).toEqual([])
    expect(await adjust(-1)).toEqual([low(49), given(-1, 49)])
    expect(await adjust(-9)).toEqual([given(-9, 40)])
    expect(await adjust(60)).toEqual([given(60, 100)])
    expect(await order(60)).toEqual([low(40)])
  })

  test('one event per subscription change, and one when its renewal is not paid', async () => {
    const given = createBillingTestContext(portal)
    const { fake, services } = given
    const who = await subscriber(given)
    await subscribeToEvents(portal, who.userId)
    const bought = await payTestCheckout(given, who, { plan: growth })
    const look = () => Promise.all([1, 2, 3].map(() => syncSubscription(services, bought.subscriptionId)))
    const listEventsAfter = async (act: () => unknown) => {
      const before = (await listWebhookEvents(portal, who.userId)).length
      await act()
      await look()
      await look()
      const events = (await listWebhookEvents(portal, who.userId)).slice(before)
      return events.map(({ type, data: { subscription: { status, planName, cancelAtPeriodEnd, graceUntil } = {} } }) =>
        [type, planName, status, cancelAtPeriodEnd && 'cancelled', graceUntil && 'in grace'].filter(Boolean).join(' '),
      )
    }
    expect(await listEventsAfter(() => completeCheckout(services, bought.checkoutId))).toEqual([
      'subscription.updated Growth ACTIVE',
    ])
    expect(await listEventsAfter(() => undefined)).toEqual([])
    expect(await listEventsAfter(() => fake.provider.setCancelAtPeriodEnd(bought.subscriptionId, true))).toEqual([
      'subscription.updated Growth ACTIVE cancelled',
    ])
    expect(await listEventsAfter(() => fake.provider.setCancelAtPeriodEnd(bought.subscriptionId, false))).toEqual([
      'subscription.updated Growth ACTIVE',
    ])
    let unpaid = ''
    const unpaidRenewal = () => {
      fake.advance(31 * day)
      unpaid = fake.renew(bought.subscriptionId, 'FAILED').id
    }
    expect(await listEventsAfter(unpaidRenewal)).toEqual([
      'subscription.updated Growth PAST_DUE in grace',
      'subscription.payment_failed Growth PAST_DUE in grace',
    ])
    const paidAfterAll = () => {
      Object.assign(fake.invoices.get(unpaid) ?? {}, { status: 'PAID', paymentRef: `pi_${unpaid}` })
      Object.assign(fake.subscriptions.get(bought.subscriptionId) ?? {}, { status: 'ACTIVE' })
    }
    expect(await listEventsAfter(paidAfterAll)).toEqual(['subscription.updated Growth ACTIVE'])
    expect(await listEventsAfter(unpaidRenewal)).toHaveLength(2)
    // Its credits end with it.
    expect(await listEventsAfter(() => fake.end(bought.subscriptionId))).toEqual([
      'credits.low',
      'subscription.updated Growth INACTIVE',
    ])
  })

  test('no event of a second subscription that is refunded', async () => {
    const given = createBillingTestContext(portal)
    const who = await subscriber(given)
    const bought = await Promise.all([growth, starter].map((plan) => payTestCheckout(given, who, { plan })))
    await completeCheckout(given.services, bought[0]?.checkoutId ?? '')
    await subscribeToEvents(portal, who.userId)
    await completeCheckout(given.services, bought[1]?.checkoutId ?? '')
    expect(await listEventTypes(portal, who.userId)).toEqual([])
  })

  test('an event of a notification, unless another event says the same', async () => {
    const { id: userId } = await enterpriseUser(portal)
    await subscribeToEvents(portal, userId)
    const path = '/portal/recurring-orders'
    for (const kind of ['RECURRING_ORDER', 'ORDER_READY'] as const)
      await inTransaction(portal.services, (tx) => notifyUser(tx, { userId, kind, title: kind, body: '', path }))
    const createdAt = expect.any(String)
    const notification = { kind: 'RECURRING_ORDER', title: 'RECURRING_ORDER', body: '', path, createdAt }
    expect(await listWebhookEvents(portal, userId)).toEqual([{ type: 'notification.created', data: { notification } }])
  })

  // The tests below advance the clock.
  test('an event when the matches of a saved search change', async () => {
    const { createMatches: own, saved, aDayLater, signInAgain: again } = createSearchHarness(portal)
    const owner = await user(portal)
    await subscribeToEvents(portal, owner.id)
    const { criteria, ids, give, stories } = await own(6)
    await give(ids.slice(5), 1)
    const { id, name } = await saved(await again(owner), criteria)
    await aDayLater(owner)
    expect(await listWebhookEvents(portal, owner.id)).toEqual([])
    await give(ids.slice(0, 2), 1)
    await give(ids.slice(5), stories)
    await aDayLater(owner)
    await aDayLater(owner)
    const data = { savedSearch: { id, name }, count: 4, entered: 1, left: 2, countedAt: expect.any(String) }
    expect(await listWebhookEvents(portal, owner.id)).toEqual([{ type: 'saved_search.changed', data }])
  })

  test("events when a delivered order's numbers are checked again, three days before they expire, and when they do", async () => {
    await importTestRegistry(portal, [])
    const { as: _, ...owner } = await createCallOrderOwner()
    const again = () => signInWithPassword(portal, owner.email)
    const order = await placeTestOrder(portal, { ...owner, ...(await again()) })
    await order.run()
    const before = (await listWebhookEvents(portal, owner.id)).length
    const listEventsSince = async () => (await listWebhookEvents(portal, owner.id)).slice(before)
    const { params, orderId } = order
    expect((await (await again()).as.call(orders.refreshDnc, { params })).status).toBe(202)
    const leads = await listOrderLeadRows(portal, orderId)
    for (const _ of [1, 2]) await runRefreshDnc(portal.services)({ orderId })
    const [refreshed, ...none] = await listEventsSince()
    expect(none).toEqual([])
    expect(refreshed).toMatchObject({
      type: 'order.dnc_refreshed',
      data: {
        order: { fileVersion: 1, isRefreshing: false },
        fileVersion: 1,
        callableLeads: leads.filter(isCallable).length,
      },
    })
    const expire = () => Promise.all([1, 2].map(() => expireOrders(portal.services)))
    for (const days of [26, 1.1, 2, 1]) {
      portal.clock.advance(days * day)
      await expire()
      await expire()
    }
    const events = await listEventsSince()
    const expiresAt = refreshed?.data.order.expiresAt
    expect(events.slice(1)).toMatchObject([
      { type: 'order.expiring', data: { expiresAt, order: { expiresAt, isExpired: false } } },
      { type: 'order.expired', data: { expiresAt, order: { expiresAt, isExpired: true } } },
    ])
  })

  test('every existing event type in the tests above', async () => {
    const events = await portal.db.selectFrom('webhookEvents').select('type').distinct().execute()
    const kinds = webhookEventTypes.values.filter((type) => type !== 'webhook.test')
    expect(events.map(({ type }) => type).toSorted()).toEqual(kinds.toSorted())
  })
})
