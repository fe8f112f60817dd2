import { formatDay } from '../../../platform/format.ts'
import { amber, cardInWords, documentPdf, green } from './document-pdf.ts'
import type { Invoice } from './invoice.ts'

/** An invoice as a PDF: the same bytes whenever it is asked for, until it is refunded. */
export function invoicePdf(
  { card, ...invoice }: Invoice,
  { refundedAt }: { refundedAt?: Date | undefined } = {},
): Promise<Buffer> {
  const { number, total } = invoice
  const at = new Date(invoice.at)
  const refunded = refundedAt && { text: `Refunded on ${formatDay(refundedAt)}`, tone: amber }
  return documentPdf({
    ...invoice,
    title: 'Invoice',
    at,
    changedAt: refundedAt,
    facts: [
      ['Invoice number', number],
      ['Date', formatDay(at)],
    ],
    badge: refunded ?? { text: 'Paid', tone: green },
    settled: [
      { text: card ? `Paid with ${cardInWords(card)}` : 'Paid', amount: total },
      ...(refunded ? [{ ...refunded, amount: -total }] : []),
    ],
    thanks: 'Thank you for your business.',
  })
}

type CreditNote = {
  number: string
  at: Date
  reason?: string | undefined
  invoice: Invoice
}

/** Its invoice, with every amount the other way round. The same bytes whenever it is asked for. */
export function creditNotePdf({ number, at, reason, invoice: { card, ...invoice } }: CreditNote): Promise<Buffer> {
  const { lines, discount, total, tax } = invoice
  return documentPdf({
    ...invoice,
    number,
    title: 'Credit note',
    at,
    facts: [
      ['Credit note number', number],
      ['Date', formatDay(at)],
      ['Cancels invoice', `${invoice.number}, ${formatDay(new Date(invoice.at))}`],
    ],
    aside: reason ? { title: 'Reason', text: reason } : undefined,
    lines: lines.map(turned),
    discount: discount && turned(discount),
    total: 0 - total,
    tax: turned(tax),
    // True of a refund, and of a dispute, in which the bank took it.
    settled: [{ text: card ? `Returned to ${cardInWords(card)}` : 'Returned', amount: 0 - total }],
    thanks: 'This cancels the invoice in full.',
  })
}

// From zero, since a minus before nothing would be printed.
const turned = <Priced extends { amount: number }>(priced: Priced): Priced => ({ ...priced, amount: 0 - priced.amount })
