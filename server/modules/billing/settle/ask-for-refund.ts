import { isAppError } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { balanceOf } from '../../credits/index.ts'
import { addTopUpJob } from '../auto-top-up/add-top-up-job.ts'
import { findAutoTopUp } from '../auto-top-up/auto-top-up.queries.ts'
import { type BillingServices, providerOf } from '../billing-context.ts'
import { dropRefundRequest, findPayment, lockPayment, type PaymentRow, renewRefundRequest } from './payments.queries.ts'
import { giveBackRefundCredits } from './refund-credits.ts'
import { syncInvoice } from './sync-invoice.ts'
import { syncPayment } from './sync-payment.ts'

export const finishRefundJob = 'finish-refund'

// Longer than the provider is waited for, so that the job finds nothing to do unless the process has died.
const finishAfterMs = 2 * 60_000

/** Sees to it that a refund whose credits are taken comes to its end, whatever becomes of this process. */
export const addFinishRefundJob = (db: Db, transactionId: string): Promise<void> =>
  addJob(
    db,
    finishRefundJob,
    { transactionId },
    { jobKey: `${finishRefundJob}:${transactionId}`, delayMs: finishAfterMs },
  )

/** A payment whose refund is requested, with the credits taken, and the time of this request. */
export type RequestedRefund = PaymentRow & { paymentRef: string; refundRequestedAt: Date }

/** The time of a request for a refund: later than that of every request before it, by which the last one is known. */
export const requestedAt = ({ refundRequestedAt: before }: PaymentRow, now: Date): Date =>
  before && before >= now ? new Date(before.getTime() + 1) : now

/**
 * Asks the provider to pay back, once however often it is asked, and records what came of it. Where the provider
 * refuses and has not paid back otherwise, the credits are given back, and its error is thrown. Where it does not
 * answer, nothing is known: the credits stay taken and the job asks again.
 */
export async function askForRefund(services: BillingServices, request: RequestedRefund): Promise<void> {
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

/** Whether the provider has answered that it pays nothing back. */
const isRefused = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'UNPROCESSABLE' || error.code === 'NOT_FOUND')

/** Whether the payment is paid back for the provider, whoever asked for that; what it does not know is not. */
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

/**
 * Gives the credits back and drops the request, unless the payment was paid back, or somebody has asked again: then
 * the answer to that request decides.
 */
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
  const { subscriptionCredits, onDemandCredits } = await balanceOf(db, userId)
  if (setting?.isEnabled && subscriptionCredits + onDemandCredits < setting.threshold) await addTopUpJob(db, userId)
}

/**
 * Brings a refund that was requested to its end: paid back and recorded, or refused and its credits given back. Throws
 * as long as it is neither, so that the job is tried again.
 */
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
    await renewRefundRequest(db, id, refundRequestedAt)
    return { ...payment, paymentRef: payment.paymentRef, refundRequestedAt }
  })
