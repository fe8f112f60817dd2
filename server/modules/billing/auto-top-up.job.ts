import { z } from 'zod'
import type { Task } from '../../platform/jobs.ts'
import { balanceBelowJob } from '../credits/index.ts'
import { topUp } from './auto-top-up/top-up.ts'
import type { BillingServices } from './billing-context.ts'

const Payload = z.object({ userId: z.uuid() })

export const autoTopUpTasks = (services: BillingServices): Record<string, Task> => ({
  [balanceBelowJob]: (payload) => topUp(services, Payload.parse(payload).userId),
})
