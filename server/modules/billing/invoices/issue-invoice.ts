import type { Db } from '../../../platform/postgres/database.ts'
import type { Invoicing } from '../billing-context.ts'
import { type BuyerRow, findBuyer } from '../customers.queries.ts'
import { Invoice } from './invoice.ts'
import { nextNumber } from './invoices.queries.ts'
import { containedTax } from './tax-rules.ts'

type InvoiceLine = { text: string; amount: number }

type NewInvoice = {
  userId: string
  invoicing: Invoicing
  lines: readonly InvoiceLine[]
  /** What is taken off the lines; cents above zero. */
  discount?: InvoiceLine | undefined
  /** What was paid. */
  total: number
  currency: string
  at: Date
  /** What it was paid with, where that is known. */
  card?: { brand: string; last4: string } | undefined
}

/**
 * Takes the next invoice number and says what stands in the invoice, inside the caller's transaction: rolled back with
 * it, the number goes to the next one. Call it late, since from here to the commit nobody else gets a number.
 */
export async function issueInvoice(db: Db, given: NewInvoice): Promise<{ invoiceNumber: string; invoice: Invoice }> {
  const { userId, invoicing, discount, total, currency, at, card } = given
  const buyer = buyerOf(await findBuyer(db, userId))
  const invoiceNumber = `DY-${String(await nextNumber(db, 'invoiceNumbers')).padStart(6, '0')}`
  const { name, rate } = invoicing.tax
  const invoice = Invoice.parse({
    number: invoiceNumber,
    at: at.toISOString(),
    seller: invoicing.seller,
    buyer,
    lines: linesOf(given),
    ...(discount && discount.amount > 0 && { discount }),
    total,
    tax: { name, rate, amount: containedTax(total, rate) },
    currency,
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
  })
  return { invoiceNumber, invoice }
}

/**
 * What the provider took may differ from what was agreed, as by a balance it keeps itself: the invoice still adds up.
 */
function linesOf({ lines, discount, total }: NewInvoice): InvoiceLine[] {
  const agreed = lines.reduce((sum, { amount }) => sum + amount, 0) - (discount?.amount ?? 0)
  return agreed === total
    ? [...lines]
    : [...lines, { text: 'Adjustment by the payment service', amount: total - agreed }]
}

function buyerOf(row: BuyerRow): Invoice['buyer'] {
  const street = [row.addressStreet, row.addressAptSuite].filter(Boolean).join(', ')
  const region = [row.addressState, row.addressZip].filter(Boolean).join(' ')
  const city = [row.addressCity, region].filter(Boolean).join(', ')
  return {
    name: `${row.firstName} ${row.lastName}`,
    ...(row.companyName && { company: row.companyName }),
    email: row.email,
    address: [street, city, row.addressCountry ?? ''].filter(Boolean),
  }
}
