import { auditLog } from '@dooryard/contract/admin/audit-log'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listTransactions } from '../history/transactions.ts'
import { completeCheckout } from './complete-checkout.ts'
import { diffOutcomes } from './notify-subscriber.ts'
import {
  createBillingTestContext,
  createBuyer,
  day,
  growth,
  insertTestQuote,
  listMailSubjects,
  listMails,
  openTestCheckout,
  payTestCheckout,
  scale,
  starter,
} from './sync.fixture.ts'
import { syncPayment } from './sync-payment.ts'
import { syncInvoice, syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const context = createBillingTestContext(portal)
const { fake, services, db } = context

const createSubscriber = async (plan = growth) => {
  const buyer = await createBuyer(context)
  const bought = await payTestCheckout(context, buyer, { plan })
  await completeCheckout(services, bought.checkoutId)
  return { ...buyer, ...bought }
}

/** The mails sent since. */
const listMailsAfter = async ({ email }: { email: string }, before: number) =>
  (await listMailSubjects(context, email)).slice(before)

/** As a webhook and the API call do: concurrently and repeatedly. */
const syncThreeTimes = (id: string) => Promise.all([1, 2, 3].map(() => syncSubscription(services, id)))

test('a cancellation is confirmed once, and so is undoing it', async () => {
  const buyer = await createSubscriber()
  for (const isCancelled of [true, false]) {
    await fake.provider.setCancelAtPeriodEnd(buyer.subscriptionId, isCancelled)
    await syncThreeTimes(buyer.subscriptionId)
  }
  expect(await listMailsAfter(buyer, 1)).toEqual([
    'Your Dooryard subscription is cancelled',
    'Your Dooryard subscription continues',
  ])
})

test('a scheduled downgrade is confirmed once, and so is undoing it', async () => {
  const buyer = await createSubscriber()
  const order = await insertTestQuote(context, buyer.userId, buyer.subscriptionId, starter, 0)
  await fake.provider.changePlan({ ...order, when: 'PERIOD_END' })
  await syncThreeTimes(buyer.subscriptionId)
  await fake.provider.changePlan({ ...order, quoteId: 'kept', to: growth, when: 'PERIOD_END' })
  await syncThreeTimes(buyer.subscriptionId)
  expect(await listMailsAfter(buyer, 1)).toEqual([
    'Your Dooryard plan changes to Starter',
    'You stay with Dooryard Growth',
  ])
})

test.each([
  ['the plan that waited has come', [growth, starter, false], [starter, null, false], undefined],
  ['a larger plan came at once instead', [growth, starter, false], [scale, null, false], undefined],
  ['another plan was chosen to wait', [scale, starter, false], [scale, growth, false], 'NEXT_PLAN'],
  ['it was cancelled while a plan waited', [growth, starter, false], [growth, starter, true], 'CANCELLED'],
  ['a plan was chosen of one that was cancelled', [growth, null, true], [growth, starter, true], undefined],
  ['and that undid the cancellation', [growth, starter, true], [growth, starter, false], 'NEXT_PLAN'],
] as const)('if %s, the mail says what comes next', (_, before, now, news) => {
  const plans = ([plan, next, cancelAtPeriodEnd]: typeof before | typeof now) => ({
    ...{ planId: plan.planId, nextPlanId: next?.planId ?? null, cancelAtPeriodEnd },
  })
  expect(diffOutcomes(plans(before), plans(now))).toBe(news)
})

test('a late payment still says when and why it was first declined', async () => {
  const buyer = await createSubscriber()
  fake.advance(31 * day)
  const { id } = fake.renew(buyer.subscriptionId, 'FAILED')
  await syncSubscription(services, buyer.subscriptionId)
  const latest = async () => (await listTransactions({ db }, buyer.userId, {}, { page: 1, limit: 1 })).items[0]
  const failed = await latest()
  expect(failed).toMatchObject({ status: 'FAILED', failure: 'Your card was declined.' })
  Object.assign(fake.invoices.get(id) ?? {}, { status: 'PAID', paymentRef: `pi_${id}` })
  Object.assign(fake.subscriptions.get(buyer.subscriptionId) ?? {}, { status: 'ACTIVE' })
  await syncInvoice(services, id)
  const paidLater = await latest()
  expect(paidLater).toMatchObject({
    status: 'PAID',
    declinedFirst: { at: failed?.createdAt, failure: 'Your card was declined.' },
  })
  expect(paidLater).not.toHaveProperty('failure')
})

/** The audit entries about a user's money, oldest first. */
const listAuditEntries = (userId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'after'])
    .where(sql<string>`after ->> 'user'`, '=', userId)
    .orderBy('id')
    .execute()

test('the audit log distinguishes purchases, automatic payments and provider changes', async () => {
  const buyer = await createSubscriber()
  const { subscriptionId } = buyer
  fake.advance(31 * day)
  fake.renew(subscriptionId)
  await syncThreeTimes(subscriptionId)
  fake.advance(31 * day)
  fake.renew(subscriptionId, 'FAILED')
  await syncThreeTimes(subscriptionId)
  const { checkoutId, paymentId } = await payTestCheckout(context, buyer, { pack: { credits: 500, price: 3500 } })
  await completeCheckout(services, checkoutId)
  await fake.provider.refund({ transactionId: 'any', paymentRef: paymentId, amount: 3500 })
  await Promise.all([1, 2, 3].map(() => syncPayment(services, paymentId)))
  fake.end(subscriptionId)
  await syncThreeTimes(subscriptionId)
  const entries = await listAuditEntries(buyer.userId)
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['subscription.started', buyer.userId],
    ['payment.paid', buyer.userId],
    ['payment.paid', null],
    ['subscription.renewed', null],
    ['payment.failed', null],
    ['payment.paid', buyer.userId],
    ['payment.refunded', null],
    ['subscription.ended', null],
  ])
  const facts = { amount: 3500, currency: 'USD', what: '500 credits', invoice: expect.stringMatching(/^DY-\d{6}$/) }
  expect(entries[5]?.after).toEqual({ user: buyer.userId, ...facts })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await admin.as.call(auditLog.list, { query: { actor: buyer.email } })
  expect(body.totalCount).toBe(8)
  expect(entries[4]?.after).toMatchObject({ failure: 'Your card was declined.' })
})

test('a second subscription made free by a coupon is ended without mentioning a refund', async () => {
  const buyer = await createBuyer(context)
  const free = await openTestCheckout(context, buyer, { plan: growth }, { discount: growth.price })
  const first = await payTestCheckout(context, buyer, { plan: growth })
  fake.pay(free.sessionId)
  await completeCheckout(services, first.checkoutId)
  await completeCheckout(services, free.checkoutId)
  const [mail] = (await listMails(context, buyer.email)).slice(1)
  expect(mail?.subject).toBe('Your second Dooryard subscription was ended')
  // Long lines are wrapped.
  const text = mail?.text.replaceAll('\n', ' ')
  expect(text).toContain('It had cost nothing, so nothing is paid back.')
  expect(text).not.toMatch(/refunded|paid back \$|Banks/)
})

test('a payment first reported as refunded is audited as paid before that', async () => {
  const buyer = await createBuyer(context)
  const { paymentId } = await payTestCheckout(context, buyer, { pack: { credits: 500, price: 3500 } })
  await fake.provider.refund({ transactionId: 'any', paymentRef: paymentId, amount: 3500 })
  await syncPayment(services, paymentId)
  expect((await listAuditEntries(buyer.userId)).map(({ action }) => action)).toEqual([
    'payment.paid',
    'payment.refunded',
  ])
})
