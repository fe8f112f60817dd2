import type Stripe from 'stripe'
import { addMonths } from '../add-months.ts'
import type { FakeStripeState, Subscription } from './fake-stripe-state.fixture.ts'
import {
  buildLine,
  cardError,
  getItemPeriod,
  type Invoice,
  type Line,
  missing,
  type Refusal,
  refuse,
} from './fake-stripe-state.fixture.ts'

type ApiCall = (id: string, params: never) => unknown

/** The calls about subscriptions and their invoices. */
export function createSubscriptionCalls(state: FakeStripeState): Record<string, ApiCall> {
  const { find, keep, seconds, emit } = state
  const subscription = (id: string | undefined) => find<Subscription>('subscription', id)

  const update = (id: string, params: Stripe.SubscriptionUpdateParams): Subscription => {
    const found = subscription(id)
    if (found.status === 'canceled') throw missing(`subscription: '${id}'`)
    const { items, metadata, add_invoice_items, proration_behavior, proration_date } = params
    const next = structuredClone(found)
    Object.assign(next.metadata, metadata)
    if (params.cancel_at_period_end !== undefined) cancelLater(next, params.cancel_at_period_end, seconds())
    if (params.cancel_at === '') next.cancel_at = null
    if (params.default_payment_method) next.default_payment_method = params.default_payment_method
    const price = items?.[0]?.price_data
    const isRestart = params.billing_cycle_anchor?.type === 'now'
    if (price) Object.assign(next.items.data[0].price, toPrice(price))
    if (price && isRestart) Object.assign(next.items.data[0], toCurrentPeriod(seconds(), price))
    if (price && proration_behavior === 'always_invoice') {
      const lines = buildChangeLines(state, found, price, { from: proration_date, isRestart })
      for (const { price_data } of add_invoice_items ?? []) lines.push(buildExtraLine(found, price_data))
      const invoice = state.draft(next, { reason: 'subscription_update', lines })
      next.latest_invoice = invoice.id
      const intent = state.attempt(invoice, state.findCard(found.customer, found.default_payment_method))
      if (invoice.status !== 'paid' && intent) throw markIncomplete(state, invoice, intent)
      keep(invoice)
    }
    keep(Object.assign(found, next))
    emit('customer.subscription.updated', found)
    return found
  }
  const cancel = (id: string, { cancellation_details }: Stripe.SubscriptionCancelParams): Subscription => {
    const found = subscription(id)
    if (found.status === 'canceled') throw missing(`subscription: '${id}'`)
    const comment = cancellation_details?.comment ?? null
    end(state, found, { comment, reason: 'cancellation_requested' })
    return found
  }
  const preview = (_: string, params: Stripe.InvoiceCreatePreviewParams) => {
    const found = subscription(params.subscription)
    const details = params.subscription_details
    const price = details?.items?.[0]?.price_data ?? { product: '', unit_amount: 0 }
    const isRestart = details?.billing_cycle_anchor?.type === 'now'
    const data = buildChangeLines(state, found, price, { from: details?.proration_date, isRestart })
    for (const line of data) line.parent = { subscription_item_details: { proration: !isRestart || line.amount < 0 } }
    return { id: 'upcoming', object: 'invoice', lines: { object: 'list', has_more: false, data } }
  }
  const pay = (id: string, { payment_method }: Stripe.InvoicePayParams): Invoice => {
    const invoice = find<Invoice>('invoice', id)
    const { status } = invoice
    if (status !== 'open') throw refuse('Invoice is already paid')
    const intent = state.attempt(invoice, state.findCard(invoice.customer, payment_method))
    if (invoice.status !== 'paid' && intent) throw cardError(intent)
    const found = subscription(invoice.parent.subscription_details.subscription)
    if (found.status === 'past_due') found.status = 'active'
    emit('customer.subscription.updated', found)
    return invoice
  }
  const voided = (id: string): Invoice => {
    const invoice = find<Invoice>('invoice', id)
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw refuse(`You can't void a ${invoice.status} invoice.`)
    invoice.status = 'void'
    emit('invoice.voided', invoice)
    return invoice
  }
  return {
    'GET /v1/subscriptions/{id}': subscription,
    'POST /v1/subscriptions/{id}': update,
    'DELETE /v1/subscriptions/{id}': cancel,
    'POST /v1/invoices/create_preview': preview,
    'POST /v1/invoices/{id}/pay': pay,
    'POST /v1/invoices/{id}/void': voided,
  }
}

