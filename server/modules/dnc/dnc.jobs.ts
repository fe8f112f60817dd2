import type { Services } from '../../platform/context.ts'
import { fileImportJob, runFileImport } from '../../platform/file-imports/file-imports.ts'
import type { Task } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { everyMinute } from '../../platform/schedule.ts'
import { deleteCopiesOfClosed } from './copies.queries.ts'
import { renewDemoRegistry } from './demo-registry.ts'
import { forgetLoads } from './forget-loads.ts'
import { importUploaded } from './import-numbers.ts'

/** The jobs of the do-not-call lists, by name. */
export const dncTasks = (services: Services): Record<string, Task> => ({
  [fileImportJob('DNC')]: runFileImport(services, 'DNC', (file) => importUploaded(services, file)),
})

export const dncSchedule = (services: Services) => ({
  // An import may have been under way when its account was closed, so closing one does not do it.
  'delete-lists-of-closed-accounts': everyMinute(() =>
    inTransaction(services, ({ db }) => deleteCopiesOfClosed(db, services.clock.now())),
  ),
  'purge-dnc-numbers': everyMinute(() => forgetLoads(services)),
  'renew-demo-registry': everyMinute(() => renewDemoRegistry(services)),
})
