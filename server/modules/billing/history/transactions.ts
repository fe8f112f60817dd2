import { Readable } from 'node:stream'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { Transaction, type TransactionFilters, TransactionStatus } from '@dooryard/contract/billing/transactions'
import type { Context, Scope } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getUser } from '../../identity/index.ts'
import { Invoice } from '../invoices/invoice.ts'
import { renderCreditNotePdf, renderInvoicePdf } from '../invoices/invoice-pdf.ts'
import { countPayments, findInvoice, listPayments, type PaymentRow } from '../payments/payments.queries.ts'

type TransactionsContext = Pick<Context, 'db'>

export async function listTransactions(
  { db }: TransactionsContext,
  userId: string,
  filters: TransactionFilters,
  page: PageQuery,
): Promise<PageResult<Transaction>> {
  const filter = { ...filters, userId }
  const [rows, count] = await Promise.all([listPayments(db, filter, toSlice(page)), countPayments(db, filter)])
  return toPage(rows.map(presentTransaction), count, page)
}

export async function listUserTransactions(
  ctx: TransactionsContext,
  userId: string,
  page: PageQuery,
): Promise<PageResult<Transaction>> {
  await getUser(ctx.db, userId)
  return listTransactions(ctx, userId, {}, page)
}

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
  ...presentFailure(row),
  ...(row.creditNoteNumber !== null && { creditNoteNumber: row.creditNoteNumber }),
  ...(row.refundedAt !== null && { refundedAt: row.refundedAt.toISOString() }),
  createdAt: row.createdAt.toISOString(),
})

/** The reason of a declined card stays available after another card has paid. */
function presentFailure({ status, failure, createdAt }: PaymentRow): Pick<Transaction, 'failure' | 'declinedFirst'> {
  if (failure === null) return {}
  return status === 'FAILED' ? { failure } : { declinedFirst: { at: createdAt.toISOString(), failure } }
}

/** The invoice of a payment as PDF; CONFLICT for a failed payment, which has none. */
export async function getInvoiceFile({ db }: TransactionsContext, scope: Scope, id: string) {
  const { invoiceNumber, invoice, refundedAt } = await requirePayment(db, scope, id)
  if (invoiceNumber === null || invoice === null)
    throw appError('CONFLICT', 'This payment failed, so there is no invoice of it.')
  const pdf = await renderInvoicePdf(Invoice.parse(invoice), { refundedAt: refundedAt ?? undefined })
  return toPdfFile(`invoice-${invoiceNumber}`, pdf)
}

/** The credit note of a payment as PDF; CONFLICT if it was not refunded. */
export async function getCreditNoteFile({ db }: TransactionsContext, scope: Scope, id: string) {
  const { creditNoteNumber: number, invoice, refundedAt, refundReason } = await requirePayment(db, scope, id)
  if (number === null || refundedAt === null)
    throw appError('CONFLICT', 'This payment was not refunded, so there is no credit note of it.')
  const reason = refundReason ?? undefined
  const pdf = await renderCreditNotePdf({ number, at: refundedAt, reason, invoice: Invoice.parse(invoice) })
  return toPdfFile(`credit-note-${number}`, pdf)
}

async function requirePayment(db: Db, scope: Scope, id: string) {
  const payment = await findInvoice(db, id)
  if (!payment || (scope !== 'ALL' && payment.userId !== scope.userId)) throw notFound('This payment')
  return payment
}

const toPdfFile = (name: string, pdf: Buffer) => ({
  fileName: `${name}.pdf`,
  contentType: 'application/pdf',
  size: pdf.byteLength,
  body: Readable.from([pdf]),
})
