import { createHash } from 'node:crypto'
import { audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import { appError } from '../../errors/app-error.ts'
import { inTransaction } from '../../postgres/database.ts'
import { newId } from '../../util/ids.ts'
import { diskFullError, isDiskFull } from '../disk-full.ts'
import { addFileImportJob, fileImportKinds } from './file-import-kinds.ts'
import { insertFileImport, type NamedFile } from './file-imports.queries.ts'
import { getScopedImport, type ImportList } from './scoped-imports.ts'

type FileUploadInput = {
  name: string
  fileName: string
  /** Parameters of the import. They are also written to the audit log, so they must contain no secret. */
  params: Readonly<Record<string, unknown>>
}

/** Stores an uploaded file for its job. An empty or truncated file is not kept. */
export async function receiveFile<Shown>(
  ctx: Context,
  list: ImportList<Shown>,
  { name, fileName, params }: FileUploadInput,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Shown> {
  const { folder, hasFingerprint } = fileImportKinds[list.kind]
  const id = newId()
  const fileKey = `${folder}/${id}`
  try {
    const sha256 = await storeFile(ctx, fileKey, bytes, hasFingerprint)
    const fileBytes = await ctx.files.size(fileKey)
    if (fileBytes === 0) throw appError('UNPROCESSABLE', 'This file is empty.')
    return await queueFileImport(ctx, list, { id, name, fileName, params, fileBytes, fileKey, sha256 })
  } catch (error) {
    await ctx.files.remove(fileKey)
    throw error
  }
}

type QueuedImport = FileUploadInput & {
  id?: string
  fileBytes: number
  fileKey: string
  sha256?: string | null
  namedFiles?: readonly NamedFile[]
}

/** Imports files that are stored already; the import then has them, and deletes them as it does with uploads. */
export const queueFileImport = <Shown>(
  ctx: Context,
  list: ImportList<Shown>,
  { id = newId(), sha256 = null, ...file }: QueuedImport,
): Promise<Shown> =>
  inTransaction(ctx, async (tx) => {
    const { audited } = fileImportKinds[list.kind]
    const of = { kind: list.kind, ownerId: list.ownerId }
    const by = { uploadedBy: ctx.actor.userId, createdAt: ctx.clock.now() }
    await insertFileImport(tx.db, { id, ...of, ...file, sha256, ...by })
    await addFileImportJob(tx.db, { id, ...of })
    const { name, params, fileName, fileBytes } = file
    await audit(tx, {
      action: audited.requested,
      object: { type: audited.object, id },
      after: { name, ...params, fileName, fileBytes, ...(sha256 !== null && { sha256 }) },
    })
    return getScopedImport(tx, list, id)
  })

async function storeFile(
  { files }: Context,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  hasFingerprint: boolean,
): Promise<string | null> {
  const fingerprint = createHash('sha256')
  async function* hashed() {
    for await (const piece of bytes) {
      fingerprint.update(piece)
      yield piece
    }
  }
  try {
    await files.write(key, hasFingerprint ? hashed() : bytes)
    return hasFingerprint ? fingerprint.digest('hex') : null
  } catch (error) {
    throw isDiskFull(error) ? diskFullError() : error
  }
}
