import { paymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import { paymentEvents } from '@dooryard/contract/billing/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymousCaller, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { fakeProvider } from '../provider/fake-provider.fixture.ts'
import type { PaymentProvider } from '../provider/provider.ts'
import { createStripe } from '../provider/stripe/create-stripe.ts'
import {
  type BillingTestContext,
  createBillingTestContext,
  createBuyer,
  day,
  openTestCheckout,
  payTestCheckout,
  retryFailedJobs,
  starter,
} from '../sync/sync.fixture.ts'
import { getPaymentHealth } from './payment-health.ts'

const fake = fakeProvider()
let portal: Portal
let context: BillingTestContext
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal({ provider: () => fake.provider, worker: true })
  context = createBillingTestContext(portal, fake)
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})
afterAll(() => portal.close())

let count = 0
const sendEvent = (object: { kind: string; id: string }) => {
  count += 1
  const text = JSON.stringify({ id: `evt_${count}`, type: 'it.changed', at: new Date(), object })
  return anonymousCaller(portal).call(paymentEvents.receive, { body: text, headers: { 'fake-signature': 'right' } })
}

const getHealth = async () => (await admin.as.call(paymentHealth.get)).body

const pack = { credits: 500, price: 3500 }

// In this order, because every figure covers the whole portal: each test adds to those before it.
describe('payment statistics', { shuffle: false }, () => {
  test('are empty at first', async () => {
    expect(await getHealth()).toEqual({
      provider: 'SANDBOX',
      isLive: false,
      events: { last: null, lastDay: 0, waiting: 0, failing: 0 },
      payments: { lastPaid: null, paid: 0, failed: 0, openCheckouts: 0 },
      subscriptions: { active: 0, pastDue: 0 },
    })
  })

  test('count checkouts as open until they are paid, then as payments', async () => {
    const [one, other] = [await createBuyer(context), await createBuyer(context)]
    await openTestCheckout(context, one, { pack })
    const { subscriptionId } = await payTestCheckout(context, other, { plan: starter })
    expect((await getHealth()).payments).toMatchObject({ paid: 0, openCheckouts: 2 })
    await sendEvent({ kind: 'SUBSCRIPTION', id: subscriptionId })
    await expect.poll(async () => (await getHealth()).subscriptions).toEqual({ active: 1, pastDue: 0 })
    await expect.poll(async () => (await getHealth()).events.waiting).toBe(0)
    const { events, payments } = await getHealth()
    expect(events).toEqual({ last: expect.any(String), lastDay: 1, waiting: 0, failing: 0 })
    expect(payments).toEqual({ lastPaid: expect.any(String), paid: 1, failed: 0, openCheckouts: 1 })
    fake.renew(subscriptionId, 'FAILED')
    await sendEvent({ kind: 'SUBSCRIPTION', id: subscriptionId })
    await expect.poll(async () => (await getHealth()).subscriptions).toEqual({ active: 0, pastDue: 1 })
    expect((await getHealth()).payments).toMatchObject({ paid: 1, failed: 1 })
  })

  test('count a failing event as waiting, with its error, until it is processed', async () => {
    const buyer = await createBuyer(context)
    const { paymentId } = await payTestCheckout(context, buyer, { pack })
    const before = await getHealth()
    fake.failures.down = true
    await sendEvent({ kind: 'PAYMENT', id: paymentId })
    await expect
      .poll(async () => (await getHealth()).events)
      .toMatchObject({ waiting: 1, failing: 1, lastError: 'The payment provider cannot be reached.' })
    fake.failures.down = false
    await retryFailedJobs(portal)
    await expect.poll(async () => (await getHealth()).payments.paid).toBe(before.payments.paid + 1)
    await expect.poll(async () => (await getHealth()).events.waiting).toBe(0)
    const { lastDay, ...events } = (await getHealth()).events
    expect(events).toEqual({ last: expect.any(String), waiting: 0, failing: 0 })
    expect(lastDay).toBe(before.events.lastDay + 1)
  })

  test('do not count irrelevant events as waiting', async () => {
    const { lastDay } = (await getHealth()).events
    await sendEvent({ kind: 'OTHER', id: 'cus_of_another_shop' })
    expect((await getHealth()).events).toMatchObject({ lastDay: lastDay + 1, waiting: 0 })
  })

  test("exclude another provider's data, unless payments are off", async () => {
    const { events, payments, subscriptions } = await getHealth()
    const withProvider = (provider: PaymentProvider | null) => getPaymentHealth({ ...portal.services, provider })
    expect(await withProvider({ ...fake.provider, name: 'STRIPE', isLive: true })).toEqual({
      provider: 'STRIPE',
      isLive: true,
      events: { last: null, lastDay: 0, waiting: 0, failing: 0 },
      payments: { lastPaid: null, paid: 0, failed: 0, openCheckouts: 0 },
      subscriptions: { active: 0, pastDue: 0 },
    })
    expect(await withProvider(null)).toEqual({ provider: null, isLive: false, events, payments, subscriptions })
  })

  test('drop events after a day and payments after a month, and keep the time of the last ones', async () => {
    const { events, payments } = await getHealth()
    await portal.pool.query("update payment_events set received_at = received_at - interval '25 hours'")
    await portal.pool.query(`update payment_transactions
    set paid_at = paid_at - interval '31 days', created_at = created_at - interval '31 days'`)
    const later = await getHealth()
    expect(later.events).toMatchObject({ last: ago(events.last, 25 / 24), lastDay: 0 })
    expect(later.payments).toMatchObject({ lastPaid: ago(payments.lastPaid, 31), paid: 0, failed: 0 })
  })
})

test.each([
  ['sk_live_fictional', true],
  ['rk_live_fictional', true],
  ['sk_test_fictional', false],
  ['rk_test_fictional', false],
])('Stripe with the key %s is in live mode: %s', (secretKey, isLive) => {
  const stripe = createStripe({ secretKey, webhookSecret: 'whsec_none', clock: portal.clock })
  expect(stripe.isLive).toBe(isLive)
})

const ago = (at: string | null, days: number) => new Date(new Date(at ?? '').getTime() - days * day).toISOString()
