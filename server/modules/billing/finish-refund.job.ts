import { z } from 'zod'
import type { Task } from '../../platform/jobs.ts'
import type { BillingServices } from './billing-context.ts'
import { finishRefund, finishRefundJob } from './settle/ask-for-refund.ts'

const Payload = z.object({ transactionId: z.uuid() })

export const refundTasks = (services: BillingServices): Record<string, Task> => ({
  [finishRefundJob]: (payload) => finishRefund(services, Payload.parse(payload).transactionId),
})
