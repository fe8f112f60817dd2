import { createHash } from 'node:crypto'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { newId } from '../ids.ts'
import { inTransaction } from '../postgres/database.ts'
import { addFileImportJob, fileImportKinds } from './file-import-kinds.ts'
import { insertFileImport } from './file-imports.queries.ts'
import { getImport, type ImportList } from './owners-imports.ts'

type NewFile = {
  name: string
  fileName: string
  /** What its import needs to know; it stands in the audit log too, so no secret. */
  params: Readonly<Record<string, unknown>>
}

/** Keeps an uploaded file for its job. Of an empty file, and of one that stops short, nothing is kept. */
export async function receiveFile<Shown>(
  ctx: Context,
  list: ImportList<Shown>,
  { name, fileName, params }: NewFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Shown> {
  const { folder, hasFingerprint, audited } = fileImportKinds[list.kind]
  const id = newId()
  const fileKey = `${folder}/${id}`
  try {
    const sha256 = await keepFile(ctx, fileKey, bytes, hasFingerprint)
    const fileBytes = await ctx.files.size(fileKey)
    if (fileBytes === 0) throw appError('UNPROCESSABLE', 'This file is empty.')
    return await inTransaction(ctx, async (inside) => {
      const of = { kind: list.kind, ownerId: list.ownerId }
      const by = { uploadedBy: ctx.actor.userId, createdAt: ctx.clock.now() }
      await insertFileImport(inside.db, { id, ...of, name, params, fileName, fileBytes, fileKey, sha256, ...by })
      await addFileImportJob(inside.db, { id, ...of })
      await audit(inside, {
        action: audited.requested,
        object: { type: audited.object, id },
        after: { name, ...params, fileName, fileBytes, ...(sha256 !== null && { sha256 }) },
      })
      return getImport(inside, list, id)
    })
  } catch (error) {
    await ctx.files.remove(fileKey)
    throw error
  }
}

async function keepFile(
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
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    if (isFull) throw appError('UNPROCESSABLE', 'The server has no room left for this file. Nothing of it was kept.')
    throw error
  }
}
