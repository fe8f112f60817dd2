import { dncLists } from '@dooryard/contract/api/enums'
import { hourMs } from '@dooryard/contract/api/time'
import type { Services } from '../../platform/context.ts'
import { fileImportKinds, runFileImport } from '../../platform/files/imports/file-imports.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { everyMinute } from '../../platform/jobs/schedule.ts'
import { tryWithLock } from '../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { importUploadedFile } from './imports/import-numbers.ts'
import { refreshDemoRegistry } from './lists/demo-registry.ts'
import {
  deleteLoad,
  deleteVersionsOfClosedAccounts,
  getListLockKey,
  isUnusedLoad,
  listLoadIds,
  listUnusedLoads,
} from './lists/list-versions.queries.ts'
import { dropNumbers, listStoredLoads } from './lists/numbers.queries.ts'

export const dncTasks = (services: Services): Record<string, Task> => ({
  [fileImportKinds.DNC.job]: runFileImport(services, 'DNC', (file) => importUploadedFile(services, file)),
})

export const dncSchedule = (services: Services) => ({
  // Deleting on close is not enough: an import may be running when its account is closed.
  'delete-lists-of-closed-accounts': everyMinute(() =>
    inTransaction(services, ({ db }) => deleteVersionsOfClosedAccounts(db, services.clock.now())),
  ),
  'purge-dnc-numbers': everyMinute(() => purgeUnusedLoads(services)),
  'renew-demo-registry': everyMinute(() => refreshDemoRegistry(services)),
})

type PurgeLoadsDeps = Pick<Services, 'db' | 'clickhouse' | 'clock' | 'log'>

/** How long a scrub that started with a version may still read it after it was replaced. */
export const loadRetentionMs = hourMs

/** Purges unused loads, including those of interrupted imports and those unknown to the database. */
export async function purgeUnusedLoads({ db, clickhouse, clock, log }: PurgeLoadsDeps): Promise<void> {
  // Read first: an import inserts its load into the database before it writes numbers.
  const stored = await listStoredLoads(clickhouse)
  const known = new Set(await listLoadIds(db))
  for (const load of stored) {
    if (known.has(load)) continue
    log.warn({ load }, 'do-not-call numbers of a load that is not known are dropped')
    await dropNumbers(clickhouse, load)
  }
  const before = new Date(clock.now().getTime() - loadRetentionMs)
  for (const { id, ownerId, list } of await listUnusedLoads(db, before))
    await tryWithLock(db, getListLockKey({ ownerId, list: dncLists.schema.parse(list) }), async (connection) => {
      // An import of over an hour may have ended since the loads were read; its load is in use now.
      if (!(await isUnusedLoad(connection, id, before))) return
      await dropNumbers(clickhouse, id)
      await deleteLoad(connection, id)
    })
}
