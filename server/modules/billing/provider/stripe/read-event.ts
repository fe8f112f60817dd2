import { toUnixSeconds } from '@dooryard/contract/api/time'
import type Stripe from 'stripe'
import { appError } from '../../../../platform/errors/app-error.ts'
import type { ProviderEvent, SignedEvent } from '../provider.ts'
import { isOwnInvoice } from './invoices.ts'
import { at } from './plan-rules.ts'
import { getId } from './stripe-client.ts'

/** How far an event may be from now, either way, in seconds. */
const tolerance = 300

type EventReader = { stripe: Stripe; webhookSecret: string; now: () => Date }

/** Parses an event after verifying its signature. The event says which object to fetch, never its state. */
export async function readEvent(
  { stripe, webhookSecret, now }: EventReader,
  signed: SignedEvent,
): Promise<ProviderEvent> {
  const event = await verifyEvent(stripe, webhookSecret, now(), signed)
  const customer = 'customer' in event.data.object ? event.data.object.customer : undefined
  // Wherever Stripe has a customer, it is an id or the object expanded from one.
  const customerId = getId(customer as string | { id: string } | null | undefined)
  return {
    id: event.id,
    type: event.type,
    at: at(event.created),
    object: await toEventObject(stripe, event),
    ...(customerId && { customerId }),
  }
}

async function verifyEvent(
  stripe: Stripe,
  secret: string,
  now: Date,
  { text, header }: SignedEvent,
): Promise<Stripe.Event> {
  const signature = header('stripe-signature') ?? ''
  if (isFromFuture(signature, now)) throw invalidSignature()
  try {
    const { webhooks } = stripe
    const event = await webhooks.constructEventAsync(text, signature, secret, tolerance, undefined, now.getTime())
    if (typeof event.data.object === 'object') return event
    throw invalidSignature()
  } catch {
    // The reason would tell a forger what to fix.
    throw invalidSignature()
  }
}

const invalidSignature = () => appError('VALIDATION', 'The signature of the event is invalid.')

/**
 * Stripe's own check refuses only old events. If the time is given twice, this check and Stripe's could read different
 * ones.
 */
function isFromFuture(signature: string, now: Date): boolean {
  const times = signature.split(',').flatMap((part) => (part.startsWith('t=') ? [Number(part.slice(2))] : []))
  const [time = Number.NaN] = times
  return times.length !== 1 || !(time - toUnixSeconds(now) <= tolerance)
}

type EventObject = ProviderEvent['object']

const otherObject = (id: string): EventObject => ({ kind: 'OTHER', id })

async function toEventObject(stripe: Stripe, event: Stripe.Event): Promise<EventObject> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return toMarkedObject('CHECKOUT', event.data.object, event.data.object.metadata?.checkoutId)
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return toMarkedObject('SUBSCRIPTION', event.data.object, event.data.object.metadata.planId)
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      return toInvoiceObject(event.data.object, event.id)
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return toMarkedObject('PAYMENT', event.data.object, event.data.object.metadata.checkoutId)
    case 'charge.refunded':
      return toRefundObject(stripe, event.data.object)
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return findChargeObject(stripe, event.data.object)
    default:
      return otherObject(event.id)
  }
}

const toMarkedObject = (kind: EventObject['kind'], { id }: { id: string }, mark: string | undefined): EventObject =>
  mark ? { kind, id } : otherObject(id)

/** An endpoint of another API version has no `parent`; the invoice fetched with our version will. */
const toInvoiceObject = (invoice: Stripe.Invoice, id: string): EventObject =>
  invoice.parent === undefined || isOwnInvoice(invoice) ? { kind: 'INVOICE', id: invoice.id } : otherObject(id)

/**
 * A charge no longer names its invoice, which is found by its payment. A pack's metadata was copied onto its charge.
 */
async function toRefundObject(stripe: Stripe, { id, metadata, payment_intent }: Stripe.Charge): Promise<EventObject> {
  const payment = getId(payment_intent)
  if (!payment) return otherObject(id)
  if (metadata.checkoutId) return { kind: 'PAYMENT', id: payment }
  const paid = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: payment } })
  const invoiceId = getId(paid.data[0]?.invoice)
  if (!invoiceId) return otherObject(id)
  return toInvoiceObject(await stripe.invoices.retrieve(invoiceId), id)
}

/** A dispute and a single refund name only their charge. */
async function findChargeObject(stripe: Stripe, { id, charge }: Stripe.Dispute | Stripe.Refund): Promise<EventObject> {
  const chargeId = getId(charge)
  return chargeId ? toRefundObject(stripe, await stripe.charges.retrieve(chargeId)) : otherObject(id)
}
