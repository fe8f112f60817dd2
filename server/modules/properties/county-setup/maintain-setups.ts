import { dayMs } from '@dooryard/contract/api/time'
import { setupKeptDays } from '@dooryard/contract/data/sources/county-setups'
import type { Services } from '../../../platform/context.ts'
import { listAbandonedChecks, updateCheck } from './check/checks.queries.ts'
import { gaveUpMessage } from './files/run-file-step.ts'
import { listAbandonedFiles, updateSetupFile } from './setup-files.queries.ts'
import { listUntouchedSetups } from './setups.queries.ts'
import { deleteStoredSetup, removeStoredFiles } from './setups.ts'

/**
 * Deletes setups that nobody has changed for thirty days, and fails files and checks whose process died with each of
 * their attempts, so that nobody waits for them.
 */
export async function maintainSetups({ db, files, clock }: Pick<Services, 'db' | 'files' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - setupKeptDays * dayMs)
  for (const { id } of await listUntouchedSetups(db, before))
    await removeStoredFiles(files, await deleteStoredSetup({ db }, id))
  for (const file of await listAbandonedFiles(db))
    await updateSetupFile(db, file, { status: 'FAILED', message: gaveUpMessage })
  for (const check of await listAbandonedChecks(db))
    await updateCheck(db, check, {
      ...{ status: 'FAILED', message: 'The check could not be completed. Try it again.', finishedAt: clock.now() },
    })
}
