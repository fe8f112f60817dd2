import type { Services } from '../../platform/context.ts'
import { everyHour, everyMinute } from '../../platform/jobs/schedule.ts'
import { expireOrders } from './expiry/expire-orders.ts'
import { recoverStuckRefreshes, refreshDncJob, runRefreshDnc } from './expiry/refresh-dnc.job.ts'
import { purgeExportFiles } from './exports/export-order.ts'
import type { OrderServices } from './fulfil/fenced-job.ts'
import { formerFulfilOrderJob, fulfilOrderJob, recoverStuckOrders, runFulfilOrder } from './fulfil/fulfil-order.job.ts'
import { purgeDeletedNotes } from './leads/lead-board.ts'
import { makeMailingFileJob, purgeMailingFiles, runMakeMailingFile } from './leads/letters/mailings/make-file.ts'
import { purgeDeletedTasks } from './leads/tasks/lead-tasks.ts'
import { notifyOfDueTasks, sendTaskDigests } from './leads/tasks/notify-due-tasks.ts'
import { queueDueRuns, runRecurringJob } from './place/recurring/queue-recurring.ts'
import { failAbandonedRuns, runRecurringOrder } from './place/recurring/run-recurring.job.ts'
import { advanceTestOrderJob, runAdvanceTestOrder } from './place/test-mode/advance-test-order.job.ts'
import { purgeTestOrders } from './place/test-mode/read-test-orders.ts'
import { purgeSuppressionUploads } from './suppression/manage/add-entries.ts'

export const orderTasks = (services: OrderServices) => ({
  [fulfilOrderJob]: runFulfilOrder(services),
  [formerFulfilOrderJob]: runFulfilOrder(services),
  [refreshDncJob]: runRefreshDnc(services),
  [runRecurringJob]: runRecurringOrder(services),
  [advanceTestOrderJob]: runAdvanceTestOrder(services),
  [makeMailingFileJob]: runMakeMailingFile(services),
})

export const orderSchedule = (services: Services) => ({
  'rescue-orders': everyMinute(() => recoverStuckOrders(services)),
  'rescue-dnc-refreshes': everyMinute(() => recoverStuckRefreshes(services)),
  'queue-recurring-orders': everyMinute(() => queueDueRuns(services)),
  'fail-abandoned-runs': everyMinute(() => failAbandonedRuns(services)),
  'expire-orders': everyMinute(() => expireOrders(services)),
  'purge-export-files': everyHour(() => purgeExportFiles(services)),
  'purge-deleted-notes': everyHour(() => purgeDeletedNotes(services)),
  'notify-of-due-tasks': everyMinute(() => notifyOfDueTasks(services)),
  'send-task-digests': everyMinute(() => sendTaskDigests(services)),
  'purge-deleted-tasks': everyHour(() => purgeDeletedTasks(services)),
  'purge-mailing-files': everyHour(() => purgeMailingFiles(services)),
  'purge-test-orders': everyHour(() => purgeTestOrders(services)),
  'purge-suppression-uploads': everyHour(() => purgeSuppressionUploads(services)),
})
