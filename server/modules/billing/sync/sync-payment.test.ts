import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testPortal } from '../../../test/portal.ts'
import { getAccountSums } from '../../credits/ledger/ledger.fixture.ts'
import { completeCheckout } from './complete-checkout.ts'
import {
  createBillingTestContext,
  createBuyer,
  day,
  getBillingRecord,
  growth,
  insertTestQuote,
  listLedgerEntries,
  listMailSubjects,
  openTestCheckout,
  payTestCheckout,
  scale,
  starter,
} from './sync.fixture.ts'
import { syncPayment } from './sync-payment.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const context = createBillingTestContext(portal)

const pack = { credits: 500, price: 3500 }
const getCheckout = (id: string) =>
  context.db.selectFrom('checkouts').select('status').where('id', '=', id).executeTakeFirst()

test('a paid pack grants its credits, and the ledger names the invoice', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId } = await payTestCheckout(context, buyer, { pack })
  await completeCheckout(context.services, checkoutId)
  const entries = await listLedgerEntries(context.db, buyer.userId)
  expect(entries).toMatchObject([{ type: 'PURCHASE', bucket: 'ON_DEMAND', amount: 500, actor: buyer.userId }])
  expect(entries[0]?.reason).toMatch(/^500 credits bought, invoice DY-\d{6}$/)
  expect(await getCheckout(checkoutId)).toEqual({ status: 'PAID' })
})

test('the card used is recorded', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId } = await payTestCheckout(context, buyer, { pack })
  await completeCheckout(context.services, checkoutId)
  const card = context.db.selectFrom('billingCustomers').select('paymentMethod').where('userId', '=', buyer.userId)
  expect((await card.executeTakeFirst())?.paymentMethod).toMatchObject({ brand: 'visa', last4: '4242' })
})

test('a coupon grants its bonus credits', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId } = await payTestCheckout(context, buyer, { pack }, { bonusCredits: 50, couponCode: 'FIFTY-MORE' })
  await completeCheckout(context.services, checkoutId)
  const entries = await listLedgerEntries(context.db, buyer.userId)
  expect(entries.map(({ type, amount, reason }) => [type, amount, reason])).toEqual([
    ['PURCHASE', 500, expect.stringMatching(/bought/)],
    ['COUPON', 50, 'Coupon FIFTY-MORE'],
  ])
})

test('a pack made free by a coupon is a purchase like any other', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId } = await payTestCheckout(context, buyer, { pack }, { discount: 3500, couponCode: 'ALL-OFF' })
  await Promise.all([1, 2, 3].map(() => completeCheckout(context.services, checkoutId)))
  const { payments, sums } = await getBillingRecord(context, buyer.userId)
  expect(payments).toMatchObject([{ reason: 'PACK', status: 'PAID', amount: 0, discount: 3500, creditsGranted: 500 }])
  expect(sums.ON_DEMAND.available).toBe(500)
})

test('a payment that failed first and was then paid grants its credits once', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, paymentId } = await payTestCheckout(context, buyer, { pack })
  const payment = context.fake.payments.get(paymentId)
  Object.assign(payment ?? {}, { status: 'FAILED', failure: 'Your card was declined.' })
  await syncPayment(context.services, paymentId)
  expect(await getCheckout(checkoutId)).toEqual({ status: 'OPEN' })
  expect(await getBillingRecord(context, buyer.userId)).toMatchObject({
    payments: [{ status: 'FAILED', creditsGranted: 0 }],
  })
  Object.assign(payment ?? {}, { status: 'PAID' })
  for (const _ of [1, 2]) await syncPayment(context.services, paymentId)
  const { payments, sums } = await getBillingRecord(context, buyer.userId)
  expect(payments).toMatchObject([{ status: 'PAID', creditsGranted: 500 }])
  expect(sums.ON_DEMAND.available).toBe(500)
})

test('a failed automatic purchase is closed', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, paymentId } = await payTestCheckout(context, buyer, { pack })
  await context.db.updateTable('checkouts').set({ source: 'AUTO_TOP_UP' }).where('id', '=', checkoutId).execute()
  Object.assign(context.fake.payments.get(paymentId) ?? {}, { status: 'FAILED' })
  await syncPayment(context.services, paymentId)
  expect(await getCheckout(checkoutId)).toEqual({ status: 'FAILED' })
})

test('a payment for an expired checkout still grants its credits', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, sessionId } = await openTestCheckout(context, buyer, { pack })
  await context.db.updateTable('checkouts').set({ status: 'EXPIRED' }).where('id', '=', checkoutId).execute()
  context.fake.pay(sessionId)
  await completeCheckout(context.services, checkoutId)
  expect((await getBillingRecord(context, buyer.userId)).sums.ON_DEMAND.available).toBe(500)
  expect(await getCheckout(checkoutId)).toEqual({ status: 'PAID' })
})

test('an expired page closes the checkout', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, sessionId } = await openTestCheckout(context, buyer, { pack })
  await context.fake.provider.expireCheckout(sessionId)
  await completeCheckout(context.services, checkoutId)
  expect(await getCheckout(checkoutId)).toEqual({ status: 'EXPIRED' })
})

