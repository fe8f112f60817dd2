import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@dooryard/contract/billing'
import { appError } from '../../platform/errors.ts'
import { periodDays, shares } from './proration-rules.ts'
import type {
  NewCheckout,
  PaymentProvider,
  PlanSwitchOrder,
  PlanSwitchTerms,
  PlanTerms,
  ProviderCheckout,
  ProviderEvent,
  ProviderInvoice,
  ProviderPayment,
  ProviderSubscription,
} from './provider.ts'
import { monthsAfter } from './sandbox/sandbox-rules.ts'

type Session = ProviderCheckout & { asked: NewCheckout }

const visa: PaymentMethod = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }

type Trouble = {
  /** Nothing can be asked. */
  down?: boolean | undefined
  /** What is done is done, but the answer to this call is lost. */
  after?: 'changePlan' | 'setCancelAtPeriodEnd' | undefined
  /** No page is opened, for this reason. */
  refused?: string | undefined
  /** No card pays, for this reason. */
  declined?: string | undefined
}

/**
 * A payment provider that lives in memory: what people do at its pages is done by `pay`, what time does by `renew` and
 * `end`, and what goes wrong is set in `trouble`.
 */
export function fakeProvider() {
  const cards = new Map<string, PaymentMethod>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, ProviderSubscription>()
  const invoices = new Map<string, ProviderInvoice>()
  const payments = new Map<string, ProviderPayment>()
  const switches = new Map<string, string | undefined>()
  const trouble: Trouble = {}
  /** What was asked for, in order. */
  const calls: string[] = []
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)

  const refuse = (why: string | undefined) => {
    if (why) throw appError('UNPROCESSABLE', why)
  }
  const invoice = (given: Omit<ProviderInvoice, 'id' | 'currency' | 'at'>): ProviderInvoice => {
    const made: ProviderInvoice = { ...given, id: `in_${randomUUID()}`, currency: given.plan.currency, at: now() }
    if (made.status === 'PAID') made.paidAt = now()
    if (made.status === 'PAID' && made.amount > 0) Object.assign(made, { paymentRef: `pi_${randomUUID()}`, card: visa })
    invoices.set(made.id, made)
    return made
  }
  const subscribe = (session: Session, plan: PlanTerms) => {
    const periodStart = now()
    const { customerId, checkoutId } = session
    const subscription: ProviderSubscription = {
      ...{ id: `sub_${randomUUID()}`, customerId, checkoutId, status: 'ACTIVE', plan, cancelAtPeriodEnd: false },
      ...{ periodStart, periodEnd: monthsAfter(periodStart, 1) },
    }
    subscriptions.set(subscription.id, subscription)
    session.subscriptionId = subscription.id
    const discount = Math.min(session.asked.discount, plan.price)
    const first = { reason: 'FIRST', status: 'PAID', amount: plan.price - discount, discount } as const
    session.invoiceId = invoice({ ...billed(subscription), ...first }).id
  }
  const buy = (session: Session, price: number, currency: string) => {
    const amount = price - session.asked.discount
    if (amount === 0) return
    const { customerId, checkoutId } = session
    const id = `pi_${randomUUID()}`
    const paid = { status: 'PAID', amount, currency, at: now(), paidAt: now(), card: visa } as const
    payments.set(id, { id, customerId, checkoutId, ...paid })
    session.paymentId = id
  }
  /** Pays a session as its customer would. */
  const pay = (sessionId: string): void => {
    const session = known(sessions, sessionId)
    if (session.status !== 'OPEN') throw new Error(`The session is ${session.status}.`)
    const { item } = session.asked
    if (item.kind === 'SUBSCRIPTION') subscribe(session, item.plan)
    if (item.kind === 'PACK') buy(session, item.price, item.currency)
    cards.set(session.customerId, visa)
    session.status = 'PAID'
  }
  /** Begins the next month of a subscription, whether its invoice is paid, not paid, or to be paid later. */
  const renew = (subscriptionId: string, status: 'PAID' | 'FAILED' | 'OPEN' = 'PAID'): ProviderInvoice => {
    const subscription = known(subscriptions, subscriptionId)
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd = monthsAfter(subscription.periodEnd, 1)
    subscription.status = status === 'FAILED' ? 'PAST_DUE' : 'ACTIVE'
    const failure = status === 'FAILED' ? { failure: 'Your card was declined.' } : {}
    const renewal = { reason: 'RENEWAL', status, amount: subscription.plan.price, discount: 0 } as const
    return invoice({ ...billed(subscription), ...renewal, ...failure })
  }
  /** Ends a subscription, as cancelled unless said. */
  const end = (subscriptionId: string, endReason: 'CANCELLED' | 'PAYMENT_FAILED' = 'CANCELLED'): void =>
    void Object.assign(known(subscriptions, subscriptionId), { status: 'INACTIVE', endedAt: now(), endReason })

  const quoteOf = ({ subscriptionId, to, proratedAt, discount }: PlanSwitchTerms) => {
    const { plan, periodStart, periodEnd } = known(subscriptions, subscriptionId)
    const days = periodDays({ periodStart, periodEnd, at: proratedAt })
    const charge = shares(to.price, days).left
    const credit = shares(plan.price, days).left
    return { charge, credit, discount, amountDue: Math.max(0, charge - credit - discount) }
  }
  const switchPlan = (change: PlanSwitchOrder) => {
    const { quoteId, to: plan, when } = change
    const subscription = known(subscriptions, change.subscriptionId)
    if (subscription.cancelAtPeriodEnd !== change.cancelAtPeriodEnd) throw requoted()
    if (when === 'NOW') refuse(trouble.declined)
    const { amountDue, discount } = quoteOf(change)
    if (when === 'NOW' && amountDue !== change.amountDue) throw requoted()
    // As at Stripe, a change undoes a cancellation.
    Object.assign(subscription, { plan, cancelAtPeriodEnd: false })
    if (when === 'PERIOD_END') return undefined
    const made = { reason: 'CHANGE', quoteId, status: 'PAID', amount: amountDue, discount } as const
    return invoice({ ...billed(subscription), ...made, periodStart: change.proratedAt }).id
  }

  const working: PaymentProvider = {
    name: 'SANDBOX',
    isLive: false,
    now: async () => now(),
    createCustomer: async ({ userId }) => `cus_${userId}`,
    paymentMethod: async (customerId) => cards.get(customerId),
    createCheckout: async (given) => {
      refuse(trouble.refused)
      const { checkoutId, customerId, item } = given
      const id = `cs_${checkoutId}`
      const session = { id, checkoutId, customerId, kind: item.kind, status: 'OPEN', asked: given } as const
      if (!sessions.has(id)) sessions.set(id, session)
      return { id, url: `http://localhost:3000/sandbox/checkout?session=${id}` }
    },
    expireCheckout: async (id) => {
      const session = known(sessions, id)
      if (session.status === 'OPEN') session.status = 'EXPIRED'
    },
    checkout: async (id) => {
      const { asked: _, ...session } = known(sessions, id)
      return session
    },
    takePaymentMethod: async () => undefined,
    subscription: async (id) => known(subscriptions, id),
    invoice: async (id) => known(invoices, id),
    invoicesOf: async (id) => [...invoices.values()].filter(({ subscriptionId }) => subscriptionId === id),
    payment: async (id) => known(payments, id),
    quoteChange: async (change) => quoteOf(change),
    changePlan: async (change) => {
      if (!switches.has(change.quoteId)) switches.set(change.quoteId, switchPlan(change))
      const invoiceId = switches.get(change.quoteId)
      return invoiceId ? { invoiceId } : {}
    },
    setCancelAtPeriodEnd: async (id, cancel) => {
      known(subscriptions, id).cancelAtPeriodEnd = cancel
    },
    endSubscription: async (id, only) => {
      const { status } = known(subscriptions, id)
      if (only?.ifUnpaid && status === 'ACTIVE') return
      if (status !== 'INACTIVE') end(id)
      for (const one of invoices.values())
        if (one.subscriptionId === id && ['OPEN', 'FAILED'].includes(one.status)) one.status = 'VOID'
    },
    charge: async ({ checkoutId, customerId, amount, currency }) => {
      const id = `pi_${checkoutId}`
      const outcome = trouble.declined
        ? ({ status: 'FAILED', failure: trouble.declined } as const)
        : ({ status: 'PAID', paidAt: now(), card: cards.get(customerId) ?? visa } as const)
      const payment = payments.get(id) ?? { id, customerId, checkoutId, amount, currency, at: now(), ...outcome }
      payments.set(id, payment)
      return payment
    },
    findCharge: async ({ checkoutId }) => payments.get(`pi_${checkoutId}`),
    refund: async ({ paymentRef }) => {
      const payment = payments.get(paymentRef)
      if (payment) payment.status = 'REFUNDED'
      for (const one of invoices.values()) if (one.paymentRef === paymentRef) one.status = 'REFUNDED'
    },
    readEvent: async ({ text, header }) => {
      if (header('fake-signature') !== 'right') throw appError('VALIDATION', 'The signature is not right.')
      const event: ProviderEvent = JSON.parse(text)
      return { ...event, at: new Date(event.at) }
    },
  }
  const provider = withTrouble(working, trouble, calls)
  const advance = (ms: number) => {
    aheadMs += ms
  }
  return { provider, pay, renew, end, advance, now, trouble, calls, sessions, subscriptions, invoices, payments }
}

