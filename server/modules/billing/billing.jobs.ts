import { dayMs } from '@dooryard/contract/api/time'
import { z } from 'zod'
import type { Task } from '../../platform/jobs/jobs.ts'
import { topUpJob } from '../credits/index.ts'
import { topUp } from './auto-top-up/top-up.ts'
import type { BillingServices } from './billing-context.ts'
import { deleteUnappliedQuotes } from './change-plan/quotes.queries.ts'
import { deleteEventsBefore } from './events/payment-events.queries.ts'
import { applyEvent, applyEventJob } from './events/receive-event.ts'
import { sendBillingDetails, sendBillingDetailsJob } from './invoices/details/billing-details.ts'
import { finishRefund, finishRefundJob } from './payments/submit-refund.ts'
import { sandboxTasks } from './provider/sandbox/sandbox.job.ts'

const EventId = z.object({ provider: z.string(), id: z.string() })
const UserId = z.object({ userId: z.uuid() })
const TransactionId = z.object({ transactionId: z.uuid() })

export const billingTasks = (services: BillingServices): Record<string, Task> => ({
  [applyEventJob]: (payload) => applyEvent(services, EventId.parse(payload)),
  [sendBillingDetailsJob]: (payload) => sendBillingDetails(services, UserId.parse(payload).userId),
  [topUpJob]: (payload) => topUp(services, UserId.parse(payload).userId),
  [finishRefundJob]: (payload) => finishRefund(services, TransactionId.parse(payload).transactionId),
  ...sandboxTasks(services),
})

type PurgeDeps = Pick<BillingServices, 'db' | 'clock'>

export const eventRetentionMs = 90 * dayMs

/** Deletes old events; no provider redelivers an event after that long. */
export const purgePaymentEvents = async ({ db, clock }: PurgeDeps): Promise<void> => {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - eventRetentionMs))
}

export const quoteRetentionMs = 90 * dayMs

export const purgeQuotes = async ({ db, clock }: PurgeDeps): Promise<void> => {
  await deleteUnappliedQuotes(db, new Date(clock.now().getTime() - quoteRetentionMs))
}
