import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../test/portal.ts'
import { endGrace } from './end-grace.ts'
import { buyer, day, growth, mailsTo, paid, recordOf, type Settling, settling } from './settle/settle.fixture.ts'
import { settleCheckout } from './settle/settle-checkout.ts'
import { syncSubscription } from './settle/sync-subscription.ts'

let portal: Portal
let given: Settling
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

async function pastDue(at: Settling = settling(portal)) {
  given = at
  const who = await buyer(given)
  const bought = await paid(given, who, { plan: growth })
  await settleCheckout(given.services, bought.checkoutId)
  given.fake.advance(31 * day)
  given.fake.renew(bought.subscriptionId, 'FAILED')
  await syncSubscription(given.services, bought.subscriptionId)
  return { ...who, ...bought }
}

const statusOf = async (userId: string) => (await recordOf(given, userId)).subscriptions[0]

test('within seven days a subscription that is not paid goes on, and its credits can be spent', async () => {
  const { userId } = await pastDue()
  given.fake.advance(7 * day - 60_000)
  await endGrace(given.services)
  expect(await statusOf(userId)).toMatchObject({ status: 'PAST_DUE' })
  expect((await recordOf(given, userId)).sums.SUBSCRIPTION.available).toBe(4000)
})

test('after seven days it ends, once for however many processes: credits lapse, and one mail says why', async () => {
  const { userId, email, subscriptionId } = await pastDue()
  given.fake.advance(7 * day)
  await Promise.all([1, 2, 3, 4].map(() => endGrace(given.services)))
  expect(await statusOf(userId)).toMatchObject({ status: 'INACTIVE', endReason: 'PAYMENT_FAILED' })
  expect(given.fake.subscriptions.get(subscriptionId)?.status).toBe('INACTIVE')
  expect((await recordOf(given, userId)).sums.SUBSCRIPTION.available).toBe(0)
  expect((await mailsTo(given, email)).slice(1)).toEqual([
    'We could not renew your Dooryard subscription',
    'Your Dooryard subscription has ended',
  ])
})

test('one that was paid meanwhile, though nobody told, goes on', async () => {
  const { userId, subscriptionId } = await pastDue()
  given.fake.advance(8 * day)
  for (const invoice of given.fake.invoices.values()) Object.assign(invoice, { status: 'PAID' })
  Object.assign(given.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  await endGrace(given.services)
  expect(await statusOf(userId)).toMatchObject({ status: 'ACTIVE' })
})

test('one that cannot be ended now holds up no other, and is ended by the next round', async () => {
  const stuck = await pastDue()
  const other = await pastDue(given)
  given.fake.advance(8 * day)
  const { provider } = given.fake
  const endSubscription = async (id: string) => {
    if (id === stuck.subscriptionId) throw new Error('not now')
    await provider.endSubscription(id)
  }
  await endGrace({ ...given.services, provider: { ...provider, endSubscription } })
  expect(await statusOf(stuck.userId)).toMatchObject({ status: 'PAST_DUE' })
  expect(await statusOf(other.userId)).toMatchObject({ status: 'INACTIVE' })
  await endGrace(given.services)
  expect(await statusOf(stuck.userId)).toMatchObject({ status: 'INACTIVE' })
})

/** A payer whose card goes through while the subscription is being ended. */
const paysNow = (subscriptionId: string) => {
  for (const one of given.fake.invoices.values())
    if (one.subscriptionId === subscriptionId && one.status === 'FAILED')
      Object.assign(one, { status: 'PAID', paidAt: given.fake.now(), paymentRef: `pi_${one.id}` })
  Object.assign(given.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
}

test('one that is paid while it is being ended goes on, with its credits', async () => {
  const { userId, subscriptionId } = await pastDue()
  given.fake.advance(7 * day)
  const { provider } = given.fake
  const endSubscription: typeof provider.endSubscription = (id, only) => {
    paysNow(id)
    return provider.endSubscription(id, only)
  }
  await endGrace({ ...given.services, provider: { ...provider, endSubscription } })
  expect(await statusOf(userId)).toMatchObject({ status: 'ACTIVE' })
  expect(given.fake.subscriptions.get(subscriptionId)?.status).toBe('ACTIVE')
  expect((await recordOf(given, userId)).payments).toMatchObject([{}, { status: 'PAID', creditsGranted: 4000 }])
})

test('where the provider ends it all the same, what was paid in that moment is paid back', async () => {
  const { userId, email, subscriptionId } = await pastDue()
  given.fake.advance(7 * day)
  const { provider } = given.fake
  const endSubscription = async (id: string) => {
    paysNow(id)
    given.fake.advance(1000)
    given.fake.end(id, 'PAYMENT_FAILED')
  }
  await endGrace({ ...given.services, provider: { ...provider, endSubscription } })
  await syncSubscription(given.services, subscriptionId)
  const { payments, sums } = await recordOf(given, userId)
  expect(payments).toMatchObject([{ status: 'PAID' }, { status: 'REFUNDED', creditsGranted: 0 }])
  expect(sums.SUBSCRIPTION.available).toBe(0)
  expect((await mailsTo(given, email)).slice(2)).toEqual([
    'Your Dooryard subscription has ended',
    expect.stringContaining('was refunded'),
  ])
})
