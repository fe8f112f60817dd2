import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
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
  type Settling,
  scale,
  settling,
  starter,
} from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncInvoice, syncSubscription } from './sync-subscription.ts'

let portal: Portal
let given: Settling
beforeAll(async () => {
  portal = await testPortal()
  given = settling(portal)
})
afterAll(() => portal.close())

const subscriber = async (plan = growth) => {
  const who = await buyer(given)
  const bought = await paid(given, who, { plan })
  await settleCheckout(given.services, bought.checkoutId)
  return { ...who, ...bought }
}

test('a subscription that is paid gives its credits, an invoice and a receipt', async () => {
  const { userId, email, checkoutId } = await subscriber()
  const { subscriptions, payments, sums } = await recordOf(given, userId)
  expect(subscriptions).toMatchObject([{ planId: growth.planId, price: 14_900, status: 'ACTIVE', nextPlanId: null }])
  expect(payments).toMatchObject([{ reason: 'FIRST', status: 'PAID', amount: 14_900, creditsGranted: 4000 }])
  expect(sums.SUBSCRIPTION.available).toBe(4000)
  expect(await mailsTo(given, email)).toEqual([expect.stringMatching(/^Your Dooryard receipt DY-\d{6}$/)])
  const checkout = given.db.selectFrom('checkouts').select('status').where('id', '=', checkoutId)
  expect(await checkout.executeTakeFirst()).toEqual({ status: 'PAID' })
})

test('the ledger says which months a grant is for, and which payment it came with', async () => {
  const { userId } = await subscriber()
  const [entry] = await given.db.selectFrom('creditEntries').selectAll().where('userId', '=', userId).execute()
  expect(entry).toMatchObject({ type: 'GRANT', actor: userId })
  expect(entry?.reason).toMatch(/^Growth, [A-Z][a-z]+ \d+(, \d{4})? to [A-Z][a-z]+ \d+, \d{4}$/)
  const payment = given.db.selectFrom('paymentTransactions').select('id').where('userId', '=', userId)
  expect(entry?.transactionId).toBe((await payment.executeTakeFirstOrThrow()).id)
})

test('a renewal keeps one month of unused credits, and what is beyond lapses', async () => {
  const { userId, subscriptionId } = await subscriber()
  for (const _ of [1, 2]) {
    given.fake.advance(31 * day)
    given.fake.renew(subscriptionId)
  }
  await syncSubscription(given.services, subscriptionId)
  const entries = await entriesOf(given.db, userId)
  expect(entries.map(({ type, amount }) => [type, amount])).toEqual([
    ['GRANT', 4000],
    ['GRANT', 4000],
    ['EXPIRE', -4000],
    ['GRANT', 4000],
  ])
})

test('a renewal that fails is past due for seven days, with one mail however often it is told', async () => {
  const { userId, email, subscriptionId } = await subscriber()
  const invoice = given.fake.renew(subscriptionId, 'FAILED')
  await Promise.all([1, 2, 3].map(() => syncInvoice(given.services, invoice.id)))
  const row = given.db.selectFrom('subscriptions').select(['status', 'graceUntil']).where('userId', '=', userId)
  expect(await row.executeTakeFirst()).toEqual({
    status: 'PAST_DUE',
    graceUntil: new Date(invoice.at.getTime() + 7 * day),
  })
  expect((await recordOf(given, userId)).sums.SUBSCRIPTION.available).toBe(4000)
  expect((await mailsTo(given, email)).slice(1)).toEqual(['We could not renew your Dooryard subscription'])
})

