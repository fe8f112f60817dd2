import { dayMs } from '@dooryard/contract/api/time'
import { setupKeptDays } from '@dooryard/contract/data/sources/county-setups'
import type { Services } from '../../../platform/context.ts'
import { listImportFileKeys } from '../../../platform/files/imports/file-imports.ts'
import { listAbandonedChecks, updateCheck } from './check/checks.queries.ts'
import { getRejectsKey } from './check/rejects.ts'
import { dropAbandonedCounts } from './document/queue-counting-joins.ts'
import { gaveUpMessage } from './files/run-file-step.ts'
import { getSampleKey, setupsFolder } from './files/samples.ts'
import { finishSetupImports } from './finish-imports.ts'
import {
  listAbandonedFiles,
  listAbandonedTables,
  listStoredRefs,
  updateSetupFile,
  updateSetupTable,
} from './setup-files.queries.ts'
import { failProposal, listAbandonedProposals, listUntouchedSetups } from './setups.queries.ts'
import { deleteStoredSetup, removeStoredFiles } from './setups.ts'

/**
 * Deletes setups that nobody has changed for thirty days, those that nobody has started after a day, and
 * ends what waits for a process that died with each of its attempts: files, tables, proposals, counts of joins, checks
 * and imports.
 */
export async function maintainSetups(services: Pick<Services, 'db' | 'clickhouse' | 'files' | 'clock'>): Promise<void> {
  const { db, files, clock } = services
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  // The first file of a setup may take hours to arrive.
  for (const { id } of await listUntouchedSetups(db, { before: daysAgo(setupKeptDays), emptyBefore: daysAgo(1) }))
    await removeStoredFiles(files, await deleteStoredSetup({ db }, id))
  await finishSetupImports({ db, files, clock })
  await removeUnkeptFiles({ db, files, clock })
  for (const file of await listAbandonedFiles(db))
    await updateSetupFile(db, file, { status: 'FAILED', message: gaveUpMessage })
  for (const table of await listAbandonedTables(db))
    await updateSetupTable(db, table, { isReading: false, message: gaveUpMessage })
  for (const { id } of await listAbandonedProposals(db)) await failProposal(db, id)
  await dropAbandonedCounts(services)
  for (const check of await listAbandonedChecks(db))
    await updateCheck(db, check, {
      ...{ status: 'FAILED', message: 'The check could not be completed. Try it again.', finishedAt: clock.now() },
    })
}

/** Jobs and uploads write a file shortly before or after its row. */
const unkeptAgeMs = dayMs

/** Removes files that no setup and no import has: what a process left that died before it had removed them. */
async function removeUnkeptFiles({ db, files, clock }: Pick<Services, 'db' | 'files' | 'clock'>): Promise<void> {
  const keys = await files.listKeys(setupsFolder)
  if (keys.length === 0) return
  const [stored, imports] = await Promise.all([listStoredRefs(db), listImportFileKeys(db)])
  const kept = new Set([
    ...imports,
    ...stored.setups.map(({ id }) => getRejectsKey(id)),
    ...stored.files.map(({ fileKey }) => fileKey),
    ...stored.tables.map(getSampleKey),
  ])
  for (const key of keys) {
    if (kept.has(key)) continue
    const writtenAt = await files.writtenAt(key)
    if (writtenAt && clock.now().getTime() - writtenAt.getTime() > unkeptAgeMs) await files.remove(key)
  }
}
