import { minuteMs } from '@dooryard/contract/api/time'
import type { Refund, RefundableCredits, RefundPreview } from '@dooryard/contract/billing/admin-billing'
import { type Transaction, TransactionStatus } from '@dooryard/contract/billing/transactions'
import { audit } from '../../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { getRefundableCredits } from '../../credits/index.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { addTopUpJobIfLow } from '../auto-top-up/auto-top-up.ts'
import { type BillingContext, type BillingServices, requireProvider } from '../billing-context.ts'
import { presentTransaction } from '../history/transactions.ts'
import { clawBackRefundCredits, restoreRefundCredits } from '../sync/record-refund.ts'
import type { BillingTransaction } from '../sync/recording-transaction.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import { syncInvoice } from '../sync/sync-subscription.ts'
import {
  clearRefundRequest,
  findPayment,
  lockPayment,
  type PaymentRow,
  saveRefundRequest,
  updatePayment,
} from './payments.queries.ts'

export const finishRefundJob = 'finish-refund'

/** Previews the credits that a refund would claw back: none for a payment that was never paid or is refunded. */
export const previewRefund = (ctx: Pick<BillingContext, 'db'>, id: string): Promise<RefundPreview> =>
  inTransaction(ctx, async ({ db }) => {
    const payment = await findPayment(db, id)
    if (!payment) throw notFound('This payment')
    const { userId, creditsGranted } = payment
    const status = TransactionStatus.parse(payment.status)
    return { transactionId: id, status, creditsGranted, creditsLeft: await getRefundableCredits(db, userId, id) }
  })

/**
 * Refunds a payment in full; its subscription continues. Throws CONFLICT if nothing can be refunded or the credits
 * left differ from `creditsLeft`; UNPROCESSABLE if the provider refuses, which leaves everything as it was;
 * UNAVAILABLE if it does not answer, and a job keeps retrying.
 */
export async function refundPayment(ctx: BillingContext, id: string, refund: Refund): Promise<Transaction> {
  requireProvider(ctx)
  await submitRefund(ctx, await requestRefund(ctx, id, refund))
  const refunded = await findPayment(ctx.db, id)
  if (!refunded) throw notFound('This payment')
  return presentTransaction(refunded)
}

/**
 * Takes the credits before calling the provider, so that no order spends them meanwhile. Records the request, so that
 * a later sync knows the requester even if this process dies.
 */
const requestRefund = (ctx: BillingContext, id: string, { reason, creditsLeft }: Refund): Promise<RequestedRefund> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const payment = await lockRefundablePayment(tx, id)
    const left = await getRefundableCredits(db, payment.userId, id)
    const isSeen = left.available === creditsLeft.available && left.held === creditsLeft.held
    // With a refund in progress, the credits were already confirmed and taken.
    if (!payment.refundRequestedAt && !isSeen) throw creditsChangedError(left)
    const refundRequestedAt = nextRequestTime(payment, clock.now())
    await saveRefundRequest(db, id, { refundReason: reason, refundRequestedBy: actor.userId, refundRequestedAt })
    const refundRequestedBy = payment.refundRequestedBy ?? actor.userId
    const { userId, status, amount, currency, invoiceNumber } = payment
    await clawBackRefundCredits(db, { ...payment, refundRequestedBy }, `Refund of invoice ${invoiceNumber}`)
    await addFinishRefundJob(db, id)
    await audit(tx, {
      action: 'payment.refund_requested',
      object: { type: 'payment', id },
      before: { status },
      after: { user: userId, amount, currency, invoice: invoiceNumber, creditsLeft: left },
      reason,
    })
    return { ...payment, refundRequestedAt }
  })

async function lockRefundablePayment(
  { db, provider }: BillingTransaction,
  id: string,
): Promise<PaymentRow & { paymentRef: string }> {
  const payment = await lockPayment(db, id)
  if (!payment) throw notFound('This payment')
  const { paymentRef } = payment
  if (payment.status === 'FAILED') throw appError('CONFLICT', 'This payment failed, so there is nothing to refund.')
  if (paymentRef === null || payment.amount === 0)
    throw appError('CONFLICT', 'Nothing had to be paid, so there is nothing to refund.')
  if (payment.provider !== provider?.name)
    throw appError('CONFLICT', 'This payment was taken by another payment provider than the one in use.')
  if (payment.status !== 'PAID') throw appError('CONFLICT', 'This payment is already refunded.')
  return { ...payment, paymentRef }
}