test('once it is paid after all it is active, and the credits of the month come', async () => {
  const { userId, subscriptionId } = await subscriber()
  const invoice = given.fake.renew(subscriptionId, 'FAILED')
  await syncInvoice(given.services, invoice.id)
  Object.assign(invoice, { status: 'PAID', paymentRef: `pi_${invoice.id}` })
  Object.assign(given.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  await syncInvoice(given.services, invoice.id)
  const { subscriptions, payments, sums } = await recordOf(given, userId)
  expect(subscriptions).toMatchObject([{ status: 'ACTIVE' }])
  expect(payments.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
  expect(sums.SUBSCRIPTION.available).toBe(8000)
})

test('an upgrade counts once its invoice is paid, with the credits that were quoted', async () => {
  const { userId, subscriptionId } = await subscriber()
  const change = await quoted(given, userId, subscriptionId, scale, 12_000)
  const { invoiceId = '' } = await given.fake.provider.changePlan(change)
  await syncInvoice(given.services, invoiceId)
  const { subscriptions, payments, sums } = await recordOf(given, userId)
  expect(subscriptions).toMatchObject([{ planId: scale.planId, price: 49_900, nextPlanId: null }])
  expect(payments[1]).toMatchObject({ reason: 'CHANGE', amount: 35_000, creditsGranted: 12_000 })
  expect(sums.SUBSCRIPTION.available).toBe(16_000)
})

test('a downgrade waits for the next month, and begins when that is paid', async () => {
  const { userId, subscriptionId } = await subscriber()
  const change = { subscriptionId, to: starter, proratedAt: new Date(), discount: 0, amountDue: 0 } as const
  await given.fake.provider.changePlan({ ...change, quoteId: 'quote', when: 'PERIOD_END', cancelAtPeriodEnd: false })
  await syncSubscription(given.services, subscriptionId)
  expect((await recordOf(given, userId)).subscriptions).toMatchObject([
    { planId: growth.planId, nextPlanId: starter.planId },
  ])
  given.fake.advance(31 * day)
  given.fake.renew(subscriptionId)
  await syncSubscription(given.services, subscriptionId)
  const { subscriptions, sums } = await recordOf(given, userId)
  expect(subscriptions).toMatchObject([{ planId: starter.planId, price: 4900, nextPlanId: null }])
  // What is left of the larger month stays, as far as that month's worth goes.
  expect(sums.SUBSCRIPTION.available).toBe(4000 + 1000)
})

test.each([
  { reason: 'CANCELLED', says: 'as it was cancelled' },
  { reason: 'PAYMENT_FAILED', says: 'not paid' },
] as const)('credits of a subscription lapse with it: $reason', async ({ reason }) => {
  const { userId, email, subscriptionId } = await subscriber()
  given.fake.end(subscriptionId, reason)
  await Promise.all([1, 2, 3].map(() => syncSubscription(given.services, subscriptionId)))
  const { subscriptions, sums } = await recordOf(given, userId)
  expect(subscriptions).toMatchObject([{ status: 'INACTIVE', endReason: reason }])
  expect(sums.SUBSCRIPTION.available).toBe(0)
  const last = (await entriesOf(given.db, userId)).at(-1)
  expect(last).toMatchObject({ type: 'EXPIRE', amount: -4000, reason: expect.stringMatching(/^Growth ended on /) })
  expect((await mailsTo(given, email)).slice(1)).toEqual(['Your Dooryard subscription has ended'])
})

test('what has ended stays so, whatever the provider says later', async () => {
  const { userId, subscriptionId } = await subscriber()
  given.fake.end(subscriptionId)
  await syncSubscription(given.services, subscriptionId)
  Object.assign(given.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  await syncSubscription(given.services, subscriptionId)
  expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ status: 'INACTIVE' }])
})

test('a second subscription is ended and paid back at once, and its buyer is told why', async () => {
  const who = await buyer(given)
  const [first, second] = [await paid(given, who, { plan: growth }), await paid(given, who, { plan: scale })]
  await settleCheckout(given.services, first.checkoutId)
  await settleCheckout(given.services, second.checkoutId)
  const { subscriptions, payments, sums } = await recordOf(given, who.userId)
  expect(subscriptions.map(({ status, isDuplicate }) => [status, isDuplicate])).toEqual([
    ['ACTIVE', false],
    ['INACTIVE', true],
  ])
  expect(payments.map(({ status, creditsGranted }) => [status, creditsGranted])).toEqual([
    ['PAID', 4000],
    ['REFUNDED', 0],
  ])
  expect(sums.SUBSCRIPTION.available).toBe(4000)
  expect(given.fake.subscriptions.get(second.subscriptionId)?.status).toBe('INACTIVE')
  expect(given.fake.invoices.get(second.invoiceId)?.status).toBe('REFUNDED')
  expect((await mailsTo(given, who.email)).at(-1)).toBe('Your second Dooryard subscription was refunded')
})

