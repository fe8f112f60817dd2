import type { Services } from '../../platform/context.ts'
import { fileImportKinds } from '../../platform/file-imports/file-imports.ts'
import type { Task } from '../../platform/jobs.ts'
import { everyHour, everyMinute } from '../../platform/schedule.ts'
import { runContactImport } from './file/upload-contacts.ts'
import { forgetOldTraces, mirrorLeftOvers } from './mirror-traces.ts'

export { enterDemoContacts } from './contact-sources.ts'
export {
  type ContactDesk,
  type ContactVendor,
  isVendorUnavailable,
  noVendor,
  type TracedOwner,
} from './contact-vendor.ts'
export { isKnownPhone, isWithoutPhone } from './contacts.queries.ts'
export { contactRoutes } from './contacts.routes.ts'
export { contactsOf } from './contacts-of.ts'
export { importContacts } from './file/import-contacts.ts'
export { refuseImplausibleDay } from './file/upload-contacts.ts'
export { traceOwners } from './trace-owners.ts'
export { createDesk } from './vendor/http-vendor.ts'

export const contactTasks = (services: Services): Record<string, Task> => ({
  [fileImportKinds.CONTACTS.job]: runContactImport(services),
})

export const contactSchedule = (services: Services) => ({
  'sync-traces': everyMinute(() => mirrorLeftOvers(services)),
  'purge-traces': everyHour(() => forgetOldTraces(services)),
})
