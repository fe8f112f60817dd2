import { minuteMs } from '@dooryard/contract/api/time'
import { isAppError } from '../../../platform/errors/app-error.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { addTopUpJobIfLow } from '../auto-top-up/auto-top-up.ts'
import { type BillingServices, requireProvider } from '../billing-context.ts'
import { recordPartialRefund } from '../sync/record-partial-refund.ts'
import { restoreRefundCredits } from '../sync/record-refund.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import { syncInvoice } from '../sync/sync-subscription.ts'
import { findPayment, lockPayment, type PaymentRow, updatePayment } from './payments.queries.ts'
import { clearRefundRequest } from './refunds.queries.ts'

export const finishRefundJob = 'finish-refund'

// Longer than the provider's timeout, so that the job finds work only if the process has died.
const finishAfterMs = 2 * minuteMs

export const addFinishRefundJob = (db: Db, transactionId: string): Promise<void> =>
  addJob(
    db,
    finishRefundJob,
    { transactionId },
    { jobKey: `${finishRefundJob}:${transactionId}`, delayMs: finishAfterMs },
  )

export type RequestedRefund = PaymentRow & { paymentRef: string; refundRequestedAt: Date }

/** Later than every earlier request, so that it identifies the last one. */
export const nextRequestTime = ({ refundRequestedAt: before }: PaymentRow, now: Date): Date =>
  before && before >= now ? new Date(before.getTime() + 1) : now

/**
 * If the provider refuses and has not refunded otherwise, returns the credits and throws its error. If it does not
 * answer, the result is unknown: the credits stay taken and the job retries.
 */
export async function submitRefund(services: BillingServices, request: RequestedRefund): Promise<void> {
  const { id: transactionId, paymentRef, amount, partialRefundAmount, refundId, refundPart } = request
  const order = { transactionId, paymentRef, amount: refundPart ?? amount - partialRefundAmount }
  try {
    await requireProvider(services).refund({ ...order, ...(refundId !== null && { refundId }) })
  } catch (error) {
    if (!isRefused(error)) throw error
    // An earlier refund whose response was lost may cause the refusal.
    if (!(await isRefundedAtProvider(services, request))) {
      await revertRefund(services, request)
      // What was refunded elsewhere meanwhile was taken for this part.
      if (refundId !== null) await syncRefundedPayment(services, request)
      throw error
    }
    return syncRefundedPayment(services, request)
  }
  if (refundId !== null) await recordPartialRefund(services, transactionId, refundId)
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
