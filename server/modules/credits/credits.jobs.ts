import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { everyMinute } from '../../platform/jobs/schedule.ts'
import { addVerifyLedgerJob, runVerifyLedger, verifyLedgerJob } from './verify/verify-ledger.job.ts'
import type { SelectPayments } from './verify/verify-ledger.queries.ts'

export const creditTasks = (services: Services, selectPayments: SelectPayments): Record<string, Task> => ({
  [verifyLedgerJob]: runVerifyLedger(services, selectPayments),
})

export const creditSchedule = (services: Services) => ({
  'schedule-ledger-check': everyMinute(() => addVerifyLedgerJob(services)),
})
