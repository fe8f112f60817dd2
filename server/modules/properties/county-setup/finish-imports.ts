import type { Services } from '../../../platform/context.ts'
import { listImportStates } from '../../../platform/files/imports/file-imports.ts'
import { queueProposal } from './document/propose.job.ts'
import { removeSample } from './files/samples.ts'
import { listSetupFiles, listSetupTables, releaseFileKeys } from './setup-files.queries.ts'
import { listImportedSetups, lockSetupById, reopenSetup } from './setups.queries.ts'

/**
 * Opens setups again whose import failed or was canceled, and removes the files of those whose import has loaded them.
 * It can run at any time: what a process that died left is done by the next run.
 */
export async function finishSetupImports(services: Pick<Services, 'db' | 'files' | 'clock'>): Promise<void> {
  const { db, clock } = services
  const setups = await listImportedSetups(db)
  if (setups.length === 0) return
  const states = await listImportStates(
    db,
    setups.map(({ importId }) => importId),
  )
  for (const setup of setups) {
    const status = states.find(({ id }) => id === setup.importId)?.status
    if (status === 'LOADED' || status === 'UNCHANGED') await removeImportedFiles(services, setup.id)
    if (status !== 'FAILED' && status !== 'CANCELED') continue
    await db.transaction().execute(async (tx) => {
      // A retry queues the import under the same lock.
      await lockSetupById(tx, setup.id)
      const [ended] = await listImportStates(tx, [setup.importId])
      if (ended?.status !== status) return
      const reopened = await reopenSetup(tx, setup)
      // The job of a proposal ends when it finds the setup closed.
      if (reopened?.proposalStatus === 'RUNNING') await queueProposal({ db: tx, clock }, setup.id)
    })
  }
}

/** The keys go last: they tell that there is something to remove. */
async function removeImportedFiles({ db, files }: Pick<Services, 'db' | 'files'>, id: string): Promise<void> {
  const [stored, tables] = await Promise.all([listSetupFiles(db, id), listSetupTables(db, id)])
  for (const { fileKey } of stored) if (fileKey) await files.remove(fileKey)
  for (const table of tables) await removeSample(files, table)
  await releaseFileKeys(db, id)
}
