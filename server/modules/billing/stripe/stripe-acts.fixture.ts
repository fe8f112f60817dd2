import type Stripe from 'stripe'
import { monthsAfter } from '../sandbox/sandbox-rules.ts'
import type { Asked } from './stripe-calls.fixture.ts'
import { end } from './stripe-subscriptions.fixture.ts'
import type { Card, Charge, Coupon, Dispute, Does, Intent, Invoice } from './stripe-world.fixture.ts'
import { type Line, lineOf, monthOf, type Session, type Subscription, type World } from './stripe-world.fixture.ts'

/** What people do at Stripe's pages, and what time does. */
export function actsOf(world: World, asked: Asked) {
  const { find, keep, newId, seconds, tell } = world
  const subscriptionOf = (id: string) => find<Subscription>('subscription', id)

  const subscribe = (session: Session, params: Stripe.Checkout.SessionCreateParams, card: Card) => {
    const price = params.line_items?.[0]?.price_data
    const start = seconds()
    const period = { start, end: aMonthAfter(start) }
    const subscription: Subscription = keep({
      ...{ id: newId('sub'), object: 'subscription', created: start, status: 'active', customer: session.customer },
      ...{ currency: price?.currency ?? '', metadata: { ...(params.subscription_data?.metadata as Stripe.Metadata) } },
      ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, ended_at: null, latest_invoice: null },
      ...{ default_payment_method: card.id, cancellation_details: { comment: null, reason: null } },
      items: { object: 'list', has_more: false, data: [itemOf(newId('si'), price, period)] },
    })
    const line = wholeMonth(subscription)
    const discount = Math.min(line.amount, offOf(params))
    const invoice = keep(world.draft(subscription, { reason: 'subscription_create', lines: [line], discount }))
    world.attempt(invoice, card)
    subscription.latest_invoice = invoice.id
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id })
    tell('customer.subscription.created', subscription)
  }
  const offOf = ({ discounts }: Stripe.Checkout.SessionCreateParams) =>
    (discounts ?? []).reduce((sum, { coupon }) => sum + find<Coupon>('coupon', coupon).amount_off, 0)

  const buy = (session: Session, params: Stripe.Checkout.SessionCreateParams, card: Card) => {
    if (session.amount_total === 0) return
    const { customer, amount_total: amount } = session
    const metadata = { ...(params.payment_intent_data?.metadata as Stripe.Metadata) }
    const currency = params.line_items?.[0]?.price_data?.currency ?? ''
    const intent = world.collect({ customer, amount, currency, metadata }, card)
    session.payment_intent = intent.id
    tell('payment_intent.succeeded', intent)
  }
  /** Pays a session as its customer would, with a new card. */
  const pay = (sessionId: string, does: Does = 'pays', last4?: string): Session => {
    const session = find<Session>('checkout.session', sessionId)
    const params = asked.get(sessionId)
    if (session.status !== 'open' || !params) throw new Error(`The session is ${session.status}.`)
    const card = world.addCard(session.customer, 'pays', last4)
    if (session.mode === 'subscription') subscribe(session, params, card)
    if (session.mode === 'payment') buy(session, params, card)
    if (session.mode === 'setup')
      session.setup_intent = keep({ id: newId('seti'), object: 'setup_intent', payment_method: card.id }).id
    // What it does from now on: on Stripe's page a card was tried until one paid.
    card.does = does
    session.status = 'complete'
    if (session.payment_status === 'unpaid') session.payment_status = 'paid'
    tell('checkout.session.completed', session)
    return session
  }
  /** A card is declined on the page of a session, which stays open. */
  const declineOnPage = (sessionId: string): Intent => {
    const session = find<Session>('checkout.session', sessionId)
    const card = world.addCard(session.customer, 'declines', '0002')
    const { customer, amount_total: amount } = session
    const metadata = { ...(asked.get(sessionId)?.payment_intent_data?.metadata as Stripe.Metadata) }
    const intent = world.collect({ customer, amount, currency: 'usd', metadata }, card)
    session.payment_intent = intent.id
    world.objects.delete(card.id)
    tell('payment_intent.payment_failed', intent)
    return intent
  }
  /**
   * Begins the next month of a subscription: the end of one that was cancelled, the draft of an invoice for every
   * other.
   */
  const beginMonth = (id: string): Invoice | undefined => {
    const subscription = subscriptionOf(id)
    const [item] = subscription.items.data
    if (subscription.cancel_at_period_end) {
      end(world, subscription, { comment: null, reason: 'cancellation_requested' })
      return
    }
    const period = { start: item.current_period_end, end: aMonthAfter(item.current_period_end) }
    Object.assign(item, { current_period_start: period.start, current_period_end: period.end })
    const lines = [wholeMonth(subscription)]
    const invoice = keep(world.draft(subscription, { reason: 'subscription_cycle', lines }))
    invoice.status = 'draft'
    subscription.latest_invoice = invoice.id
    tell('customer.subscription.updated', subscription)
    return invoice
  }
  /**
   * What Stripe does about an hour later: until then the invoice shows what is written on the subscription at the time.
   */
  const finalize = (invoiceId: string): Invoice => {
    const invoice = find<Invoice>('invoice', invoiceId)
    const details = invoice.parent.subscription_details
    const subscription = subscriptionOf(details.subscription)
    details.metadata = { ...subscription.metadata }
    invoice.status = 'open'
    world.attempt(invoice, world.cardOf(subscription.customer, subscription.default_payment_method))
    subscription.status = invoice.status === 'paid' ? 'active' : 'past_due'
    tell('customer.subscription.updated', subscription)
    return invoice
  }
  /** Both at once. */
  const renew = (id: string): Invoice | undefined => {
    const invoice = beginMonth(id)
    return invoice && finalize(invoice.id)
  }
  /** What Stripe does once it has tried often enough. */
  const giveUp = (id: string) => end(world, subscriptionOf(id), { comment: null, reason: 'payment_failed' })
  /** What the card of a subscription, or else of its customer, does from now on. */
  const setCard = (subscriptionId: string, does: Does) => {
    const { customer, default_payment_method: own } = subscriptionOf(subscriptionId)
    const card = world.cardOf(customer, own)
    if (card) card.does = does
  }
  const chargeOf = (intentId: string) => find<Charge>('charge', find<Intent>('payment_intent', intentId).latest_charge)
  /** What somebody pays back in the dashboard. */
  const refundPart = (intentId: string, cents: number) => {
    const charge = chargeOf(intentId)
    charge.amount_refunded += cents
    charge.refunded = charge.amount_refunded === charge.amount
    tell('charge.refunded', charge)
  }
  /** The payer's bank disputes a payment, whole unless said, and with that has the money, unless it only inquires. */
  const dispute = (intentId: string, status: Dispute['status'] = 'needs_response', cents?: number): Dispute => {
    const charge = chargeOf(intentId)
    const { id, amount: whole } = charge
    const amount = cents ?? whole
    charge.disputed = true
    const isInquiry = status.startsWith('warning')
    const made: Dispute = keep({
      ...{ id: newId('du'), object: 'dispute', amount, status, created: seconds(), charge: id },
      ...{ payment_intent: intentId, balance_transactions: isInquiry ? [] : [{ amount: -amount }] },
    })
    tell('charge.dispute.created', made)
    if (!isInquiry) tell('charge.dispute.funds_withdrawn', made)
    return made
  }
  const closeDispute = (made: Dispute, status: 'won' | 'lost') => {
    made.status = status
    tell('charge.dispute.closed', made)
    if (status === 'lost') return
    made.balance_transactions.push({ amount: made.amount })
    tell('charge.dispute.funds_reinstated', made)
  }
  return { pay, declineOnPage, beginMonth, finalize, renew, giveUp, setCard, refundPart, dispute, closeDispute }
}

type Price = Pick<Stripe.Checkout.SessionCreateParams.LineItem.PriceData, 'unit_amount' | 'product'>

const itemOf = (id: string, price: Price | undefined, { start, end: until }: { start: number; end: number }) => ({
  ...{ id, object: 'subscription_item' as const, current_period_start: start, current_period_end: until },
  price: { unit_amount: price?.unit_amount ?? 0, currency: 'usd', product: price?.product ?? '' },
})

/** A whole month of what is subscribed to. */
const wholeMonth = ({ items: { data } }: Subscription): Line => {
  const [{ price }] = data
  const parent = { subscription_item_details: { proration: false } }
  return lineOf(price.unit_amount ?? 0, price.product, monthOf(data[0]), parent)
}

const aMonthAfter = (start: number) => monthsAfter(new Date(start * 1000), 1).getTime() / 1000
