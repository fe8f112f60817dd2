import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { Transaction, type TransactionFilters, TransactionStatus } from '@dooryard/contract/transactions'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { PaymentRow } from '../settle/payments.queries.ts'
import { countPayments, listPayments, type PaymentFilter } from './transactions.queries.ts'

/** A page of the caller's payments, the newest first. */
export const listTransactions = (
  { db, actor }: Context,
  { kind, status, fromDate, toDate }: TransactionFilters,
  page: PageQuery,
): Promise<PageOf<Transaction>> =>
  transactionPage(
    db,
    {
      userId: actor.userId,
      kind,
      status,
      from: fromDate ? new Date(fromDate) : undefined,
      to: toDate ? new Date(toDate) : undefined,
    },
    page,
  )

/** A page of payments, the newest first. */
export async function transactionPage(db: Db, filter: PaymentFilter, page: PageQuery): Promise<PageOf<Transaction>> {
  const [rows, count] = await Promise.all([listPayments(db, filter, sliceOf(page)), countPayments(db, filter)])
  return toPage(rows.map(presentTransaction), count, page)
}

/** A payment as the API shows it. */
export const presentTransaction = (row: PaymentRow): Transaction => ({
  transactionId: row.id,
  kind: Transaction.shape.kind.parse(row.kind),
  description: row.description,
  amount: row.amount,
  currency: row.currency,
  status: TransactionStatus.parse(row.status),
  ...(row.couponCode !== null && { couponCode: row.couponCode }),
  creditsGranted: row.creditsGranted,
  ...(row.invoiceNumber !== null && { invoiceNumber: row.invoiceNumber }),
  ...failureOf(row),
  ...(row.creditNoteNumber !== null && { creditNoteNumber: row.creditNoteNumber }),
  ...(row.refundedAt !== null && { refundedAt: row.refundedAt.toISOString() }),
  createdAt: row.createdAt.toISOString(),
})

/** What a declined card was said to be stays known once another one has paid. */
function failureOf({ status, failure, createdAt }: PaymentRow): Pick<Transaction, 'failure' | 'declinedFirst'> {
  if (failure === null) return {}
  return status === 'FAILED' ? { failure } : { declinedFirst: { at: createdAt.toISOString(), failure } }
}
