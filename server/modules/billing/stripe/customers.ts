import type { PaymentMethod } from '@dooryard/contract/billing'
import type Stripe from 'stripe'
import { notFound } from '../../../platform/errors.ts'
import { idOf, once } from './stripe-client.ts'
import { isAnyRefusal } from './stripe-errors.ts'

type Person = { userId: string; email: string; name: string }

/**
 * The customer of a user, made once. Stripe remembers a key for a day, and wants the same request for it: so what may
 * change about a person is not part of that request, and who was made longer ago is found by the address.
 */
export async function createCustomer(stripe: Stripe, { userId, email, name }: Person): Promise<string> {
  const { data } = await stripe.customers.list({ email, limit: 100 })
  const found = data.find(({ metadata }) => metadata.userId === userId)
  if (found) return found.id
  const made = await once(`customer:${userId}`, (options) => stripe.customers.create({ metadata: { userId } }, options))
  await stripe.customers.update(made.id, { email, name })
  return made.id
}

const expand = ['invoice_settings.default_payment_method', 'subscriptions.data.default_payment_method']

/** The card that is charged next: that of the subscription, then the customer's own, then the one that was last kept. */
export async function cardOf(stripe: Stripe, customerId: string): Promise<Stripe.PaymentMethod | undefined> {
  const customer = await stripe.customers.retrieve(customerId, { expand })
  if (customer.deleted) return undefined
  const subscribed = customer.subscriptions?.data.map(({ default_payment_method: method }) => method) ?? []
  for (const method of [...subscribed, customer.invoice_settings.default_payment_method])
    if (method && typeof method === 'object' && method.card) return method
  const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 })
  return data[0]
}

export async function showPaymentMethod(stripe: Stripe, customerId: string): Promise<PaymentMethod | undefined> {
  const card = (await cardOf(stripe, customerId))?.card
  return card && { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
}

/**
 * Makes the card of a session the one for everything, and tries what is unpaid again with it. An event about an older
 * session may come after a newer card is on file: that one stays.
 */
export async function takePaymentMethod(stripe: Stripe, sessionId: string): Promise<void> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] })
  const setup = typeof session.setup_intent === 'object' ? session.setup_intent : null
  const customerId = idOf(session.customer)
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
    // What is unpaid of a subscription that has ended would be paid for nothing.
    const owedBy = idOf(parent?.subscription_details?.subscription)
    if (live.some((subscription) => subscription.id === owedBy)) await tryAgain(stripe, id, card.id, sessionId)
  }
}

const isSuperseded = (card: Stripe.PaymentMethod, onFile: string | Stripe.PaymentMethod | null): boolean =>
  typeof onFile === 'object' && onFile !== null && onFile.created > card.created

/** A card that is refused is on file all the same, and the invoice stays unpaid: it says so itself. */
async function tryAgain(stripe: Stripe, invoiceId: string, card: string, sessionId: string): Promise<void> {
  try {
    const options = { idempotencyKey: `dooryard:pay:${sessionId}:${invoiceId}` }
    await stripe.invoices.pay(invoiceId, { payment_method: card }, options)
  } catch (error) {
    if (!isAnyRefusal(error)) throw error
  }
}
