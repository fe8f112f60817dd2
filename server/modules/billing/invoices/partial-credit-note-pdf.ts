import { formatDay } from '../../../platform/util/format.ts'
import { getTaxShare } from '../payments/partial-refund-rules.ts'
import { formatCard, renderDocumentPdf } from './document-pdf.ts'
import type { Invoice } from './invoice.ts'

type PartialCreditNoteInput = {
  number: string
  at: Date
  reason?: string | undefined
  invoice: Invoice
  /** Cents: what earlier credit notes of the invoice have, and what this one has. */
  before: number
  amount: number
}

/**
 * Renders the credit note of a part of an invoice, or of what earlier ones left of it. All of an invoice together have
 * its total and tax. The bytes are the same on every call.
 */
export function renderPartialCreditNotePdf(note: PartialCreditNoteInput): Promise<Buffer> {
  const { number, at, reason, amount, before } = note
  const { card, discount: _, ...invoice } = note.invoice
  const tax = getTaxShare({ total: invoice.total, tax: invoice.tax.amount }, { before, part: amount })
  const isRest = before + amount === invoice.total
  const text = `${isRest ? 'Rest' : 'Part'} of invoice ${invoice.number}: ${invoice.lines.map((line) => line.text).join('; ')}`
  return renderDocumentPdf({
    ...invoice,
    number,
    title: 'Credit note',
    at,
    facts: [
      ['Credit note number', number],
      ['Date', formatDay(at)],
      ['Credits invoice', `${invoice.number}, ${formatDay(new Date(invoice.at))}`],
    ],
    aside: reason ? { title: 'Reason', text: reason } : undefined,
    lines: [{ text, amount: 0 - amount }],
    total: 0 - amount,
    tax: { ...invoice.tax, amount: 0 - tax },
    settled: [{ text: card ? `Returned to ${formatCard(card)}` : 'Returned', amount: 0 - amount }],
    thanks: isRest
      ? 'With the earlier credit notes, this cancels the invoice in full.'
      : 'This credits a part of the invoice.',
  })
}
