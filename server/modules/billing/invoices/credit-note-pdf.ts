import { cardInWords, day, documentPdf } from './document-pdf.ts'
import type { Invoice } from './invoice.ts'

export type CreditNote = {
  number: string
  at: Date
  /** Why it was paid back, where that was said. */
  reason?: string | undefined
  /** What it cancels. */
  invoice: Invoice
}

/** A credit note as a PDF: its invoice, with every amount the other way round. The same bytes whenever it is asked for. */
export function creditNotePdf({ number, at, reason, invoice: { card, ...invoice } }: CreditNote): Promise<Buffer> {
  const { lines, discount, total, tax } = invoice
  return documentPdf({
    ...invoice,
    number,
    title: 'Credit note',
    at,
    facts: [
      ['Credit note number', number],
      ['Date', day(at)],
      ['Cancels invoice', `${invoice.number}, ${day(new Date(invoice.at))}`],
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
