import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import { type BillingDetails, formatTaxId, type TaxIdType } from '@dooryard/contract/billing/billing-details'
import type Stripe from 'stripe'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { getId, withIdempotencyKey } from './stripe-client.ts'
import { isAnyRefusal, isRefusal } from './stripe-errors.ts'

type CustomerInput = { userId: string; email: string; name: string }

/**
 * The customer of a user, created once. Stripe remembers an idempotency key for a day and requires the same request
 * for it, so personal data that may change is not part of that request, and an older customer is found by email.
 */
export async function createCustomer(stripe: Stripe, { userId, email, name }: CustomerInput): Promise<string> {
  const { data } = await stripe.customers.list({ email, limit: 100 })
  const found = data.find(({ metadata }) => metadata.userId === userId)
  if (found) return found.id
  const made = await withIdempotencyKey(`customer:${userId}`, (options) =>
    stripe.customers.create({ metadata: { userId } }, options),
  )
  await stripe.customers.update(made.id, { email, name })
  return made.id
}

const stripeTaxIdTypes = {
  US_EIN: 'us_ein',
  CA_BN: 'ca_bn',
  EU_VAT: 'eu_vat',
  GB_VAT: 'gb_vat',
  AU_ABN: 'au_abn',
} as const satisfies Record<TaxIdType, Stripe.TaxIdCreateParams.Type>

/** The new tax id is added before the others are removed, so that a refused one leaves the customer as it was. */
export async function updateCustomer(stripe: Stripe, customerId: string, details: BillingDetails): Promise<void> {
  const { name, street, aptSuite = '', city, state = '', postalCode = '', country, taxIdType, taxId } = details
  const owner = { type: 'customer', customer: customerId } as const
  const { data: known } = await stripe.taxIds.list({ owner, limit: 100 })
  const wanted = taxIdType && taxId && { type: stripeTaxIdTypes[taxIdType], value: formatTaxId(taxIdType, taxId) }
  const isWanted = ({ type, value }: Stripe.TaxId) => wanted && type === wanted.type && value === wanted.value
  if (wanted && !known.some(isWanted)) await createTaxId(stripe, { ...wanted, owner })
  for (const other of known) if (!isWanted(other)) await stripe.taxIds.del(other.id)
  const address = { line1: street, line2: aptSuite, city, state, postal_code: postalCode, country }
  await stripe.customers.update(customerId, { name, address })
}

/** At Stripe, an empty text removes a field. */
export async function clearCustomer(stripe: Stripe, customerId: string, person?: { name: string }): Promise<void> {
  const owner = { type: 'customer', customer: customerId } as const
  const { data: known } = await stripe.taxIds.list({ owner, limit: 100 })
  for (const { id } of known) await stripe.taxIds.del(id)
  await stripe.customers.update(customerId, { address: '', ...(person ?? { name: '', email: '' }) })
}

async function createTaxId(stripe: Stripe, taxId: Stripe.TaxIdCreateParams): Promise<void> {
  try {
    await stripe.taxIds.create(taxId)
  } catch (error) {
    if (!isRefusal(error, 'tax_id_invalid')) throw error
    throw appError('UNPROCESSABLE', 'Stripe does not accept this tax ID.')
  }
}

const expand = ['invoice_settings.default_payment_method', 'subscriptions.data.default_payment_method']

/** The card that is charged next: the subscription's, then the customer's default, then the one saved last. */
export async function findCard(stripe: Stripe, customerId: string): Promise<Stripe.PaymentMethod | undefined> {
  const customer = await stripe.customers.retrieve(customerId, { expand })
  if (customer.deleted) return undefined
  const subscribed = customer.subscriptions?.data.map(({ default_payment_method: method }) => method) ?? []
  for (const method of [...subscribed, customer.invoice_settings.default_payment_method])
    if (method && typeof method === 'object' && method.card) return method
  const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 })
  return data[0]
}

export async function getPaymentMethod(stripe: Stripe, customerId: string): Promise<PaymentMethod | undefined> {
  const card = (await findCard(stripe, customerId))?.card
  return card && { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
}

/**
 * Makes the card of a session the default everywhere, and retries what is unpaid. An event about an older session may
 * arrive after a newer card is on file: the newer one stays.
 */
export async function takePaymentMethod(stripe: Stripe, sessionId: string): Promise<void> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] })
  const setup = typeof session.setup_intent === 'object' ? session.setup_intent : null
  const customerId = getId(session.customer)
  const card = setup?.payment_method
  if (!customerId || !card || typeof card === 'string') throw notFound('The card')
  const customer = await stripe.customers.retrieve(customerId, { expand })
  if (customer.deleted) throw notFound('The customer')
  if (isSuperseded(card, customer.invoice_settings.default_payment_method)) return
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card.id } })
  const live = customer.subscriptions?.data ?? []
  for (const { id, default_payment_method: before } of live)
    if (!isSuperseded(card, before)) await stripe.subscriptions.update(id, { default_payment_method: card.id })
  const unpaid = await stripe.invoices.list({ customer: customerId, status: 'open', limit: 100 })
  for (const { id, parent } of unpaid.data) {
    // Paying what is unpaid of an ended subscription would buy nothing.
    const owedBy = getId(parent?.subscription_details?.subscription)
    if (live.some((subscription) => subscription.id === owedBy)) await retryInvoice(stripe, id, card.id, sessionId)
  }
}

const isSuperseded = (card: Stripe.PaymentMethod, onFile: string | Stripe.PaymentMethod | null): boolean =>
  typeof onFile === 'object' && onFile !== null && onFile.created > card.created

/** A declined card stays on file, and the invoice stays unpaid, which its own event reports. */
async function retryInvoice(stripe: Stripe, invoiceId: string, card: string, sessionId: string): Promise<void> {
  try {
    const options = { idempotencyKey: `dooryard:pay:${sessionId}:${invoiceId}` }
    await stripe.invoices.pay(invoiceId, { payment_method: card }, options)
  } catch (error) {
    if (!isAnyRefusal(error)) throw error
  }
}
