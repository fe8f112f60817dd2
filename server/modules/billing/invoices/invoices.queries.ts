import type { Db } from '../../../platform/postgres/database.ts'

/**
 * The next number of the invoices, or of the credit notes. Its row stays locked until the caller's transaction ends, so
 * that numbers follow without a gap.
 */
export async function nextNumber(db: Db, of: 'invoiceNumbers' | 'creditNoteNumbers'): Promise<number> {
  const { last } = await db
    .updateTable(of)
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export const keepCreditNote = (db: Db, transactionId: string, creditNoteNumber: string) =>
  db.updateTable('paymentTransactions').set({ creditNoteNumber }).where('id', '=', transactionId).execute()

/** The invoice of a payment as it was issued, and what cancels it; of one that failed there is none. */
export const findInvoiceOf = (db: Db, transactionId: string) =>
  db
    .selectFrom('paymentTransactions')
    .select(['userId', 'invoiceNumber', 'invoice', 'refundedAt', 'refundReason', 'creditNoteNumber'])
    .where('id', '=', transactionId)
    .executeTakeFirst()
