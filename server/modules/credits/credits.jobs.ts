import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { everyMinute } from '../../platform/jobs/schedule.ts'
import { checkSpendingJob } from './alerts/spending-alerts.queries.ts'
import { checkSpending, type NotifyUser } from './alerts/spending-alerts.ts'
import { addVerifyLedgerJob, runVerifyLedger, verifyLedgerJob } from './verify/verify-ledger.job.ts'
import type { SelectPayments } from './verify/verify-ledger.queries.ts'

const UserId = z.object({ userId: z.uuid() })

export const creditTasks = (
  services: Services,
  { selectPayments, notifyUser }: { selectPayments: SelectPayments; notifyUser: NotifyUser },
): Record<string, Task> => ({
  [checkSpendingJob]: (payload) => checkSpending({ ...services, notifyUser }, UserId.parse(payload).userId),
  [verifyLedgerJob]: runVerifyLedger(services, selectPayments),
})

export const creditSchedule = (services: Services) => ({
  'schedule-ledger-check': everyMinute(() => addVerifyLedgerJob(services)),
})
