import { Readable } from 'node:stream'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { Transaction, type TransactionFilters, TransactionStatus } from '@dooryard/contract/billing/transactions'
import type { Context, Scope } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getUser } from '../../identity/index.ts'
import { Invoice } from '../invoices/invoice.ts'
import { renderCreditNotePdf, renderInvoicePdf } from '../invoices/invoice-pdf.ts'
import { renderPartialCreditNotePdf } from '../invoices/partial-credit-note-pdf.ts'
import { countPayments, findInvoice, listPayments, type PaymentRow } from '../payments/payments.queries.ts'
import { listPartialRefunds, type PartialRefundRow } from '../payments/refunds.queries.ts'

type TransactionsContext = Pick<Context, 'db'>

export async function listTransactions(
  { db }: TransactionsContext,
  userId: string,
  filters: TransactionFilters,
  page: PageQuery,
): Promise<PageResult<Transaction>> {
  const filter = { ...filters, userId }
  const [rows, count] = await Promise.all([listPayments(db, filter, toSlice(page)), countPayments(db, filter)])
  return toPage(await presentTransactions(db, rows), count, page)
}

export async function listUserTransactions(
  ctx: TransactionsContext,
  userId: string,
  page: PageQuery,
): Promise<PageResult<Transaction>> {
  await getUser(ctx.db, userId)
  return listTransactions(ctx, userId, {}, page)
}

/** Payments with their partial refunds. */
export async function presentTransactions(db: Db, rows: readonly PaymentRow[]): Promise<Transaction[]> {
  const partly = rows.filter(({ partialRefundAmount }) => partialRefundAmount > 0).map(({ id }) => id)
  const parts = partly.length > 0 ? await listPartialRefunds(db, partly) : []
  return rows.map((row) =>
    presentTransaction(
      row,
      parts.filter(({ paymentId }) => paymentId === row.id),
    ),
  )
}

export const presentTransaction = (row: PaymentRow, parts: readonly PartialRefundRow[]): Transaction => ({
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
  ...presentRefunds(row, parts),
  createdAt: row.createdAt.toISOString(),
})

function presentRefunds({ status, amount, partialRefundAmount }: PaymentRow, parts: readonly PartialRefundRow[]) {
  const refundedAmount = status === 'REFUNDED' ? amount : partialRefundAmount
  const partialRefunds = parts.map(({ id, amount, credits, creditNoteNumber, refundedAt }) => ({
    ...{ refundId: id, amount, credits, creditNoteNumber },
    refundedAt: refundedAt.toISOString(),
  }))
  return { ...(refundedAmount > 0 && { refundedAmount }), ...(parts.length > 0 && { partialRefunds }) }
}

/** The reason of a declined card stays available after another card has paid. */
function presentFailure({ status, failure, createdAt }: PaymentRow): Pick<Transaction, 'failure' | 'declinedFirst'> {
  if (failure === null) return {}
  return status === 'FAILED' ? { failure } : { declinedFirst: { at: createdAt.toISOString(), failure } }
}

/** The invoice of a payment as PDF; CONFLICT for a failed payment, which has none. */
export async function getInvoiceFile({ db }: TransactionsContext, scope: Scope, id: string) {
  const { invoiceNumber, invoice, refundedAt } = await requirePayment(db, scope, id)
  if (invoiceNumber === null || invoice === null)
    throw appError('CONFLICT', 'This payment failed, so it has no invoice.')
  const parts = (await listPartialRefunds(db, [id])).map((part) => ({ at: part.refundedAt, amount: part.amount }))
  const pdf = await renderInvoicePdf(Invoice.parse(invoice), { refundedAt: refundedAt ?? undefined, parts })
  return toPdfFile(`invoice-${invoiceNumber}`, pdf)
}

/**
 * The credit note of a payment as PDF, or that of the partial refund with the number; CONFLICT if it was not refunded,
 * NOT_FOUND for another number.
 */
export async function getCreditNoteFile({ db }: TransactionsContext, scope: Scope, id: string, number?: string) {
  const payment = await requirePayment(db, scope, id)
  const { creditNoteNumber, refundedAt, refundReason } = payment
  const parts = await listPartialRefunds(db, [id])
  const whole = creditNoteNumber === null || refundedAt === null ? undefined : { creditNoteNumber, refundedAt }
  if (number !== undefined && number !== creditNoteNumber) return getPartFile(payment.invoice, parts, number)
  if (!whole) throw appError('CONFLICT', 'This payment was not refunded, so it has no credit note.')
  const invoice = Invoice.parse(payment.invoice)
  const note = { number: whole.creditNoteNumber, at: whole.refundedAt, reason: refundReason ?? undefined, invoice }
  const before = sumAmounts(parts)
  const pdf = await (before === 0
    ? renderCreditNotePdf(note)
    : renderPartialCreditNotePdf({ ...note, before, amount: invoice.total - before }))
  return toPdfFile(`credit-note-${whole.creditNoteNumber}`, pdf)
}

async function getPartFile(invoice: unknown, parts: readonly PartialRefundRow[], number: string) {
  const at = parts.findIndex(({ creditNoteNumber }) => creditNoteNumber === number)
  const part = parts[at]
  if (!part) throw notFound('This credit note')
  const before = sumAmounts(parts.slice(0, at))
  const { amount, reason, refundedAt } = part
  const note = { number, at: refundedAt, reason, invoice: Invoice.parse(invoice), before, amount }
  return toPdfFile(`credit-note-${number}`, await renderPartialCreditNotePdf(note))
}

const sumAmounts = (parts: readonly PartialRefundRow[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

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
