// Phone numbers and email addresses of property owners: imported from files, or traced by a vendor.
// Tables: contact_sources, contact_vendors, contact_traces, contact_leases, contact_daily_usage; in
// ClickHouse contacts, which imports of rolls write too.
// Jobs: import-contacts-file. Schedule: sync-traces, purge-traces.
// Routes: /v1/admin/contacts.
// Start with trace/trace-owners.ts (asking the vendor) and imports/import-contacts.ts (loading a file).

import type { Services } from '../../platform/context.ts'
import { fileImportKinds } from '../../platform/files/imports/file-imports.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { everyHour, everyMinute } from '../../platform/jobs/schedule.ts'
import { runContactImport } from './imports/upload-contacts.ts'
import { purgeOldTraces, syncPendingTraces } from './trace/sync-traces.ts'

export { buildKnownPhoneSql, buildNoPhoneSql } from './contacts.queries.ts'
export { contactRoutes } from './contacts.routes.ts'
export { importContacts } from './imports/import-contacts.ts'
export { refuseImplausibleDay } from './imports/upload-contacts.ts'
export { listOwnerContacts } from './list-owner-contacts.ts'
export { seedDemoContacts } from './sources/contact-sources.ts'
export { traceOwners } from './trace/trace-owners.ts'
export {
  type ContactProvider,
  type ContactVendor,
  isVendorUnavailable,
  noContactProvider,
  type TracedOwner,
} from './vendor/contact-vendor.ts'
export { createContactProvider } from './vendor/http-vendor.ts'

export const contactTasks = (services: Services): Record<string, Task> => ({
  [fileImportKinds.CONTACTS.job]: runContactImport(services),
})

export const contactSchedule = (services: Services) => ({
  'sync-traces': everyMinute(() => syncPendingTraces(services)),
  'purge-traces': everyHour(() => purgeOldTraces(services)),
})