const creditsChangedError = (creditsLeft: RefundableCredits) =>
  appError(
    'CONFLICT',
    `The credits of this payment have changed: ${pluralize(creditsLeft.available, 'credit')} can be taken back now, and ` +
      `${creditsLeft.held} ${creditsLeft.held === 1 ? 'is' : 'are'} held by orders in progress. Nothing was refunded. ` +
      'Check the new numbers and confirm again.',
    { creditsLeft },
  )

// Longer than the provider's timeout, so that the job finds work only if the process has died.
const finishAfterMs = 2 * minuteMs

const addFinishRefundJob = (db: Db, transactionId: string): Promise<void> =>
  addJob(
    db,
    finishRefundJob,
    { transactionId },
    { jobKey: `${finishRefundJob}:${transactionId}`, delayMs: finishAfterMs },
  )

type RequestedRefund = PaymentRow & { paymentRef: string; refundRequestedAt: Date }

/** Later than every earlier request, so that it identifies the last one. */
const nextRequestTime = ({ refundRequestedAt: before }: PaymentRow, now: Date): Date =>
  before && before >= now ? new Date(before.getTime() + 1) : now

/**
 * If the provider refuses and has not refunded otherwise, returns the credits and throws its error. If it does not
 * answer, the result is unknown: the credits stay taken and the job retries.
 */
async function submitRefund(services: BillingServices, request: RequestedRefund): Promise<void> {
  const { id: transactionId, paymentRef, amount } = request
  try {
    await requireProvider(services).refund({ transactionId, paymentRef, amount })
  } catch (error) {
    if (!isRefused(error)) throw error
    // An earlier refund whose response was lost may cause the refusal.
    if (!(await isRefundedAtProvider(services, request))) {
      await revertRefund(services, request)
      throw error
    }
  }
  await syncRefundedPayment(services, request)
}

const syncRefundedPayment = (services: BillingServices, { kind, providerRef }: PaymentRow): Promise<void> =>
  kind === 'SUBSCRIPTION' ? syncInvoice(services, providerRef) : syncPayment(services, providerRef)

const isRefused = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'UNPROCESSABLE' || error.code === 'NOT_FOUND')

/** Whether the payment is refunded, by whichever request; false if the provider does not know it. */
async function isRefundedAtProvider(services: BillingServices, { kind, providerRef }: PaymentRow): Promise<boolean> {
  const provider = requireProvider(services)
  try {
    const paid = kind === 'SUBSCRIPTION' ? provider.invoice(providerRef) : provider.payment(providerRef)
    return (await paid).status === 'REFUNDED'
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** Does nothing if the payment was refunded, or a newer request exists: its result decides. */
const revertRefund = (services: BillingServices, { id, refundRequestedAt }: RequestedRefund): Promise<void> =>
  inTransaction(services, async ({ db }) => {
    const payment = await lockPayment(db, id)
    if (payment?.status !== 'PAID' || payment.refundRequestedAt?.getTime() !== refundRequestedAt.getTime()) return
    await restoreRefundCredits(db, payment, requireProvider(services).name)
    await clearRefundRequest(db, id)
    await resumeTopUp(db, payment.userId)
  })

/** Automatic top-up waited for the refund; the owner may have spent other credits meanwhile. */
async function resumeTopUp(db: Db, userId: string): Promise<void> {
  const setting = await findAutoTopUp(db, userId)
  if (setting?.isEnabled) await addTopUpJobIfLow(db, userId, setting.threshold)
}

/** Throws while a refund is neither made nor refused, so that the job retries. */
export async function finishRefund(services: BillingServices, transactionId: string): Promise<void> {
  const request = await renewRefundRequest(services, transactionId)
  if (!request) return
  try {
    await submitRefund(services, request)
  } catch (error) {
    if (!isRefused(error)) throw error
    services.log.warn({ err: error, transactionId }, 'a refund was refused by the payment provider')
  }
  const payment = await findPayment(services.db, transactionId)
  if (payment?.status === 'PAID' && payment.refundRequestedAt)
    throw new Error(`payment ${transactionId} is not paid back yet`)
}

const renewRefundRequest = (services: BillingServices, id: string): Promise<RequestedRefund | undefined> =>
  inTransaction(services, async ({ db, clock, provider }) => {
    const payment = await lockPayment(db, id)
    if (payment?.status !== 'PAID' || !payment.refundRequestedAt || payment.paymentRef === null) return undefined
    if (payment.provider !== provider?.name)
      throw new Error(`payment ${id} is to be paid back by ${payment.provider}, which is not the provider in use`)
    const refundRequestedAt = nextRequestTime(payment, clock.now())
    await updatePayment(db, id, { refundRequestedAt })
    return { ...payment, paymentRef: payment.paymentRef, refundRequestedAt }
  })
