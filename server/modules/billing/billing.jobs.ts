import { dayMs } from '@dooryard/contract/time'
import { z } from 'zod'
import type { Task } from '../../platform/jobs.ts'
import { balanceBelowJob } from '../credits/index.ts'
import { topUp } from './auto-top-up/top-up.ts'
import type { BillingServices } from './billing-context.ts'
import { deleteEventsBefore } from './payment-events.queries.ts'
import { deleteUnapplied } from './quotes.queries.ts'
import { applyEvent, applyEventJob } from './receive-event.ts'
import { sandboxTasks } from './sandbox/sandbox.job.ts'
import { finishRefund, finishRefundJob } from './settle/refund-payment.ts'

const EventId = z.object({ provider: z.string(), id: z.string() })
const UserId = z.object({ userId: z.uuid() })
const TransactionId = z.object({ transactionId: z.uuid() })

export const billingTasks = (services: BillingServices): Record<string, Task> => ({
  [applyEventJob]: (payload) => applyEvent(services, EventId.parse(payload)),
  [balanceBelowJob]: (payload) => topUp(services, UserId.parse(payload).userId),
  [finishRefundJob]: (payload) => finishRefund(services, TransactionId.parse(payload).transactionId),
  ...sandboxTasks(services),
})

type Stores = Pick<BillingServices, 'db' | 'clock'>

export const eventsKeptMs = 90 * dayMs

/** Deletes old events: no provider tells one again after so long. */
export const forgetOldEvents = async ({ db, clock }: Stores): Promise<void> => {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - eventsKeptMs))
}

export const quotesKeptMs = 90 * dayMs

export const forgetOldQuotes = async ({ db, clock }: Stores): Promise<void> => {
  await deleteUnapplied(db, new Date(clock.now().getTime() - quotesKeptMs))
}
