import { z } from 'zod'
import { Balance } from './credits.ts'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
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
  .meta({ id: 'PaymentMethod', example: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 } })
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const BillingInfo = z
  .object({
    payments: z.enum(['STRIPE', 'SANDBOX', 'OFF']).meta({ description: 'Who takes the money; OFF where nobody does' }),
    plan: Plan.optional(),
    subscription: Subscription.optional().meta({ description: 'The live one, or the last that ended' }),
    nextCharge: z.object({ amount: Money, at: z.iso.datetime() }).optional(),
    balance: Balance,
    paymentMethod: PaymentMethod.optional(),
    plans: z.array(Plan),
    packs: z.array(Pack),
    autoTopUp: AutoTopUp,
    now: z.iso.datetime().meta({ description: 'The time of the payment provider, which a demo can move' }),
  })
  .meta({
    id: 'BillingInfo',
    example: {
      payments: 'SANDBOX',
      plan: exampleOf(Plan),
      subscription: exampleOf(Subscription),
      nextCharge: { amount: { amount: 14_900, currency: 'USD' }, at: '2026-12-02T09:30:00.000Z' },
      balance: exampleOf(Balance),
      paymentMethod: exampleOf(PaymentMethod),
      plans: [exampleOf(Plan)],
      packs: [exampleOf(Pack)],
      autoTopUp: exampleOf(AutoTopUp),
      now: '2026-11-02T09:30:00.000Z',
    },
  })
export type BillingInfo = z.infer<typeof BillingInfo>

const own = { tag: 'Billing', access: 'SIGNED_IN' } as const
/** Money is moved by its owner alone, never by an administrator who acts as them. */
const money = { ...own, refusedWhileImpersonating: true } as const

/** A code is a thing that can be guessed. */
const couponGuesses = [{ name: 'coupon-code', per: 'account', times: 60, seconds: 3600, naming: 'couponCode' }] as const
/** Each is a call to the payment provider. */
const purchases = [{ name: 'purchase', per: 'account', times: 60, seconds: 3600 }] as const
/** So is each look at one that is open; the screen that somebody comes back to looks once a second. */
const purchaseLooks = [{ name: 'purchase-state', per: 'account', times: 1200, seconds: 3600 }] as const

/** Each is made when it is asked for. */
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
  info: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/info',
    summary: 'The plan, the balance, and what is on offer',
    response: BillingInfo,
    data: ['money'],
  }),
  price: endpoint({
    ...own,
    method: 'POST',
    path: '/v1/billing/price',
    summary: 'What a plan or a pack costs, with a coupon',
    body: Purchase,
    response: Price,
    data: ['money'],
    limits: couponGuesses,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    reads: true,
  }),
  checkout: endpoint({
    ...money,
    method: 'POST',
    path: '/v1/billing/create-checkout-session',
    summary: 'Begin to buy a plan or a pack; it is paid for on the page whose address is answered',
    body: Purchase,
    response: CheckoutSession,
    data: ['secret'],
    status: 201,
    idempotent: 'outside',
    limits: [...purchases, ...couponGuesses],
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
  }),
  checkoutState: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/checkout-sessions/{sessionId}',
    summary: 'How a purchase stands',
    params: z.object({ sessionId: z.uuid('There is no such purchase') }),
    response: Checkout,
    data: ['money'],
    limits: purchaseLooks,
  }),
  updatePaymentMethod: endpoint({
    ...money,
    method: 'POST',
    path: '/v1/billing/payment-method',
    summary: 'Begin to change the card that renewals are paid with, on the page whose address is answered',
    response: CheckoutSession,
    data: ['secret'],
    status: 201,
    limits: purchases,
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),
  quote: endpoint({
    ...own,
    method: 'POST',
    path: '/v1/billing/subscription/update-quote',
    summary: 'What a change of plan costs and gives; the quote holds for half an hour',
    body: QuoteRequest,
    response: Quote,
    data: ['money'],
    limits: couponGuesses,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
  }),
  changePlan: endpoint({
    ...money,
    method: 'POST',
    path: '/v1/billing/subscription/update',
    summary: 'Change the plan as quoted',
    body: PlanSwitch,
    response: Subscription,
    data: ['money'],
    idempotent: 'outside',
    limits: purchases,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE', 'UNAVAILABLE'],
  }),
  cancel: endpoint({
    ...money,
    method: 'POST',
    path: '/v1/billing/cancel-subscription',
    summary: 'End the subscription with the period that is paid for, or at once while a renewal is unpaid',
    body: Cancellation,
    response: Subscription,
    data: ['money'],
    limits: purchases,
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),
  autoTopUp: endpoint({
    ...money,
    method: 'PATCH',
    path: '/v1/billing/auto-top-up',
    summary: 'Buy a pack by itself whenever credits run low, or stop doing so',
    body: AutoTopUpChange,
    response: AutoTopUp,
    data: ['money'],
    errors: ['NOT_FOUND', 'UNPROCESSABLE', 'UNAVAILABLE'],
  }),
  /** A POST that only reads, with its page in the query: so the specification has it. */
  transactions: endpoint({
    ...own,
    method: 'POST',
    path: '/v1/billing/transaction-history',
    summary: "The caller's payments, the newest first",
    query: PageQuery,
    body: TransactionFilters,
    response: pageOf(Transaction),
    data: ['money'],
    reads: true,
  }),
  invoice: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/transaction-history/{transactionId}/invoice',
    summary: 'The invoice of a payment, as PDF',
    ...paymentDocument,
  }),
  creditNote: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/transaction-history/{transactionId}/credit-note',
    summary: 'The credit note of a payment that was refunded, as PDF',
    ...paymentDocument,
  }),
}