test('two subscriptions told of at once: one lives, the other is paid back', async () => {
  const who = await buyer(given)
  const both = [await paid(given, who, { plan: growth }), await paid(given, who, { plan: growth })]
  await Promise.all([...both, ...both].map(({ checkoutId }) => settleCheckout(given.services, checkoutId)))
  const { subscriptions, payments, sums } = await recordOf(given, who.userId)
  expect(subscriptions.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'INACTIVE'])
  expect(payments.map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED'])
  expect(sums.SUBSCRIPTION.available).toBe(4000)
})

test('a payer who dies between the record of a second subscription and its refund leaves it to the next', async () => {
  const who = await buyer(given)
  const first = await paid(given, who, { plan: growth })
  given.fake.advance(1000)
  const second = await paid(given, who, { plan: growth })
  await settleCheckout(given.services, first.checkoutId)
  const { provider } = given.fake
  const dying = { ...given.services, provider: { ...provider, refund: () => Promise.reject(new Error('died')) } }
  await expect(settleCheckout(dying, second.checkoutId)).rejects.toThrow('died')
  expect((await recordOf(given, who.userId)).payments[1]).toMatchObject({ status: 'PAID', creditsGranted: 0 })
  await syncInvoice(given.services, second.invoiceId)
  expect((await recordOf(given, who.userId)).payments[1]).toMatchObject({ status: 'REFUNDED', creditsGranted: 0 })
})

test('a new subscription is no second one where the first has ended, though nobody told', async () => {
  const { userId, subscriptionId, ...who } = await subscriber()
  given.fake.end(subscriptionId)
  const next = await paid(given, { userId, ...who }, { plan: starter })
  await settleCheckout(given.services, next.checkoutId)
  const { subscriptions, sums } = await recordOf(given, userId)
  expect(subscriptions.map(({ status }) => status)).toEqual(['INACTIVE', 'ACTIVE'])
  expect(sums.SUBSCRIPTION.available).toBe(1000)
})

test('nothing is mailed to an account that is closed, and its money is recorded all the same', async () => {
  const { userId, email, subscriptionId } = await subscriber()
  await given.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', userId).execute()
  given.fake.end(subscriptionId)
  await syncSubscription(given.services, subscriptionId)
  expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ status: 'INACTIVE' }])
  expect(await mailsTo(given, email)).toHaveLength(1)
})

test('a subscription that nobody has paid for yet is none', async () => {
  const who = await buyer(given)
  const { sessionId, checkoutId } = await open(given, who, { plan: growth })
  await settleCheckout(given.services, checkoutId)
  expect((await given.fake.provider.checkout(sessionId)).status).toBe('OPEN')
  expect(await recordOf(given, who.userId)).toMatchObject({ subscriptions: [], payments: [] })
})

test('a subscription that is paid for after its account was closed is ended and paid back', async () => {
  const who = await buyer(given)
  const { checkoutId, subscriptionId, invoiceId } = await paid(given, who, { plan: growth })
  await given.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', who.userId).execute()
  await settleCheckout(given.services, checkoutId)
  const { subscriptions, payments, sums } = await recordOf(given, who.userId)
  expect(subscriptions).toMatchObject([{ status: 'INACTIVE' }])
  expect(payments).toMatchObject([{ status: 'REFUNDED', creditsGranted: 0 }])
  expect(sums.SUBSCRIPTION.available).toBe(0)
  expect(given.fake.subscriptions.get(subscriptionId)?.status).toBe('INACTIVE')
  expect(given.fake.invoices.get(invoiceId)?.status).toBe('REFUNDED')
  expect(await mailsTo(given, who.email)).toEqual([])
})
