import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs.ts'
import { addVerifyLedgerJob, runVerifyLedger, verifyLedgerJob } from './verify-ledger.job.ts'

/** The jobs of credits, by name. */
export const creditTasks = (services: Services): Record<string, Task> => ({
  [verifyLedgerJob]: runVerifyLedger(services),
})

/** What of credits has to be looked after now and then, by name. */
export const creditChores = (services: Services) => ({
  verifyLedger: () => addVerifyLedgerJob(services),
})
