import type Stripe from 'stripe'
import { declines, missing } from './stripe-refusals.fixture.ts'

export type Does = 'pays' | 'declines' | 'wants confirmation'
export type Card = { id: string; object: 'payment_method'; customer: string; does: Does; created: number } & Pick<
  Stripe.PaymentMethod,
  'type'
> & { card: Pick<Stripe.PaymentMethod.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year'> }
export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'name' | 'metadata' | 'created'> & {
  invoice_settings: { default_payment_method: string | null }
}
export type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'object' | 'client_reference_id' | 'metadata' | 'mode' | 'status' | 'payment_status' | 'url' | 'expires_at'
> & {
  customer: string
  amount_total: number
  payment_intent: string | null
  setup_intent: string | null
  subscription: string | null
  invoice: string | null
}
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'created'
  | 'currency'
  | 'metadata'
  | 'status'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'ended_at'
> & {
  customer: string
  default_payment_method: string | null
  latest_invoice: string | null
  cancellation_details: Pick<Stripe.Subscription.CancellationDetails, 'comment' | 'reason'>
  items: { object: 'list'; has_more: false; data: [Item] }
}
type Item = Pick<Stripe.SubscriptionItem, 'id' | 'object' | 'current_period_start' | 'current_period_end'> & {
  price: Pick<Stripe.Price, 'unit_amount' | 'currency'> & { product: string }
}
export type Line = Pick<Stripe.InvoiceLineItem, 'amount' | 'period'> & {
  parent: unknown
  pricing: { type: 'price_details'; price_details: { product: string }; unit_amount_decimal: string }
}
export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'billing_reason'
  | 'status'
  | 'attempted'
  | 'amount_due'
  | 'amount_paid'
  | 'currency'
  | 'created'
  | 'period_start'
  | 'period_end'
> & {
  customer: string
  lines: { object: 'list'; has_more: false; data: Line[] }
  total_discount_amounts: { amount: number }[]
  parent: { type: 'subscription_details'; subscription_details: { metadata: Stripe.Metadata; subscription: string } }
  status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'finalized_at' | 'paid_at'>
}
export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'currency' | 'metadata' | 'status' | 'created' | 'client_secret'
> & {
  customer: string
  latest_charge: string | null
  last_payment_error: { code: string; message: string } | null
  setup_future_usage?: string | undefined
}
export type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'refunded' | 'disputed' | 'amount' | 'amount_refunded' | 'metadata' | 'created'
> & {
  customer: string
  payment_intent: string
  payment_method_details: { type: 'card'; card: Card['card'] | undefined }
}
export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'status' | 'created'> & {
  charge: string
  payment_intent: string
  balance_transactions: Pick<Stripe.BalanceTransaction, 'amount'>[]
}
type InvoicePayment = Pick<Stripe.InvoicePayment, 'id' | 'object' | 'is_default' | 'status'> & {
  invoice: string
  payment: { type: 'payment_intent'; payment_intent: string }
}
export type Told = {
  id: string
  object: 'event'
  type: string
  created: number
  api_version: string
  data: { object: unknown }
}

/** Everything that there is at a Stripe that is played: objects by id, and what was told of them. */
export function stripeWorld(now: () => Date, apiVersion: string) {
  let made = 0
  const objects = new Map<string, { id: string; object: string }>()
  const events: Told[] = []
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
  /** The latest first, as Stripe lists them. */
  const all = <T extends { id: string; object: string }>(type: T['object']): T[] =>
    [...objects.values()].filter(({ object }) => object === type).reverse() as T[]
  const tell = (type: string, object: unknown) => {
    const told = { id: newId('evt'), object: 'event', type, created: seconds(), api_version: apiVersion } as const
    events.push({ ...told, data: { object: structuredClone(object) } })
  }

  const cardOf = (customerId: string, own?: string | null): Card | undefined => {
    const id = own ?? find<Customer>('customer', customerId).invoice_settings.default_payment_method
    return id ? find<Card>('payment_method', id) : undefined
  }
  const addCard = (customer: string, does: Does = 'pays', last4 = '4242'): Card =>
    keep({
      ...{ id: newId('pm'), object: 'payment_method', type: 'card', customer, does, created: seconds() },
      card: { brand: 'visa', last4, exp_month: 12, exp_year: 2031 },
    })

  type Bill = { customer: string; amount: number; currency: string; metadata?: Stripe.Metadata }
  /** Tries a card once; a payment that nobody has to make is none. */
  const collect = ({ customer, amount, currency, metadata = {} }: Bill, card: Card | undefined): Intent => {
    const id = newId('pi')
    const basis = { id, object: 'payment_intent', customer, amount, currency, metadata, created: seconds() } as const
    const intent: Intent = keep({
      ...basis,
      status: 'succeeded',
      client_secret: `${id}_secret`,
      latest_charge: null,
      last_payment_error: null,
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

  const paymentsOf = (invoice: string): InvoicePayment[] =>
    all<InvoicePayment>('invoice_payment').filter((payment) => payment.invoice === invoice)
  type NewInvoice = { reason: Stripe.Invoice.BillingReason; lines: Line[]; discount?: number }
  const draft = (subscription: Subscription, { reason, lines, discount = 0 }: NewInvoice): Invoice => {
    const due = Math.max(0, lines.reduce((sum, { amount }) => sum + amount, 0) - discount)
    const { customer, currency, metadata, items } = subscription
    return {
      ...{
        id: newId('in'),
        object: 'invoice',
        billing_reason: reason,
        status: 'open',
        attempted: false,
        customer,
        currency,
      },
      ...{
        amount_due: due,
        amount_paid: 0,
        created: seconds(),
        lines: { object: 'list', has_more: false, data: lines },
      },
      // An invoice's own period is the month before the one that it bills.
      ...{ period_start: items.data[0].current_period_start - 1, period_end: items.data[0].current_period_start },
      total_discount_amounts: discount > 0 ? [{ amount: discount }] : [],
      parent: {
        type: 'subscription_details',
        subscription_details: { metadata: { ...metadata }, subscription: subscription.id },
      },
      status_transitions: { finalized_at: null, paid_at: null },
    }
  }
  /** Tries to have an invoice paid. */
  const attempt = (invoice: Invoice, card: Card | undefined): Intent | undefined => {
    invoice.attempted = true
    invoice.status_transitions.finalized_at ??= seconds()
    const before = paymentsOf(invoice.id)[0]
    const bill = { customer: invoice.customer, amount: invoice.amount_due, currency: invoice.currency }
    const intent = before
      ? retry(find<Intent>('payment_intent', before.payment.payment_intent), card)
      : invoice.amount_due > 0
        ? collect(bill, card)
        : undefined
    const isPaid = !intent || intent.status === 'succeeded'
    if (intent && !before)
      keep<InvoicePayment>({
        ...{ id: newId('inpay'), object: 'invoice_payment', invoice: invoice.id, is_default: true },
        ...{ status: isPaid ? 'paid' : 'open', payment: { type: 'payment_intent', payment_intent: intent.id } },
      })
    else if (before) before.status = isPaid ? 'paid' : 'open'
    if (isPaid) Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due })
    if (isPaid) invoice.status_transitions.paid_at = seconds()
    tell(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
    return intent
  }
  return {
    objects,
    events,
    seconds,
    newId,
    keep,
    find,
    all,
    tell,
    cardOf,
    addCard,
    collect,
    paymentsOf,
    draft,
    attempt,
  }
}

export type World = ReturnType<typeof stripeWorld>

/** A line as it says what it is for. */
export const priced = (product: string, unitAmount: number): Pick<Line, 'pricing'> => ({
  pricing: { type: 'price_details', price_details: { product }, unit_amount_decimal: String(unitAmount) },
})
