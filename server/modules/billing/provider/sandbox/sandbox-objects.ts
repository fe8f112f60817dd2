import { BillingDetails } from '@dooryard/contract/billing/billing-details'
import { BillingInterval } from '@dooryard/contract/billing/plans'
import { z } from 'zod'

// The documents of the sandbox, in a format of its own, as a real provider's would be.

const instant = z.iso.datetime().transform((text) => new Date(text))
const cents = z.int().min(0)

const priced = { name: z.string(), price: cents, currency: z.string() }

// Subscriptions from before plans were sold by the year have no interval.
const interval = BillingInterval.default('MONTH')

const PlanTerms = z.object({ planId: z.string(), interval, ...priced, credits: z.int() })

const Item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('SUBSCRIPTION'), plan: PlanTerms }),
  z.object({ kind: z.literal('PACK'), packId: z.string().optional(), ...priced }),
  z.object({ kind: z.literal('PAYMENT_METHOD'), currency: z.string() }),
])

/** What is stored of a card: what identifies it to people, and its behavior. Never its number. */
export const Card = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  does: z.enum(['SUCCEEDS', 'DECLINED', 'NEEDS_CONFIRMATION', 'FAILS_AT_RENEWAL']),
  /** When its owner paid with it, or saved it, on a page. */
  takenAt: instant.optional(),
})
export type Card = z.infer<typeof Card>

const Customer = z.object({
  kind: z.literal('CUSTOMER'),
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  /** As sent by the portal. */
  details: BillingDetails.optional(),
  card: Card.optional(),
  /** The card of the last pack, which is charged if none was saved for renewals. */
  lastCard: Card.optional(),
})

const owned = { id: z.string(), customerId: z.string() }
const bought = { ...owned, checkoutId: z.string() }

const Session = z.object({
  kind: z.literal('SESSION'),
  ...bought,
  email: z.string(),
  item: Item,
  discount: cents,
  /** Paths of the portal. */
  returnUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: instant,
  status: z.enum(['OPEN', 'PAID', 'EXPIRED']),
  /** The card that waits for the bank's confirmation. */
  confirming: Card.optional(),
  /** The card saved by a paid `PAYMENT_METHOD` session. */
  card: Card.optional(),
  subscriptionId: z.string().optional(),
  invoiceId: z.string().optional(),
  paymentId: z.string().optional(),
})

const Subscription = z.object({
  kind: z.literal('SUBSCRIPTION'),
  ...bought,
  status: z.enum(['ACTIVE', 'PAST_DUE', 'INACTIVE']),
  plan: PlanTerms,
  nextPlan: PlanTerms.optional(),
  /**
   * When it started, or was switched to the year. Every period starts on this day of the month, so that a short month
   * shifts no later one.
   */
  anchor: instant,
  period: z.int().min(0),
  cancelAtPeriodEnd: z.boolean(),
  /** While past due: the unpaid invoice, and the number of attempts. */
  unpaid: z.object({ invoiceId: z.string(), failedAt: instant, tries: z.int().min(1) }).optional(),
  /** The card it was started with, while another subscription's card is on file. */
  card: Card.optional(),
  endedAt: instant.optional(),
  endReason: z.enum(['CANCELLED', 'PAYMENT_FAILED']).optional(),
  /** The applied changes by quote id, with the invoice of each. */
  changes: z.record(z.string(), z.string().nullable()),
})

const payment = {
  failure: z.string().optional(),
  amount: cents,
  at: instant,
  paidAt: instant.optional(),
  paidWith: Card.optional(),
  refundedBy: z.string().optional(),
  /** Cents refunded in parts, and the ids of these refunds. */
  wentBack: cents.optional(),
  refundIds: z.array(z.string()).optional(),
}

const Invoice = z.object({
  kind: z.literal('INVOICE'),
  ...owned,
  ...payment,
  subscriptionId: z.string(),
  reason: z.enum(['FIRST', 'RENEWAL', 'CHANGE']),
  quoteId: z.string().optional(),
  plan: PlanTerms,
  status: z.enum(['FAILED', 'PAID', 'REFUNDED', 'VOID']),
  discount: cents,
  /** The unused days of the month before a switch to the year, which paid a part of it. */
  carriedOver: cents.optional(),
  periodStart: instant,
  periodEnd: instant,
  /** For a plan change: the instant from which its days are counted, if other than its creation. */
  proratedAt: instant.optional(),
})

const Payment = z.object({
  kind: z.literal('PAYMENT'),
  ...bought,
  ...payment,
  description: z.string(),
  status: z.enum(['PAID', 'FAILED', 'REFUNDED']),
  currency: z.string(),
})

export const SandboxObject = z.discriminatedUnion('kind', [Customer, Session, Subscription, Invoice, Payment])
export type SandboxObject = z.infer<typeof SandboxObject>
export type SandboxKind = SandboxObject['kind']
export type SandboxObjectByKind<Kind extends SandboxKind> = Extract<SandboxObject, { kind: Kind }>

export type SandboxCustomer = SandboxObjectByKind<'CUSTOMER'>
export type SandboxSession = SandboxObjectByKind<'SESSION'>
export type SandboxSubscription = SandboxObjectByKind<'SUBSCRIPTION'>
export type SandboxInvoice = SandboxObjectByKind<'INVOICE'>
export type SandboxPayment = SandboxObjectByKind<'PAYMENT'>
