import { dayMs } from '@dooryard/contract/time'
import type { Services } from '../context.ts'
import { forgetFile, unfinishedWithoutJob, withFileOlderThan } from './file-imports.queries.ts'
import { addFileImportJob } from './import-queue.ts'
import { failImport } from './run-file-import.ts'

export const failedFilesKeptDays = 7

/**
 * Looks after imports of files: one whose job is lost gets a new one, one whose job ended every process that tried it
 * fails, and the files of failed ones are removed a week after their upload.
 */
export async function keepFileImports(services: Services): Promise<void> {
  const { db, files, clock, log } = services
  for (const { hasSpentJob, ...lost } of await unfinishedWithoutJob(db)) {
    log.warn({ importId: lost.id, hasSpentJob }, 'an unfinished import of a file had no job')
    if (hasSpentJob) await failImport(services, lost.id)
    else await addFileImportJob(db, lost)
  }
  for (const { id, fileKey } of await withFileOlderThan(
    db,
    new Date(clock.now().getTime() - failedFilesKeptDays * dayMs),
  )) {
    if (fileKey) await files.remove(fileKey)
    await forgetFile(db, id)
  }
}
