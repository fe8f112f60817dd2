import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { testPortal } from '../../../test/portal.ts'
import { sumsInAccount } from '../../credits/ledger.fixture.ts'
import { buyer, day, growth, open, paid, quoted, scale, settling, starter } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncPayment } from './sync-payment.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
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
