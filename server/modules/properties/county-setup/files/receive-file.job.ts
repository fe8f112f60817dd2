import { SetupFile } from '@dooryard/contract/data/sources/setup-files'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { openLocation } from '../../../../platform/files/locations/locations.ts'
import type { Task } from '../../../../platform/jobs/jobs.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findSetupFile, type SetupFileRow, updateSetupFile } from '../setup-files.queries.ts'
import type { SetupServices } from '../setup-services.ts'
import { openImportFolderEntry } from './import-folder.ts'
import { queueReading } from './read-tables.job.ts'
import { parseJobId, runFileStep } from './run-file-step.ts'

export const receiveJob = 'receive-county-file'

/** Downloads have a queue of their own, as a slow server may take hours. */
export const queueReceiving = (db: Db, { id, origin }: Pick<SetupFile, 'id' | 'origin'>) =>
  addJob(
    db,
    receiveJob,
    { fileId: id },
    { jobKey: `county-file:${id}`, queue: origin === 'URL' ? 'county-downloads' : 'county-files', maxAttempts: 3 },
  )

const progressEveryMs = 1_000

/** Fetches or copies a file; its tables are then read by the next job. A repeated run starts over. */
export const runReceiveFile =
  (services: SetupServices): Task =>
  async (payload, run) => {
    const file = await findSetupFile(services.db, parseJobId(payload))
    if (file?.status !== 'RECEIVING') return
    await runFileStep(services, file, run, async () => {
      const facts = await receive[SetupFile.shape.origin.parse(file.origin)](services, file)
      const fileBytes = await services.files.size(file.fileKey ?? '')
      await services.db.transaction().execute(async (tx) => {
        if (!(await updateSetupFile(tx, file, { ...facts, fileBytes, status: 'QUEUED', share: 0 }))) return
        await queueReading(tx, file)
      })
    })
  }

const receive = { URL: fetchFile, FOLDER: copyFile, DATASET: copyStoredFile, UPLOAD: copyStoredFile }

/** Of a version of a dataset, which are deleted once newer ones take its place. */
async function copyStoredFile(services: SetupServices, file: SetupFileRow) {
  const key = file.location ?? ''
  if (!(await services.files.exists(key)))
    throw unprocessable('This file is not stored any more. Remove it, and add the newest file of the county.')
  const bytes = countBytes(services, file, services.files.read(key), await services.files.size(key))
  await services.files.write(file.fileKey ?? '', bytes)
  return { fileName: file.fileName }
}

async function fetchFile(services: SetupServices, file: SetupFileRow) {
  const opened = await openLocation({ ...services.fileAccess, now: services.clock.now }, file.location ?? '')
  if (!opened) throw new Error('a download without an earlier one was answered as unchanged')
  const { fileName, body } = opened
  await services.files.write(file.fileKey ?? '', countBytes(services, file, body, null))
  return { fileName }
}

async function copyFile(services: SetupServices, file: SetupFileRow) {
  const entry = await openImportFolderEntry(services.fileAccess.importDir, file.location ?? '')
  await services.files.write(file.fileKey ?? '', countBytes(services, file, entry.body(), entry.bytes))
  await entry.checkUnchanged()
  return { fileName: entry.fileName }
}

/** Notes the share that has arrived at most once a second; ends where the file was removed from its setup. */
async function* countBytes(
  { db }: SetupServices,
  file: SetupFileRow,
  body: AsyncIterable<Uint8Array>,
  total: number | null,
): AsyncGenerator<Uint8Array> {
  let received = 0
  let notedAt = 0
  for await (const piece of body) {
    received += piece.length
    if (Date.now() - notedAt >= progressEveryMs) {
      notedAt = Date.now()
      const share = total ? Math.min(1, received / total) : 0
      if (!(await updateSetupFile(db, file, { share, fileBytes: received }))) return
    }
    yield piece
  }
}
