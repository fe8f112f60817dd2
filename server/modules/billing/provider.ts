import type { PaymentMethod } from '@dooryard/contract/billing'
import type { Subscription } from '@dooryard/contract/subscriptions'

export type ProviderName = 'STRIPE' | 'SANDBOX'

/** What a subscriber pays each month, and gets for it. Cents; whole credits. */
export type PlanTerms = { planId: string; name: string; price: number; currency: string; credits: number }

/** What is bought. `PAYMENT_METHOD` buys nothing: it only takes down a card. */
export type CheckoutItem =
  | { kind: 'SUBSCRIPTION'; plan: PlanTerms }
  | { kind: 'PACK'; packId: string; name: string; price: number; currency: string }
  | { kind: 'PAYMENT_METHOD'; currency: string }

export type NewCheckout = {
  /** Ours. Asked for twice with the same id, the provider makes one session. */
  checkoutId: string
  customerId: string
  email: string
  item: CheckoutItem
  /** Cents off the first payment. */
  discount: number
  /** Whole addresses of the portal. */
  successUrl: string
  cancelUrl: string
  /** When it can no longer be paid; the provider may want at least half an hour. */
  expiresAt: Date
}

/** A session as the provider has it now. A paid one names what was made by it. */
export type ProviderCheckout = {
  id: string
  checkoutId: string
  customerId: string
  kind: CheckoutItem['kind']
  status: 'OPEN' | 'PAID' | 'EXPIRED'
  subscriptionId?: string
  invoiceId?: string
  /** Of a pack; left out where nothing had to be paid. */
  paymentId?: string
}

/** A subscription as the provider has it now. `plan` is what the next invoice will bill. */
export type ProviderSubscription = {
  id: string
  customerId: string
  /** Ours: the purchase that it began with. */
  checkoutId: string
  status: Subscription['status']
  plan: PlanTerms
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  /** Left out while it lives, and while it is `INACTIVE` because it has not begun yet. */
  endedAt?: Date
  endReason?: NonNullable<Subscription['endReason']>
}

/** What went back of a payment. Where that is all of it, its status is `REFUNDED`. */
export type MoneyBack = {
  /** Cents; left out where nothing did. */
  wentBack?: number
  /** The payer's bank took it back, or was made to return it; left out where it had no say. */
  dispute?: 'TAKEN' | 'WON'
}

/** An invoice of a subscription as the provider has it now. Amounts are cents, after the discount. */
export type ProviderInvoice = MoneyBack & {
  id: string
  customerId: string
  subscriptionId: string
  /** Why it was made: the first month, a later one, or a change of plan, which then names its quote. */
  reason: 'FIRST' | 'RENEWAL' | 'CHANGE'
  quoteId?: string
  /** The plan that it bills. */
  plan: PlanTerms
  status: 'OPEN' | 'FAILED' | 'PAID' | 'REFUNDED' | 'VOID'
  failure?: string
  amount: number
  discount: number
  currency: string
  periodStart: Date
  periodEnd: Date
  /** What a refund is asked of, and the card that was charged; left out where nothing had to be paid. */
  paymentRef?: string
  card?: PaymentMethod
  /** When it was made, which is the order of the months. */
  at: Date
  /** When it was first tried to be paid; left out where that was when it was made, or has not been yet. */
  firstTriedAt?: Date
  /** Left out while it is unpaid. */
  paidAt?: Date
}

/** A payment that belongs to no subscription, as the provider has it now. */
export type ProviderPayment = MoneyBack & {
  id: string
  customerId: string
  checkoutId: string
  status: 'PENDING' | 'PAID' | 'FAILED' | 'REFUNDED'
  failure?: string
  amount: number
  currency: string
  at: Date
  /** Both left out while it is unpaid. */
  card?: PaymentMethod
  paidAt?: Date
}

/**
 * That something has changed. What it is now has to be asked for, so the order in which events come does not matter.
 */
export type ProviderEvent = {
  id: string
  type: string
  at: Date
  /** `OTHER`: nothing that concerns us. */
  object: { kind: 'CHECKOUT' | 'SUBSCRIPTION' | 'INVOICE' | 'PAYMENT' | 'OTHER'; id: string }
  customerId?: string
}

