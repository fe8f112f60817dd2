import { hourMs } from '@dooryard/contract/time'
import { dncLists } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { fileImportKinds, runFileImport } from '../../platform/file-imports/file-imports.ts'
import type { Task } from '../../platform/jobs.ts'
import { tryWithLock } from '../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { everyMinute } from '../../platform/schedule.ts'
import { allLoads, deleteCopiesOfClosed, deleteLoad, isUnused, listLock, unusedLoads } from './copies.queries.ts'
import { renewDemoRegistry } from './demo-registry.ts'
import { importUploaded } from './import-numbers.ts'
import { dropNumbers, storedLoads } from './numbers.queries.ts'

export const dncTasks = (services: Services): Record<string, Task> => ({
  [fileImportKinds.DNC.job]: runFileImport(services, 'DNC', (file) => importUploaded(services, file)),
})

export const dncSchedule = (services: Services) => ({
  // An import may have been under way when its account was closed, so closing one does not do it.
  'delete-lists-of-closed-accounts': everyMinute(() =>
    inTransaction(services, ({ db }) => deleteCopiesOfClosed(db, services.clock.now())),
  ),
  'purge-dnc-numbers': everyMinute(() => forgetLoads(services)),
  'renew-demo-registry': everyMinute(() => renewDemoRegistry(services)),
})

type Stores = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>

/** A check that began with a copy may still look into it for so long after another has taken its place. */
export const loadsKeptMs = hourMs

/** Those of imports that were cut off included, and such as the database knows nothing of. */
export async function forgetLoads({ db, clickhouse, clock, log }: Stores): Promise<void> {
  // Read first: an import enters its load in the database before the store has anything of it.
  const stored = await storedLoads(clickhouse)
  const known = new Set(await allLoads(db))
  for (const load of stored) {
    if (known.has(load)) continue
    log.warn({ load }, 'do-not-call numbers of a load that is not known are dropped')
    await dropNumbers(clickhouse, load)
  }
  const before = new Date(clock.now().getTime() - loadsKeptMs)
  for (const { id, ownerId, list } of await unusedLoads(db, before))
    await tryWithLock(db, listLock({ ownerId, list: dncLists.schema.parse(list) }), async (holding) => {
      // An import of over an hour may have ended since they were read: copies are of it now.
      if (!(await isUnused(holding, id, before))) return
      await dropNumbers(clickhouse, id)
      await deleteLoad(holding, id)
    })
}
