import { Readable } from 'node:stream'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { Transaction, type TransactionFilters, TransactionStatus } from '@dooryard/contract/transactions'
import type { Context, Scope } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { userOf } from '../../identity/index.ts'
import { Invoice } from '../invoices/invoice.ts'
import { creditNotePdf, invoicePdf } from '../invoices/invoice-pdf.ts'
import { countPayments, findInvoice, listPayments, type PaymentRow } from '../payments.queries.ts'

type Within = Pick<Context, 'db'>

export async function listTransactions(
  { db }: Within,
  userId: string,
  filters: TransactionFilters,
  page: PageQuery,
): Promise<PageOf<Transaction>> {
  const filter = { ...filters, userId }
  const [rows, count] = await Promise.all([listPayments(db, filter, sliceOf(page)), countPayments(db, filter)])
  return toPage(rows.map(presentTransaction), count, page)
}

export async function userTransactions(ctx: Within, userId: string, page: PageQuery): Promise<PageOf<Transaction>> {
  await userOf(ctx.db, userId)
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

/** The invoice of a payment, as PDF; CONFLICT for one that failed, since nothing was sold by it. */
export async function invoiceFile({ db }: Within, scope: Scope, id: string) {
  const { invoiceNumber, invoice, refundedAt } = await requirePayment(db, scope, id)
  if (invoiceNumber === null || invoice === null)
    throw appError('CONFLICT', 'This payment failed, so there is no invoice of it.')
  const pdf = await invoicePdf(Invoice.parse(invoice), { refundedAt: refundedAt ?? undefined })
  return pdfFile(`invoice-${invoiceNumber}`, pdf)
}

/** The credit note of a payment, as PDF; CONFLICT for one that was not refunded. */
export async function creditNoteFile({ db }: Within, scope: Scope, id: string) {
  const { creditNoteNumber: number, invoice, refundedAt, refundReason } = await requirePayment(db, scope, id)
  if (number === null || refundedAt === null)
    throw appError('CONFLICT', 'This payment was not refunded, so there is no credit note of it.')
  const reason = refundReason ?? undefined
  const pdf = await creditNotePdf({ number, at: refundedAt, reason, invoice: Invoice.parse(invoice) })
  return pdfFile(`credit-note-${number}`, pdf)
}

async function requirePayment(db: Db, scope: Scope, id: string) {
  const payment = await findInvoice(db, id)
  if (!payment || (scope !== 'ALL' && payment.userId !== scope.userId)) throw notFound('This payment')
  return payment
}

const pdfFile = (name: string, pdf: Buffer) => ({
  fileName: `${name}.pdf`,
  contentType: 'application/pdf',
  size: pdf.byteLength,
  body: Readable.from([pdf]),
})
