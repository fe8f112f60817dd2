import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestUser, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { getBillingServices, getOnDemandCredits } from '../../auto-top-up/auto-top-up.fixture.ts'
import { getCheckoutState, refundAs, refundPartAs, smallPack, startPurchase } from '../../checkout/purchases.fixture.ts'
import { syncPayment } from '../../sync/sync-payment.ts'
import type { Refund } from './api-calls.fixture.ts'
import { createStripe } from './create-stripe.ts'
import { fakeStripe, testKeys } from './fake-stripe.fixture.ts'

let now = () => new Date()
const stripe = await fakeStripe(() => now())
const portal = await testPortal({
  provider: ({ clock }) => {
    now = clock.now
    return createStripe({ ...testKeys, apiUrl: stripe.url, clock, retries: 0 })
  },
})
afterAll(async () => {
  await portal.close()
  await stripe.close()
  expect(stripe.misfits).toEqual([])
})
const admin = await user(portal, { role: 'SUPER_ADMIN' })

/** A user who bought 500 credits for $35.00 at Stripe, with the ids of the payment here and there. */
async function createPackBuyer() {
  const owner = await user(portal)
  const { url, sessionId } = await startPurchase(owner, { packId: smallPack })
  stripe.pay(url.split('/').at(-1) ?? '')
  await getCheckoutState(owner, sessionId)
  const [payment] = await listPayments(owner)
  const row = portal.db
    .selectFrom('paymentTransactions')
    .select('providerRef')
    .where('id', '=', payment?.transactionId ?? '')
  const { providerRef } = await row.executeTakeFirstOrThrow()
  return { owner, id: payment?.transactionId ?? '', intent: providerRef }
}
const listPayments = async ({ as }: TestUser) =>
  (await as.call(billing.transactions, { body: {}, query: {} })).body.items

const refundPart = (transactionId: string, cents: number) => refundPartAs(admin, transactionId, cents)

const listRefunds = (intent: string) =>
  stripe.state
    .all<Refund>('refund')
    .filter(({ payment_intent }) => payment_intent === intent)
    .map(({ amount }) => amount)
    .sort((a, b) => a - b)

/** What Stripe's event of a payment does, however often it is delivered. */
const applyEvents = (intent: string) => Promise.all([1, 2].map(() => syncPayment(getBillingServices(portal), intent)))

test('parts and the rest are refunded at Stripe, and its events add nothing', async () => {
  const { owner, id, intent } = await createPackBuyer()
  for (const [cents, credits] of [
    [1000, 358],
    [500, 286],
  ] as const) {
    expect((await refundPart(id, cents)).status).toBe(200)
    await applyEvents(intent)
    expect(await getOnDemandCredits(portal, owner.id)).toBe(credits)
  }
  expect(await listPayments(owner)).toMatchObject([{ status: 'PAID', refundedAmount: 1500 }])
  expect((await refundAs(admin, id)).body).toMatchObject({ status: 'REFUNDED', refundedAmount: 3500 })
  await applyEvents(intent)
  expect(listRefunds(intent)).toEqual([500, 1000, 2000])
  expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
  const [payment] = await listPayments(owner)
  expect(payment?.partialRefunds?.map(({ amount }) => amount)).toEqual([1000, 500])
})

test('a part of which Stripe forgot the idempotency key is not refunded twice', async () => {
  const { intent, id } = await createPackBuyer()
  const order = { transactionId: id, paymentRef: intent, amount: 1000 }
  const refund = (refundId: string) => portal.billing.provider?.refund({ ...order, refundId })
  await refund('first')
  stripe.clearIdempotencyKeys()
  await refund('first')
  await refund('second')
  expect(listRefunds(intent)).toEqual([1000, 1000])
})

test('a part refunded in the Stripe dashboard counts towards what can still be refunded', async () => {
  const { owner, id, intent } = await createPackBuyer()
  stripe.refundPart(intent, 2000)
  await applyEvents(intent)
  const tooMuch = { params: { transactionId: id }, query: { amount: 1600 } }
  expect(await admin.as.call(adminBilling.refundPreview, tooMuch)).toMatchObject({
    ...{ status: 422, body: { message: 'At most $15.00 can still be refunded.' } },
  })
  expect((await refundPart(id, 700)).status).toBe(200)
  // Administrators decide about the credits of refunds made elsewhere.
  expect(await getOnDemandCredits(portal, owner.id)).toBe(400)
  expect(await listPayments(owner)).toMatchObject([{ status: 'PAID', refundedAmount: 2700 }])
})

describe('a dispute', () => {
  test('of all that a part left takes the remaining credits, and its credit note has only the rest', async () => {
    const { owner, id, intent } = await createPackBuyer()
    await refundPart(id, 1000)
    stripe.dispute(intent, 'needs_response', 2500)
    await applyEvents(intent)
    expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
    const [payment] = await listPayments(owner)
    expect(payment).toMatchObject({ status: 'REFUNDED', refundedAmount: 3500, partialRefunds: [{ amount: 1000 }] })
    const entries = portal.db.selectFrom('auditLog').select('after').where('objectId', '=', id)
    const refunds = await entries.where('action', '=', 'payment.refunded').orderBy('id').execute()
    expect(refunds.map(({ after }) => after)).toMatchObject([{ amount: 1000 }, { amount: 2500 }])
  })

  test('of everything while a part is requested ends the request, and is recorded as the dispute', async () => {
    const { owner, id, intent } = await createPackBuyer()
    stripe.dispute(intent)
    expect((await refundPart(id, 1000)).body).toMatchObject({ status: 'REFUNDED', refundedAmount: 3500 })
    await applyEvents(intent)
    expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
    expect(listRefunds(intent)).toEqual([])
    const [payment] = await listPayments(owner)
    expect(payment?.partialRefunds ?? []).toEqual([])
    const { refundPart: part, refundReason } = await portal.db
      .selectFrom('paymentTransactions')
      .select(['refundPart', 'refundReason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ part, refundReason }).toEqual({ part: null, refundReason: 'The payment was disputed' })
  })

  test('of a part while another is requested refuses the request, and returns its credits', async () => {
    const { owner, id, intent } = await createPackBuyer()
    stripe.dispute(intent, 'needs_response', 500)
    expect(await refundPart(id, 1000)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('dispute') },
    })
    expect(await getOnDemandCredits(portal, owner.id)).toBe(500)
    expect(await listPayments(owner)).toMatchObject([{ status: 'PAID', refundedAmount: 500 }])
  })
})
