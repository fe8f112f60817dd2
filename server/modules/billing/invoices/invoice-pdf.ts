import { formatDay } from '../../../platform/util/format.ts'
import { amber, formatCard, green, renderDocumentPdf } from './document-pdf.ts'
import type { Invoice } from './invoice.ts'

/** Renders an invoice as PDF; the bytes are the same on every call until it is refunded. */
export function renderInvoicePdf(
  { card, ...invoice }: Invoice,
  { refundedAt, parts = [] }: { refundedAt?: Date | undefined; parts?: readonly { at: Date; amount: number }[] } = {},
): Promise<Buffer> {
  const { number, total } = invoice
  const at = new Date(invoice.at)
  const refunded = refundedAt && { text: `Refunded on ${formatDay(refundedAt)}`, tone: amber }
  return renderDocumentPdf({
    ...invoice,
    title: 'Invoice',
    at,
    changedAt: refundedAt ?? parts.at(-1)?.at,
    facts: [
      ['Invoice number', number],
      ['Date', formatDay(at)],
    ],
    badge: refunded ?? { text: 'Paid', tone: green },
    settled: [
      { text: card ? `Paid with ${formatCard(card)}` : 'Paid', amount: total },
      ...parts.map((part) => ({ text: `Refunded on ${formatDay(part.at)}`, tone: amber, amount: -part.amount })),
      ...(refunded ? [{ ...refunded, amount: parts.reduce((sum, { amount }) => sum + amount, 0) - total }] : []),
    ],
    thanks: 'Thank you for your business.',
  })
}

type CreditNoteInput = {
  number: string
  at: Date
  reason?: string | undefined
  invoice: Invoice
}

/** Renders the credit note: the invoice with every amount negated. The bytes are the same on every call. */
export function renderCreditNotePdf({
  number,
  at,
  reason,
  invoice: { card, ...invoice },
}: CreditNoteInput): Promise<Buffer> {
  const { lines, discount, total, tax } = invoice
  return renderDocumentPdf({
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
    lines: lines.map(negateAmount),
    discount: discount && negateAmount(discount),
    total: 0 - total,
    tax: negateAmount(tax),
    // True for a refund and for a dispute, in which the bank took the money.
    settled: [{ text: card ? `Returned to ${formatCard(card)}` : 'Returned', amount: 0 - total }],
    thanks: 'This cancels the invoice in full.',
  })
}

// Subtract from zero: negating zero would print a minus sign.
const negateAmount = <Priced extends { amount: number }>(priced: Priced): Priced => ({
  ...priced,
  amount: 0 - priced.amount,
})
