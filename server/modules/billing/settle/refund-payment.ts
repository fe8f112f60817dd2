import type { Refund, RefundableCredits, RefundPreview } from '@dooryard/contract/admin-billing'
import { minuteMs } from '@dooryard/contract/time'
import { type Transaction, TransactionStatus } from '@dooryard/contract/transactions'
import { audit } from '../../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../../platform/errors.ts'
import { plural } from '../../../platform/format.ts'
import { addJob } from '../../../platform/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { getRefundableCredits } from '../../credits/index.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { addTopUpJobIfLow } from '../auto-top-up/auto-top-up.ts'
import { type BillingContext, type BillingServices, providerOf } from '../billing-context.ts'
import { presentTransaction } from '../history/transactions.ts'
import {
  dropRefundRequest,
  findPayment,
  keepRefundRequest,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from '../payments.queries.ts'
import { giveBackRefundCredits, takeRefundCredits } from './record-refund.ts'
import type { Inside } from './recording.ts'
import { syncPayment } from './sync-payment.ts'
import { syncInvoice } from './sync-subscription.ts'

export const finishRefundJob = 'finish-refund'

/** Shows what a refund would take back: nothing of a payment that was never paid or is refunded. */
export const previewRefund = (ctx: Pick<BillingContext, 'db'>, id: string): Promise<RefundPreview> =>
  inTransaction(ctx, async ({ db }) => {
    const payment = await findPayment(db, id)
    if (!payment) throw notFound('This payment')
    const { userId, creditsGranted } = payment
    const status = TransactionStatus.parse(payment.status)
    return { transactionId: id, status, creditsGranted, creditsLeft: await getRefundableCredits(db, userId, id) }
  })

/**
 * Refunds a payment in full. Its subscription goes on. CONFLICT where nothing can be refunded, or other credits are
 * left than `creditsLeft` says; UNPROCESSABLE where the provider refuses, which leaves everything as it was;
 * UNAVAILABLE where it does not answer: a job goes on asking.
 */
export async function refundPayment(ctx: BillingContext, id: string, refund: Refund): Promise<Transaction> {
  providerOf(ctx)
  await askForRefund(ctx, await begin(ctx, id, refund))
  const refunded = await findPayment(ctx.db, id)
  if (!refunded) throw notFound('This payment')
  return presentTransaction(refunded)
}

/**
 * The credits are taken before the provider is asked, so that no order spends them meanwhile. The request is recorded,
 * so that whoever hears that it is paid back knows for whom, should this process die.
 */
const begin = (ctx: BillingContext, id: string, { reason, creditsLeft }: Refund): Promise<RequestedRefund> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const payment = await lockRefundable(inside, id)
    const left = await getRefundableCredits(db, payment.userId, id)
    const isSeen = left.available === creditsLeft.available && left.held === creditsLeft.held
    // Where a refund is under way they were confirmed, and taken, already.
    if (!payment.refundRequestedAt && !isSeen) throw creditsChanged(left)
    const refundRequestedAt = requestedAt(payment, clock.now())
    await keepRefundRequest(db, id, { refundReason: reason, refundRequestedBy: actor.userId, refundRequestedAt })
    const refundRequestedBy = payment.refundRequestedBy ?? actor.userId
    const { userId, status, amount, currency, invoiceNumber } = payment
    await takeRefundCredits(db, { ...payment, refundRequestedBy }, `Refund of invoice ${invoiceNumber}`)
    await addFinishRefundJob(db, id)
    await audit(inside, {
      action: 'payment.refund_requested',
      object: { type: 'payment', id },
      before: { status },
      after: { user: userId, amount, currency, invoice: invoiceNumber, creditsLeft: left },
      reason,
    })
    return { ...payment, refundRequestedAt }
  })

async function lockRefundable({ db, provider }: Inside, id: string): Promise<PaymentRow & { paymentRef: string }> {
  const payment = await lockPayment(db, id)
  if (!payment) throw notFound('This payment')
  const { paymentRef } = payment
  if (payment.status === 'FAILED') throw appError('CONFLICT', 'This payment failed, so there is nothing to pay back.')
  if (paymentRef === null || payment.amount === 0)
    throw appError('CONFLICT', 'Nothing had to be paid, so there is nothing to pay back.')
  if (payment.provider !== provider?.name)
    throw appError('CONFLICT', 'This payment was taken by another payment provider than the one in use.')
  if (payment.status !== 'PAID') throw appError('CONFLICT', 'This payment has been paid back already.')
  return { ...payment, paymentRef }
}

