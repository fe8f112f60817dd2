import { adminBilling } from '@dooryard/contract/admin-billing'
import { creditSettings } from '@dooryard/contract/credits'
import { ListedOrder } from '@dooryard/contract/order'
import { orders } from '@dooryard/contract/orders'
import { webhookEventTypes } from '@dooryard/contract/webhook-events'
import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/postgres/database.ts'
import { enterpriseUser, signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { day, growth, paid, settling, starter, buyer as subscriber } from '../billing/settle/settle.fixture.ts'
import { settleCheckout } from '../billing/settle/settle-checkout.ts'
import { syncSubscription } from '../billing/settle/sync-subscription.ts'
import { offerCalls, registryOf } from '../orders/call-orders.fixture.ts'
import { buyer, homes, isCallable, placed, storedLeads } from '../orders/calls.fixture.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { failOrder } from '../orders/move-order.ts'
import { runRefreshDnc } from '../orders/refresh-dnc.job.ts'
import { changingSearches } from '../saved-searches/changing-searches.fixture.ts'
import { kindsTold, listens, toldOf } from './told.fixture.ts'

// No worker: each test takes the worker's place.
const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
await offerCalls(portal)

const mailBuyer = async (onDemandCredits = 5_000) => {
  const owner = await enterpriseUser(portal, { onDemandCredits, campaign: { criteria: homes } })
  await listens(portal, owner.id)
  return owner
}

const callBuyer = async () => {
  const owner = await buyer(portal)
  await listens(portal, owner.id)
  return owner
}

/** An order as its buyer sees it, without its history and its criteria. */
const shown = async ({ now }: Awaited<ReturnType<typeof placed>>) => ListedOrder.parse(await now())

const movesIn = (told: Awaited<ReturnType<typeof toldOf>>) =>
  told.filter(({ type }) => type === 'order.status_changed').map(({ data }) => `${data.from} to ${data.to}`)

// The last looks at what all before it told.
describe('webhooks are told', { shuffle: false }, () => {
  test('an order is told of when it is placed, at each step and when it is delivered, as it is by then', async () => {
    const owner = await mailBuyer()
    const order = await placed(portal, owner)
    const [created, ...none] = await toldOf(portal, owner.id)
    const asPlaced = await shown(order)
    expect([created, none]).toEqual([{ type: 'order.created', data: { order: asPlaced } }, []])
    expect(created?.data.order).toMatchObject({ internalStatus: 'QUEUED', creditsHeld: 50, creditsCaptured: 0 })

    await order.run()
    // A worker that comes late finds nothing to do.
    await order.run()
    const told = (await toldOf(portal, owner.id)).slice(1)
    expect(movesIn(told)).toEqual(['QUEUED to SELECTING', 'SELECTING to ASSEMBLING', 'ASSEMBLING to READY'])
    const completed = told.filter(({ type }) => type === 'order.completed')
    const asDelivered = await shown(order)
    expect(completed).toEqual([{ type: 'order.completed', data: { order: asDelivered } }])
    const figures = { deliveredQuantity: 50, creditsHeld: 0, creditsCaptured: 50, creditsReleased: 0, fileVersion: 1 }
    expect(asDelivered).toMatchObject(figures)
    expect(told.find(({ data }) => data.to === 'READY')?.data.order).toEqual(asDelivered)
    expect(told).toHaveLength(4)
  })

  test.each([
    ['fails', 'SELECTING to FAILED', async ({ run }: Awaited<ReturnType<typeof placed>>) => run()],
    [
      'is cancelled',
      'QUEUED to CANCELLED',
      async ({ params }: Awaited<ReturnType<typeof placed>>, { as }: Awaited<ReturnType<typeof mailBuyer>>) =>
        as.call(orders.change, { params, body: { cancel: true } }),
    ],
  ])('an order that %s is told of once its credits are back', async (_, move, end) => {
    const owner = await mailBuyer()
    const nowhere = { location: { states: ['AK'] } }
    const order = await placed(portal, owner, { criteria: nowhere })
    await end(order, owner)
    const told = await toldOf(portal, owner.id)
    expect(movesIn(told).at(-1)).toBe(move)
    const asEnded = await shown(order)
    expect(asEnded).toMatchObject({ creditsHeld: 0, creditsReleased: 50, totalPrice: 0, userFacingStatus: 'FAILED' })
    expect(told.slice(-2).map(({ type, data }) => [type, data.order])).toEqual([
      ['order.status_changed', asEnded],
      ['order.failed', asEnded],
    ])
    expect(told.filter(({ type }) => type === 'order.failed')).toHaveLength(1)
  })

  test('what is undone was never told, and neither is what nobody listens to', async () => {
    const owner = await mailBuyer(60)
    const refused = await owner.as.call(orders.place, {
      params: { campaignId: owner.campaign.id },
      body: { orderName: 'Too many', quantity: 61 },
    })
    expect(refused.status).toBe(402)
    expect(await kindsTold(portal, owner.id)).toEqual([])

    const { orderId } = await placed(portal, owner)
    const before = await kindsTold(portal, owner.id)
    const undone = inTransaction(portal.services, async (inside) => {
      await failOrder(inside, orderId, 'Never to be')
      // It would be told of.
      expect(await kindsTold({ ...portal, db: inside.db as typeof portal.db }, owner.id)).toHaveLength(
        before.length + 2,
      )
      throw new Error('on second thought')
    })
    await expect(undone).rejects.toThrow('on second thought')
    expect(await kindsTold(portal, owner.id)).toEqual(before)

    const deaf = await enterpriseUser(portal, { onDemandCredits: 100, campaign: { criteria: homes } })
    await listens(portal, deaf.id, ['credits.adjusted'])
    await (await placed(portal, deaf)).run()
    expect(await kindsTold(portal, deaf.id)).toEqual([])
  })

  const adjusted = async (userId: string, amount: number, reason = 'Agreed by phone') => {
    const admin = await user(portal, { role: 'SUPER_ADMIN' })
    const body = { userId, bucket: 'ON_DEMAND', amount, reason } as const
    const reply = await admin.as.call(adminBilling.adjustCredits, { body })
    expect(reply.status).toBe(200)
    return reply.body
  }

  test('credits are told of when an administrator gives or takes some, and when too few for a campaign come to be left', async () => {
    const owner = await mailBuyer(150)
    const { body: settings } = await owner.as.call(creditSettings.list)
    const threshold = Math.min(...settings.map((one) => one.creditRequired * one.minCampaignVolume))
    expect(threshold).toBe(50)
    const low = (onDemandCredits: number) => ({
      type: 'credits.low',
      data: { balance: { subscriptionCredits: 0, subscriptionCreditsHeld: 0, onDemandCredits }, threshold },
    })
    const toldAfter = async (act: () => Promise<unknown>) => {
      const before = (await toldOf(portal, owner.id)).length
      await act()
      return (await toldOf(portal, owner.id)).slice(before).filter(({ type }) => type.startsWith('credits.'))
    }
    const order = (quantity: number) => toldAfter(() => placed(portal, owner, { quantity }))
    const adjust = (amount: number) => toldAfter(() => adjusted(owner.id, amount))
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
    // As many as the smallest campaign takes are enough.
    expect(await order(100)).toEqual([])
    expect(await adjust(-1)).toEqual([low(49), given(-1, 49)])
    expect(await adjust(-9)).toEqual([given(-9, 40)])
    expect(await adjust(60)).toEqual([given(60, 100)])
    expect(await order(60)).toEqual([low(40)])
  })

  test('a subscription is told of once for each change, and once when its renewal is not paid', async () => {
    const given = settling(portal)
    const { fake, services } = given
    const who = await subscriber(given)
    await listens(portal, who.userId)
    const bought = await paid(given, who, { plan: growth })
    const look = () => Promise.all([1, 2, 3].map(() => syncSubscription(services, bought.subscriptionId)))
    const toldAfter = async (act: () => unknown) => {
      const before = (await toldOf(portal, who.userId)).length
      await act()
      await look()
      await look()
      const told = (await toldOf(portal, who.userId)).slice(before)
      return told.map(({ type, data: { subscription: { status, planName, cancelAtPeriodEnd, graceUntil } = {} } }) =>
        [type, planName, status, cancelAtPeriodEnd && 'cancelled', graceUntil && 'in grace'].filter(Boolean).join(' '),
      )
    }
    expect(await toldAfter(() => settleCheckout(services, bought.checkoutId))).toEqual([
      'subscription.updated Growth ACTIVE',
    ])
    expect(await toldAfter(() => undefined)).toEqual([])
    expect(await toldAfter(() => fake.provider.setCancelAtPeriodEnd(bought.subscriptionId, true))).toEqual([
      'subscription.updated Growth ACTIVE cancelled',
    ])
    expect(await toldAfter(() => fake.provider.setCancelAtPeriodEnd(bought.subscriptionId, false))).toEqual([
      'subscription.updated Growth ACTIVE',
    ])
    let unpaid = ''
    const unpaidRenewal = () => {
      fake.advance(31 * day)
      unpaid = fake.renew(bought.subscriptionId, 'FAILED').id
    }
    expect(await toldAfter(unpaidRenewal)).toEqual([
      'subscription.updated Growth PAST_DUE in grace',
      'subscription.payment_failed Growth PAST_DUE in grace',
    ])
    const paidAfterAll = () => {
      Object.assign(fake.invoices.get(unpaid) ?? {}, { status: 'PAID', paymentRef: `pi_${unpaid}` })
      Object.assign(fake.subscriptions.get(bought.subscriptionId) ?? {}, { status: 'ACTIVE' })
    }
    expect(await toldAfter(paidAfterAll)).toEqual(['subscription.updated Growth ACTIVE'])
    expect(await toldAfter(unpaidRenewal)).toHaveLength(2)
    // Its credits go with it.
    expect(await toldAfter(() => fake.end(bought.subscriptionId))).toEqual([
      'credits.low',
      'subscription.updated Growth INACTIVE',
    ])
  })

  test('of a second subscription that gives its money back nothing is told', async () => {
    const given = settling(portal)
    const who = await subscriber(given)
    const bought = await Promise.all([growth, starter].map((plan) => paid(given, who, { plan })))
    await settleCheckout(given.services, bought[0]?.checkoutId ?? '')
    await listens(portal, who.userId)
    await settleCheckout(given.services, bought[1]?.checkoutId ?? '')
    expect(await kindsTold(portal, who.userId)).toEqual([])
  })

  // From here on the clock is moved.
  test('a saved search is told of when what it finds has changed', async () => {
    const { own, saved, aDayLater, again } = changingSearches(portal)
    const owner = await user(portal)
    await listens(portal, owner.id)
    const { criteria, ids, give, stories } = await own(6)
    await give(ids.slice(5), 1)
    const { id, name } = await saved(await again(owner), criteria)
    await aDayLater(owner)
    expect(await toldOf(portal, owner.id)).toEqual([])
    await give(ids.slice(0, 2), 1)
    await give(ids.slice(5), stories)
    await aDayLater(owner)
    await aDayLater(owner)
    const data = { savedSearch: { id, name }, count: 4, entered: 1, left: 2, countedAt: expect.any(String) }
    expect(await toldOf(portal, owner.id)).toEqual([{ type: 'saved_search.changed', data }])
  })

  test('a delivered order is told of when its numbers are checked again, three days before they expire, and then', async () => {
    await registryOf(portal, [])
    const { as: _, ...owner } = await callBuyer()
    const again = () => signedIn(portal, owner.email)
    const order = await placed(portal, { ...owner, ...(await again()) })
    await order.run()
    const before = (await toldOf(portal, owner.id)).length
    const toldSince = async () => (await toldOf(portal, owner.id)).slice(before)
    const { params, orderId } = order
    expect((await (await again()).as.call(orders.refreshDnc, { params })).status).toBe(202)
    const leads = await storedLeads(portal, orderId)
    for (const _ of [1, 2]) await runRefreshDnc(portal.services)({ orderId })
    const [refreshed, ...none] = await toldSince()
    expect(none).toEqual([])
    expect(refreshed).toMatchObject({
      type: 'order.dnc_refreshed',
      data: {
        order: { fileVersion: 2, isRefreshing: false },
        fileVersion: 2,
        callableLeads: leads.filter(isCallable).length,
      },
    })
    const expire = () => Promise.all([1, 2].map(() => expireOrders(portal.services)))
    for (const days of [26, 1.1, 2, 1]) {
      portal.clock.advance(days * day)
      await expire()
      await expire()
    }
    const told = await toldSince()
    const expiresAt = refreshed?.data.order.expiresAt
    expect(told.slice(1)).toMatchObject([
      { type: 'order.expiring', data: { expiresAt, order: { expiresAt, isExpired: false } } },
      { type: 'order.expired', data: { expiresAt, order: { expiresAt, isExpired: true } } },
    ])
  })

  test('every kind of event that there is was told above', async () => {
    const told = await portal.db.selectFrom('webhookEvents').select('type').distinct().execute()
    const kinds = webhookEventTypes.values.filter((type) => type !== 'webhook.test')
    expect(told.map(({ type }) => type).toSorted()).toEqual(kinds.toSorted())
  })
})
