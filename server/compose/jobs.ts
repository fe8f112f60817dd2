import { dayMs } from '@dooryard/contract/api/time'
import { apiKeySchedule } from '../modules/api-keys/index.ts'
import { type Billing, billingSchedule, billingTasks, selectPayments } from '../modules/billing/index.ts'
import { type ContactProvider, contactSchedule, contactTasks, noContactProvider } from '../modules/contacts/index.ts'
import { couponSchedule } from '../modules/coupons/index.ts'
import { creditSchedule, creditTasks } from '../modules/credits/index.ts'
import { dncSchedule, dncTasks } from '../modules/dnc/index.ts'
import { identitySchedule, identityTasks, notifyUser } from '../modules/identity/index.ts'
import { claimTodaysTasks, getOwnLeads, orderSchedule, orderTasks } from '../modules/orders/index.ts'
import {
  countySetupSchedule,
  countySetupTasks,
  propertySchedule,
  refreshSchedule,
  refreshTasks,
  runImportGazetteer,
  runImportMap,
  runImportRoll,
} from '../modules/properties/index.ts'
import { savedSearchSchedule, savedSearchTasks } from '../modules/saved-searches/index.ts'
import { webhookSchedule } from '../modules/webhooks/index.ts'
import type { Services } from '../platform/context.ts'
import { errorSchedule } from '../platform/errors/reports/keep-errors.ts'
import { fileImportKinds, recoverFileImports } from '../platform/files/imports/file-imports.ts'
import type { LocationServices } from '../platform/files/locations/locations.ts'
import { purgeOldUploads } from '../platform/files/uploads/upload-quota.ts'
import { purgeIdempotencyRecords } from '../platform/http/idempotency.ts'
import { purgeRateLimits } from '../platform/http/limits/rate-limits.ts'
import { purgeExhaustedJobs } from '../platform/jobs/encrypted-jobs.ts'
import { deleteSupersededJobs } from '../platform/jobs/jobs.queries.ts'
import { everyDay, everyHour, everyMinute, type Schedule } from '../platform/jobs/schedule.ts'
import { type MailTransport, runSendMail, sendMailJob } from '../platform/mail/mail.ts'

/** The scheduled jobs of all modules. */
export function composeSchedule(services: Services, billing: Billing): Schedule {
  const { db } = services
  return {
    ...orderSchedule(services),
    'maintain-file-imports': everyMinute(() => recoverFileImports(services)),
    'purge-file-drafts': everyDay(() => services.files.removeDrafts(dayMs)),
    'purge-idempotency-keys': everyMinute(() => purgeIdempotencyRecords(db)),
    'purge-upload-counts': everyHour(() => purgeOldUploads(services)),
    'purge-rate-limits': everyMinute(() => purgeRateLimits(db)),
    'purge-failed-jobs': everyHour(() => purgeExhaustedJobs(services)),
    'purge-superseded-jobs': everyMinute(() => deleteSupersededJobs(db)),
    ...identitySchedule(services),
    ...apiKeySchedule(services),
    ...dncSchedule(services),
    ...contactSchedule(services),
    ...creditSchedule(services),
    ...couponSchedule({ ...services, selectPayments }),
    ...propertySchedule(services),
    ...refreshSchedule(services),
    ...countySetupSchedule(services),
    ...savedSearchSchedule(services),
    ...billingSchedule({ ...services, ...billing }),
    ...webhookSchedule(services),
    ...errorSchedule(services),
  }
}

/** The jobs of all modules by name. */
export const composeTasks = (
  services: Services,
  {
    deliver,
    billing,
    remote,
    mapFolder = null,
    contacts = noContactProvider,
  }: {
    deliver: MailTransport
    billing: Billing
    /** Where the files of county datasets are read; without it none is refreshed or added. */
    remote?: Omit<LocationServices, 'now'>
    mapFolder?: string | null
    contacts?: ContactProvider
  },
) => ({
  ...orderTasks({ ...services, contacts }),
  ...dncTasks(services),
  ...contactTasks(services),
  [fileImportKinds.ROLL.job]: runImportRoll(services),
  [fileImportKinds.GAZETTEER.job]: runImportGazetteer(services),
  [fileImportKinds.MAP.job]: runImportMap(services, mapFolder),
  ...(remote && refreshTasks(services, { ...remote, now: services.clock.now })),
  ...(remote && countySetupTasks(services, remote)),
  [sendMailJob]: runSendMail(services, deliver),
  ...identityTasks(services),
  ...creditTasks(services, { selectPayments, notifyUser }),
  ...savedSearchTasks({ ...services, getOwnLeads, claimTodaysTasks }),
  ...billingTasks({ ...services, ...billing }),
})