test('a refund claws back the remaining credits, once, and is mailed', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, paymentId } = await payTestCheckout(context, buyer, { pack })
  await completeCheckout(context.services, checkoutId)
  await context.fake.provider.refund({ transactionId: 'one', paymentRef: paymentId, amount: 3500 })
  await Promise.all([1, 2, 3].map(() => syncPayment(context.services, paymentId)))
  const { payments, sums } = await getBillingRecord(context, buyer.userId)
  expect(payments).toMatchObject([{ status: 'REFUNDED', creditsGranted: 500 }])
  expect(sums.ON_DEMAND.available).toBe(0)
  expect((await listLedgerEntries(context.db, buyer.userId)).map(({ type }) => type)).toEqual(['PURCHASE', 'REFUND'])
  expect((await listMailSubjects(context, buyer.email)).slice(1)).toEqual([expect.stringMatching(/refunded: DY-/)])
})

describe('the owner of an invoice', () => {
  const { db, fake, services } = context

  const listPayments = (userId: string) =>
    db
      .selectFrom('paymentTransactions')
      .select(['reason', 'amount', 'creditsGranted', 'quoteId', 'checkoutId', 'invoice', 'paidAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  async function subscriber() {
    const buyer = await createBuyer(context)
    const bought = await payTestCheckout(context, buyer, { plan: starter })
    await syncSubscription(services, bought.subscriptionId)
    return { who: buyer, ...bought }
  }

  test('a change made at the provider does not grant the credits of the previous quote again', async () => {
    const { who: buyer, subscriptionId } = await subscriber()
    const change = await insertTestQuote(context, buyer.userId, subscriptionId, growth, 3000)
    const { invoiceId = '' } = await fake.provider.changePlan(change)
    await syncSubscription(services, subscriptionId)
    const made = fake.invoices.get(invoiceId)
    if (!made) throw new Error('it has no invoice')
    const again = { ...made, id: `in_${newId()}`, paymentRef: `pi_${newId()}`, plan: scale, at: new Date() }
    fake.invoices.set(again.id, again)
    await syncSubscription(services, subscriptionId)
    expect(await listPayments(buyer.userId)).toMatchObject([
      { reason: 'FIRST', creditsGranted: 1000 },
      { reason: 'CHANGE', creditsGranted: 3000, quoteId: change.quoteId },
      { reason: 'CHANGE', creditsGranted: 0, quoteId: null },
    ])
  })

  test("another user's checkout and quote are ignored", async () => {
    const [other, buyer] = [await subscriber(), await createBuyer(context)]
    const theirs = await openTestCheckout(context, other.who, { plan: growth }, { bonusCredits: 50 })
    const change = await insertTestQuote(context, other.who.userId, other.subscriptionId, scale, 15_000)
    const { subscriptionId, invoiceId } = await payTestCheckout(context, buyer, { plan: starter })
    Object.assign(fake.subscriptions.get(subscriptionId) ?? {}, { checkoutId: theirs.checkoutId })
    const first = fake.invoices.get(invoiceId)
    if (!first) throw new Error('it has no invoice')
    const forged = { ...first, id: `in_${newId()}`, reason: 'CHANGE', quoteId: change.quoteId, at: new Date() } as const
    fake.invoices.set(forged.id, forged)
    await syncSubscription(services, subscriptionId)
    expect(await listPayments(buyer.userId)).toMatchObject([
      { reason: 'FIRST', creditsGranted: 1000, checkoutId: null },
      { reason: 'CHANGE', creditsGranted: 0, quoteId: null },
    ])
    expect(await getAccountSums(db, buyer.userId)).toMatchObject({
      SUBSCRIPTION: { available: 1000 },
      ON_DEMAND: { available: 0 },
    })
  })

  test('an invoice names the charged card, if any, and the payment date', async () => {
    const { who: buyer, subscriptionId } = await subscriber()
    const pack = await payTestCheckout(context, buyer, { pack: { credits: 500, price: 3500 } })
    const payment = fake.payments.get(pack.paymentId)
    Object.assign(payment ?? {}, { card: { brand: 'mastercard', last4: '0341', expMonth: 1, expYear: 2031 } })
    await syncPayment(services, pack.paymentId)
    const free = await payTestCheckout(context, buyer, { pack: { credits: 500, price: 3500 } }, { discount: 3500 })
    await completeCheckout(services, free.checkoutId)
    const renewal = fake.renew(subscriptionId)
    const paidAt = new Date(renewal.at.getTime() + 5 * day)
    Object.assign(fake.invoices.get(renewal.id) ?? {}, { paidAt })
    await syncSubscription(services, subscriptionId)
    const payments = await listPayments(buyer.userId)
    expect(payments.map(({ reason }) => reason)).toEqual(['FIRST', 'PACK', 'PACK', 'RENEWAL'])
    expect(payments.map(({ invoice }) => (invoice as { card?: { last4: string } } | null)?.card?.last4)).toEqual([
      ...['4242', '0341', undefined, '4242'],
    ])
    expect(payments[3]).toMatchObject({ paidAt, invoice: { at: paidAt.toISOString() } })
  })

  test('a pack that is not free grants nothing without a payment', async () => {
    const buyer = await createBuyer(context)
    const pack = await openTestCheckout(context, buyer, { pack: { credits: 500, price: 3500 } }, { discount: 500 })
    Object.assign(fake.sessions.get(pack.sessionId) ?? {}, { status: 'PAID' })
    await completeCheckout(services, pack.checkoutId)
    expect(await listPayments(buyer.userId)).toEqual([])
  })
})
