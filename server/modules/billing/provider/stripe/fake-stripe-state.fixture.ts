import type Stripe from 'stripe'

/** An error response of Stripe. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { type: string; code?: string; param?: string; message: string; payment_intent?: unknown }
  constructor(status: number, body: Refusal['body']) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const refuse = (message: string, more: { code?: string; param?: string; type?: string } = {}, status = 400) =>
  new Refusal(status, { type: 'invalid_request_error', message, ...more })

export const missing = (what: string) => refuse(`No such ${what}`, { code: 'resource_missing' }, 404)

/** The response to a payment that had to be made at once. */
export function cardError(intent: Intent, code = intent.last_payment_error?.code): Refusal {
  const { message = '' } = intent.last_payment_error ?? {}
  return new Refusal(402, { type: 'card_error', ...(code && { code }), message, payment_intent: intent })
}

export type PaymentBehavior = 'pays' | 'declines' | 'wants confirmation'

/** The decline of each card behavior. */
const declines: Record<PaymentBehavior, { code: string; message: string } | null> = {
  pays: null,
  declines: { code: 'card_declined', message: 'Your card was declined.' },
  'wants confirmation': {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
}

/** Fields of the SDK's type, with expandable ones as ids. */
type PickedFields<T, Name extends keyof T> = { [N in Name]: string extends T[N] ? string | Extract<T[N], null> : T[N] }
type List<T> = { object: 'list'; has_more: false; data: T }

export type Card = PickedFields<Stripe.PaymentMethod, 'id' | 'object' | 'type' | 'created'> & {
  customer: string
  does: PaymentBehavior
} & {
  card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year'>
}
export type Customer = PickedFields<Stripe.Customer, 'id' | 'object' | 'email' | 'name' | 'metadata' | 'created'> & {
  invoice_settings: { default_payment_method: string | null }
}
export type Session = { customer: string; amount_total: number } & PickedFields<
  Stripe.Checkout.Session,
  'id' | 'object' | 'client_reference_id' | 'metadata' | 'mode' | 'status' | 'payment_status' | 'url' | 'expires_at'
> &
  PickedFields<Stripe.Checkout.Session, 'payment_intent' | 'setup_intent' | 'subscription' | 'invoice'>
export type Subscription = { customer: string; items: List<[Item]> } & PickedFields<
  Stripe.Subscription,
  'id' | 'object' | 'created' | 'currency' | 'metadata' | 'status' | 'default_payment_method' | 'latest_invoice'
> &
  PickedFields<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'ended_at'> & {
    cancellation_details: Pick<Stripe.Subscription.CancellationDetails, 'comment' | 'reason'>
  }
type Item = PickedFields<Stripe.SubscriptionItem, 'id' | 'object' | 'current_period_start' | 'current_period_end'> & {
  price: Pick<Stripe.Price, 'unit_amount' | 'currency'> & {
    product: string
    recurring?: { interval: string } | undefined
  }
}
export type Line = Pick<Stripe.InvoiceLineItem, 'amount' | 'period'> & {
  parent: unknown
  pricing: { type: 'price_details'; price_details: { product: string }; unit_amount_decimal: string }
}
export type Invoice = {
  customer: string
  lines: List<Line[]>
  total_discount_amounts: { amount: number }[]
} & PickedFields<
  Stripe.Invoice,
  'id' | 'object' | 'billing_reason' | 'status' | 'attempted' | 'amount_due' | 'amount_paid' | 'currency' | 'created'
> &
  PickedFields<Stripe.Invoice, 'period_start' | 'period_end'> & {
    parent: { type: 'subscription_details'; subscription_details: { metadata: Stripe.Metadata; subscription: string } }
    status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'finalized_at' | 'paid_at'>
  }
export type Intent = { customer: string; last_payment_error: { code: string; message: string } | null } & PickedFields<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'metadata' | 'status' | 'created' | 'client_secret' | 'latest_charge'
>
export type Charge = { customer: string; payment_intent: string } & PickedFields<
  Stripe.Charge,
  'id' | 'object' | 'refunded' | 'disputed' | 'amount' | 'amount_refunded' | 'metadata' | 'created'
> & { payment_method_details: { type: 'card'; card: Card['card'] | undefined } }
export type Dispute = PickedFields<Stripe.Dispute, 'id' | 'object' | 'amount' | 'status' | 'created'> & {
  charge: string
  payment_intent: string
  balance_transactions: Pick<Stripe.BalanceTransaction, 'amount'>[]
}
export type InvoicePayment = PickedFields<Stripe.InvoicePayment, 'id' | 'object' | 'is_default' | 'status'> & {
  invoice: string
  payment: { type: 'payment_intent'; payment_intent: string }
}
export type Coupon = { id: string; object: 'coupon'; amount_off: number }
type EventFields = { id: string; type: string; created: number; api_version: string }
export type StripeEvent = EventFields & { object: 'event'; data: { object: unknown } }

/** The state of a fake Stripe: objects by id, and the events about them. */
export function createFakeStripeState(now: () => Date, apiVersion: string) {
  let made = 0
  const objects = new Map<string, { id: string; object: string }>()
  const events: StripeEvent[] = []
  const seconds = () => Math.floor(now().getTime() / 1000)
  const newId = (prefix: string) => `${prefix}_test_${String(++made).padStart(6, '0')}`
  const keep = <T extends { id: string; object: string }>(object: T): T => {
    objects.set(object.id, object)
    return object
  }
  const find = <T extends { id: string; object: string }>(type: T['object'], id: string | null | undefined): T => {
    const found = objects.get(id ?? '')
    if (found?.object !== type) throw missing(`${type}: '${id}'`)
    return found as T
  }
  /** Newest first, as Stripe lists them. */
  const all = <T extends { id: string; object: string }>(type: T['object']): T[] =>
    [...objects.values()].filter(({ object }) => object === type).reverse() as T[]
  const emit = (type: string, object: unknown) => {
    const event = { id: newId('evt'), object: 'event', type, created: seconds(), api_version: apiVersion } as const
    events.push({ ...event, data: { object: structuredClone(object) } })
  }

  const findCard = (customerId: string, own?: string | null): Card | undefined => {
    const id = own ?? find<Customer>('customer', customerId).invoice_settings.default_payment_method
    return id ? find<Card>('payment_method', id) : undefined
  }
  const addCard = (customer: string, does: PaymentBehavior = 'pays', last4 = '4242'): Card =>
    keep({
      ...{ id: newId('pm'), object: 'payment_method', type: 'card', customer, does, created: seconds() },
      card: { brand: 'visa', last4, exp_month: 12, exp_year: 2031 },
    })

  type Bill = { customer: string; amount: number; currency: string; metadata?: Stripe.Metadata }
  /** Charges a card once; a payment of nothing is none. */
  const collect = ({ customer, amount, currency, metadata = {} }: Bill, card: Card | undefined): Intent => {
    const id = newId('pi')
    const intent: Intent = keep({
      ...{ id, object: 'payment_intent', customer, amount, currency, metadata, created: seconds() },
      ...{ status: 'succeeded', client_secret: `${id}_secret`, latest_charge: null, last_payment_error: null },
    })
    return retry(intent, card)
  }
  const retry = (intent: Intent, card: Card | undefined): Intent => {
    intent.last_payment_error = card ? declines[card.does] : { code: 'missing', message: 'There is no card.' }
    intent.status = intent.last_payment_error ? 'requires_payment_method' : 'succeeded'
    if (intent.last_payment_error) return intent
    const { id: payment_intent, customer, amount, metadata } = intent
    const charge = { id: newId('ch'), object: 'charge', customer, payment_intent, amount, metadata } as const
    const payment_method_details = { type: 'card', card: card?.card } as const
    const made = { created: seconds(), refunded: false, disputed: false, amount_refunded: 0 }
    intent.latest_charge = keep<Charge>({ ...charge, ...made, payment_method_details }).id
    return intent
  }

  const listPayments = (invoice: string): InvoicePayment[] =>
    all<InvoicePayment>('invoice_payment').filter((payment) => payment.invoice === invoice)
  type NewInvoice = { reason: Stripe.Invoice.BillingReason; lines: Line[]; discount?: number }
  const draft = (subscription: Subscription, { reason, lines, discount = 0 }: NewInvoice): Invoice => {
    const due = Math.max(0, lines.reduce((sum, { amount }) => sum + amount, 0) - discount)
    const { id, customer, currency, metadata, items } = subscription
    return {
      ...{ id: newId('in'), object: 'invoice', billing_reason: reason, status: 'open', attempted: false, customer },
      ...{ currency, amount_due: due, amount_paid: 0, created: seconds() },
      lines: { object: 'list', has_more: false, data: lines },
      // An invoice's own period is the month before the billed one.
      ...{ period_start: items.data[0].current_period_start - 1, period_end: items.data[0].current_period_start },
      total_discount_amounts: discount > 0 ? [{ amount: discount }] : [],
      parent: { type: 'subscription_details', subscription_details: { metadata: { ...metadata }, subscription: id } },
      status_transitions: { finalized_at: null, paid_at: null },
    }
  }
  /** Attempts to pay an invoice. */
  const attempt = (invoice: Invoice, card: Card | undefined): Intent | undefined => {
    invoice.attempted = true
    invoice.status_transitions.finalized_at ??= seconds()
    const before = listPayments(invoice.id)[0]
    const bill = { customer: invoice.customer, amount: invoice.amount_due, currency: invoice.currency }
    const due = invoice.amount_due > 0 ? () => collect(bill, card) : () => undefined
    const intent = before ? retry(find<Intent>('payment_intent', before.payment.payment_intent), card) : due()
    const isPaid = !intent || intent.status === 'succeeded'
    const status = isPaid ? 'paid' : 'open'
    const payment = { object: 'invoice_payment', invoice: invoice.id, is_default: true, status } as const
    if (before) before.status = status
    else if (intent)
      keep<InvoicePayment>({
        ...{ ...payment, id: newId('inpay'), payment: { type: 'payment_intent', payment_intent: intent.id } },
      })
    if (isPaid) Object.assign(invoice, { status, amount_paid: invoice.amount_due })
    if (isPaid) invoice.status_transitions.paid_at = seconds()
    emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    return intent
  }
  const payments = { findCard, addCard, collect, listPayments, draft, attempt }
  return { objects, events, seconds, newId, keep, find, all, emit, ...payments }
}

export type FakeStripeState = ReturnType<typeof createFakeStripeState>

export const getItemPeriod = ({ current_period_start: start, current_period_end: end }: Item) => ({ start, end })

/** An invoice line with what it is for. */
export const buildLine = (amount: number, product: string, period: Line['period'], parent: Line['parent']): Line => ({
  ...{ amount, period, parent },
  pricing: { type: 'price_details', price_details: { product }, unit_amount_decimal: String(amount) },
})