export type FakeProvider = ReturnType<typeof fakeProvider>

/** What is answered also while the provider cannot be reached, and is not noted. */
const untroubled = ['now', 'paymentMethod', 'findCharge', 'readEvent']

/** Any provider, of which each call is noted, and fails as `trouble` says: before it is done, or after. */
function withTrouble(provider: PaymentProvider, trouble: Trouble, calls: string[]): PaymentProvider {
  const troubled = Object.entries(provider).map(([name, call]) => {
    if (typeof call !== 'function' || untroubled.includes(name)) return [name, call]
    const noted = async (...args: never[]) => {
      calls.push(name)
      if (trouble.down) throw appError('UNAVAILABLE', 'The payment provider cannot be reached.')
      const answer: unknown = await (call as (...args: never[]) => unknown)(...args)
      if (trouble.after === name) throw appError('UNAVAILABLE', 'The payment provider did not answer.')
      return structuredClone(answer)
    }
    return [name, noted]
  })
  // The same calls under the same names.
  return Object.fromEntries(troubled) as PaymentProvider
}

const requoted = () => appError('UNPROCESSABLE', 'It has changed since this was quoted.')

const billed = ({ id, customerId, plan, periodStart, periodEnd }: ProviderSubscription) => ({
  customerId,
  subscriptionId: id,
  plan,
  periodStart,
  periodEnd,
})

function known<T>(objects: Map<string, T>, id: string): T {
  const found = objects.get(id)
  if (!found) throw appError('NOT_FOUND', `There is no ${id}.`)
  return found
}
