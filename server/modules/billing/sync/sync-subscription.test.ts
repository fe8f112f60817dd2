import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { completeCheckout } from './complete-checkout.ts'
import {
  type BillingTestContext,
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
import { syncInvoice, syncSubscription } from './sync-subscription.ts'

let portal: Portal
let context: BillingTestContext
beforeAll(async () => {
  portal = await testPortal()
  context = createBillingTestContext(portal)
})
afterAll(() => portal.close())

const createSubscriber = async (plan = growth) => {
  const buyer = await createBuyer(context)
  const bought = await payTestCheckout(context, buyer, { plan })
  await completeCheckout(context.services, bought.checkoutId)
  return { ...buyer, ...bought }
}

test('a paid subscription gives its credits, an invoice and a receipt', async () => {
  const { userId, email, checkoutId } = await createSubscriber()
  const { subscriptions, payments, sums } = await getBillingRecord(context, userId)
  expect(subscriptions).toMatchObject([{ planId: growth.planId, price: 14_900, status: 'ACTIVE', nextPlanId: null }])
  expect(payments).toMatchObject([{ reason: 'FIRST', status: 'PAID', amount: 14_900, creditsGranted: 4000 }])
  expect(sums.SUBSCRIPTION.available).toBe(4000)
  expect(await listMailSubjects(context, email)).toEqual([expect.stringMatching(/^Your Dooryard receipt DY-\d{6}$/)])
  const checkout = context.db.selectFrom('checkouts').select('status').where('id', '=', checkoutId)
  expect(await checkout.executeTakeFirst()).toEqual({ status: 'PAID' })
})

test('the ledger says which months a grant is for, and which payment paid it', async () => {
  const { userId } = await createSubscriber()
  const [entry] = await context.db.selectFrom('creditEntries').selectAll().where('userId', '=', userId).execute()
  expect(entry).toMatchObject({ type: 'GRANT', actor: userId })
  expect(entry?.reason).toMatch(/^Growth, [A-Z][a-z]+ \d+(, \d{4})? to [A-Z][a-z]+ \d+, \d{4}$/)
  const payment = context.db.selectFrom('paymentTransactions').select('id').where('userId', '=', userId)
  expect(entry?.transactionId).toBe((await payment.executeTakeFirstOrThrow()).id)
})

test('a renewal keeps one month of unused credits, and the rest expires', async () => {
  const { userId, subscriptionId } = await createSubscriber()
  for (const _ of [1, 2]) {
    context.fake.advance(31 * day)
    context.fake.renew(subscriptionId)
  }
  await syncSubscription(context.services, subscriptionId)
  const entries = await listLedgerEntries(context.db, userId)
  expect(entries.map(({ type, amount }) => [type, amount])).toEqual([
    ['GRANT', 4000],
    ['GRANT', 4000],
    ['EXPIRE', -4000],
    ['GRANT', 4000],
  ])
})

test('a failed renewal is past due for seven days, with one mail however often it is reported', async () => {
  const { userId, email, subscriptionId } = await createSubscriber()
  const invoice = context.fake.renew(subscriptionId, 'FAILED')
  await Promise.all([1, 2, 3].map(() => syncInvoice(context.services, invoice.id)))
  const row = context.db.selectFrom('subscriptions').select(['status', 'graceUntil']).where('userId', '=', userId)
  expect(await row.executeTakeFirst()).toEqual({
    status: 'PAST_DUE',
    graceUntil: new Date(invoice.at.getTime() + 7 * day),
  })
  expect((await getBillingRecord(context, userId)).sums.SUBSCRIPTION.available).toBe(4000)
  expect((await listMailSubjects(context, email)).slice(1)).toEqual(['We could not renew your Dooryard subscription'])
})

test('once paid after all, it is active and gets the credits of the month', async () => {
  const { userId, subscriptionId } = await createSubscriber()
  const invoice = context.fake.renew(subscriptionId, 'FAILED')
  await syncInvoice(context.services, invoice.id)
  Object.assign(invoice, { status: 'PAID', paymentRef: `pi_${invoice.id}` })
  Object.assign(context.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  await syncInvoice(context.services, invoice.id)
  const { subscriptions, payments, sums } = await getBillingRecord(context, userId)
  expect(subscriptions).toMatchObject([{ status: 'ACTIVE' }])
  expect(payments.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
  expect(sums.SUBSCRIPTION.available).toBe(8000)
})

test('an upgrade takes effect once its invoice is paid, with the quoted credits', async () => {
  const { userId, subscriptionId } = await createSubscriber()
  const change = await insertTestQuote(context, userId, subscriptionId, scale, 12_000)
  const { invoiceId = '' } = await context.fake.provider.changePlan(change)
  await syncInvoice(context.services, invoiceId)
  const { subscriptions, payments, sums } = await getBillingRecord(context, userId)
  expect(subscriptions).toMatchObject([{ planId: scale.planId, price: 49_900, nextPlanId: null }])
  expect(payments[1]).toMatchObject({ reason: 'CHANGE', amount: 35_000, creditsGranted: 12_000 })
  expect(sums.SUBSCRIPTION.available).toBe(16_000)
})

test('a downgrade takes effect in the next month, once that is paid', async () => {
  const { userId, subscriptionId } = await createSubscriber()
  const change = { subscriptionId, to: starter, proratedAt: new Date(), discount: 0, amountDue: 0 } as const
  await context.fake.provider.changePlan({ ...change, quoteId: 'quote', when: 'PERIOD_END', cancelAtPeriodEnd: false })
  await syncSubscription(context.services, subscriptionId)
  expect((await getBillingRecord(context, userId)).subscriptions).toMatchObject([
    { planId: growth.planId, nextPlanId: starter.planId },
  ])
  context.fake.advance(31 * day)
  context.fake.renew(subscriptionId)
  await syncSubscription(context.services, subscriptionId)
  const { subscriptions, sums } = await getBillingRecord(context, userId)
  expect(subscriptions).toMatchObject([{ planId: starter.planId, price: 4900, nextPlanId: null }])
  // The rest of the larger month stays, up to that month's credits.
  expect(sums.SUBSCRIPTION.available).toBe(4000 + 1000)
})

test.each([
  { reason: 'CANCELLED', says: 'as it was cancelled' },
  { reason: 'PAYMENT_FAILED', says: 'not paid' },
] as const)('credits expire with their subscription: $reason', async ({ reason }) => {
  const { userId, email, subscriptionId } = await createSubscriber()
  context.fake.end(subscriptionId, reason)
  await Promise.all([1, 2, 3].map(() => syncSubscription(context.services, subscriptionId)))
  const { subscriptions, sums } = await getBillingRecord(context, userId)
  expect(subscriptions).toMatchObject([{ status: 'INACTIVE', endReason: reason }])
  expect(sums.SUBSCRIPTION.available).toBe(0)
  const last = (await listLedgerEntries(context.db, userId)).at(-1)
  expect(last).toMatchObject({ type: 'EXPIRE', amount: -4000, reason: expect.stringMatching(/^Growth ended on /) })
  expect((await listMailSubjects(context, email)).slice(1)).toEqual(['Your Dooryard subscription has ended'])
})

test('an ended subscription stays ended, whatever the provider reports later', async () => {
  const { userId, subscriptionId } = await createSubscriber()
  context.fake.end(subscriptionId)
  await syncSubscription(context.services, subscriptionId)
  Object.assign(context.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  await syncSubscription(context.services, subscriptionId)
  expect((await getBillingRecord(context, userId)).subscriptions).toMatchObject([{ status: 'INACTIVE' }])
})

test('a second subscription is ended and refunded at once, and its buyer is told why', async () => {
  const buyer = await createBuyer(context)
  const [first, second] = [
    await payTestCheckout(context, buyer, { plan: growth }),
    await payTestCheckout(context, buyer, { plan: scale }),
  ]
  await completeCheckout(context.services, first.checkoutId)
  await completeCheckout(context.services, second.checkoutId)
  const { subscriptions, payments, sums } = await getBillingRecord(context, buyer.userId)
  expect(subscriptions.map(({ status, isDuplicate }) => [status, isDuplicate])).toEqual([
    ['ACTIVE', false],
    ['INACTIVE', true],
  ])
  expect(payments.map(({ status, creditsGranted }) => [status, creditsGranted])).toEqual([
    ['PAID', 4000],
    ['REFUNDED', 0],
  ])
  expect(sums.SUBSCRIPTION.available).toBe(4000)
  expect(context.fake.subscriptions.get(second.subscriptionId)?.status).toBe('INACTIVE')
  expect(context.fake.invoices.get(second.invoiceId)?.status).toBe('REFUNDED')
  expect((await listMailSubjects(context, buyer.email)).at(-1)).toBe('Your second Dooryard subscription was refunded')
})

test('of two subscriptions reported at once, one lives and the other is refunded', async () => {
  const buyer = await createBuyer(context)
  const both = [
    await payTestCheckout(context, buyer, { plan: growth }),
    await payTestCheckout(context, buyer, { plan: growth }),
  ]
  await Promise.all([...both, ...both].map(({ checkoutId }) => completeCheckout(context.services, checkoutId)))
  const { subscriptions, payments, sums } = await getBillingRecord(context, buyer.userId)
  expect(subscriptions.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'INACTIVE'])
  expect(payments.map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED'])
  expect(sums.SUBSCRIPTION.available).toBe(4000)
})

test('a process that dies between recording and refunding a second subscription leaves the refund to the next', async () => {
  const buyer = await createBuyer(context)
  const first = await payTestCheckout(context, buyer, { plan: growth })
  context.fake.advance(1000)
  const second = await payTestCheckout(context, buyer, { plan: growth })
  await completeCheckout(context.services, first.checkoutId)
  const { provider } = context.fake
  const dying = { ...context.services, provider: { ...provider, refund: () => Promise.reject(new Error('died')) } }
  await expect(completeCheckout(dying, second.checkoutId)).rejects.toThrow('died')
  expect((await getBillingRecord(context, buyer.userId)).payments[1]).toMatchObject({
    status: 'PAID',
    creditsGranted: 0,
  })
  await syncInvoice(context.services, second.invoiceId)
  expect((await getBillingRecord(context, buyer.userId)).payments[1]).toMatchObject({
    status: 'REFUNDED',
    creditsGranted: 0,
  })
})

test('a new subscription is no duplicate if the first has ended, even without an event', async () => {
  const { userId, subscriptionId, ...buyer } = await createSubscriber()
  context.fake.end(subscriptionId)
  const next = await payTestCheckout(context, { userId, ...buyer }, { plan: starter })
  await completeCheckout(context.services, next.checkoutId)
  const { subscriptions, sums } = await getBillingRecord(context, userId)
  expect(subscriptions.map(({ status }) => status)).toEqual(['INACTIVE', 'ACTIVE'])
  expect(sums.SUBSCRIPTION.available).toBe(1000)
})

test('a closed account gets no mail, and its money is still recorded', async () => {
  const { userId, email, subscriptionId } = await createSubscriber()
  await context.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', userId).execute()
  context.fake.end(subscriptionId)
  await syncSubscription(context.services, subscriptionId)
  expect((await getBillingRecord(context, userId)).subscriptions).toMatchObject([{ status: 'INACTIVE' }])
  expect(await listMailSubjects(context, email)).toHaveLength(1)
})

test('an unpaid subscription is not recorded', async () => {
  const buyer = await createBuyer(context)
  const { sessionId, checkoutId } = await openTestCheckout(context, buyer, { plan: growth })
  await completeCheckout(context.services, checkoutId)
  expect((await context.fake.provider.checkout(sessionId)).status).toBe('OPEN')
  expect(await getBillingRecord(context, buyer.userId)).toMatchObject({ subscriptions: [], payments: [] })
})

test('a subscription paid after its account was closed is ended and refunded', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, subscriptionId, invoiceId } = await payTestCheckout(context, buyer, { plan: growth })
  await context.db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', buyer.userId).execute()
  await completeCheckout(context.services, checkoutId)
  const { subscriptions, payments, sums } = await getBillingRecord(context, buyer.userId)
  expect(subscriptions).toMatchObject([{ status: 'INACTIVE' }])
  expect(payments).toMatchObject([{ status: 'REFUNDED', creditsGranted: 0 }])
  expect(sums.SUBSCRIPTION.available).toBe(0)
  expect(context.fake.subscriptions.get(subscriptionId)?.status).toBe('INACTIVE')
  expect(context.fake.invoices.get(invoiceId)?.status).toBe('REFUNDED')
  expect(await listMailSubjects(context, buyer.email)).toEqual([])
})
