import type { Db } from '../../../platform/postgres/database.ts'

/** Its row stays locked until the caller's transaction ends, so that numbers follow without a gap. */
export async function nextNumber(db: Db, of: 'invoiceNumbers' | 'creditNoteNumbers'): Promise<number> {
  const { last } = await db
    .updateTable(of)
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
