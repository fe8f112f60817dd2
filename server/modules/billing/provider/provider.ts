import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import type { BillingDetails } from '@dooryard/contract/billing/billing-details'
import type { BillingInterval } from '@dooryard/contract/billing/plans'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'

export type ProviderName = 'STRIPE' | 'SANDBOX'

/** What a subscriber pays each interval, in cents, and the whole credits that each month brings. */
export type PlanTerms = {
  planId: string
  name: string
  interval: BillingInterval
  price: number
  currency: string
  credits: number
}

/** The purchased item. `PAYMENT_METHOD` buys nothing and only saves a card. */
export type CheckoutItem =
  | { kind: 'SUBSCRIPTION'; plan: PlanTerms }
  /** Without `packId` any number of credits. */
  | { kind: 'PACK'; packId?: string | undefined; name: string; price: number; currency: string }
  | { kind: 'PAYMENT_METHOD'; currency: string }

export type NewCheckout = {
  /** Our id. The provider creates one session per id, however often it is requested. */
  checkoutId: string
  customerId: string
  email: string
  item: CheckoutItem
  /** Cents off the first payment. */
  discount: number
  /** Full URLs of the portal. */
  successUrl: string
  cancelUrl: string
  /** When it stops being payable; the provider may require at least half an hour. */
  expiresAt: Date
}

/** The provider's current state of a session. A paid one names what it created. */
export type ProviderCheckout = {
  id: string
  checkoutId: string
  customerId: string
  kind: CheckoutItem['kind']
  status: 'OPEN' | 'PAID' | 'EXPIRED'
  subscriptionId?: string
  invoiceId?: string
  /** For a pack; absent if nothing had to be paid. */
  paymentId?: string
}

/** The provider's current state of a subscription. `plan` is what the next invoice will bill. */
export type ProviderSubscription = {
  id: string
  customerId: string
  /** Our id of the checkout that started it. */
  checkoutId: string
  status: Subscription['status']
  plan: PlanTerms
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  /** Absent while it is live, and while it is `INACTIVE` because it has not started yet. */
  endedAt?: Date
  endReason?: NonNullable<Subscription['endReason']>
}

/** What was refunded of a payment. If all of it was, its status is `REFUNDED`. */
export type RefundState = {
  /** Cents; absent if nothing was. */
  wentBack?: number
  /** The payer's bank took the money back, or had to return it; absent without a dispute. */
  dispute?: 'TAKEN' | 'WON'
}

/** The provider's current state of a subscription invoice. Amounts are cents, after the discount. */
export type ProviderInvoice = RefundState & {
  id: string
  customerId: string
  subscriptionId: string
  /** What it is for: the first period, a later one, or a plan change, which also names its quote. */
  reason: 'FIRST' | 'RENEWAL' | 'CHANGE'
  quoteId?: string
  /** The billed plan. */
  plan: PlanTerms
  status: 'OPEN' | 'FAILED' | 'PAID' | 'REFUNDED' | 'VOID'
  failure?: string
  amount: number
  discount: number
  currency: string
  /** Cents of unused days of an earlier period that paid a part of it, as in a switch to the year. */
  carriedOver?: number
  periodStart: Date
  periodEnd: Date
  /** The reference to refund by, and the charged card; absent if nothing had to be paid. */
  paymentRef?: string
  card?: PaymentMethod
  /** When it was created, which orders the months. */
  at: Date
  /** The first payment attempt; absent if that was at creation, or has not happened yet. */
  firstTriedAt?: Date
  /** Absent while unpaid. */
  paidAt?: Date
}

/** The provider's current state of a payment that belongs to no subscription. */
export type ProviderPayment = RefundState & {
  id: string
  customerId: string
  checkoutId: string
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REFUNDED'
  failure?: string
  amount: number
  currency: string
  at: Date
  /** Both absent while unpaid. */
  card?: PaymentMethod
  paidAt?: Date
}

/** Reports that something has changed. The current state is fetched, so the order of events does not matter. */
export type ProviderEvent = {
  id: string
  type: string
  at: Date
  /** `OTHER`: irrelevant to the portal. */
  object: { kind: 'CHECKOUT' | 'SUBSCRIPTION' | 'INVOICE' | 'PAYMENT' | 'OTHER'; id: string }
  customerId?: string
}

