import type { Services } from '../../../platform/context.ts'
import type { PaymentProvider } from '../provider.ts'
import { sandboxNow } from './in-sandbox.ts'
import { chargeCard, findCharge, refundPayment, showCard, showPayment } from './payments.ts'
import { createCustomer, expireSession, openSession, showSession, takeCard } from './sessions.ts'
import { readEvent } from './sign-event.ts'
import {
  changePlan,
  endSubscription,
  listInvoices,
  quoteChange,
  setCancelAtPeriodEnd,
  showInvoice,
  showSubscription,
} from './subscriptions.ts'

/** The payment provider of a demo: it behaves like a hosted one, and moves no money. */
export const createSandbox = (services: Services): PaymentProvider => ({
  name: 'SANDBOX',
  isLive: false,
  now: () => sandboxNow(services),
  createCustomer: (person) => createCustomer(services, person),
  paymentMethod: (customerId) => showCard(services, customerId),
  createCheckout: (checkout) => openSession(services, checkout),
  expireCheckout: (id) => expireSession(services, id),
  checkout: (id) => showSession(services, id),
  takePaymentMethod: (id) => takeCard(services, id),
  subscription: (id) => showSubscription(services, id),
  invoice: (id) => showInvoice(services, id),
  invoicesOf: (subscriptionId) => listInvoices(services, subscriptionId),
  payment: (id) => showPayment(services, id),
  quoteChange: (change) => quoteChange(services, change),
  changePlan: (change) => changePlan(services, change),
  setCancelAtPeriodEnd: (id, cancel) => setCancelAtPeriodEnd(services, id, cancel),
  endSubscription: (id, only) => endSubscription(services, id, only),
  charge: (purchase) => chargeCard(services, purchase),
  findCharge: (purchase) => findCharge(services, purchase),
  refund: (refund) => refundPayment(services, refund),
  readEvent: async (signed) => readEvent(services, signed),
})
