import {
  type BillingDetails,
  formatTaxId,
  getCountryName,
  taxIdTypes,
} from '@dooryard/contract/billing/billing-details'
import type { Db } from '../../../platform/postgres/database.ts'
import { findUser } from '../../identity/index.ts'
import type { Invoicing } from '../billing-context.ts'
import { updatePayment } from '../payments/payments.queries.ts'
import { findBillingDetails } from './details/billing-details.queries.ts'
import { Invoice } from './invoice.ts'
import { nextDocumentNumber } from './invoices.queries.ts'
import { computeIncludedTax } from './tax-rules.ts'

type InvoiceLine = Invoice['lines'][number]

type NewInvoice = {
  userId: string
  invoicing: Invoicing
  lines: readonly InvoiceLine[]
  /** Deducted from the lines; cents above zero. */
  discount?: InvoiceLine | undefined
  total: number
  currency: string
  at: Date
  card?: { brand: string; last4: string } | undefined
}

/**
 * Runs inside the caller's transaction; if that rolls back, the next invoice gets the number. Call it late: until the
 * commit no other transaction gets a number.
 */
export async function issueInvoice(db: Db, input: NewInvoice): Promise<{ invoiceNumber: string; invoice: Invoice }> {
  const { userId, invoicing, discount, total, currency, at, card } = input
  const user = await findUser(db, userId)
  if (!user) throw new Error(`user ${userId} is not there to be billed`)
  const details = await findBillingDetails(db, userId)
  const invoiceNumber = `DY-${String(await nextDocumentNumber(db, 'invoiceNumbers')).padStart(6, '0')}`
  const { name, rate } = invoicing.tax
  const invoice = Invoice.parse({
    number: invoiceNumber,
    at: at.toISOString(),
    seller: invoicing.seller,
    buyer: details ? toBilledParty(details, user.email) : toInvoiceBuyer(user),
    lines: buildLines(input),
    ...(discount && discount.amount > 0 && { discount }),
    total,
    tax: { name, rate, amount: computeIncludedTax(total, rate) },
    currency,
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
  })
  return { invoiceNumber, invoice }
}

/**
 * The provider may charge another amount than agreed, for example because of a customer balance; the invoice still
 * adds up.
 */
function buildLines({ lines, discount, total }: NewInvoice): InvoiceLine[] {
  const agreed = lines.reduce((sum, { amount }) => sum + amount, 0) - (discount?.amount ?? 0)
  return agreed === total
    ? [...lines]
    : [...lines, { text: 'Adjustment by the payment service', amount: total - agreed }]
}

function toBilledParty(details: BillingDetails, email: string): Invoice['buyer'] {
  const { name, street, aptSuite, city, state, postalCode, country, taxIdType, taxId } = details
  const region = [state, postalCode].filter(Boolean).join(' ')
  return {
    name,
    email,
    address: [
      [street, aptSuite].filter(Boolean).join(', '),
      [city, region].filter(Boolean).join(', '),
      getCountryName(country),
    ],
    ...(taxIdType && taxId && { taxId: { label: taxIdTypes[taxIdType].label, value: formatTaxId(taxIdType, taxId) } }),
  }
}

/** Without billing details: who the profile says. */
function toInvoiceBuyer(row: NonNullable<Awaited<ReturnType<typeof findUser>>>): Invoice['buyer'] {
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

/** Like `issueInvoice`, runs late in the caller's transaction. */
export const nextCreditNoteNumber = async (db: Db): Promise<string> =>
  `DY-CN-${String(await nextDocumentNumber(db, 'creditNoteNumbers')).padStart(6, '0')}`

/**
 * Like `issueInvoice`, runs late in the caller's transaction. The credit note is the invoice, which never changes,
 * with every amount negated.
 */
export async function issueCreditNote(db: Db, transactionId: string): Promise<string> {
  const creditNoteNumber = await nextCreditNoteNumber(db)
  await updatePayment(db, transactionId, { creditNoteNumber })
  return creditNoteNumber
}
