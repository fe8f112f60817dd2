import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { partRefundedMail } from '../../../platform/mail/templates/administrators.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { holdCredits, settleHold } from '../../credits/index.ts'
import type { MoneyBack } from '../provider.ts'
import { type Buyer, buyer, day, entriesOf, growth, mailsTo, paid, recordOf, settling } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncPayment } from './sync-payment.ts'
import { syncInvoice, syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const pack = { credits: 500, price: 3500 }

async function packBuyer() {
  const who = await buyer(given)
  const { checkoutId, paymentId } = await paid(given, who, { pack })
  await settleCheckout(given.services, checkoutId)
  return { ...who, paymentId }
}

/** What has become of a payment at the provider, which tells it more than once. */
async function becomes(paymentId: string, change: MoneyBack & { status?: 'PAID' | 'REFUNDED' }) {
  Object.assign(given.fake.payments.get(paymentId) ?? {}, change)
  await Promise.all([1, 2, 3].map(() => syncPayment(given.services, paymentId)))
}
const takenByDispute = { status: 'REFUNDED', wentBack: 3500, dispute: 'TAKEN' } as const

const onDemandOf = async ({ userId }: Buyer) => (await recordOf(given, userId)).sums.ON_DEMAND
const toldAdmin = async (before: number) => (await mailsTo(given, admin.email)).slice(before)
const toldSoFar = async () => (await mailsTo(given, admin.email)).length

const inLedger = (work: Parameters<ReturnType<typeof given.db.transaction>['execute']>[0]) =>
  given.db.transaction().execute(work)
const hold = (userId: string, amount: number) => {
  const orderId = newId()
  return inLedger((db) => holdCredits(db, { userId, orderId, amount })).then(() => orderId)
}
const settle = (orderId: string, capture: number) =>
  inLedger((db) => settleHold(db, { orderId, capture, actor: 'system', reason: 'Settled in a test', at: new Date() }))

test('what a dispute takes is taken back as with a refund, once, and everybody is told why', async () => {
  const who = await packBuyer()
  await becomes(who.paymentId, takenByDispute)
  expect(await recordOf(given, who.userId)).toMatchObject({ payments: [{ status: 'REFUNDED' }] })
  expect(await onDemandOf(who)).toEqual({ available: 0, held: 0 })
  expect((await entriesOf(given.db, who.userId)).at(-1)).toMatchObject({
    ...{ type: 'REFUND', amount: -500, actor: 'system' },
    reason: expect.stringMatching(/^The payment was disputed, invoice DY-\d{6}$/),
  })
  expect((await mailsTo(given, who.email)).slice(1)).toEqual([expect.stringMatching(/was disputed: DY-/)])
  const reasons = given.db.selectFrom('auditLog').select('reason').where('action', '=', 'payment.refunded')
  const row = given.db.selectFrom('paymentTransactions').select(['id', 'refundReason']).where('userId', '=', who.userId)
  const { id, refundReason } = await row.executeTakeFirstOrThrow()
  expect(refundReason).toBe('The payment was disputed')
  expect(await reasons.where('objectId', '=', id).execute()).toEqual([{ reason: 'The payment was disputed' }])
})

test('a refund that somebody had asked for is no longer theirs where a dispute took the money', async () => {
  const who = await packBuyer()
  const asked = { refundReason: 'Bought twice', refundRequestedBy: (await buyer(given)).userId }
  const own = given.db.updateTable('paymentTransactions').where('userId', '=', who.userId)
  await own.set({ ...asked, refundRequestedAt: new Date() }).execute()
  await becomes(who.paymentId, takenByDispute)
  expect((await entriesOf(given.db, who.userId)).at(-1)).toMatchObject({ actor: 'system' })
})

test.each(['refunded', 'disputed'])(
  'credits that are spent, or held by an order, when their payment is %s',
  async (how) => {
    const who = await packBuyer()
    await settle(await hold(who.userId, 200), 200)
    const order = await hold(who.userId, 250)
    await becomes(who.paymentId, how === 'disputed' ? takenByDispute : { status: 'REFUNDED' })
    expect(await onDemandOf(who)).toEqual({ available: 0, held: 250 })
    // What the order does not use comes back, and goes at once.
    await settle(order, 100)
    expect(await onDemandOf(who)).toEqual({ available: 0, held: 0 })
    const balances = (await entriesOf(given.db, who.userId)).map(({ balanceAfter }) => balanceAfter)
    expect(Math.min(...balances)).toBe(0)
  },
)

test('of a part that went back administrators are told once, and once of each that follows, and the credits stay', async () => {
  const [who, before] = [await packBuyer(), await toldSoFar()]
  await becomes(who.paymentId, { wentBack: 1000 })
  const subject = expect.stringMatching(/^Part of a payment to your Dooryard portal went back: DY-/)
  expect(await toldAdmin(before)).toEqual([subject])
  await becomes(who.paymentId, { wentBack: 1500 })
  expect(await toldAdmin(before)).toEqual([subject, subject])
  expect(await onDemandOf(who)).toMatchObject({ available: 500 })
  expect(await recordOf(given, who.userId)).toMatchObject({ payments: [{ status: 'PAID' }] })
  await becomes(who.paymentId, { status: 'REFUNDED', wentBack: 3500 })
  expect(await toldAdmin(before)).toHaveLength(2)
  expect(await onDemandOf(who)).toMatchObject({ available: 0 })
})

test('a dispute that is won afterwards gives no credits back by itself: administrators are told, once', async () => {
  const [who, before] = [await packBuyer(), await toldSoFar()]
  const won = { status: 'PAID', wentBack: undefined, dispute: 'WON' } as const
  await becomes(who.paymentId, takenByDispute)
  expect(await toldAdmin(before)).toEqual([])
  await becomes(who.paymentId, won)
  expect(await toldAdmin(before)).toEqual([expect.stringMatching(/^A dispute was won: DY-/)])
  expect(await onDemandOf(who)).toMatchObject({ available: 0 })
  const [other, told] = [await packBuyer(), await toldSoFar()]
  await becomes(other.paymentId, won)
  expect(await toldAdmin(told)).toEqual([])
  expect(await onDemandOf(other)).toMatchObject({ available: 500 })
})

test('a month that is disputed loses its credits, and a part of another is told of', async () => {
  const [who, before] = [await buyer(given), await toldSoFar()]
  const { checkoutId, subscriptionId, invoiceId } = await paid(given, who, { plan: growth })
  await settleCheckout(given.services, checkoutId)
  given.fake.advance(31 * day)
  const renewal = given.fake.renew(subscriptionId)
  Object.assign(given.fake.invoices.get(invoiceId) ?? {}, { wentBack: 100 })
  Object.assign(renewal, { ...takenByDispute, wentBack: growth.price })
  await Promise.all([1, 2].map(() => syncInvoice(given.services, renewal.id)))
  const { payments, subscriptions } = await recordOf(given, who.userId)
  expect(payments.map(({ reason, status }) => [reason, status])).toEqual([
    ['FIRST', 'PAID'],
    ['RENEWAL', 'REFUNDED'],
  ])
  expect(subscriptions).toMatchObject([{ status: 'ACTIVE' }])
  expect((await entriesOf(given.db, who.userId)).at(-1)?.reason).toMatch(/^The payment was disputed/)
  expect(await toldAdmin(before)).toEqual([expect.stringContaining('Part of a payment')])
})

test('the mail of a part says what went back, of whose payment, and where credits are adjusted', () => {
  const paidBy = { description: '500 credits', invoiceNumber: 'DY-000001', amount: 3500, currency: 'USD' }
  const textOf = (payer: string | undefined, dispute: MoneyBack['dispute']) =>
    partRefundedMail(
      portal.services,
      { email: 'ada@example.com' },
      { ...paidBy, wentBack: 1000, payer, dispute },
    ).text.replace(/\s+/g, ' ')
  expect(textOf('tess@example.com', undefined)).toContain(
    '$10.00 of the $35.00 that tess@example.com paid for: 500 credits (invoice DY-000001) was refunded at the payment',
  )
  expect(textOf(undefined, 'TAKEN')).toContain('that somebody whose account is closed paid')
  expect(textOf(undefined, 'TAKEN')).toContain('was taken back by a dispute')
  expect(textOf(undefined, undefined)).toContain('The credits were not changed')
  expect(textOf(undefined, undefined)).toContain('what is left of the credits of the payment is taken back then')
  expect(textOf(undefined, undefined)).toContain('more than the payment gave, and undo no more than the surplus')
  expect(textOf(undefined, undefined)).toContain('/portal/users')
})

describe('the month of a subscription that is refunded', () => {
  const { db, fake, services } = given

  async function subscriber() {
    const who = await buyer(given)
    return { ...who, ...(await subscribe(who)) }
  }

  async function subscribe(who: Awaited<ReturnType<typeof buyer>>) {
    const bought = await paid(given, who, { plan: growth })
    await syncSubscription(services, bought.subscriptionId)
    return bought
  }

  /** Pays the first month back at the provider. */
  async function refund({ invoiceId }: { invoiceId: string }) {
    const { paymentRef = '', amount } = await fake.provider.invoice(invoiceId)
    await fake.provider.refund({ transactionId: 'elsewhere', paymentRef, amount })
  }

  /** Spends a whole month of credits on an order. */
  const spend = (userId: string) =>
    db.transaction().execute(async (inside) => {
      const orderId = newId()
      await holdCredits(inside, { userId, orderId, amount: growth.credits })
      const spent = { orderId, capture: growth.credits, actor: 'system', reason: 'Spent in a test', at: new Date() }
      await settleHold(inside, spent)
    })

  const creditsOf = async (userId: string) => (await recordOf(given, userId)).sums.SUBSCRIPTION

  test.each(['before', 'after'])(
    'a month that was spent and is refunded takes nothing of the next, heard of %s its renewal',
    async (heard) => {
      const who = await subscriber()
      await spend(who.userId)
      await refund(who)
      if (heard === 'before') await syncSubscription(services, who.subscriptionId)
      fake.advance(31 * day)
      fake.renew(who.subscriptionId)
      await syncSubscription(services, who.subscriptionId)
      expect(await creditsOf(who.userId)).toEqual({ available: 4000, held: 0 })
      expect((await recordOf(given, who.userId)).payments).toMatchObject([{ status: 'REFUNDED' }, { status: 'PAID' }])
    },
  )

  test('a month whose credits lapsed with its subscription takes none of another subscription', async () => {
    const old = await subscriber()
    fake.advance(31 * day)
    fake.end(old.subscriptionId)
    await syncSubscription(services, old.subscriptionId)
    await subscribe(old)
    await refund(old)
    await syncSubscription(services, old.subscriptionId)
    expect(await creditsOf(old.userId)).toEqual({ available: 4000, held: 0 })
  })

  test.each(['before', 'after'])(
    'a month that was not spent goes back whole, and the next stays whole, heard of %s its renewal',
    async (heard) => {
      const who = await subscriber()
      await refund(who)
      if (heard === 'before') await syncSubscription(services, who.subscriptionId)
      fake.advance(31 * day)
      fake.renew(who.subscriptionId)
      await syncSubscription(services, who.subscriptionId)
      expect(await creditsOf(who.userId)).toEqual({ available: 4000, held: 0 })
    },
  )

  test('what an administrator types as a reason makes nothing owed, whatever it says', async () => {
    const who = await buyer(given)
    const before = fake.calls.length
    const { subscriptionId } = await paid(given, who, { plan: growth })
    await syncSubscription(services, subscriptionId)
    const typed = db.updateTable('paymentTransactions').set({ refundReason: 'The subscription had ended' })
    await typed.where('userId', '=', who.userId).execute()
    await syncSubscription(services, subscriptionId)
    expect(fake.calls.slice(before)).not.toContain('refund')
  })
})