function cancelLater(subscription: Subscription, cancel: boolean, now: number) {
  subscription.cancel_at_period_end = cancel
  subscription.cancel_at = cancel ? subscription.items.data[0].current_period_end : null
  subscription.canceled_at = cancel ? now : null
}

/** An unpaid change leaves only an invoice that can no longer be paid. */
function markIncomplete(state: FakeStripeState, invoice: Invoice, intent: Parameters<typeof cardError>[0]): Refusal {
  invoice.status = 'void'
  state.emit('invoice.voided', state.keep(invoice))
  const isUnconfirmed = intent.last_payment_error?.code === 'authentication_required'
  return cardError(intent, isUnconfirmed ? 'subscription_payment_intent_requires_action' : undefined)
}

export function end(state: FakeStripeState, subscription: Subscription, details: Subscription['cancellation_details']) {
  const ended = { status: 'canceled', ended_at: state.seconds(), cancellation_details: details } as const
  Object.assign(subscription, ended, { canceled_at: subscription.canceled_at ?? state.seconds() })
  state.emit('customer.subscription.deleted', subscription)
}

const toPrice = ({ unit_amount, product, recurring }: Priced) => ({ unit_amount, product, recurring })

export const addInterval = (start: number, { recurring }: Pick<Priced, 'recurring'>) =>
  addMonths(new Date(start * 1000), recurring?.interval === 'year' ? 12 : 1).getTime() / 1000

const toCurrentPeriod = (start: number, price: Priced) => ({
  current_period_start: start,
  current_period_end: addInterval(start, price),
})

type ChangeStart = { from: number | undefined; isRestart: boolean }

/** A change that begins a period of its own bills all of it, less the unused days. */
function buildChangeLines(
  state: FakeStripeState,
  subscription: Subscription,
  price: Priced,
  { from, isRestart }: ChangeStart,
): Line[] {
  const lines = buildProrationLines(state, subscription, price, from)
  if (!isRestart) return lines
  const start = state.seconds()
  const parent = { subscription_item_details: { proration: false } }
  const whole = buildLine(price.unit_amount ?? 0, price.product, { start, end: addInterval(start, price) }, parent)
  return [...lines.slice(0, 1), whole]
}

const prorateBySecond = (amount: number, from: number, { start, end: until }: { start: number; end: number }) =>
  Math.round((amount * (until - from)) / (until - start))

/**
 * The rest of the month by the second: credits what was last charged for it, and charges the new price. Credits are
 * based on the actual charge, after a discount.
 */
function buildProrationLines(
  state: FakeStripeState,
  subscription: Subscription,
  price: Priced,
  from = state.seconds(),
): Line[] {
  const [item] = subscription.items.data
  const month = getItemPeriod(item)
  if (from < month.start || from > month.end) throw refuse('Invalid proration date.', { param: 'proration_date' })
  const { amount, period } = getLastCharged(state, subscription) ?? {
    amount: item.price.unit_amount ?? 0,
    period: month,
  }
  const proration = { invoice_item_details: { proration: true } }
  const left = { start: from, end: month.end }
  const line = (cents: number, product: string) => buildLine(cents, product, left, proration)
  return [
    line(-prorateBySecond(amount, from, period), item.price.product),
    line(prorateBySecond(price.unit_amount ?? 0, from, month), price.product),
  ]
}

type Priced = { product: string; unit_amount?: number | undefined; recurring?: { interval: string } | undefined }

function getLastCharged(state: FakeStripeState, subscription: Subscription) {
  const [invoice] = state
    .all<Invoice>('invoice')
    .filter(({ parent, status }) => status === 'paid' && parent.subscription_details.subscription === subscription.id)
  const { product } = subscription.items.data[0].price
  const isOfPlan = ({ pricing }: Line) => pricing.price_details.product === product
  const line = invoice?.lines.data.findLast((one) => one.amount > 0 && isOfPlan(one))
  const discount = (invoice?.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0)
  return line && { amount: Math.max(0, line.amount - discount), period: line.period }
}

const buildExtraLine = ({ items }: Subscription, { product = '', unit_amount = 0 }: Partial<Priced> = {}): Line =>
  buildLine(unit_amount, product, getItemPeriod(items.data[0]), { invoice_item_details: { proration: false } })
