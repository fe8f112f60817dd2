import type { NewImport, RollImport } from '@dooryard/contract/roll-imports'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { addImportJob } from './import-queue.ts'
import { sourceOf } from './import-sources.ts'
import { refuseTakenName } from './refuse-taken-name.ts'
import { insertImport } from './roll-imports.queries.ts'
import { importOf } from './roll-imports.ts'

/**
 * Keeps an uploaded file and has it imported by a job. A source that there is not, a name that another county's
 * roll has, an empty file and one that stops short are refused, and nothing of them is kept.
 */
export async function uploadRoll(
  ctx: Context,
  { source, fileName, name, countyFips }: NewImport,
  bytes: AsyncIterable<Uint8Array>,
): Promise<RollImport> {
  const declared = sourceOf({ source, name, countyFips })
  await refuseTakenName(ctx.db, declared, countyFips)
  const id = newId()
  const fileKey = `rolls/uploads/${id}`
  try {
    await keepFile(ctx, fileKey, bytes)
    const fileBytes = await ctx.files.size(fileKey)
    if (fileBytes === 0) throw appError('UNPROCESSABLE', 'This file is empty.')
    const file = { fileName, fileBytes, fileKey }
    return await inTransaction(ctx, async (inside) => {
      const roll = { source, name: declared.name, countyFips: countyFips ?? null }
      const by = { userId: ctx.actor.userId, createdAt: ctx.clock.now() }
      await insertImport(inside.db, { id, ...roll, ...file, ...by })
      await addImportJob(inside.db, id)
      const requested = await importOf(inside, id)
      await audit(inside, {
        action: 'roll.import_requested',
        object: { type: 'roll_import', id },
        after: { ...roll, fileName, fileBytes },
      })
      return requested
    })
  } catch (error) {
    await ctx.files.remove(fileKey)
    throw error
  }
}

async function keepFile({ files }: Context, key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await files.write(key, bytes)
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    if (isFull) throw appError('UNPROCESSABLE', 'The server has no room left for this file. Nothing of it was kept.')
    throw error
  }
}
