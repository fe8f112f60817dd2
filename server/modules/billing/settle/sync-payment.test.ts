import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { testPortal } from '../../../test/portal.ts'
import { sumsInAccount } from '../../credits/ledger.fixture.ts'
import {
  buyer,
  day,
  entriesOf,
  growth,
  mailsTo,
  open,
  paid,
  quoted,
  recordOf,
  scale,
  settling,
  starter,
} from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncPayment } from './sync-payment.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)

const pack = { credits: 500, price: 3500 }
const checkoutOf = (id: string) =>
  given.db.selectFrom('checkouts').select('status').where('id', '=', id).executeTakeFirst()

test('a pack that is paid gives its credits, and the ledger names the invoice', async () => {
  const who = await buyer(given)
  const { checkoutId } = await paid(given, who, { pack })
  await settleCheckout(given.services, checkoutId)
  const entries = await entriesOf(given.db, who.userId)
  expect(entries).toMatchObject([{ type: 'PURCHASE', bucket: 'ON_DEMAND', amount: 500, actor: who.userId }])
  expect(entries[0]?.reason).toMatch(/^500 credits bought, invoice DY-\d{6}$/)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'PAID' })
})

test('the card that was used is known from then on', async () => {
  const who = await buyer(given)
  const { checkoutId } = await paid(given, who, { pack })
  await settleCheckout(given.services, checkoutId)
  const card = given.db.selectFrom('billingCustomers').select('paymentMethod').where('userId', '=', who.userId)
  expect((await card.executeTakeFirst())?.paymentMethod).toMatchObject({ brand: 'visa', last4: '4242' })
})

test('a coupon gives its credits on top', async () => {
  const who = await buyer(given)
  const { checkoutId } = await paid(given, who, { pack }, { bonusCredits: 50, couponCode: 'FIFTY-MORE' })
  await settleCheckout(given.services, checkoutId)
  const entries = await entriesOf(given.db, who.userId)
  expect(entries.map(({ type, amount, reason }) => [type, amount, reason])).toEqual([
    ['PURCHASE', 500, expect.stringMatching(/bought/)],
    ['COUPON', 50, 'Coupon FIFTY-MORE'],
  ])
})

test('a pack that a coupon makes free is a purchase like any other', async () => {
  const who = await buyer(given)
  const { checkoutId } = await paid(given, who, { pack }, { discount: 3500, couponCode: 'ALL-OFF' })
  await Promise.all([1, 2, 3].map(() => settleCheckout(given.services, checkoutId)))
  const { payments, sums } = await recordOf(given, who.userId)
  expect(payments).toMatchObject([{ reason: 'PACK', status: 'PAID', amount: 0, discount: 3500, creditsGranted: 500 }])
  expect(sums.ON_DEMAND.available).toBe(500)
})

test('a payment that failed first and was paid then gives its credits once', async () => {
  const who = await buyer(given)
  const { checkoutId, paymentId } = await paid(given, who, { pack })
  const payment = given.fake.payments.get(paymentId)
  Object.assign(payment ?? {}, { status: 'FAILED', failure: 'Your card was declined.' })
  await syncPayment(given.services, paymentId)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'OPEN' })
  expect(await recordOf(given, who.userId)).toMatchObject({ payments: [{ status: 'FAILED', creditsGranted: 0 }] })
  Object.assign(payment ?? {}, { status: 'PAID' })
  for (const _ of [1, 2]) await syncPayment(given.services, paymentId)
  const { payments, sums } = await recordOf(given, who.userId)
  expect(payments).toMatchObject([{ status: 'PAID', creditsGranted: 500 }])
  expect(sums.ON_DEMAND.available).toBe(500)
})

test('an automatic purchase that fails is over', async () => {
  const who = await buyer(given)
  const { checkoutId, paymentId } = await paid(given, who, { pack })
  await given.db.updateTable('checkouts').set({ source: 'AUTO_TOP_UP' }).where('id', '=', checkoutId).execute()
  Object.assign(given.fake.payments.get(paymentId) ?? {}, { status: 'FAILED' })
  await syncPayment(given.services, paymentId)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'FAILED' })
})

test('money that comes for a purchase given up here is money, and gives its credits', async () => {
  const who = await buyer(given)
  const { checkoutId, sessionId } = await open(given, who, { pack })
  await given.db.updateTable('checkouts').set({ status: 'EXPIRED' }).where('id', '=', checkoutId).execute()
  given.fake.pay(sessionId)
  await settleCheckout(given.services, checkoutId)
  expect((await recordOf(given, who.userId)).sums.ON_DEMAND.available).toBe(500)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'PAID' })
})

test('a page that nobody paid at closes the purchase', async () => {
  const who = await buyer(given)
  const { checkoutId, sessionId } = await open(given, who, { pack })
  await given.fake.provider.expireCheckout(sessionId)
  await settleCheckout(given.services, checkoutId)
  expect(await checkoutOf(checkoutId)).toEqual({ status: 'EXPIRED' })
})

