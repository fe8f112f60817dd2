import type Stripe from 'stripe'
import type { Subscription, World } from './stripe-world.fixture.ts'
import {
  cardError,
  type Invoice,
  type Line,
  lineOf,
  missing,
  monthOf,
  type Refusal,
  refuse,
} from './stripe-world.fixture.ts'

type Call = (id: string, params: never) => unknown

/** The calls about subscriptions and their invoices. */
export function stripeSubscriptions(world: World): Record<string, Call> {
  const { find, keep, seconds, tell } = world
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
    if (price) Object.assign(next.items.data[0].price, { unit_amount: price.unit_amount, product: price.product })
    if (price && proration_behavior === 'always_invoice') {
      const lines = prorated(world, found, price, proration_date)
      for (const { price_data } of add_invoice_items ?? []) lines.push(extra(found, price_data))
      const invoice = world.draft(next, { reason: 'subscription_update', lines })
      next.latest_invoice = invoice.id
      const intent = world.attempt(invoice, world.cardOf(found.customer, found.default_payment_method))
      if (invoice.status !== 'paid' && intent) throw incomplete(world, invoice, intent)
      keep(invoice)
    }
    keep(Object.assign(found, next))
    tell('customer.subscription.updated', found)
    return found
  }
  const cancel = (id: string, { cancellation_details }: Stripe.SubscriptionCancelParams): Subscription => {
    const found = subscription(id)
    if (found.status === 'canceled') throw missing(`subscription: '${id}'`)
    const comment = cancellation_details?.comment ?? null
    end(world, found, { comment, reason: 'cancellation_requested' })
    return found
  }
  const preview = (_: string, params: Stripe.InvoiceCreatePreviewParams) => {
    const found = subscription(params.subscription)
    const details = params.subscription_details
    const price = details?.items?.[0]?.price_data ?? { product: '', unit_amount: 0 }
    const data = prorated(world, found, price, details?.proration_date)
    for (const line of data) line.parent = { subscription_item_details: { proration: true } }
    return { id: 'upcoming', object: 'invoice', lines: { object: 'list', has_more: false, data } }
  }
  const pay = (id: string, { payment_method }: Stripe.InvoicePayParams): Invoice => {
    const invoice = find<Invoice>('invoice', id)
    const { status } = invoice
    if (status !== 'open') throw refuse('Invoice is already paid')
    const intent = world.attempt(invoice, world.cardOf(invoice.customer, payment_method))
    if (invoice.status !== 'paid' && intent) throw cardError(intent)
    const found = subscription(invoice.parent.subscription_details.subscription)
    if (found.status === 'past_due') found.status = 'active'
    tell('customer.subscription.updated', found)
    return invoice
  }
  const voided = (id: string): Invoice => {
    const invoice = find<Invoice>('invoice', id)
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw refuse(`You can't void a ${invoice.status} invoice.`)
    invoice.status = 'void'
    tell('invoice.voided', invoice)
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

/** A change that is not paid leaves nothing but an invoice that nobody can pay any more. */
function incomplete(world: World, invoice: Invoice, intent: Parameters<typeof cardError>[0]): Refusal {
  invoice.status = 'void'
  world.tell('invoice.voided', world.keep(invoice))
  const isUnconfirmed = intent.last_payment_error?.code === 'authentication_required'
  return cardError(intent, isUnconfirmed ? 'subscription_payment_intent_requires_action' : undefined)
}

export function end(world: World, subscription: Subscription, details: Subscription['cancellation_details']) {
  const ended = { status: 'canceled', ended_at: world.seconds(), cancellation_details: details } as const
  Object.assign(subscription, ended, { canceled_at: subscription.canceled_at ?? world.seconds() })
  world.tell('customer.subscription.deleted', subscription)
}

const bySecond = (amount: number, from: number, { start, end: until }: { start: number; end: number }) =>
  Math.round((amount * (until - from)) / (until - start))

/**
 * What is left of the month by the second: what was charged for it last comes back, and the new price is charged.
 * Credits go by what was really charged, after a discount.
 */
function prorated(world: World, subscription: Subscription, price: Priced, from = world.seconds()): Line[] {
  const [item] = subscription.items.data
  const month = monthOf(item)
  if (from < month.start || from > month.end) throw refuse('Invalid proration date.', { param: 'proration_date' })
  const { amount, period } = lastCharged(world, subscription) ?? { amount: item.price.unit_amount ?? 0, period: month }
  const proration = { invoice_item_details: { proration: true } }
  const left = { start: from, end: month.end }
  const line = (cents: number, product: string) => lineOf(cents, product, left, proration)
  return [
    line(-bySecond(amount, from, period), item.price.product),
    line(bySecond(price.unit_amount ?? 0, from, month), price.product),
  ]
}

type Priced = { product: string; unit_amount?: number | undefined }

function lastCharged(world: World, subscription: Subscription) {
  const [invoice] = world
    .all<Invoice>('invoice')
    .filter(({ parent, status }) => status === 'paid' && parent.subscription_details.subscription === subscription.id)
  const { product } = subscription.items.data[0].price
  const isOfPlan = ({ pricing }: Line) => pricing.price_details.product === product
  const line = invoice?.lines.data.findLast((one) => one.amount > 0 && isOfPlan(one))
  const discount = (invoice?.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0)
  return line && { amount: Math.max(0, line.amount - discount), period: line.period }
}

const extra = ({ items }: Subscription, { product = '', unit_amount = 0 }: Partial<Priced> = {}): Line =>
  lineOf(unit_amount, product, monthOf(items.data[0]), { invoice_item_details: { proration: false } })
