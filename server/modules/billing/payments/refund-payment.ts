import type { Refund, RefundableCredits, RefundPreview } from '@dooryard/contract/billing/admin/admin-billing'
import { type Transaction, TransactionStatus } from '@dooryard/contract/billing/transactions'
import { audit } from '../../../platform/audit.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { formatMoney, pluralize } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { clawBackPart, getLastEntryNumber, getRefundableCredits } from '../../credits/index.ts'
import { type BillingContext, requireProvider } from '../billing-context.ts'
import { presentTransaction } from '../history/transactions.ts'
import { clawBackRefundCredits } from '../sync/record-refund.ts'
import type { BillingTransaction } from '../sync/recording-transaction.ts'
import { getCreditShare } from './partial-refund-rules.ts'
import { findPayment, lockPayment, type PaymentRow } from './payments.queries.ts'
import { listPartialRefunds, saveRefundRequest, sumPartialRefunds } from './refunds.queries.ts'
import { addFinishRefundJob, nextRequestTime, type RequestedRefund, submitRefund } from './submit-refund.ts'

/**
 * Previews the credits that a refund of so many cents, or of all, would claw back: none for a payment that was never
 * paid or is refunded. UNPROCESSABLE for more than is left to refund.
 */
export const previewRefund = (ctx: Pick<BillingContext, 'db'>, id: string, cents?: number): Promise<RefundPreview> =>
  inTransaction(ctx, async ({ db }) => {
    const payment = await findPayment(db, id)
    if (!payment) throw notFound('This payment')
    const { userId, creditsGranted, amount, currency, partialRefundAmount: refundedAmount } = payment
    const status = TransactionStatus.parse(payment.status)
    const part = status === 'PAID' ? toPart(payment, cents) : null
    const creditsLeft = await getRefundableCredits(db, userId, id)
    const share = part === null ? undefined : await getPartCredits(db, payment, part)
    return {
      ...{ transactionId: id, status, creditsGranted, creditsLeft, amount, currency, refundedAmount },
      credits: share ?? creditsGranted,
      creditsTaken: share === undefined ? creditsLeft : await getRefundableCredits(db, userId, id, share),
    }
  })

const getPartCredits = async (db: Db, payment: PaymentRow, part: number): Promise<number> =>
  getCreditShare({ ...payment, refundedBefore: await sumPartialRefunds(db, payment.id) }, part)

/** Null for all that is left. */
function toPart({ amount, partialRefundAmount, currency }: PaymentRow, cents: number | undefined): number | null {
  const left = amount - partialRefundAmount
  if (cents === undefined || cents === left) return null
  if (cents < left) return cents
  const message = `At most ${formatMoney(left, currency)} can still be refunded.`
  throw appError('UNPROCESSABLE', message, { issues: [{ path: 'amount', message }] })
}

/**
 * Refunds a payment, or the given part of it; its subscription continues. Throws CONFLICT if nothing can be refunded, or
 * the credits left or the cents refunded before differ from those seen; UNPROCESSABLE if the provider refuses, which
 * leaves everything as it was; UNAVAILABLE if it does not answer, and a job keeps retrying.
 */
export async function refundPayment(ctx: BillingContext, id: string, refund: Refund): Promise<Transaction> {
  requireProvider(ctx)
  await submitRefund(ctx, await requestRefund(ctx, id, refund))
  const refunded = await findPayment(ctx.db, id)
  if (!refunded) throw notFound('This payment')
  return presentTransaction(refunded, await listPartialRefunds(ctx.db, [id]))
}

/**
 * Takes the credits before calling the provider, so that no order spends them meanwhile. Records the request, so that
 * a later sync knows the requester even if this process dies.
 */
const requestRefund = (ctx: BillingContext, id: string, refund: Refund): Promise<RequestedRefund> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const payment = await lockRefundablePayment(tx, id)
    const left = await getRefundableCredits(db, payment.userId, id)
    const part = checkRefund(payment, refund, left)
    if (part !== null) await requirePartAllowed(db, id)
    const refundRequestedAt = nextRequestTime(payment, clock.now())
    const request = { refundReason: refund.reason, refundRequestedBy: actor.userId, refundRequestedAt }
    const requested = await takeCredits(db, payment, request, part)
    await addFinishRefundJob(db, id)
    const { userId: user, status, amount, currency, invoiceNumber: invoice } = payment
    await audit(tx, {
      action: 'payment.refund_requested',
      object: { type: 'payment', id },
      before: { status },
      after: { user, amount: part ?? amount - payment.partialRefundAmount, currency, invoice, creditsLeft: left },
      reason: refund.reason,
    })
    return { ...payment, ...requested, refundRequestedAt }
  })