export type PlanSwitchOrder = {
  /** Asked for twice with the same id, the change is made, and charged, once. */
  quoteId: string
  subscriptionId: string
  to: PlanTerms
  /** Now, paying the difference of the days left; or with the next period, paying nothing now. */
  when: 'NOW' | 'PERIOD_END'
  /** The instant from which days are counted, a whole number of days after the start of the period. */
  proratedAt: Date
  /** Cents off what is due now. */
  discount: number
  /** What it was said to cost. Where that is not what it would cost, nothing is changed: UNPROCESSABLE. */
  amountDue: number
  /**
   * Whether the subscription was to end with its period when that was said, which the change undoes. Where it is
   * otherwise by now, nothing is changed: UNPROCESSABLE.
   */
  cancelAtPeriodEnd: boolean
}

/** A change of plan that is only asked about. */
export type PlanSwitchTerms = Omit<PlanSwitchOrder, 'quoteId' | 'when' | 'amountDue' | 'cancelAtPeriodEnd'>

/** What a change at once costs: `amountDue` = `charge` − `credit` − `discount`, never below zero. */
export type ProviderQuote = { charge: number; credit: number; discount: number; amountDue: number }

export type SignedEvent = { text: string; header: (name: string) => string | undefined }

export type EndOnly = { ifUnpaid: boolean }

export type ChargeOrder = Pick<ProviderPayment, 'checkoutId' | 'customerId' | 'amount' | 'currency'> & {
  description: string
}

export type RefundOrder = { transactionId: string; paymentRef: string; amount: number }

/**
 * Who takes the money. Every call may fail with UNAVAILABLE when the provider cannot be reached, and those that charge
 * with UNPROCESSABLE and a sentence for the payer when the card is declined; then nothing has changed.
 */
export type PaymentProvider = {
  name: ProviderName
  /** Whether it takes real money. */
  isLive: boolean
  /** What time it is for the provider, by which periods and days of grace are counted. */
  now: () => Promise<Date>
  /** The same customer for the same user, however often it is asked for. */
  createCustomer: (person: { userId: string; email: string; name: string }) => Promise<string>
  /** The card that renewals and automatic purchases are paid with. */
  paymentMethod: (customerId: string) => Promise<PaymentMethod | undefined>
  createCheckout: (checkout: NewCheckout) => Promise<{ id: string; url: string }>
  /** Closes a session that nobody has paid; one that is paid or closed stays as it is. */
  expireCheckout: (id: string) => Promise<void>
  checkout: (id: string) => Promise<ProviderCheckout>
  /**
   * Makes the card of a paid `PAYMENT_METHOD` session the one for renewals, and tries unpaid invoices again with it.
   */
  takePaymentMethod: (id: string) => Promise<void>
  subscription: (id: string) => Promise<ProviderSubscription>
  invoice: (id: string) => Promise<ProviderInvoice>
  /**
   * Every invoice of a subscription as it is now, or of many the latest, so that payments are recorded in their order.
   */
  invoicesOf: (subscriptionId: string) => Promise<ProviderInvoice[]>
  payment: (id: string) => Promise<ProviderPayment>
  /** What the change would cost, as the provider would charge it. */
  quoteChange: (change: PlanSwitchTerms) => Promise<ProviderQuote>
  /** Gives the invoice of a change at once. */
  changePlan: (change: PlanSwitchOrder) => Promise<{ invoiceId?: string }>
  setCancelAtPeriodEnd: (subscriptionId: string, cancel: boolean) => Promise<void>
  /**
   * Ends a subscription at once, and with it what is unpaid of it; also where it has ended already. `ifUnpaid`: one whose
   * month is paid by then goes on.
   */
  endSubscription: (subscriptionId: string, only?: EndOnly) => Promise<void>
  /** Charges the card on file, once for each `checkoutId`. A declined card is an answer here, not an error. */
  charge: (purchase: ChargeOrder) => Promise<ProviderPayment>
  /** What was charged for a purchase that way before, if anything was. */
  findCharge: (purchase: Pick<ChargeOrder, 'checkoutId' | 'customerId'>) => Promise<ProviderPayment | undefined>
  /** Pays a payment back whole, once for each `transactionId`. */
  refund: (refund: RefundOrder) => Promise<void>
  /** What an event says; VALIDATION unless its signature is right and not more than 300 s from now, either way. */
  readEvent: (signed: SignedEvent) => Promise<ProviderEvent>
}
