import { paymentHealth } from '@dooryard/contract/payment-health'
import { paymentEvents } from '@dooryard/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nobody, type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { fakeProvider } from './fake-provider.fixture.ts'
import type { PaymentProvider } from './provider.ts'
import { buyer, day, open, paid, retryFailedJobs, type Settling, settling, starter } from './settle/settle.fixture.ts'
import { showPaymentHealth } from './show-payment-health.ts'
import { createStripe } from './stripe/create-stripe.ts'

const fake = fakeProvider()
let portal: Portal
let given: Settling
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ provider: () => fake.provider, worker: true })
  given = settling(portal, fake)
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

let count = 0
const tell = (object: { kind: string; id: string }) => {
  count += 1
  const text = JSON.stringify({ id: `evt_${count}`, type: 'it.changed', at: new Date(), object })
  return nobody(portal).call(paymentEvents.receive, { body: text, headers: { 'fake-signature': 'right' } })
}

const health = async () => (await admin.as.call(paymentHealth.get)).body

const pack = { credits: 500, price: 3500 }

// In this order, since every figure is of the whole portal: each test counts on top of those before it.
describe('the figures', { shuffle: false }, () => {
  test('nothing has happened yet', async () => {
    expect(await health()).toEqual({
      provider: 'SANDBOX',
      isLive: false,
      events: { last: null, lastDay: 0, waiting: 0, failing: 0 },
      payments: { lastPaid: null, paid: 0, failed: 0, openCheckouts: 0 },
      subscriptions: { active: 0, pastDue: 0 },
    })
  })

  test('purchases are under way until they are paid, and then count as payments', async () => {
    const [one, other] = [await buyer(given), await buyer(given)]
    await open(given, one, { pack })
    const { subscriptionId } = await paid(given, other, { plan: starter })
    expect((await health()).payments).toMatchObject({ paid: 0, openCheckouts: 2 })
    await tell({ kind: 'SUBSCRIPTION', id: subscriptionId })
    await expect.poll(async () => (await health()).subscriptions).toEqual({ active: 1, pastDue: 0 })
    await expect.poll(async () => (await health()).events.waiting).toBe(0)
    const { events, payments } = await health()
    expect(events).toEqual({ last: expect.any(String), lastDay: 1, waiting: 0, failing: 0 })
    expect(payments).toEqual({ lastPaid: expect.any(String), paid: 1, failed: 0, openCheckouts: 1 })
    fake.renew(subscriptionId, 'FAILED')
    await tell({ kind: 'SUBSCRIPTION', id: subscriptionId })
    await expect.poll(async () => (await health()).subscriptions).toEqual({ active: 0, pastDue: 1 })
    expect((await health()).payments).toMatchObject({ paid: 1, failed: 1 })
  })

  test('an event that cannot be worked off waits, and says what is in its way until it is worked off', async () => {
    const who = await buyer(given)
    const { paymentId } = await paid(given, who, { pack })
    const before = await health()
    fake.trouble.down = true
    await tell({ kind: 'PAYMENT', id: paymentId })
    await expect
      .poll(async () => (await health()).events)
      .toMatchObject({ waiting: 1, failing: 1, lastError: 'The payment provider cannot be reached.' })
    fake.trouble.down = false
    await retryFailedJobs(portal)
    await expect.poll(async () => (await health()).payments.paid).toBe(before.payments.paid + 1)
    await expect.poll(async () => (await health()).events.waiting).toBe(0)
    const { lastDay, ...events } = (await health()).events
    expect(events).toEqual({ last: expect.any(String), waiting: 0, failing: 0 })
    expect(lastDay).toBe(before.events.lastDay + 1)
  })

  test('what does not concern us is received and does not wait', async () => {
    const { lastDay } = (await health()).events
    await tell({ kind: 'OTHER', id: 'cus_of_another_shop' })
    expect((await health()).events).toMatchObject({ lastDay: lastDay + 1, waiting: 0 })
  })

  test('what another provider left is not that of ours, and is all there is where nobody takes money', async () => {
    const { events, payments, subscriptions } = await health()
    const withProvider = (provider: PaymentProvider | null) => showPaymentHealth({ ...portal.services, provider })
    expect(await withProvider({ ...fake.provider, name: 'STRIPE', isLive: true })).toEqual({
      provider: 'STRIPE',
      isLive: true,
      events: { last: null, lastDay: 0, waiting: 0, failing: 0 },
      payments: { lastPaid: null, paid: 0, failed: 0, openCheckouts: 0 },
      subscriptions: { active: 0, pastDue: 0 },
    })
    expect(await withProvider(null)).toEqual({ provider: null, isLive: false, events, payments, subscriptions })
  })

  test('events of a day ago and payments of a month ago are not counted any more, and the last of them stay known', async () => {
    const { events, payments } = await health()
    await portal.pool.query("update payment_events set received_at = received_at - interval '25 hours'")
    await portal.pool.query(`update payment_transactions
    set paid_at = paid_at - interval '31 days', created_at = created_at - interval '31 days'`)
    const later = await health()
    expect(later.events).toMatchObject({ last: ago(events.last, 25 / 24), lastDay: 0 })
    expect(later.payments).toMatchObject({ lastPaid: ago(payments.lastPaid, 31), paid: 0, failed: 0 })
  })
})

test.each([
  ['sk_live_fictional', true],
  ['rk_live_fictional', true],
  ['sk_test_fictional', false],
  ['rk_test_fictional', false],
])('Stripe with the key %s moves real money: %s', (secretKey, isLive) => {
  const stripe = createStripe({ secretKey, webhookSecret: 'whsec_none', clock: portal.clock })
  expect(stripe.isLive).toBe(isLive)
})

const ago = (at: string | null, days: number) => new Date(new Date(at ?? '').getTime() - days * day).toISOString()
