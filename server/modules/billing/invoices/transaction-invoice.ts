import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { creditNotePdf } from './credit-note-pdf.ts'
import { Invoice } from './invoice.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { findInvoiceOf } from './invoices.queries.ts'

type Within = Pick<Context, 'db'>

/** The invoice of a payment of the caller's, as PDF; CONFLICT for one that failed, since nothing was sold by it. */
export const transactionInvoice = ({ db, actor }: Context, id: string) => invoiceFile(db, id, actor.userId)

/** The same of anybody's payment. */
export const anyInvoice = ({ db }: Within, id: string) => invoiceFile(db, id)

/** The credit note of a payment of the caller's, as PDF; CONFLICT for one that was not refunded. */
export const transactionCreditNote = ({ db, actor }: Context, id: string) => creditNoteFile(db, id, actor.userId)

/** The same of anybody's payment. */
export const anyCreditNote = ({ db }: Within, id: string) => creditNoteFile(db, id)

async function invoiceFile(db: Db, id: string, userId?: string) {
  const { invoiceNumber, invoice, refundedAt } = await paymentOf(db, id, userId)
  if (invoiceNumber === null || invoice === null)
    throw appError('CONFLICT', 'This payment failed, so there is no invoice of it.')
  const pdf = await invoicePdf(Invoice.parse(invoice), { refundedAt: refundedAt ?? undefined })
  return pdfFile(`invoice-${invoiceNumber}`, pdf)
}

async function creditNoteFile(db: Db, id: string, userId?: string) {
  const { creditNoteNumber: number, invoice, refundedAt, refundReason } = await paymentOf(db, id, userId)
  if (number === null || refundedAt === null)
    throw appError('CONFLICT', 'This payment was not refunded, so there is no credit note of it.')
  const reason = refundReason ?? undefined
  const pdf = await creditNotePdf({ number, at: refundedAt, reason, invoice: Invoice.parse(invoice) })
  return pdfFile(`credit-note-${number}`, pdf)
}

async function paymentOf(db: Db, id: string, userId: string | undefined) {
  const payment = await findInvoiceOf(db, id)
  if (!payment || (userId !== undefined && payment.userId !== userId)) throw notFound('This payment')
  return payment
}

const pdfFile = (name: string, pdf: Buffer) => ({
  fileName: `${name}.pdf`,
  contentType: 'application/pdf',
  size: pdf.byteLength,
  body: Readable.from([pdf]),
})
