import type Stripe from 'stripe'
import type { Refund, SessionRequests } from './api-calls.fixture.ts'
import type { Card, Charge, Coupon, Dispute, Intent, Invoice, PaymentBehavior } from './fake-stripe-state.fixture.ts'
import {
  buildLine,
  type FakeStripeState,
  getItemPeriod,
  type Line,
  type Session,
  type Subscription,
} from './fake-stripe-state.fixture.ts'
import { addInterval, end } from './subscription-calls.fixture.ts'

/** What customers do on Stripe's pages, and what happens over time. */
export function createCustomerActions(state: FakeStripeState, sessionRequests: SessionRequests) {
  const { find, keep, newId, seconds, emit } = state
  const findInvoiceSubscription = (id: string) => find<Subscription>('subscription', id)

  const subscribe = (session: Session, params: Stripe.Checkout.SessionCreateParams, card: Card) => {
    const price = params.line_items?.[0]?.price_data
    const start = seconds()
    const period = { start, end: addInterval(start, price ?? {}) }
    const subscription: Subscription = keep({
      ...{ id: newId('sub'), object: 'subscription', created: start, status: 'active', customer: session.customer },
      ...{ currency: price?.currency ?? '', metadata: { ...(params.subscription_data?.metadata as Stripe.Metadata) } },
      ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, ended_at: null, latest_invoice: null },
      ...{ default_payment_method: card.id, cancellation_details: { comment: null, reason: null } },
      items: { object: 'list', has_more: false, data: [buildItem(newId('si'), price, period)] },
    })
    const line = buildMonthLine(subscription)
    const discount = Math.min(line.amount, getAmountOff(params))
    const invoice = keep(state.draft(subscription, { reason: 'subscription_create', lines: [line], discount }))
    state.attempt(invoice, card)
    subscription.latest_invoice = invoice.id
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id })
    emit('customer.subscription.created', subscription)
  }
  const getAmountOff = ({ discounts }: Stripe.Checkout.SessionCreateParams) =>
    (discounts ?? []).reduce((sum, { coupon }) => sum + find<Coupon>('coupon', coupon).amount_off, 0)

  const buy = (session: Session, params: Stripe.Checkout.SessionCreateParams, card: Card) => {
    if (session.amount_total === 0) return
    const { customer, amount_total: amount } = session
    const metadata = { ...(params.payment_intent_data?.metadata as Stripe.Metadata) }
    const currency = params.line_items?.[0]?.price_data?.currency ?? ''
    const intent = state.collect({ customer, amount, currency, metadata }, card)
    session.payment_intent = intent.id
    emit('payment_intent.succeeded', intent)
  }
  /** Pays a session as its customer would, with a new card. */
  const pay = (sessionId: string, does: PaymentBehavior = 'pays', last4?: string): Session => {
    const session = find<Session>('checkout.session', sessionId)
    const params = sessionRequests.get(sessionId)
    if (session.status !== 'open' || !params) throw new Error(`The session is ${session.status}.`)
    const card = state.addCard(session.customer, 'pays', last4)
    if (session.mode === 'subscription') subscribe(session, params, card)
    if (session.mode === 'payment') buy(session, params, card)
    if (session.mode === 'setup')
      session.setup_intent = keep({ id: newId('seti'), object: 'setup_intent', payment_method: card.id }).id
    // The card's later behavior: on Stripe's page, cards were tried until one paid.
    card.does = does
    session.status = 'complete'
    if (session.payment_status === 'unpaid') session.payment_status = 'paid'
    emit('checkout.session.completed', session)
    return session
  }
  /** A card is declined on the page of a session, which stays open. */
  const declineOnPage = (sessionId: string): Intent => {
    const session = find<Session>('checkout.session', sessionId)
    const card = state.addCard(session.customer, 'declines', '0002')
    const { customer, amount_total: amount } = session
    const metadata = { ...(sessionRequests.get(sessionId)?.payment_intent_data?.metadata as Stripe.Metadata) }
    const intent = state.collect({ customer, amount, currency: 'usd', metadata }, card)
    session.payment_intent = intent.id
    state.objects.delete(card.id)
    emit('payment_intent.payment_failed', intent)
    return intent
  }
  /** Starts the next month of a subscription: ends a cancelled one, creates a draft invoice for any other. */
  const beginMonth = (id: string): Invoice | undefined => {
    const subscription = findInvoiceSubscription(id)
    const [item] = subscription.items.data
    if (subscription.cancel_at_period_end) {
      end(state, subscription, { comment: null, reason: 'cancellation_requested' })
      return
    }
    const period = { start: item.current_period_end, end: addInterval(item.current_period_end, item.price) }
    Object.assign(item, { current_period_start: period.start, current_period_end: period.end })
    const lines = [buildMonthLine(subscription)]
    const invoice = keep(state.draft(subscription, { reason: 'subscription_cycle', lines }))
    invoice.status = 'draft'
    subscription.latest_invoice = invoice.id
    emit('customer.subscription.updated', subscription)
    return invoice
  }
  /** What Stripe does about an hour later: until then the invoice shows the subscription's current metadata. */
  const finalize = (invoiceId: string): Invoice => {
    const invoice = find<Invoice>('invoice', invoiceId)
    const details = invoice.parent.subscription_details
    const subscription = findInvoiceSubscription(details.subscription)
    details.metadata = { ...subscription.metadata }
    invoice.status = 'open'
    state.attempt(invoice, state.findCard(subscription.customer, subscription.default_payment_method))
    subscription.status = invoice.status === 'paid' ? 'active' : 'past_due'
    emit('customer.subscription.updated', subscription)
    return invoice
  }
  /** Starts the month and finalizes its invoice. */
  const renew = (id: string): Invoice | undefined => {
    const invoice = beginMonth(id)
    return invoice && finalize(invoice.id)
  }
  /** What Stripe does after the last failed attempt. */
  const giveUp = (id: string) => end(state, findInvoiceSubscription(id), { comment: null, reason: 'payment_failed' })
  /** Sets the later behavior of the card of a subscription, or else of its customer. */
  const setCard = (subscriptionId: string, does: PaymentBehavior) => {
    const { customer, default_payment_method: own } = findInvoiceSubscription(subscriptionId)
    const card = state.findCard(customer, own)
    if (card) card.does = does
  }
  const findCharge = (intentId: string) =>
    find<Charge>('charge', find<Intent>('payment_intent', intentId).latest_charge)
  /** A refund made in the dashboard. */
  const refundPart = (intentId: string, cents: number) => {
    const charge = findCharge(intentId)
    charge.amount_refunded += cents
    charge.refunded = charge.amount_refunded === charge.amount
    emit('charge.refunded', charge)
  }
  /** The payer's bank sends a refund back, days after it was made. */
  const failRefund = (intentId: string) => {
    const charge = findCharge(intentId)
    const refund = state.all<Refund>('refund').find((one) => one.charge === charge.id && one.status !== 'failed')
    if (!refund) throw new Error('There is no refund.')
    refund.status = 'failed'
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    emit('refund.failed', refund)
  }
  /** The payer's bank disputes a payment, by default all of it, and withdraws the money unless it only inquires. */
  const dispute = (intentId: string, status: Dispute['status'] = 'needs_response', cents?: number): Dispute => {
    const charge = findCharge(intentId)
    const { id, amount: whole } = charge
    const amount = cents ?? whole
    charge.disputed = true
    const isInquiry = status.startsWith('warning')
    const made: Dispute = keep({
      ...{ id: newId('du'), object: 'dispute', amount, status, created: seconds(), charge: id },
      ...{ payment_intent: intentId, balance_transactions: isInquiry ? [] : [{ amount: -amount }] },
    })
    emit('charge.dispute.created', made)
    if (!isInquiry) emit('charge.dispute.funds_withdrawn', made)
    return made
  }
  const closeDispute = (made: Dispute, status: 'won' | 'lost') => {
    made.status = status
    emit('charge.dispute.closed', made)
    if (status === 'lost') return
    made.balance_transactions.push({ amount: made.amount })
    emit('charge.dispute.funds_reinstated', made)
  }
  return {
    pay,
    declineOnPage,
    beginMonth,
    finalize,
    renew,
    giveUp,
    setCard,
    refundPart,
    failRefund,
    dispute,
    closeDispute,
  }
}

type Price = Pick<Stripe.Checkout.SessionCreateParams.LineItem.PriceData, 'unit_amount' | 'product' | 'recurring'>

const buildItem = (id: string, price: Price | undefined, { start, end: until }: { start: number; end: number }) => ({
  ...{ id, object: 'subscription_item' as const, current_period_start: start, current_period_end: until },
  price: {
    unit_amount: price?.unit_amount ?? 0,
    currency: 'usd',
    product: price?.product ?? '',
    recurring: price?.recurring,
  },
})

/** The line of a whole month of a subscription. */
const buildMonthLine = ({ items: { data } }: Subscription): Line => {
  const [{ price }] = data
  const parent = { subscription_item_details: { proration: false } }
  return buildLine(price.unit_amount ?? 0, price.product, getItemPeriod(data[0]), parent)
}
