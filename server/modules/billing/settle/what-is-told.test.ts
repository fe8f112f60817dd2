import { auditLog } from '@dooryard/contract/audit-log'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listTransactions } from '../history/transactions.ts'
import { newsOf } from './notify-subscriber.ts'
import { buyer, day, growth, letters, mailsTo, open, paid, quoted, scale, settling, starter } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncPayment } from './sync-payment.ts'
import { syncInvoice, syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const { fake, services, db } = given

const subscriber = async (plan = growth) => {
  const who = await buyer(given)
  const bought = await paid(given, who, { plan })
  await settleCheckout(services, bought.checkoutId)
  return { ...who, ...bought }
}

/** The mails after those that came before. */
const mailsAfter = async ({ email }: { email: string }, before: number) => (await mailsTo(given, email)).slice(before)

/** As a webhook and the call itself do, at once and again. */
const told = (id: string) => Promise.all([1, 2, 3].map(() => syncSubscription(services, id)))

test('a cancellation is confirmed once, and so is that it was undone', async () => {
  const who = await subscriber()
  for (const isCancelled of [true, false]) {
    await fake.provider.setCancelAtPeriodEnd(who.subscriptionId, isCancelled)
    await told(who.subscriptionId)
  }
  expect(await mailsAfter(who, 1)).toEqual([
    'Your Dooryard subscription is cancelled',
    'Your Dooryard subscription goes on',
  ])
})

test('a smaller plan for the next period is confirmed once, and so is that it was taken back', async () => {
  const who = await subscriber()
  const order = await quoted(given, who.userId, who.subscriptionId, starter, 0)
  await fake.provider.changePlan({ ...order, when: 'PERIOD_END' })
  await told(who.subscriptionId)
  await fake.provider.changePlan({ ...order, quoteId: 'kept', to: growth, when: 'PERIOD_END' })
  await told(who.subscriptionId)
  expect(await mailsAfter(who, 1)).toEqual(['Your Dooryard plan changes to Starter', 'You stay with Dooryard Growth'])
})

test.each([
  ['the plan that waited has come', [growth, starter, false], [starter, null, false], undefined],
  ['a larger plan came at once instead', [growth, starter, false], [scale, null, false], undefined],
  ['another plan was chosen to wait', [scale, starter, false], [scale, growth, false], 'NEXT_PLAN'],
  ['it was cancelled while a plan waited', [growth, starter, false], [growth, starter, true], 'CANCELLED'],
  ['a plan was chosen of one that was cancelled', [growth, null, true], [growth, starter, true], undefined],
  ['and that undid the cancellation', [growth, starter, true], [growth, starter, false], 'NEXT_PLAN'],
] as const)('where %s, it is told as what comes next', (_, before, now, news) => {
  const plans = ([plan, next, cancelAtPeriodEnd]: typeof before | typeof now) => ({
    ...{ planId: plan.planId, nextPlanId: next?.planId ?? null, cancelAtPeriodEnd },
  })
  expect(newsOf(plans(before), plans(now))).toBe(news)
})

test('a payment that is made after all still says when it was declined first, and why', async () => {
  const who = await subscriber()
  fake.advance(31 * day)
  const { id } = fake.renew(who.subscriptionId, 'FAILED')
  await syncSubscription(services, who.subscriptionId)
  const latest = async () => (await listTransactions({ db }, who.userId, {}, { page: 1, limit: 1 })).items[0]
  const failed = await latest()
  expect(failed).toMatchObject({ status: 'FAILED', failure: 'Your card was declined.' })
  Object.assign(fake.invoices.get(id) ?? {}, { status: 'PAID', paymentRef: `pi_${id}` })
  Object.assign(fake.subscriptions.get(who.subscriptionId) ?? {}, { status: 'ACTIVE' })
  await syncInvoice(services, id)
  const paidLater = await latest()
  expect(paidLater).toMatchObject({
    status: 'PAID',
    declinedFirst: { at: failed?.createdAt, failure: 'Your card was declined.' },
  })
  expect(paidLater).not.toHaveProperty('failure')
})

/** What the audit log says of somebody's money, the oldest first. */
const auditOf = (userId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'after'])
    .where(sql<string>`after ->> 'user'`, '=', userId)
    .orderBy('id')
    .execute()

test('the audit log tells what somebody bought, what came by itself, and what the provider told', async () => {
  const who = await subscriber()
  const { subscriptionId } = who
  fake.advance(31 * day)
  fake.renew(subscriptionId)
  await told(subscriptionId)
  fake.advance(31 * day)
  fake.renew(subscriptionId, 'FAILED')
  await told(subscriptionId)
  const { checkoutId, paymentId } = await paid(given, who, { pack: { credits: 500, price: 3500 } })
  await settleCheckout(services, checkoutId)
  await fake.provider.refund({ transactionId: 'any', paymentRef: paymentId, amount: 3500 })
  await Promise.all([1, 2, 3].map(() => syncPayment(services, paymentId)))
  fake.end(subscriptionId)
  await told(subscriptionId)
  const entries = await auditOf(who.userId)
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['subscription.started', who.userId],
    ['payment.paid', who.userId],
    ['payment.paid', null],
    ['subscription.renewed', null],
    ['payment.failed', null],
    ['payment.paid', who.userId],
    ['payment.refunded', null],
    ['subscription.ended', null],
  ])
  const facts = { amount: 3500, currency: 'USD', what: '500 credits', invoice: expect.stringMatching(/^DY-\d{6}$/) }
  expect(entries[5]?.after).toEqual({ user: who.userId, ...facts })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await admin.as.call(auditLog.list, { query: { actor: who.email } })
  expect(body.totalCount).toBe(8)
  expect(entries[4]?.after).toMatchObject({ failure: 'Your card was declined.' })
})

test('a second subscription that a coupon made free is ended without a word of money that goes back', async () => {
  const who = await buyer(given)
  const free = await open(given, who, { plan: growth }, { discount: growth.price })
  const first = await paid(given, who, { plan: growth })
  fake.pay(free.sessionId)
  await settleCheckout(services, first.checkoutId)
  await settleCheckout(services, free.checkoutId)
  const [mail] = (await letters(given, who.email)).slice(1)
  expect(mail?.subject).toBe('Your second Dooryard subscription was ended')
  // Long lines are broken.
  const text = mail?.text.replaceAll('\n', ' ')
  expect(text).toContain('It had cost nothing, so nothing is paid back.')
  expect(text).not.toMatch(/refunded|paid back \$|Banks/)
})

test('a payment that is first heard of as refunded is audited as paid before that', async () => {
  const who = await buyer(given)
  const { paymentId } = await paid(given, who, { pack: { credits: 500, price: 3500 } })
  await fake.provider.refund({ transactionId: 'any', paymentRef: paymentId, amount: 3500 })
  await syncPayment(services, paymentId)
  expect((await auditOf(who.userId)).map(({ action }) => action)).toEqual(['payment.paid', 'payment.refunded'])
})
