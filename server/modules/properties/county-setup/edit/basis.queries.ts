import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../../platform/postgres/database.ts'

const Basis = z.object({
  document: SourceDocument,
  /** Columns that the dataset's newest files lack, with their probable new names. */
  renamed: z.record(z.string(), z.string()),
})
/** What a setup started from that edits the source of a loaded dataset. */
export type Basis = z.infer<typeof Basis>

/** Undefined for a setup that adds a county. */
export async function findBasis(db: Db, setupId: string): Promise<Basis | undefined> {
  const row = await db.selectFrom('countySetups').select('basis').where('id', '=', setupId).executeTakeFirst()
  return row?.basis ? Basis.parse(row.basis) : undefined
}

type OpenEdit = { userId: string; source: string; since: Date }

/** An administrator's open setup that edits a source, unless newer files of its dataset came since it was started. */
export const findOpenEdit = (db: Db, { userId, source, since }: OpenEdit) =>
  db
    .selectFrom('countySetups')
    .select('id')
    .where('createdBy', '=', userId)
    .where('status', '=', 'OPEN')
    .where(sql<string>`basis -> 'document' ->> 'source'`, '=', source)
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .executeTakeFirst()
