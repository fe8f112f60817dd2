import type { AuditEntry } from '@dooryard/contract/audit-log'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { selectEntry } from './audit-log.queries.ts'
import { presentEntry } from './list-entries.ts'

/** One entry of the audit log, by its number. */
export async function showEntry({ db }: Context, id: string): Promise<AuditEntry> {
  const row = await selectEntry(db, Number(id))
  if (!row) throw notFound('This entry')
  return presentEntry(row)
}
