import { afterAll, describe, expect, test } from 'vitest'
import { partRefundedMail } from '../../../platform/mail/templates/administrators.ts'
import { newId } from '../../../platform/util/ids.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { captureHold, holdCredits } from '../../credits/index.ts'
import type { RefundState } from '../provider/provider.ts'
import { completeCheckout } from './complete-checkout.ts'
import {
  type Buyer,
  createBillingTestContext,
  createBuyer,
  day,
  getBillingRecord,
  growth,
  listLedgerEntries,
  listMailSubjects,
  payTestCheckout,
} from './sync.fixture.ts'
import { syncPayment } from './sync-payment.ts'
import { syncInvoice, syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const context = createBillingTestContext(portal)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const pack = { credits: 500, price: 3500 }

async function createPackBuyer() {
  const buyer = await createBuyer(context)
  const { checkoutId, paymentId } = await payTestCheckout(context, buyer, { pack })
  await completeCheckout(context.services, checkoutId)
  return { ...buyer, paymentId }
}

/** Updates a payment at the provider, and syncs it more than once. */
async function updateProviderPayment(paymentId: string, change: RefundState & { status?: 'PAID' | 'REFUNDED' }) {
  Object.assign(context.fake.payments.get(paymentId) ?? {}, change)
  await Promise.all([1, 2, 3].map(() => syncPayment(context.services, paymentId)))
}
const takenByDispute = { status: 'REFUNDED', wentBack: 3500, dispute: 'TAKEN' } as const

const getOnDemandBalance = async ({ userId }: Buyer) => (await getBillingRecord(context, userId)).sums.ON_DEMAND
const listNewAdminMails = async (before: number) => (await listMailSubjects(context, admin.email)).slice(before)
const countAdminMails = async () => (await listMailSubjects(context, admin.email)).length

const inLedgerTransaction = (work: Parameters<ReturnType<typeof context.db.transaction>['execute']>[0]) =>
  context.db.transaction().execute(work)
const holdTestCredits = (userId: string, amount: number) => {
  const orderId = newId()
  return inLedgerTransaction((db) => holdCredits(db, { userId, orderId, amount })).then(() => orderId)
}
const captureTestHold = (orderId: string, capture: number) =>
  inLedgerTransaction((db) =>
    captureHold(db, { orderId, capture, actor: 'system', reason: 'Settled in a test', at: new Date() }),
  )

test('a dispute claws back credits like a refund, once, and the owner and administrators are told why', async () => {
  const buyer = await createPackBuyer()
  await updateProviderPayment(buyer.paymentId, takenByDispute)
  expect(await getBillingRecord(context, buyer.userId)).toMatchObject({ payments: [{ status: 'REFUNDED' }] })
  expect(await getOnDemandBalance(buyer)).toEqual({ available: 0, held: 0 })
  expect((await listLedgerEntries(context.db, buyer.userId)).at(-1)).toMatchObject({
    ...{ type: 'REFUND', amount: -500, actor: 'system' },
    reason: expect.stringMatching(/^The payment was disputed, invoice DY-\d{6}$/),
  })
  expect((await listMailSubjects(context, buyer.email)).slice(1)).toEqual([expect.stringMatching(/was disputed: DY-/)])
  const reasons = context.db.selectFrom('auditLog').select('reason').where('action', '=', 'payment.refunded')
  const row = context.db
    .selectFrom('paymentTransactions')
    .select(['id', 'refundReason'])
    .where('userId', '=', buyer.userId)
  const { id, refundReason } = await row.executeTakeFirstOrThrow()
  expect(refundReason).toBe('The payment was disputed')
  expect(await reasons.where('objectId', '=', id).execute()).toEqual([{ reason: 'The payment was disputed' }])
})

test('a requested refund loses its requester if a dispute took the money', async () => {
  const buyer = await createPackBuyer()
  const asked = { refundReason: 'Bought twice', refundRequestedBy: (await createBuyer(context)).userId }
  const own = context.db.updateTable('paymentTransactions').where('userId', '=', buyer.userId)
  await own.set({ ...asked, refundRequestedAt: new Date() }).execute()
  await updateProviderPayment(buyer.paymentId, takenByDispute)
  expect((await listLedgerEntries(context.db, buyer.userId)).at(-1)).toMatchObject({ actor: 'system' })
})

test.each(['refunded', 'disputed'])(
  'credits that are spent or held by an order when their payment is %s',
  async (how) => {
    const buyer = await createPackBuyer()
    await captureTestHold(await holdTestCredits(buyer.userId, 200), 200)
    const order = await holdTestCredits(buyer.userId, 250)
    await updateProviderPayment(buyer.paymentId, how === 'disputed' ? takenByDispute : { status: 'REFUNDED' })
    expect(await getOnDemandBalance(buyer)).toEqual({ available: 0, held: 250 })
    // Credits that the order does not use return, and are clawed back at once.
    await captureTestHold(order, 100)
    expect(await getOnDemandBalance(buyer)).toEqual({ available: 0, held: 0 })
    const balances = (await listLedgerEntries(context.db, buyer.userId)).map(({ balanceAfter }) => balanceAfter)
    expect(Math.min(...balances)).toBe(0)
  },
)

test('administrators are notified once of each partial refund, and the credits stay', async () => {
  const [buyer, before] = [await createPackBuyer(), await countAdminMails()]
  await updateProviderPayment(buyer.paymentId, { wentBack: 1000 })
  const subject = expect.stringMatching(/^Part of a payment to your Dooryard portal went back: DY-/)
  expect(await listNewAdminMails(before)).toEqual([subject])
  await updateProviderPayment(buyer.paymentId, { wentBack: 1500 })
  expect(await listNewAdminMails(before)).toEqual([subject, subject])
  expect(await getOnDemandBalance(buyer)).toMatchObject({ available: 500 })
  expect(await getBillingRecord(context, buyer.userId)).toMatchObject({ payments: [{ status: 'PAID' }] })
  await updateProviderPayment(buyer.paymentId, { status: 'REFUNDED', wentBack: 3500 })
  expect(await listNewAdminMails(before)).toHaveLength(2)
  expect(await getOnDemandBalance(buyer)).toMatchObject({ available: 0 })
})

test('a dispute won afterwards returns no credits by itself; administrators are notified once', async () => {
  const [buyer, before] = [await createPackBuyer(), await countAdminMails()]
  const won = { status: 'PAID', wentBack: undefined, dispute: 'WON' } as const
  await updateProviderPayment(buyer.paymentId, takenByDispute)
  expect(await listNewAdminMails(before)).toEqual([])
  await updateProviderPayment(buyer.paymentId, won)
  expect(await listNewAdminMails(before)).toEqual([expect.stringMatching(/^A dispute was won: DY-/)])
  expect(await getOnDemandBalance(buyer)).toMatchObject({ available: 0 })
  const [other, sent] = [await createPackBuyer(), await countAdminMails()]
  await updateProviderPayment(other.paymentId, won)
  expect(await listNewAdminMails(sent)).toEqual([])
  expect(await getOnDemandBalance(other)).toMatchObject({ available: 500 })
})

test('a disputed month loses its credits, and a partial dispute of another is reported', async () => {
  const [buyer, before] = [await createBuyer(context), await countAdminMails()]
  const { checkoutId, subscriptionId, invoiceId } = await payTestCheckout(context, buyer, { plan: growth })
  await completeCheckout(context.services, checkoutId)
  context.fake.advance(31 * day)
  const renewal = context.fake.renew(subscriptionId)
  Object.assign(context.fake.invoices.get(invoiceId) ?? {}, { wentBack: 100 })
  Object.assign(renewal, { ...takenByDispute, wentBack: growth.price })
  await Promise.all([1, 2].map(() => syncInvoice(context.services, renewal.id)))
  const { payments, subscriptions } = await getBillingRecord(context, buyer.userId)
  expect(payments.map(({ reason, status }) => [reason, status])).toEqual([
    ['FIRST', 'PAID'],
    ['RENEWAL', 'REFUNDED'],
  ])
  expect(subscriptions).toMatchObject([{ status: 'ACTIVE' }])
  expect((await listLedgerEntries(context.db, buyer.userId)).at(-1)?.reason).toMatch(/^The payment was disputed/)
  expect(await listNewAdminMails(before)).toEqual([expect.stringContaining('Part of a payment')])
})

test('the mail of a partial refund names the amount, the payer and where to adjust credits', () => {
  const paidBy = { description: '500 credits', invoiceNumber: 'DY-000001', amount: 3500, currency: 'USD' }
  const getText = (payer: string | undefined, dispute: RefundState['dispute']) =>
    partRefundedMail(
      portal.services,
      { email: 'ada@example.com' },
      { ...paidBy, refundedAmount: 1000, payer, dispute },
    ).text.replace(/\s+/g, ' ')
  expect(getText('tess@example.com', undefined)).toContain(
    '$10.00 of the $35.00 that tess@example.com paid for: 500 credits (invoice DY-000001) was refunded at the payment',
  )
  expect(getText(undefined, 'TAKEN')).toContain('that a user whose account is closed paid')
  expect(getText(undefined, 'TAKEN')).toContain('was taken back by a dispute')
  expect(getText(undefined, undefined)).toContain('The credits were not changed')
  expect(getText(undefined, undefined)).toContain('what is left of the credits of the payment is taken back then')
  expect(getText(undefined, undefined)).toContain('more than the payment gave, and undo no more than the surplus')
  expect(getText(undefined, undefined)).toContain('/portal/users')
})

describe('a refunded subscription month', () => {
  const { db, fake, services } = context

  async function subscriber() {
    const buyer = await createBuyer(context)
    return { ...buyer, ...(await subscribe(buyer)) }
  }

  async function subscribe(buyer: Awaited<ReturnType<typeof createBuyer>>) {
    const bought = await payTestCheckout(context, buyer, { plan: growth })
    await syncSubscription(services, bought.subscriptionId)
    return bought
  }

  /** Refunds the first month at the provider. */
  async function refund({ invoiceId }: { invoiceId: string }) {
    const { paymentRef = '', amount } = await fake.provider.invoice(invoiceId)
    await fake.provider.refund({ transactionId: 'elsewhere', paymentRef, amount })
  }

  /** Spends a whole month of credits on an order. */
  const spend = (userId: string) =>
    db.transaction().execute(async (tx) => {
      const orderId = newId()
      await holdCredits(tx, { userId, orderId, amount: growth.credits })
      const spent = { orderId, capture: growth.credits, actor: 'system', reason: 'Spent in a test', at: new Date() }
      await captureHold(tx, spent)
    })

  const sumSubscriptionCredits = async (userId: string) => (await getBillingRecord(context, userId)).sums.SUBSCRIPTION

  test.each(['before', 'after'])(
    'that was spent takes nothing from the next, reported %s its renewal',
    async (heard) => {
      const buyer = await subscriber()
      await spend(buyer.userId)
      await refund(buyer)
      if (heard === 'before') await syncSubscription(services, buyer.subscriptionId)
      fake.advance(31 * day)
      fake.renew(buyer.subscriptionId)
      await syncSubscription(services, buyer.subscriptionId)
      expect(await sumSubscriptionCredits(buyer.userId)).toEqual({ available: 4000, held: 0 })
      expect((await getBillingRecord(context, buyer.userId)).payments).toMatchObject([
        { status: 'REFUNDED' },
        { status: 'PAID' },
      ])
    },
  )

  test('whose credits expired with its subscription takes none from another subscription', async () => {
    const old = await subscriber()
    fake.advance(31 * day)
    fake.end(old.subscriptionId)
    await syncSubscription(services, old.subscriptionId)
    await subscribe(old)
    await refund(old)
    await syncSubscription(services, old.subscriptionId)
    expect(await sumSubscriptionCredits(old.userId)).toEqual({ available: 4000, held: 0 })
  })

  test.each(['before', 'after'])(
    'that was not spent is clawed back in full, and the next stays whole, reported %s its renewal',
    async (heard) => {
      const buyer = await subscriber()
      await refund(buyer)
      if (heard === 'before') await syncSubscription(services, buyer.subscriptionId)
      fake.advance(31 * day)
      fake.renew(buyer.subscriptionId)
      await syncSubscription(services, buyer.subscriptionId)
      expect(await sumSubscriptionCredits(buyer.userId)).toEqual({ available: 4000, held: 0 })
    },
  )

  test('never becomes due for another refund through the reason an administrator types', async () => {
    const buyer = await createBuyer(context)
    const before = fake.calls.length
    const { subscriptionId } = await payTestCheckout(context, buyer, { plan: growth })
    await syncSubscription(services, subscriptionId)
    const typed = db.updateTable('paymentTransactions').set({ refundReason: 'The subscription had ended' })
    await typed.where('userId', '=', buyer.userId).execute()
    await syncSubscription(services, subscriptionId)
    expect(fake.calls.slice(before)).not.toContain('refund')
  })
})
