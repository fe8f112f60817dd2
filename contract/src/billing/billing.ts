import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { Money } from '../api/money.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { BillingDetails } from './billing-details.ts'
import { Balance } from './credits.ts'
import { Pack, Plan } from './plans.ts'
import { AutoTopUp, AutoTopUpChange, Checkout, CheckoutSession, Price, Purchase } from './purchases.ts'
import {
  PlanChangePreview,
  PlanChangePreviewRequest,
  PlanSwitch,
  Subscription,
  SubscriptionCancellation,
} from './subscriptions.ts'
import { Transaction, TransactionFilters } from './transactions.ts'

export const PaymentMethod = z
  .object({
    brand: classified('money', z.string()),
    last4: classified('money', z.string()),
    expMonth: classified('money', z.int()),
    expYear: classified('money', z.int()),
  })
  .meta({ id: 'PaymentMethod', example: { last4: '4242' } })
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const BillingInfo = z
  .object({
    payments: z.enum(['STRIPE', 'SANDBOX', 'OFF']).describe('The payment provider; OFF without one'),
    plan: Plan.optional(),
    subscription: Subscription.optional().describe('The current subscription, or the last one that ended'),
    nextCharge: z.object({ amount: Money, at: z.iso.datetime() }).optional(),
    balance: Balance,
    paymentMethod: PaymentMethod.optional(),
    billingDetails: BillingDetails.optional(),
    plans: z.array(Plan),
    packs: z.array(Pack),
    autoTopUp: AutoTopUp,
    now: z.iso.datetime().describe('The time of the payment provider, which can be advanced in a demo'),
  })
  .meta({ id: 'BillingInfo' })
export type BillingInfo = z.infer<typeof BillingInfo>

const billingEndpoint = endpointFactory({ tag: 'Billing', access: 'SIGNED_IN' })
/** Only the user can make payments, not an administrator who impersonates them. */
const paymentEndpoint = endpointFactory({
  ...{ tag: 'Billing', access: 'SIGNED_IN' },
  refusedWhileImpersonating: true,
  stepUp: true,
})

const couponAttemptLimits = [
  { name: 'coupon-code', per: 'account', times: 60, seconds: 3600, naming: 'couponCode' },
] as const
const purchaseLimits = [{ name: 'purchase', per: 'account', times: 60, seconds: 3600 }] as const
/** The return screen of a purchase polls once a second. */
const purchaseStatusLimits = [{ name: 'purchase-state', per: 'account', times: 1200, seconds: 3600 }] as const

export const paymentDocumentOptions = {
  params: z.object({ transactionId: z.uuid('There is no such payment') }),
  response: classified(['personal', 'money'], z.string()),
  data: ['personal', 'money'],
  answers: 'file',
  mediaType: 'application/pdf',
  limits: [{ name: 'invoice', per: 'account', times: 120, seconds: 3600 }],
  errors: ['CONFLICT'],
} as const

/** A payment has a credit note for each refund: the last one of all the rest, and one for each part. */
export const CreditNoteQuery = z.object({
  number: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'There is no such credit note')
    .optional()
    .describe('The credit note of a partial refund; by default that of the refunded payment'),
})

export const billing = {
  info: billingEndpoint('GET /v1/billing/info', 'Get the plan, the balance and the catalog', {
    response: BillingInfo,
    data: ['money', 'personal'],
  }),
  price: billingEndpoint('POST /v1/billing/price', 'Get the price of a plan or pack, with a coupon', {
    body: Purchase,
    response: Price,
    data: ['money'],
    limits: couponAttemptLimits,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    reads: true,
  }),
  checkout: paymentEndpoint(
    'POST /v1/billing/create-checkout-session',
    'Start a checkout for a plan or pack; returns the URL of the payment page',
    {
      body: Purchase,
      response: CheckoutSession,
      data: ['secret'],
      status: 201,
      idempotent: 'outside',
      limits: [...purchaseLimits, ...couponAttemptLimits],
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  checkoutState: billingEndpoint('GET /v1/billing/checkout-sessions/{sessionId}', 'Get the status of a purchase', {
    params: z.object({ sessionId: z.uuid('There is no such purchase') }),
    response: Checkout,
    data: ['money'],
    limits: purchaseStatusLimits,
  }),
  updatePaymentMethod: paymentEndpoint(
    'POST /v1/billing/payment-method',
    'Start a change of the card for renewals; returns the URL of the page',
    {
      response: CheckoutSession,
      data: ['secret'],
      status: 201,
      limits: purchaseLimits,
      errors: ['CONFLICT', 'UNAVAILABLE'],
    },
  ),
  saveDetails: endpointFactory({ tag: 'Billing', access: 'SIGNED_IN', refusedWhileImpersonating: true })(
    'PUT /v1/billing/details',
    'Save the name, address and tax id that later invoices show; invoices already issued keep theirs',
    { body: BillingDetails, response: BillingDetails, data: ['personal'] },
  ),
  deleteDetails: endpointFactory({ tag: 'Billing', access: 'SIGNED_IN', refusedWhileImpersonating: true })(
    'DELETE /v1/billing/details',
    'Delete the billing details, also at the payment provider; later invoices show the profile',
    { status: 204 },
  ),
  quote: billingEndpoint(
    'POST /v1/billing/subscription/update-quote',
    'Preview a plan change: its price and credits; the preview is valid for 30 minutes',
    {
      body: PlanChangePreviewRequest,
      response: PlanChangePreview,
      data: ['money'],
      limits: couponAttemptLimits,
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  changePlan: paymentEndpoint('POST /v1/billing/subscription/update', 'Change the plan as previewed', {
    body: PlanSwitch,
    response: Subscription,
    data: ['money'],
    idempotent: 'outside',
    limits: purchaseLimits,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
  }),
  cancel: paymentEndpoint(
    'POST /v1/billing/cancel-subscription',
    'Cancel the subscription at the end of the paid period, or immediately while a renewal is unpaid',
    {
      body: SubscriptionCancellation,
      response: Subscription,
      data: ['money'],
      limits: purchaseLimits,
      errors: ['CONFLICT', 'UNAVAILABLE'],
    },
  ),
  autoTopUp: paymentEndpoint(
    'PATCH /v1/billing/auto-top-up',
    'Enable or disable automatic top-ups, which buy a pack when credits run low',
    {
      body: AutoTopUpChange,
      response: AutoTopUp,
      data: ['money'],
      errors: ['NOT_FOUND', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  /** A read-only POST with its page in the query, as the specification defines it. */
  transactions: billingEndpoint('POST /v1/billing/transaction-history', "List the caller's payments, newest first", {
    query: PageQuery,
    body: TransactionFilters,
    response: pageSchema(Transaction),
    data: ['money'],
    reads: true,
  }),
  invoice: billingEndpoint(
    'GET /v1/billing/transaction-history/{transactionId}/invoice',
    'Download the invoice of a payment as PDF',
    {
      ...paymentDocumentOptions,
    },
  ),
  creditNote: billingEndpoint(
    'GET /v1/billing/transaction-history/{transactionId}/credit-note',
    'Download the credit note of a refunded payment as PDF',
    { ...paymentDocumentOptions, query: CreditNoteQuery },
  ),
}
