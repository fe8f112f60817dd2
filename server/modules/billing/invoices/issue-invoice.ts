import type { Db } from '../../../platform/postgres/database.ts'
import { findUser } from '../../identity/index.ts'
import type { Invoicing } from '../billing-context.ts'
import { updatePayment } from '../payments.queries.ts'
import { Invoice } from './invoice.ts'
import { nextNumber } from './invoices.queries.ts'
import { containedTax } from './tax-rules.ts'

type InvoiceLine = Invoice['lines'][number]

type NewInvoice = {
  userId: string
  invoicing: Invoicing
  lines: readonly InvoiceLine[]
  /** What is taken off the lines; cents above zero. */
  discount?: InvoiceLine | undefined
  total: number
  currency: string
  at: Date
  card?: { brand: string; last4: string } | undefined
}

/**
 * Inside the caller's transaction: rolled back with it, the number goes to the next invoice. Call it late, since from
 * here to the commit nobody else gets a number.
 */
export async function issueInvoice(db: Db, given: NewInvoice): Promise<{ invoiceNumber: string; invoice: Invoice }> {
  const { userId, invoicing, discount, total, currency, at, card } = given
  const user = await findUser(db, userId)
  if (!user) throw new Error(`user ${userId} is not there to be billed`)
  const invoiceNumber = `DY-${String(await nextNumber(db, 'invoiceNumbers')).padStart(6, '0')}`
  const { name, rate } = invoicing.tax
  const invoice = Invoice.parse({
    number: invoiceNumber,
    at: at.toISOString(),
    seller: invoicing.seller,
    buyer: buyerOf(user),
    lines: linesOf(given),
    ...(discount && discount.amount > 0 && { discount }),
    total,
    tax: { name, rate, amount: containedTax(total, rate) },
    currency,
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
  })
  return { invoiceNumber, invoice }
}

/** The provider may take another amount than was agreed, as by a balance of its own: the invoice still adds up. */
function linesOf({ lines, discount, total }: NewInvoice): InvoiceLine[] {
  const agreed = lines.reduce((sum, { amount }) => sum + amount, 0) - (discount?.amount ?? 0)
  return agreed === total
    ? [...lines]
    : [...lines, { text: 'Adjustment by the payment service', amount: total - agreed }]
}

function buyerOf(row: NonNullable<Awaited<ReturnType<typeof findUser>>>): Invoice['buyer'] {
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

/**
 * Like `issueInvoice`, inside the caller's transaction and late in it. What stands in a credit note is the invoice,
 * which never changes, the other way round.
 */
export async function issueCreditNote(db: Db, transactionId: string): Promise<string> {
  const creditNoteNumber = `DY-CN-${String(await nextNumber(db, 'creditNoteNumbers')).padStart(6, '0')}`
  await updatePayment(db, transactionId, { creditNoteNumber })
  return creditNoteNumber
}
