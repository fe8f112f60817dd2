import type { Db } from '../../../platform/postgres/database.ts'
import { keepCreditNote, nextNumber } from './invoices.queries.ts'

/**
 * Gives a payment that is refunded the next credit note, inside the caller's transaction: rolled back with it, the
 * number goes to the next one. Call it late, since from here to the commit nobody else gets a number. What stands in it
 * is the invoice, which never changes, the other way round.
 */
export async function issueCreditNote(db: Db, transactionId: string): Promise<string> {
  const creditNoteNumber = `DY-CN-${String(await nextNumber(db, 'creditNoteNumbers')).padStart(6, '0')}`
  await keepCreditNote(db, transactionId, creditNoteNumber)
  return creditNoteNumber
}
