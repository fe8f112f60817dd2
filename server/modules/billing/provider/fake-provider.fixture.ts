import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import { appError } from '../../../platform/errors/app-error.ts'
import { getPeriodDays, prorate } from '../change-plan/proration-rules.ts'
import { addMonths } from './add-months.ts'
import type {
  NewCheckout,
  PaymentProvider,
  PlanChangeOrder,
  PlanChangeTerms,
  PlanTerms,
  ProviderCheckout,
  ProviderEvent,
  ProviderInvoice,
  ProviderPayment,
  ProviderSubscription,
} from './provider.ts'
import { type SimulatedFailures, withSimulatedFailures } from './simulated-failures.fixture.ts'

type Session = ProviderCheckout & { asked: NewCheckout }

const visa: PaymentMethod = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }

/**
 * An in-memory payment provider: `pay` does what customers do on its pages, `renew` and `end` what happens over time,
 * and `failures` sets what goes wrong.
 */
export function fakeProvider() {
  const cards = new Map<string, PaymentMethod>()
  const sessions = new Map<string, Session>()
  const refunds = new Set<string>()
  const subscriptions = new Map<string, ProviderSubscription>()
  const invoices = new Map<string, ProviderInvoice>()
  const payments = new Map<string, ProviderPayment>()
  const switches = new Map<string, string | undefined>()
  const failures: SimulatedFailures = {}
  /** The calls made, in order. */
  const calls: string[] = []
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)

  const refuse = (why: string | undefined) => {
    if (why) throw appError('UNPROCESSABLE', why)
  }
  const invoice = (input: Omit<ProviderInvoice, 'id' | 'currency' | 'at'>): ProviderInvoice => {
    const made: ProviderInvoice = { ...input, id: `in_${randomUUID()}`, currency: input.plan.currency, at: now() }
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
      ...{ periodStart, periodEnd: addMonths(periodStart, 1) },
    }
    subscriptions.set(subscription.id, subscription)
    session.subscriptionId = subscription.id
    const discount = Math.min(session.asked.discount, plan.price)
    const first = { reason: 'FIRST', status: 'PAID', amount: plan.price - discount, discount } as const
    session.invoiceId = invoice({ ...toInvoiceFields(subscription), ...first }).id
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
    const session = requireObject(sessions, sessionId)
    if (session.status !== 'OPEN') throw new Error(`The session is ${session.status}.`)
    const { item } = session.asked
    if (item.kind === 'SUBSCRIPTION') subscribe(session, item.plan)
    if (item.kind === 'PACK') buy(session, item.price, item.currency)
    cards.set(session.customerId, visa)
    session.status = 'PAID'
  }
  /** Starts the next month of a subscription, with its invoice paid, failed or still open. */
  const renew = (subscriptionId: string, status: 'PAID' | 'FAILED' | 'OPEN' = 'PAID'): ProviderInvoice => {
    const subscription = requireObject(subscriptions, subscriptionId)
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd = addMonths(subscription.periodEnd, 1)
    subscription.status = status === 'FAILED' ? 'PAST_DUE' : 'ACTIVE'
    const failure = status === 'FAILED' ? { failure: 'Your card was declined.' } : {}
    const renewal = { reason: 'RENEWAL', status, amount: subscription.plan.price, discount: 0 } as const
    return invoice({ ...toInvoiceFields(subscription), ...renewal, ...failure })
  }
  /** Ends a subscription, by default as cancelled. */
  const end = (subscriptionId: string, endReason: 'CANCELLED' | 'PAYMENT_FAILED' = 'CANCELLED'): void =>
    void Object.assign(requireObject(subscriptions, subscriptionId), { status: 'INACTIVE', endedAt: now(), endReason })

  const priceChange = ({ subscriptionId, to, proratedAt, discount }: PlanChangeTerms) => {
    const { plan, periodStart, periodEnd } = requireObject(subscriptions, subscriptionId)
    const days = getPeriodDays({ periodStart, periodEnd, at: proratedAt })
    const charge = prorate(to.price, days).left
    const credit = prorate(plan.price, days).left
    return { charge, credit, discount, amountDue: Math.max(0, charge - credit - discount) }
  }
  const switchPlan = (change: PlanChangeOrder) => {
    const { quoteId, to: plan, when } = change
    const subscription = requireObject(subscriptions, change.subscriptionId)
    if (subscription.cancelAtPeriodEnd !== change.cancelAtPeriodEnd) throw quoteChangedError()
    if (when === 'NOW') refuse(failures.declined)
    const { amountDue, discount } = priceChange(change)
    if (when === 'NOW' && amountDue !== change.amountDue) throw quoteChangedError()
    // As at Stripe, a change undoes a cancellation.
    Object.assign(subscription, { plan, cancelAtPeriodEnd: false })
    if (when === 'PERIOD_END') return undefined
    const made = { reason: 'CHANGE', quoteId, status: 'PAID', amount: amountDue, discount } as const
    return invoice({ ...toInvoiceFields(subscription), ...made, periodStart: change.proratedAt }).id
  }

  const working: PaymentProvider = {
    name: 'SANDBOX',
    isLive: false,
    now: async () => now(),
    createCustomer: async ({ userId }) => `cus_${userId}`,
    updateCustomer: async () => {},
    clearCustomer: async () => {},
    paymentMethod: async (customerId) => cards.get(customerId),
    createCheckout: async (input) => {
      refuse(failures.refused)
      const { checkoutId, customerId, item } = input
      const id = `cs_${checkoutId}`
      const session = { id, checkoutId, customerId, kind: item.kind, status: 'OPEN', asked: input } as const
      if (!sessions.has(id)) sessions.set(id, session)
      return { id, url: `http://localhost:3000/sandbox/checkout?session=${id}` }
    },
    expireCheckout: async (id) => {
      const session = requireObject(sessions, id)
      if (session.status === 'OPEN') session.status = 'EXPIRED'
    },
    checkout: async (id) => {
      const { asked: _, ...session } = requireObject(sessions, id)
      return session
    },
    takePaymentMethod: async () => undefined,
    subscription: async (id) => requireObject(subscriptions, id),
    invoice: async (id) => requireObject(invoices, id),
    listInvoices: async (id) => [...invoices.values()].filter(({ subscriptionId }) => subscriptionId === id),
    payment: async (id) => requireObject(payments, id),
    priceChange: async (change) => priceChange(change),
    changePlan: async (change) => {
      if (!switches.has(change.quoteId)) switches.set(change.quoteId, switchPlan(change))
      const invoiceId = switches.get(change.quoteId)
      return invoiceId ? { invoiceId } : {}
    },
    setCancelAtPeriodEnd: async (id, cancel) => {
      requireObject(subscriptions, id).cancelAtPeriodEnd = cancel
    },
    endSubscription: async (id, only) => {
      const { status } = requireObject(subscriptions, id)
      if (only?.ifUnpaid && status === 'ACTIVE') return
      if (status !== 'INACTIVE') end(id)
      for (const one of invoices.values())
        if (one.subscriptionId === id && ['OPEN', 'FAILED'].includes(one.status)) one.status = 'VOID'
    },
    charge: async ({ checkoutId, customerId, amount, currency }) => {
      const id = `pi_${checkoutId}`
      const outcome = failures.declined
        ? ({ status: 'FAILED', failure: failures.declined } as const)
        : ({ status: 'PAID', paidAt: now(), card: cards.get(customerId) ?? visa } as const)
      const payment = payments.get(id) ?? { id, customerId, checkoutId, amount, currency, at: now(), ...outcome }
      payments.set(id, payment)
      return payment
    },
    findCharge: async ({ checkoutId }) => payments.get(`pi_${checkoutId}`),
    refund: async ({ paymentRef, refundId, amount }) => {
      if (refundId && refunds.has(refundId)) return
      if (refundId) refunds.add(refundId)
      const paid = [payments.get(paymentRef), [...invoices.values()].find((one) => one.paymentRef === paymentRef)]
      for (const one of paid) if (one) Object.assign(one, toRefunded(one, refundId ? amount : one.amount))
    },
    readEvent: async ({ text, header }) => {
      if (header('fake-signature') !== 'right') throw appError('VALIDATION', 'The signature is not right.')
      const event: ProviderEvent = JSON.parse(text)
      return { ...event, at: new Date(event.at) }
    },
  }
  const provider = withSimulatedFailures(working, failures, calls)
  const advance = (ms: number) => {
    aheadMs += ms
  }
  return {
    provider,
    pay,
    renew,
    end,
    advance,
    now,
    failures,
    calls,
    sessions,
    subscriptions,
    invoices,
    payments,
  }
}

export type FakeProvider = ReturnType<typeof fakeProvider>

const toRefunded = ({ wentBack = 0, amount }: ProviderPayment | ProviderInvoice, cents: number) =>
  wentBack + cents < amount ? { wentBack: wentBack + cents } : { status: 'REFUNDED' }

const quoteChangedError = () => appError('UNPROCESSABLE', 'It has changed since this was quoted.')

const toInvoiceFields = ({ id, customerId, plan, periodStart, periodEnd }: ProviderSubscription) => ({
  customerId,
  subscriptionId: id,
  plan,
  periodStart,
  periodEnd,
})

function requireObject<T>(objects: Map<string, T>, id: string): T {
  const found = objects.get(id)
  if (!found) throw appError('NOT_FOUND', `There is no ${id}.`)
  return found
}
