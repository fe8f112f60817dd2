import { createHash } from 'node:crypto'
import type { AuditAction } from '@dooryard/contract/audit-log'
import type { FileImport } from '@dooryard/contract/file-imports'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { newId } from '../ids.ts'
import { inTransaction } from '../postgres/database.ts'
import { type ImportsOf, insertFileImport } from './file-imports.queries.ts'
import { addFileImportJob } from './import-queue.ts'
import { fileImportOf } from './owners-imports.ts'

/** An uploaded file, with what whoever uploaded it said of it. */
export type NewFile = ImportsOf & {
  /** What it is imported as, in words. */
  name: string
  fileName: string
  /** What its import needs to know; it stands in the audit log too, so no secret. */
  params: Readonly<Record<string, unknown>>
  /** The entry of the audit log for it. */
  audited: AuditAction
}

/**
 * Keeps an uploaded file and has it imported by a job. Of an empty file, and of one that stops short, nothing is kept.
 */
export async function receiveFile(
  ctx: Context,
  { kind, ownerId, name, fileName, params, audited }: NewFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FileImport> {
  const id = newId()
  const fileKey = `file-imports/${id}`
  try {
    const sha256 = await keepFile(ctx, fileKey, bytes)
    const fileBytes = await ctx.files.size(fileKey)
    if (fileBytes === 0) throw appError('UNPROCESSABLE', 'This file is empty.')
    return await inTransaction(ctx, async (inside) => {
      const of = { kind, ownerId }
      const by = { uploadedBy: ctx.actor.userId, createdAt: ctx.clock.now() }
      await insertFileImport(inside.db, { id, ...of, name, params, fileName, fileBytes, fileKey, sha256, ...by })
      await addFileImportJob(inside.db, { id, ...of })
      const received = await fileImportOf(inside, of, id)
      await audit(inside, {
        action: audited,
        object: { type: 'file_import', id },
        after: { name, ...params, fileName, fileBytes, sha256 },
      })
      return received
    })
  } catch (error) {
    await ctx.files.remove(fileKey)
    throw error
  }
}

/** Writes a file and gives its SHA-256. */
async function keepFile({ files }: Context, key: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const fingerprint = createHash('sha256')
  async function* noted() {
    for await (const piece of bytes) {
      fingerprint.update(piece)
      yield piece
    }
  }
  try {
    await files.write(key, noted())
    return fingerprint.digest('hex')
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    if (isFull) throw appError('UNPROCESSABLE', 'The server has no room left for this file. Nothing of it was kept.')
    throw error
  }
}