export type PlanChangeOrder = {
  /** The change is made and charged once per id, however often it is requested. */
  quoteId: string
  subscriptionId: string
  to: PlanTerms
  /** Now, paying the difference for the remaining days; or with the next period, paying nothing now. */
  when: 'NOW' | 'PERIOD_END'
  /** The instant from which days are counted, a whole number of days after the start of the period. */
  proratedAt: Date
  /** Cents off what is due now. */
  discount: number
  /** The previewed price. If the actual price differs, nothing changes: UNPROCESSABLE. */
  amountDue: number
  /**
   * Whether the subscription was set to end with its period at preview time, which the change undoes. If that has
   * changed, nothing changes: UNPROCESSABLE.
   */
  cancelAtPeriodEnd: boolean
}

/** A plan change to be priced. */
export type PlanChangeTerms = Omit<PlanChangeOrder, 'quoteId' | 'when' | 'amountDue' | 'cancelAtPeriodEnd'>

/** The price of an immediate change: `amountDue` = `charge` − `credit` − `discount`, never below zero. */
export type PlanChangePrice = { charge: number; credit: number; discount: number; amountDue: number }

export type SignedEvent = { text: string; header: (name: string) => string | undefined }

export type EndOptions = { ifUnpaid: boolean }

export type ChargeOrder = Pick<ProviderPayment, 'checkoutId' | 'customerId' | 'amount' | 'currency'> & {
  description: string
}

/** Cents: all that is left of the payment, or, with an id of its own, a part of that. */
export type RefundOrder = { transactionId: string; paymentRef: string; amount: number; refundId?: string }

/**
 * The payment provider. Every call may fail with UNAVAILABLE when the provider is unreachable. Calls that charge fail
 * with UNPROCESSABLE and a message for the payer when the card is declined; then nothing has changed.
 */
export type PaymentProvider = {
  name: ProviderName
  /** Whether it takes real money. */
  isLive: boolean
  /** The provider's time, by which periods and grace days are counted. */
  now: () => Promise<Date>
  /** Returns the same customer for the same user on every call. */
  createCustomer: (person: { userId: string; email: string; name: string }) => Promise<string>
  /** Sets the name, address and tax id of a customer. Throws UNPROCESSABLE for a tax id that the provider refuses. */
  updateCustomer: (customerId: string, details: BillingDetails) => Promise<void>
  /** Removes the address and tax ids of a customer. Sets the name; without a person, removes name and email, too. */
  clearCustomer: (customerId: string, person?: { name: string }) => Promise<void>
  /** The card that pays renewals and automatic purchases. */
  paymentMethod: (customerId: string) => Promise<PaymentMethod | undefined>
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string }>
  /** Closes an unpaid session; a paid or closed one stays as it is. */
  expireCheckout: (id: string) => Promise<void>
  checkout: (id: string) => Promise<ProviderCheckout>
  /** Makes the card of a paid `PAYMENT_METHOD` session the default, and retries unpaid invoices with it. */
  takePaymentMethod: (id: string) => Promise<void>
  subscription: (id: string) => Promise<ProviderSubscription>
  invoice: (id: string) => Promise<ProviderInvoice>
  /**
   * Every invoice of a subscription in its current state, or the latest if there are many, so that payments are
   * recorded in order.
   */
  listInvoices: (subscriptionId: string) => Promise<ProviderInvoice[]>
  payment: (id: string) => Promise<ProviderPayment>
  /** The price that the provider would charge for the change. */
  priceChange: (change: PlanChangeTerms) => Promise<PlanChangePrice>
  /** Returns the invoice of an immediate change. */
  changePlan: (change: PlanChangeOrder) => Promise<{ invoiceId?: string }>
  setCancelAtPeriodEnd: (subscriptionId: string, cancel: boolean) => Promise<void>
  /**
   * Ends a subscription at once and voids what is unpaid; also works if it has already ended. `ifUnpaid`: a
   * subscription whose month is paid by then continues.
   */
  endSubscription: (subscriptionId: string, only?: EndOptions) => Promise<void>
  /** Charges the card on file, once per `checkoutId`. A declined card is a result here, not an error. */
  charge: (purchase: ChargeOrder) => Promise<ProviderPayment>
  /** The earlier charge of this purchase, if any. */
  findCharge: (purchase: Pick<ChargeOrder, 'checkoutId' | 'customerId'>) => Promise<ProviderPayment | undefined>
  /** Refunds what is left of a payment, once per `transactionId`, or a part of it, once per `refundId`. */
  refund: (refund: RefundOrder) => Promise<void>
  /** Parses an event; throws VALIDATION unless its signature is valid and within 300 s of now, either way. */
  readEvent: (signed: SignedEvent) => Promise<ProviderEvent>
}