/** Returns the part to refund; null for all that is left. */
function checkRefund(payment: PaymentRow, refund: Refund, left: RefundableCredits): number | null {
  const { partialRefundAmount, refundRequestedAt, refundPart, currency } = payment
  const isInProgress = refundRequestedAt !== null
  if (refund.refundedBefore !== undefined && refund.refundedBefore !== partialRefundAmount) {
    const refunded = formatMoney(partialRefundAmount, currency)
    throw appError(
      'CONFLICT',
      `${refunded} of this payment has already been refunded. Check the new amount and confirm again.`,
    )
  }
  const part = toPart(payment, refund.amount)
  // The credits of a refund in progress were already confirmed and taken.
  if (isInProgress && refundPart !== part) throw appError('CONFLICT', 'Another refund of this payment is in progress.')
  const isSeen = left.available === refund.creditsLeft.available && left.held === refund.creditsLeft.held
  if (!isInProgress && !isSeen) throw creditsChangedError(left)
  return part
}

const maxPartialRefunds = 20

async function requirePartAllowed(db: Db, id: string): Promise<void> {
  if ((await listPartialRefunds(db, [id])).length >= maxPartialRefunds)
    throw appError('CONFLICT', `A payment has at most ${maxPartialRefunds} partial refunds. Refund all that is left.`)
}

type NewRequest = Parameters<typeof saveRefundRequest>[2]

/** Takes the credits of a new request; a request in progress is repeated. */
async function takeCredits(db: Db, payment: PaymentRow, request: NewRequest, part: number | null) {
  const { id, userId, refundId, refundPart, invoiceNumber } = payment
  const isInProgress = payment.refundRequestedAt !== null
  const refundAfterEntry = payment.refundAfterEntry ?? (await getLastEntryNumber(db, userId))
  const wanted = {
    refundId: isInProgress ? refundId : part === null ? null : newId(),
    refundPart: part,
    refundAfterEntry,
  }
  await saveRefundRequest(db, id, isInProgress ? request : { ...request, ...wanted })
  const refundRequestedBy = payment.refundRequestedBy ?? request.refundRequestedBy
  const reason = `${part === null ? 'Refund' : 'Partial refund'} of invoice ${invoiceNumber}`
  if (part === null) await clawBackRefundCredits(db, { ...payment, refundRequestedBy }, reason)
  else if (!isInProgress) {
    const credits = await getPartCredits(db, payment, part)
    await clawBackPart(db, { userId, transactionId: id, actor: refundRequestedBy, reason }, credits)
  }
  return isInProgress ? { refundId, refundPart, refundAfterEntry } : wanted
}

async function lockRefundablePayment(
  { db, provider }: BillingTransaction,
  id: string,
): Promise<PaymentRow & { paymentRef: string }> {
  const payment = await lockPayment(db, id)
  if (!payment) throw notFound('This payment')
  const { paymentRef } = payment
  if (payment.status === 'FAILED') throw appError('CONFLICT', 'This payment failed, so there is nothing to refund.')
  if (paymentRef === null || payment.amount === 0)
    throw appError('CONFLICT', 'Nothing was charged, so there is nothing to refund.')
  if (payment.provider !== provider?.name)
    throw appError('CONFLICT', 'This payment was made through another payment provider than the one in use.')
  if (payment.status !== 'PAID') throw appError('CONFLICT', 'This payment is already refunded.')
  return { ...payment, paymentRef }
}

const creditsChangedError = (creditsLeft: RefundableCredits) =>
  appError(
    'CONFLICT',
    `The credits of this payment have changed: ${pluralize(creditsLeft.available, 'credit')} can be removed now, and ` +
      `${creditsLeft.held} ${creditsLeft.held === 1 ? 'is' : 'are'} held by orders in progress. Nothing was refunded. ` +
      'Check the new numbers and confirm again.',
    { creditsLeft },
  )