test('a refund takes back what is left of its credits, once, and is mailed', async () => {
  const who = await buyer(given)
  const { checkoutId, paymentId } = await paid(given, who, { pack })
  await settleCheckout(given.services, checkoutId)
  await given.fake.provider.refund({ transactionId: 'one', paymentRef: paymentId, amount: 3500 })
  await Promise.all([1, 2, 3].map(() => syncPayment(given.services, paymentId)))
  const { payments, sums } = await recordOf(given, who.userId)
  expect(payments).toMatchObject([{ status: 'REFUNDED', creditsGranted: 500 }])
  expect(sums.ON_DEMAND.available).toBe(0)
  expect((await entriesOf(given.db, who.userId)).map(({ type }) => type)).toEqual(['PURCHASE', 'REFUND'])
  expect((await mailsTo(given, who.email)).slice(1)).toEqual([expect.stringMatching(/refunded: DY-/)])
})

describe('whose an invoice is', () => {
  const { db, fake, services } = given

  const paymentsOf = (userId: string) =>
    db
      .selectFrom('paymentTransactions')
      .select(['reason', 'amount', 'creditsGranted', 'quoteId', 'checkoutId', 'invoice', 'paidAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  async function subscriber() {
    const who = await buyer(given)
    const bought = await paid(given, who, { plan: starter })
    await syncSubscription(services, bought.subscriptionId)
    return { who, ...bought }
  }

  test('a change that somebody makes at the provider does not give the credits of the quote before again', async () => {
    const { who, subscriptionId } = await subscriber()
    const change = await quoted(given, who.userId, subscriptionId, growth, 3000)
    const { invoiceId = '' } = await fake.provider.changePlan(change)
    await syncSubscription(services, subscriptionId)
    const made = fake.invoices.get(invoiceId)
    if (!made) throw new Error('there is no invoice')
    const again = { ...made, id: `in_${newId()}`, paymentRef: `pi_${newId()}`, plan: scale, at: new Date() }
    fake.invoices.set(again.id, again)
    await syncSubscription(services, subscriptionId)
    expect(await paymentsOf(who.userId)).toMatchObject([
      { reason: 'FIRST', creditsGranted: 1000 },
      { reason: 'CHANGE', creditsGranted: 3000, quoteId: change.quoteId },
      { reason: 'CHANGE', creditsGranted: 0, quoteId: null },
    ])
  })

  test('the purchase and the quote of somebody else count for nothing', async () => {
    const [other, who] = [await subscriber(), await buyer(given)]
    const theirs = await open(given, other.who, { plan: growth }, { bonusCredits: 50 })
    const change = await quoted(given, other.who.userId, other.subscriptionId, scale, 15_000)
    const { subscriptionId, invoiceId } = await paid(given, who, { plan: starter })
    Object.assign(fake.subscriptions.get(subscriptionId) ?? {}, { checkoutId: theirs.checkoutId })
    const first = fake.invoices.get(invoiceId)
    if (!first) throw new Error('there is no invoice')
    const forged = { ...first, id: `in_${newId()}`, reason: 'CHANGE', quoteId: change.quoteId, at: new Date() } as const
    fake.invoices.set(forged.id, forged)
    await syncSubscription(services, subscriptionId)
    expect(await paymentsOf(who.userId)).toMatchObject([
      { reason: 'FIRST', creditsGranted: 1000, checkoutId: null },
      { reason: 'CHANGE', creditsGranted: 0, quoteId: null },
    ])
    expect(await sumsInAccount(db, who.userId)).toMatchObject({
      SUBSCRIPTION: { available: 1000 },
      ON_DEMAND: { available: 0 },
    })
  })

  test('an invoice names the card that was charged, none where nothing was paid, and the day of the payment', async () => {
    const { who, subscriptionId } = await subscriber()
    const pack = await paid(given, who, { pack: { credits: 500, price: 3500 } })
    const payment = fake.payments.get(pack.paymentId)
    Object.assign(payment ?? {}, { card: { brand: 'mastercard', last4: '0341', expMonth: 1, expYear: 2031 } })
    await syncPayment(services, pack.paymentId)
    const free = await paid(given, who, { pack: { credits: 500, price: 3500 } }, { discount: 3500 })
    await settleCheckout(services, free.checkoutId)
    const renewal = fake.renew(subscriptionId)
    const paidAt = new Date(renewal.at.getTime() + 5 * day)
    Object.assign(fake.invoices.get(renewal.id) ?? {}, { paidAt })
    await syncSubscription(services, subscriptionId)
    const payments = await paymentsOf(who.userId)
    expect(payments.map(({ reason }) => reason)).toEqual(['FIRST', 'PACK', 'PACK', 'RENEWAL'])
    expect(payments.map(({ invoice }) => (invoice as { card?: { last4: string } } | null)?.card?.last4)).toEqual([
      ...['4242', '0341', undefined, '4242'],
    ])
    expect(payments[3]).toMatchObject({ paidAt, invoice: { at: paidAt.toISOString() } })
  })

  test('a pack that is not free gives nothing where no payment is named', async () => {
    const who = await buyer(given)
    const pack = await open(given, who, { pack: { credits: 500, price: 3500 } }, { discount: 500 })
    Object.assign(fake.sessions.get(pack.sessionId) ?? {}, { status: 'PAID' })
    await settleCheckout(services, pack.checkoutId)
    expect(await paymentsOf(who.userId)).toEqual([])
  })
})
