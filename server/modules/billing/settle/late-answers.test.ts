import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import type { ProviderSubscription } from '../provider.ts'
import { buyer, growth, paid, recordOf, type Settling, settling } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

let portal: Portal
let given: Settling
beforeAll(async () => {
  portal = await testPortal()
  given = settling(portal)
})
afterAll(() => portal.close())

/** The same services, of which the provider answers about a subscription only when it is let go. */
function slow() {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const { provider } = given.fake
  const subscription = async (id: string): Promise<ProviderSubscription> => {
    const answer = await provider.subscription(id)
    reached.resolve()
    await held.promise
    return answer
  }
  const services = { ...given.services, provider: { ...provider, subscription } }
  return { services, reached: reached.promise, letGo: held.resolve }
}

async function subscriber() {
  const who = await buyer(given)
  const bought = await paid(given, who, { plan: growth })
  await settleCheckout(given.services, bought.checkoutId)
  return { ...who, ...bought }
}

/** Cancels between two who ask, of whom the first hears the answer last. */
async function overtaken(subscriptionId: string, between: () => Promise<unknown> = async () => undefined) {
  const { services, reached, letGo } = slow()
  const first = syncSubscription(services, subscriptionId)
  await reached
  await given.fake.provider.setCancelAtPeriodEnd(subscriptionId, true)
  await syncSubscription(given.services, subscriptionId)
  await between()
  letGo()
  await first
}

test('an answer that comes late does not undo what was told later', async () => {
  const { userId, subscriptionId } = await subscriber()
  await overtaken(subscriptionId)
  expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }])
})

test('the same without a memory of who asked last: the late answer wins, and this test sees it', async () => {
  const { userId, subscriptionId } = await subscriber()
  await overtaken(subscriptionId, () =>
    given.db.updateTable('subscriptions').set({ asked: 0 }).where('userId', '=', userId).execute(),
  )
  expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: false }])
})

test('of two who see a new subscription, the later one is believed', async () => {
  const who = await buyer(given)
  const { subscriptionId } = await paid(given, who, { plan: growth })
  await overtaken(subscriptionId)
  const { subscriptions, payments, sums } = await recordOf(given, who.userId)
  expect(subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }])
  expect(payments).toHaveLength(1)
  expect(sums.SUBSCRIPTION.available).toBe(4000)
})

test('an answer from before a renewal that failed does not say that all is well', async () => {
  const { userId, subscriptionId } = await subscriber()
  const { services, reached, letGo } = slow()
  const late = syncSubscription(services, subscriptionId)
  await reached
  given.fake.renew(subscriptionId, 'FAILED')
  await syncSubscription(given.services, subscriptionId)
  letGo()
  await late
  expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ status: 'PAST_DUE' }])
})
