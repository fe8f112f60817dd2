import type { PaymentMethod } from '@dooryard/contract/billing'
import { newId } from '../../../platform/ids.ts'
import { receiptMail } from '../../../platform/mail/templates/payments.ts'
import { redeemCoupon, releaseCoupon } from '../../coupons/index.ts'
import { grantCredits, lockAccount, renewCredits } from '../../credits/index.ts'
import { endCheckout } from '../checkouts.queries.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import {
  findPaymentAt,
  insertFailed,
  type PaymentFacts,
  type PaymentRow,
  type RefundCause,
  savePaid,
} from '../payments.queries.ts'
import { markQuoteApplied } from '../quotes.queries.ts'
import { mailTo } from './mail-to.ts'
import type { Recording } from './recording.ts'

/** What a payment gives: credits of a subscription, of its next month, or bought once. `says` goes into the ledger. */
type Credits = {
  how: 'GRANT' | 'RENEWAL' | 'PURCHASE'
  amount: number
  /** Of a renewal: how many of the month before stay. */
  keepUpTo?: number | undefined
  says: (invoiceNumber: string) => string
}

export type Payment = {
  facts: PaymentFacts
  paymentRef: string | undefined
  paidAt: Date
  lines: readonly { text: string; amount: number }[]
  /** The card that was charged; undefined where nothing had to be paid. */
  card: PaymentMethod | undefined
  credits: Credits
  bonusCredits: number
  /** Who bought; undefined for what happens by itself. */
  buyer: string | undefined
  /** Said of one that is to be paid back at once: it gives nothing. */
  refundCause?: RefundCause | undefined
}

/**
 * Inside the transaction that holds the customer's lock: the first time with its invoice, credits, coupon and mail, and
 * never again.
 */
export async function recordPaid(inside: Recording, payment: Payment): Promise<PaymentRow> {
  const { db } = inside
  const { facts, paidAt } = payment
  const found = await findPaymentAt(db, facts.provider, facts.providerRef)
  if (found && found.status !== 'FAILED') return found
  const id = found?.id ?? newId()
  // Whatever may have to be waited for comes before the number, which everybody who pays waits for.
  await lockAccount(db, facts.userId)
  if (facts.checkoutId) await endCheckout(db, facts.checkoutId, 'PAID', paidAt)
  if (facts.quoteId) await markQuoteApplied(db, facts.quoteId, paidAt)
  await settleCoupon(inside, payment, paidAt)
  const invoiceNumber = await keep(inside, payment, id)
  if (!payment.refundCause) {
    await giveCredits(inside, payment, { transactionId: id, invoiceNumber })
    const { description, amount, currency } = facts
    const mail = { transactionId: id, description, invoiceNumber, amount, currency, paidAt }
    await mailTo(inside, facts.userId, (reader) => receiptMail(inside, reader, mail))
  }
  notePaid(inside, payment, { transactionId: id, invoiceNumber })
  const recorded = await findPaymentAt(db, facts.provider, facts.providerRef)
  if (!recorded) throw new Error(`payment ${facts.providerRef} was recorded and is not there`)
  return recorded
}

async function keep({ db, invoicing }: Recording, payment: Payment, id: string): Promise<string> {
  const { facts, lines, card, paidAt, refundCause } = payment
  const { userId, amount: total, currency, discount, couponCode } = facts
  const off = { text: couponCode ? `Coupon ${couponCode}` : 'Discount', amount: discount }
  const sold = { userId, invoicing, lines, total, currency, at: paidAt, card }
  const issued = await issueInvoice(db, { ...sold, ...(discount > 0 && { discount: off }) })
  await savePaid(db, {
    ...facts,
    ...issued,
    id,
    paidAt,
    paymentRef: payment.paymentRef ?? null,
    creditsGranted: refundCause ? 0 : payment.credits.amount + payment.bonusCredits,
    refundCause: refundCause ?? null,
  })
  return issued.invoiceNumber
}

/** The redemption counts from now on; that of a payment which goes back is free again. */
async function settleCoupon({ db }: Recording, { facts, refundCause }: Payment, paidAt: Date) {
  const purchaseId = facts.quoteId ?? facts.checkoutId
  if (!facts.couponCode || !purchaseId) return
  if (refundCause) await releaseCoupon(db, purchaseId)
  else await redeemCoupon(db, purchaseId, paidAt)
}

type Cause = { transactionId: string; invoiceNumber: string }

async function giveCredits({ db }: Recording, payment: Payment, { transactionId, invoiceNumber }: Cause) {
  const { facts, credits, bonusCredits } = payment
  const { userId, couponCode } = facts
  const actor = payment.buyer ?? 'system'
  const reason = credits.says(invoiceNumber)
  if (credits.how === 'RENEWAL')
    await renewCredits(db, {
      userId,
      transactionId,
      reason,
      monthlyCredits: credits.amount,
      keepUpTo: credits.keepUpTo,
    })
  else {
    const isPack = credits.how === 'PURCHASE'
    const bucket = isPack ? 'ON_DEMAND' : 'SUBSCRIPTION'
    const type = isPack ? 'PURCHASE' : 'GRANT'
    await grantCredits(db, { userId, bucket, type, amount: credits.amount, reason, actor, transactionId })
  }
  const bonus = { bucket: 'ON_DEMAND', type: 'COUPON', amount: bonusCredits, reason: `Coupon ${couponCode}` } as const
  if (bonusCredits > 0) await grantCredits(db, { ...bonus, userId, actor, transactionId })
}

function notePaid({ entries }: Recording, payment: Payment, { transactionId, invoiceNumber }: Cause) {
  const { facts, buyer: actorId, refundCause } = payment
  const by = actorId === undefined ? {} : { actorId }
  const after = { ...factsOf(facts), invoice: invoiceNumber }
  entries.push({ action: 'payment.paid', object: { type: 'payment', id: transactionId }, after, ...by })
  const { subscriptionId: id, periodEnd, description: plan } = facts
  if (facts.reason !== 'RENEWAL' || id === null || refundCause) return
  const renewed = { user: facts.userId, plan, until: periodEnd }
  entries.push({ action: 'subscription.renewed', object: { type: 'subscription', id }, after: renewed })
}

const factsOf = ({ userId: user, description: what, amount, currency }: PaymentFacts) => ({
  user,
  what,
  amount,
  currency,
})

export async function recordFailed({ db, entries }: Recording, facts: PaymentFacts, failure: string): Promise<void> {
  if (await findPaymentAt(db, facts.provider, facts.providerRef)) return
  const id = newId()
  await insertFailed(db, { ...facts, id, failure })
  entries.push({ action: 'payment.failed', object: { type: 'payment', id }, after: { ...factsOf(facts), failure } })
}