const creditsChanged = (creditsLeft: RefundableCredits) =>
  appError(
    'CONFLICT',
    `The credits of this payment have changed: ${plural(creditsLeft.available, 'credit')} can be taken back now, and ` +
      `${creditsLeft.held} ${creditsLeft.held === 1 ? 'is' : 'are'} held by orders in progress. Nothing was refunded. ` +
      'Check the new numbers and confirm again.',
    { creditsLeft },
  )

// Longer than the provider is waited for, so that the job finds nothing to do unless the process has died.
const finishAfterMs = 2 * minuteMs

const addFinishRefundJob = (db: Db, transactionId: string): Promise<void> =>
  addJob(
    db,
    finishRefundJob,
    { transactionId },
    { jobKey: `${finishRefundJob}:${transactionId}`, delayMs: finishAfterMs },
  )

type RequestedRefund = PaymentRow & { paymentRef: string; refundRequestedAt: Date }

/** Later than every request before it, by which the last one is known. */
const requestedAt = ({ refundRequestedAt: before }: PaymentRow, now: Date): Date =>
  before && before >= now ? new Date(before.getTime() + 1) : now

/**
 * Where the provider refuses and has not paid back otherwise, the credits are given back, and its error is thrown.
 * Where it does not answer, nothing is known: the credits stay taken and the job asks again.
 */
async function askForRefund(services: BillingServices, request: RequestedRefund): Promise<void> {
  const { id: transactionId, paymentRef, amount } = request
  try {
    await providerOf(services).refund({ transactionId, paymentRef, amount })
  } catch (error) {
    if (!isRefused(error)) throw error
    // A refund that was made before, and whose answer was lost, may be refused now.
    if (!(await isPaidBack(services, request))) {
      await giveBack(services, request)
      throw error
    }
  }
  await sync(services, request)
}

const sync = (services: BillingServices, { kind, providerRef }: PaymentRow): Promise<void> =>
  kind === 'SUBSCRIPTION' ? syncInvoice(services, providerRef) : syncPayment(services, providerRef)

const isRefused = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'UNPROCESSABLE' || error.code === 'NOT_FOUND')

/** Whoever asked for that; what the provider does not know is not. */
async function isPaidBack(services: BillingServices, { kind, providerRef }: PaymentRow): Promise<boolean> {
  const provider = providerOf(services)
  try {
    const paid = kind === 'SUBSCRIPTION' ? provider.invoice(providerRef) : provider.payment(providerRef)
    return (await paid).status === 'REFUNDED'
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_FOUND') return false
    throw error
  }
}

/** Unless the payment was paid back, or somebody has asked again: the answer to that request decides. */
const giveBack = (services: BillingServices, { id, refundRequestedAt }: RequestedRefund): Promise<void> =>
  inTransaction(services, async ({ db }) => {
    const payment = await lockPayment(db, id)
    if (payment?.status !== 'PAID' || payment.refundRequestedAt?.getTime() !== refundRequestedAt.getTime()) return
    await giveBackRefundCredits(db, payment, providerOf(services).name)
    await dropRefundRequest(db, id)
    await resumeTopUp(db, payment.userId)
  })

/** Automatic top-up has waited for the refund; its owner may have spent other credits meanwhile. */
async function resumeTopUp(db: Db, userId: string): Promise<void> {
  const setting = await findAutoTopUp(db, userId)
  if (setting?.isEnabled) await addTopUpJobIfLow(db, userId, setting.threshold)
}

/** Throws as long as a refund is neither paid back nor refused, so that the job is tried again. */
export async function finishRefund(services: BillingServices, transactionId: string): Promise<void> {
  const request = await renewRequest(services, transactionId)
  if (!request) return
  try {
    await askForRefund(services, request)
  } catch (error) {
    if (!isRefused(error)) throw error
    services.log.warn({ err: error, transactionId }, 'a refund was refused by the payment provider')
  }
  const payment = await findPayment(services.db, transactionId)
  if (payment?.status === 'PAID' && payment.refundRequestedAt)
    throw new Error(`payment ${transactionId} is not paid back yet`)
}

const renewRequest = (services: BillingServices, id: string): Promise<RequestedRefund | undefined> =>
  inTransaction(services, async ({ db, clock, provider }) => {
    const payment = await lockPayment(db, id)
    if (payment?.status !== 'PAID' || !payment.refundRequestedAt || payment.paymentRef === null) return undefined
    if (payment.provider !== provider?.name)
      throw new Error(`payment ${id} is to be paid back by ${payment.provider}, which is not the provider in use`)
    const refundRequestedAt = requestedAt(payment, clock.now())
    await updatePayment(db, id, { refundRequestedAt })
    return { ...payment, paymentRef: payment.paymentRef, refundRequestedAt }
  })
