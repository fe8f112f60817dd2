import { amber, cardInWords, day, documentPdf, green } from './document-pdf.ts'
import type { Invoice } from './invoice.ts'

/** What became of an invoice after it was issued. */
type Since = { refundedAt?: Date | undefined }

/** An invoice as a PDF: the same bytes whenever it is asked for, until it is refunded. */
export function invoicePdf({ card, ...invoice }: Invoice, { refundedAt }: Since = {}): Promise<Buffer> {
  const { number, total } = invoice
  const at = new Date(invoice.at)
  const refunded = refundedAt && { text: `Refunded on ${day(refundedAt)}`, tone: amber }
  return documentPdf({
    ...invoice,
    title: 'Invoice',
    at,
    changedAt: refundedAt,
    facts: [
      ['Invoice number', number],
      ['Date', day(at)],
    ],
    badge: refunded ?? { text: 'Paid', tone: green },
    settled: [
      { text: card ? `Paid with ${cardInWords(card)}` : 'Paid', amount: total },
      ...(refunded ? [{ ...refunded, amount: -total }] : []),
    ],
    thanks: 'Thank you for your business.',
  })
}
