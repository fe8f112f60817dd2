import { type CountySetup, maxSetupFiles } from '@dooryard/contract/data/sources/county-setups'
import type { SetupFile } from '@dooryard/contract/data/sources/setup-files'
import { audit } from '../../../../platform/audit.ts'
import type { Context, TransactionContext } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { diskFullError, isDiskFull } from '../../../../platform/files/disk-full.ts'
import { findLocationRefusal, hideQuery } from '../../../../platform/files/locations/locations.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { changeTables } from '../document/propose.job.ts'
import {
  deleteSetupFile,
  findSetupFile,
  insertSetupFile,
  listSetupFiles,
  listSetupTables,
} from '../setup-files.queries.ts'
import type { FileAccess } from '../setup-services.ts'
import { updateSetup } from '../setups.queries.ts'
import { changeOpenSetup, getSetup } from '../setups.ts'
import { openImportFolderEntry } from './import-folder.ts'
import { queueReading } from './read-tables.job.ts'
import { queueReceiving } from './receive-file.job.ts'
import { removeSample } from './samples.ts'

const getFileKey = (setupId: string, fileId: string) => `county-setups/${setupId}/${fileId}`

type FileFacts = Pick<SetupFile, 'origin' | 'location' | 'fileName' | 'fileBytes'>

export async function addFile(
  tx: TransactionContext,
  setupId: string,
  file: FileFacts & { id: string },
): Promise<void> {
  const { db, clock } = tx
  const present = await listSetupFiles(db, setupId)
  if (present.length >= maxSetupFiles)
    throw appError('CONFLICT', `A county can have ${maxSetupFiles} files. Remove one, or put several into a zip file.`)
  const status = file.origin === 'UPLOAD' ? 'QUEUED' : 'RECEIVING'
  await insertSetupFile(db, { ...file, setupId, status, fileKey: getFileKey(setupId, file.id), addedAt: clock.now() })
  await (status === 'QUEUED' ? queueReading(db, file) : queueReceiving(db, file))
  await updateSetup(db, setupId, {}, clock.now())
  const { origin, location, fileName } = file
  await audit(tx, {
    action: 'county_setup.file_added',
    object: { type: 'county_setup', id: setupId },
    after: { origin, fileName, ...(location && { location: hideQuery(location) }) },
  })
}

/** Stores an uploaded file, whose tables are then read. An empty or truncated one is not kept. */
export async function uploadSetupFile(
  ctx: Context,
  setupId: string,
  { fileName }: { fileName: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<CountySetup> {
  // Refused before anything is stored.
  await changeOpenSetup(ctx, setupId, async () => undefined)
  const id = newId()
  const fileKey = getFileKey(setupId, id)
  try {
    await ctx.files.write(fileKey, bytes).catch((error) => {
      throw isDiskFull(error) ? diskFullError() : error
    })
    const fileBytes = await ctx.files.size(fileKey)
    if (fileBytes === 0) throw appError('UNPROCESSABLE', 'This file is empty.')
    return await changeOpenSetup(ctx, setupId, async (tx) => {
      await addFile(tx, setupId, { id, origin: 'UPLOAD', location: null, fileName, fileBytes })
      return getSetup(tx, setupId)
    })
  } catch (error) {
    await ctx.files.remove(fileKey)
    throw error
  }
}

/** The file is fetched by a job. UNPROCESSABLE at once for an address that may not be called. */
export async function downloadSetupFile(
  ctx: Context,
  { outbound }: FileAccess,
  setupId: string,
  url: string,
): Promise<CountySetup> {
  await changeOpenSetup(ctx, setupId, async () => undefined)
  const refusal = await findLocationRefusal({ outbound }, url)
  if (refusal) throw appError('UNPROCESSABLE', refusal)
  return changeOpenSetup(ctx, setupId, async (tx) => {
    const fileName = new URL(url).pathname.split('/').filter(Boolean).at(-1)?.slice(-200) ?? 'download'
    await addFile(tx, setupId, { id: newId(), origin: 'URL', location: url, fileName, fileBytes: null })
    return getSetup(tx, setupId)
  })
}

/** The file or folder is copied by a job, a folder as one ZIP archive. */
export async function addServerFile(
  ctx: Context,
  { importDir, maxFileBytes }: FileAccess,
  setupId: string,
  path: string,
): Promise<CountySetup> {
  const { fileName, bytes } = await openImportFolderEntry(importDir, path)
  if (bytes === 0) throw appError('UNPROCESSABLE', 'This file is empty.')
  if (bytes > maxFileBytes) throw appError('UNPROCESSABLE', 'This is larger than the largest file that is accepted.')
  return changeOpenSetup(ctx, setupId, async (tx) => {
    await addFile(tx, setupId, { id: newId(), origin: 'FOLDER', location: path, fileName, fileBytes: bytes })
    return getSetup(tx, setupId)
  })
}

/** Removes a file with its tables; a job that reads it ends. */
export async function removeSetupFile(ctx: Context, setupId: string, fileId: string): Promise<CountySetup> {
  const { setup, fileKey, tables } = await changeOpenSetup(ctx, setupId, async (tx) => {
    const file = await findSetupFile(tx.db, fileId)
    const ofFile = (await listSetupTables(tx.db, setupId)).filter((table) => table.fileId === fileId)
    if (!(await deleteSetupFile(tx.db, { id: fileId, setupId }))) throw notFound('This file')
    await changeTables(tx, setupId)
    return { setup: await getSetup(tx, setupId), fileKey: file?.fileKey, tables: ofFile }
  })
  if (fileKey) await ctx.files.remove(fileKey)
  for (const table of tables) await removeSample(ctx.files, table)
  return setup
}
