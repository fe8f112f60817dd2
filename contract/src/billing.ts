import { z } from 'zod'
import { Balance } from './credits.ts'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { Money } from './money.ts'
import { PageQuery, pageOf } from './paging.ts'
import { Pack, Plan } from './plans.ts'
import { AutoTopUp, AutoTopUpChange, Checkout, CheckoutSession, Price, Purchase } from './purchases.ts'
import { Cancellation, PlanSwitch, Quote, QuoteRequest, Subscription } from './subscriptions.ts'
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
    payments: z.enum(['STRIPE', 'SANDBOX', 'OFF']).describe('Who takes the money; OFF where nobody does'),
    plan: Plan.optional(),
    subscription: Subscription.optional().describe('The live one, or the last that ended'),
    nextCharge: z.object({ amount: Money, at: z.iso.datetime() }).optional(),
    balance: Balance,
    paymentMethod: PaymentMethod.optional(),
    plans: z.array(Plan),
    packs: z.array(Pack),
    autoTopUp: AutoTopUp,
    now: z.iso.datetime().describe('The time of the payment provider, which a demo can move'),
  })
  .meta({ id: 'BillingInfo' })
export type BillingInfo = z.infer<typeof BillingInfo>

const ownCall = callsWith({ tag: 'Billing', access: 'SIGNED_IN' })
/** Money is moved by its owner alone, never by an administrator who acts as them. */
const moneyCall = callsWith({ tag: 'Billing', access: 'SIGNED_IN', refusedWhileImpersonating: true })

const couponGuesses = [{ name: 'coupon-code', per: 'account', times: 60, seconds: 3600, naming: 'couponCode' }] as const
const purchases = [{ name: 'purchase', per: 'account', times: 60, seconds: 3600 }] as const
/** The screen that somebody comes back to looks once a second. */
const purchaseLooks = [{ name: 'purchase-state', per: 'account', times: 1200, seconds: 3600 }] as const

export const paymentDocument = {
  params: z.object({ transactionId: z.uuid('There is no such payment') }),
  response: classified(['personal', 'money'], z.string()),
  data: ['personal', 'money'],
  answers: 'file',
  mediaType: 'application/pdf',
  limits: [{ name: 'invoice', per: 'account', times: 120, seconds: 3600 }],
  errors: ['CONFLICT'],
} as const

export const billing = {
  info: ownCall('GET /v1/billing/info', 'The plan, the balance, and what is on offer', {
    response: BillingInfo,
    data: ['money'],
  }),
  price: ownCall('POST /v1/billing/price', 'What a plan or a pack costs, with a coupon', {
    body: Purchase,
    response: Price,
    data: ['money'],
    limits: couponGuesses,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    reads: true,
  }),
  checkout: moneyCall(
    'POST /v1/billing/create-checkout-session',
    'Begin to buy a plan or a pack; it is paid for on the page whose address is answered',
    {
      body: Purchase,
      response: CheckoutSession,
      data: ['secret'],
      status: 201,
      idempotent: 'outside',
      limits: [...purchases, ...couponGuesses],
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  checkoutState: ownCall('GET /v1/billing/checkout-sessions/{sessionId}', 'How a purchase stands', {
    params: z.object({ sessionId: z.uuid('There is no such purchase') }),
    response: Checkout,
    data: ['money'],
    limits: purchaseLooks,
  }),
  updatePaymentMethod: moneyCall(
    'POST /v1/billing/payment-method',
    'Begin to change the card that renewals are paid with, on the page whose address is answered',
    {
      response: CheckoutSession,
      data: ['secret'],
      status: 201,
      limits: purchases,
      errors: ['CONFLICT', 'UNAVAILABLE'],
    },
  ),
  quote: ownCall(
    'POST /v1/billing/subscription/update-quote',
    'What a change of plan costs and gives; the quote holds for half an hour',
    {
      body: QuoteRequest,
      response: Quote,
      data: ['money'],
      limits: couponGuesses,
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  changePlan: moneyCall('POST /v1/billing/subscription/update', 'Change the plan as quoted', {
    body: PlanSwitch,
    response: Subscription,
    data: ['money'],
    idempotent: 'outside',
    limits: purchases,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
  }),
  cancel: moneyCall(
    'POST /v1/billing/cancel-subscription',
    'End the subscription with the period that is paid for, or at once while a renewal is unpaid',
    {
      body: Cancellation,
      response: Subscription,
      data: ['money'],
      limits: purchases,
      errors: ['CONFLICT', 'UNAVAILABLE'],
    },
  ),
  autoTopUp: moneyCall(
    'PATCH /v1/billing/auto-top-up',
    'Buy a pack by itself whenever credits run low, or stop doing so',
    {
      body: AutoTopUpChange,
      response: AutoTopUp,
      data: ['money'],
      errors: ['NOT_FOUND', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  /** A POST that only reads, with its page in the query: so the specification has it. */
  transactions: ownCall('POST /v1/billing/transaction-history', "The caller's payments, the newest first", {
    query: PageQuery,
    body: TransactionFilters,
    response: pageOf(Transaction),
    data: ['money'],
    reads: true,
  }),
  invoice: ownCall('GET /v1/billing/transaction-history/{transactionId}/invoice', 'The invoice of a payment, as PDF', {
    ...paymentDocument,
  }),
  creditNote: ownCall(
    'GET /v1/billing/transaction-history/{transactionId}/credit-note',
    'The credit note of a payment that was refunded, as PDF',
    { ...paymentDocument },
  ),
}
