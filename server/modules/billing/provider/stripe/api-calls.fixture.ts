import type Stripe from 'stripe'
import type { Card, Charge, Coupon, Customer, Dispute, Intent, Invoice } from './fake-stripe-state.fixture.ts'
import {
  cardError,
  type FakeStripeState,
  type InvoicePayment,
  missing,
  refuse,
  type Session,
  type Subscription,
} from './fake-stripe-state.fixture.ts'
import { createSubscriptionCalls } from './subscription-calls.fixture.ts'

type ApiCall = (id: string, params: never) => unknown
/** The parameters of each session, which are not in its response. */
export type SessionRequests = Map<string, Stripe.Checkout.SessionCreateParams>

type TaxId = { id: string; object: 'tax_id'; type: string; value: string; customer: string }

/** Formally right, and refused all the same. */
export const refusedTaxId = '00-0000000'

export type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  charge: string
  amount: number
  metadata: unknown
  status: string
}

/** Every call that our code makes, with Stripe's response. */
export function createApiCalls(state: FakeStripeState, sessionRequests: SessionRequests): Record<string, ApiCall> {
  const { find, all, keep, newId, seconds, emit } = state
  const listed = <T>(data: T[]) => ({ object: 'list', has_more: false, url: '/', data })
  const session = (id: string) => find<Session>('checkout.session', id)

  const createSession = (_: string, params: Stripe.Checkout.SessionCreateParams): Session => {
    find<Customer>('customer', params.customer)
    const wait = (params.expires_at ?? 0) - seconds()
    if (wait < 1795 || wait > 86_400)
      throw refuse('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
    const lines = params.line_items ?? []
    for (const { price_data } of lines) if (!price_data?.product_data) find('product', price_data?.product)
    const off = (params.discounts ?? []).reduce((sum, { coupon }) => sum + find<Coupon>('coupon', coupon).amount_off, 0)
    const list = lines.reduce((sum, { price_data }) => sum + (price_data?.unit_amount ?? 0), 0)
    const total = Math.max(0, list - off)
    if (total > 0 && total < 50)
      throw refuse("The Checkout Session's total amount must be at least 50 cents.", { code: 'amount_too_small' })
    const id = newId('cs')
    sessionRequests.set(id, params)
    return keep({
      ...{
        id,
        object: 'checkout.session',
        url: `https://checkout.stripe.test/c/${id}`,
        customer: params.customer ?? '',
      },
      ...{ client_reference_id: params.client_reference_id ?? null, mode: params.mode ?? 'payment', status: 'open' },
      ...{ metadata: (params.metadata ?? {}) as Stripe.Metadata, amount_total: total },
      expires_at: params.expires_at ?? 0,
      payment_status: total > 0 ? 'unpaid' : 'no_payment_required',
      ...{ payment_intent: null, setup_intent: null, subscription: null, invoice: null },
    } as const)
  }
  const expireSession = (id: string) => {
    const found = session(id)
    if (found.status !== 'open') throw refuse('Only Checkout Sessions with a status in ["open"] can be expired.')
    found.status = 'expired'
    emit('checkout.session.expired', found)
    return found
  }
  const createIntent = (_: string, params: Stripe.PaymentIntentCreateParams): Intent => {
    const { customer = '', amount, currency, metadata } = params
    const bill = { customer, amount, currency, metadata: metadata as Stripe.Metadata }
    const intent = state.collect(bill, state.findCard(customer, params.payment_method))
    emit(intent.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
    if (intent.status !== 'succeeded') throw cardError(intent)
    return intent
  }
  const createRefund = (_: string, { payment_intent = '', amount: part, metadata }: Stripe.RefundCreateParams) => {
    const charge = find<Charge>('charge', find<Intent>('payment_intent', payment_intent).latest_charge)
    if (charge.disputed) throw refuse(`Charge ${charge.id} has been charged back.`, { code: 'charge_disputed' })
    if (charge.refunded)
      throw refuse(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
    if (charge.metadata.lacksFunds)
      throw refuse('Insufficient funds in your Stripe balance.', { code: 'balance_insufficient' })
    const left = charge.amount - charge.amount_refunded
    const amount = part ?? left
    const status = charge.metadata.refundStatus ?? 'succeeded'
    if (amount > left) throw refuse('Refund amount is greater than unrefunded amount on charge.')
    const refund = { id: newId('re'), object: 'refund', payment_intent, charge: charge.id, amount, metadata } as const
    if (status === 'failed' || status === 'canceled') return keep<Refund>({ ...refund, status })
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    emit('charge.refunded', charge)
    return keep<Refund>({ ...refund, status })
  }
  return {
    ...createSubscriptionCalls(state),
    'GET /v1/customers': (_, { email }: Stripe.CustomerListParams) =>
      listed(all<Customer>('customer').filter((customer) => customer.email === email)),
    'POST /v1/customers': (_, { metadata }: Stripe.CustomerCreateParams) =>
      keep<Customer>({
        ...{ id: newId('cus'), object: 'customer', email: null, name: null, created: seconds() },
        ...{ metadata: metadata as Stripe.Metadata, invoice_settings: { default_payment_method: null } },
      }),
    'GET /v1/customers/{id}': (id) => find('customer', id),
    'POST /v1/customers/{id}': (id, params: Stripe.CustomerUpdateParams) => Object.assign(find('customer', id), params),
    'GET /v1/customers/{id}/payment_methods': (id) =>
      listed(all<Card>('payment_method').filter(({ customer }) => customer === id)),
    'GET /v1/tax_ids': (_, { owner }: Stripe.TaxIdListParams) =>
      listed(all<TaxId>('tax_id').filter(({ customer }) => customer === owner?.customer)),
    'POST /v1/tax_ids': (_, { type, value, owner }: Stripe.TaxIdCreateParams) => {
      if (value === refusedTaxId) throw refuse('Invalid value for tax_id.', { code: 'tax_id_invalid' })
      return keep<TaxId>({ id: newId('txi'), object: 'tax_id', type, value, customer: owner?.customer ?? '' })
    },
    'DELETE /v1/tax_ids/{id}': (id) => {
      state.objects.delete(find<TaxId>('tax_id', id).id)
      return { id, object: 'tax_id', deleted: true }
    },
    'GET /v1/products/{id}': (id) => find('product', id),
    'POST /v1/products': (_, { id = '', name }: Stripe.ProductCreateParams) => {
      if (state.objects.has(id)) throw refuse('Product already exists.', { code: 'resource_already_exists' })
      return keep({ id, object: 'product', name, active: true })
    },
    'POST /v1/products/{id}': (id, params: Stripe.ProductUpdateParams) => Object.assign(find('product', id), params),
    'POST /v1/coupons': (_, params: Stripe.CouponCreateParams) =>
      keep({ id: newId('co'), object: 'coupon', ...params }),
    'POST /v1/checkout/sessions': createSession,
    'GET /v1/checkout/sessions/{id}': session,
    'POST /v1/checkout/sessions/{id}/expire': expireSession,
    'GET /v1/invoices': (_, { customer, subscription, status }: Stripe.InvoiceListParams) =>
      listed(
        all<Invoice>('invoice').filter(
          (invoice) =>
            (!customer || invoice.customer === customer) &&
            (!subscription || invoice.parent.subscription_details.subscription === subscription) &&
            (!status || invoice.status === status),
        ),
      ),
    'GET /v1/invoices/{id}': (id) => find('invoice', id),
    'GET /v1/invoice_payments': (_, { payment }: Stripe.InvoicePaymentListParams) =>
      listed(
        all<InvoicePayment>('invoice_payment').filter(
          (paid) => paid.payment.payment_intent === payment?.payment_intent,
        ),
      ),
    'GET /v1/payment_intents': (_, { customer }: Stripe.PaymentIntentListParams) =>
      listed(all<Intent>('payment_intent').filter((intent) => intent.customer === customer)),
    'GET /v1/payment_intents/{id}': (id) => find('payment_intent', id),
    'POST /v1/payment_intents': createIntent,
    'GET /v1/charges/{id}': (id) => find('charge', id),
    'GET /v1/disputes': (_, { charge }: Stripe.DisputeListParams) =>
      listed(all<Dispute>('dispute').filter((dispute) => dispute.charge === charge)),
    'GET /v1/refunds': (_, { payment_intent }: Stripe.RefundListParams) =>
      listed(all<Refund>('refund').filter((refund) => refund.payment_intent === payment_intent)),
    'POST /v1/refunds': createRefund,
  }
}

/** Replaces ids with their objects as requested. */
export function expandObject(state: FakeStripeState, answer: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(answer)
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > 4) throw refuse('You cannot expand more than 4 levels of a property.')
    expandOne(state, copy, names)
  }
  return copy
}

function expandOne(state: FakeStripeState, holder: unknown, [name, ...rest]: string[]): void {
  if (Array.isArray(holder)) {
    for (const one of holder) expandOne(state, one, [name ?? '', ...rest])
    return
  }
  if (typeof holder !== 'object' || holder === null || !name) return
  const fields = holder as Record<string, unknown>
  if (!(name in fields)) fields[name] = getIncluded(state, fields, name)
  const value = fields[name]
  if (typeof value === 'string') {
    const found = state.objects.get(value)
    if (!found) throw missing(value)
    fields[name] = structuredClone(found)
  }
  if (rest.length > 0) expandOne(state, fields[name], rest)
}

/** Lists that a response contains only on request. */
function getIncluded(state: FakeStripeState, { id, object }: Record<string, unknown>, name: string): unknown {
  const list = (data: unknown[]) => ({ object: 'list', has_more: false, data: structuredClone(data) })
  if (object === 'invoice' && name === 'payments') return list(state.listPayments(String(id)))
  if (object === 'customer' && name === 'subscriptions')
    return list(
      state
        .all<Subscription>('subscription')
        .filter(({ customer, status }) => customer === id && status !== 'canceled'),
    )
  throw refuse(`This property cannot be expanded (${name}).`)
}
