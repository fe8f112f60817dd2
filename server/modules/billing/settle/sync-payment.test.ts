import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { buyer, entriesOf, mailsTo, open, paid, recordOf, type Settling, settling } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncPayment } from './sync-payment.ts'

let portal: Portal
let given: Settling
beforeAll(async () => {
  portal = await testPortal()
  given = settling(portal)
})
afterAll(() => portal.close())

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
