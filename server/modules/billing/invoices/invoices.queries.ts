import type { Db } from '../../../platform/postgres/database.ts'

/** The row stays locked until the caller's transaction ends, so that numbers have no gaps. */
export async function nextDocumentNumber(db: Db, counter: 'invoiceNumbers' | 'creditNoteNumbers'): Promise<number> {
  const { last } = await db
    .updateTable(counter)
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
