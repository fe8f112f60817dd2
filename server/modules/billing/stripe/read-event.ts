import { toUnixSeconds } from '@dooryard/contract/time'
import type Stripe from 'stripe'
import { appError } from '../../../platform/errors.ts'
import type { ProviderEvent, SignedEvent } from '../provider.ts'
import { isOurs } from './invoices.ts'
import { at } from './plan-rules.ts'
import { idOf } from './stripe-client.ts'

/** How far an event may be from now, either way, in seconds. */
const tolerance = 300

type Reader = { stripe: Stripe; webhookSecret: string; now: () => Date }

/** What an event says, once its signature is found right. It says what to ask about, never what is. */
export async function readEvent({ stripe, webhookSecret, now }: Reader, signed: SignedEvent): Promise<ProviderEvent> {
  const event = await verified(stripe, webhookSecret, now(), signed)
  const customer = 'customer' in event.data.object ? event.data.object.customer : undefined
  // Wherever Stripe has a customer it is an id, or what was expanded from one.
  const customerId = idOf(customer as string | { id: string } | null | undefined)
  return {
    id: event.id,
    type: event.type,
    at: at(event.created),
    object: await objectOf(stripe, event),
    ...(customerId && { customerId }),
  }
}

async function verified(
  stripe: Stripe,
  secret: string,
  now: Date,
  { text, header }: SignedEvent,
): Promise<Stripe.Event> {
  const signature = header('stripe-signature') ?? ''
  if (isFromFuture(signature, now)) throw notSigned()
  try {
    const { webhooks } = stripe
    const event = await webhooks.constructEventAsync(text, signature, secret, tolerance, undefined, now.getTime())
    if (typeof event.data.object === 'object') return event
    throw notSigned()
  } catch {
    // Why, tells a forger what to mend.
    throw notSigned()
  }
}

const notSigned = () => appError('VALIDATION', 'The event is not signed as it should be.')

/** Stripe's own check refuses what is too old only. A time that is named twice could be checked here and not there. */
function isFromFuture(signature: string, now: Date): boolean {
  const times = signature.split(',').flatMap((part) => (part.startsWith('t=') ? [Number(part.slice(2))] : []))
  const [time = Number.NaN] = times
  return times.length !== 1 || !(time - toUnixSeconds(now) <= tolerance)
}

type EventObject = ProviderEvent['object']

const other = (id: string): EventObject => ({ kind: 'OTHER', id })

async function objectOf(stripe: Stripe, event: Stripe.Event): Promise<EventObject> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return marked('CHECKOUT', event.data.object, event.data.object.metadata?.checkoutId)
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return marked('SUBSCRIPTION', event.data.object, event.data.object.metadata.planId)
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return aboutInvoice(event.data.object, event.id)
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return marked('PAYMENT', event.data.object, event.data.object.metadata.checkoutId)
    case 'charge.refunded':
      return paidBack(stripe, event.data.object)
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputed(stripe, event.data.object)
    default:
      return other(event.id)
  }
}

const marked = (kind: EventObject['kind'], { id }: { id: string }, mark: string | undefined): EventObject =>
  mark ? { kind, id } : other(id)

/** An endpoint that speaks another version has no `parent`; the invoice, asked for in ours, will have it. */
const aboutInvoice = (invoice: Stripe.Invoice, id: string): EventObject =>
  invoice.parent === undefined || isOurs(invoice) ? { kind: 'INVOICE', id: invoice.id } : other(id)

/** A charge no longer names its invoice: that is found by its payment. What a pack is was copied onto its charge. */
async function paidBack(stripe: Stripe, { id, metadata, payment_intent }: Stripe.Charge): Promise<EventObject> {
  const payment = idOf(payment_intent)
  if (!payment) return other(id)
  if (metadata.checkoutId) return { kind: 'PAYMENT', id: payment }
  const paid = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: payment } })
  const invoiceId = idOf(paid.data[0]?.invoice)
  if (!invoiceId) return other(id)
  return aboutInvoice(await stripe.invoices.retrieve(invoiceId), id)
}

/** A dispute names nothing of ours, only its charge. */
async function disputed(stripe: Stripe, { id, charge }: Stripe.Dispute): Promise<EventObject> {
  const chargeId = idOf(charge)
  return chargeId ? paidBack(stripe, await stripe.charges.retrieve(chargeId)) : other(id)
}
