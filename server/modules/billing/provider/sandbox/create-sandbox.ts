import type { Services } from '../../../../platform/context.ts'
import type { PaymentProvider } from '../provider.ts'
import { chargeCard, findCharge, getCard, getPayment, refundPayment } from './payments.ts'
import { sandboxNow } from './sandbox-context.ts'
import {
  clearCustomer,
  createCustomer,
  createSession,
  expireSession,
  getSession,
  setDefaultCard,
  updateCustomer,
} from './sessions.ts'
import { readEvent } from './sign-event.ts'
import {
  changePlan,
  endSubscription,
  getInvoice,
  getSubscription,
  listInvoices,
  priceChange,
  setCancelAtPeriodEnd,
} from './subscriptions.ts'

/** The payment provider of a demo: it behaves like a hosted one but moves no money. */
export const createSandbox = (services: Services): PaymentProvider => ({
  name: 'SANDBOX',
  isLive: false,
  now: () => sandboxNow(services),
  createCustomer: (person) => createCustomer(services, person),
  updateCustomer: (customerId, details) => updateCustomer(services, customerId, details),
  clearCustomer: (customerId, person) => clearCustomer(services, customerId, person),
  paymentMethod: (customerId) => getCard(services, customerId),
  createCheckout: (checkout) => createSession(services, checkout),
  expireCheckout: (id) => expireSession(services, id),
  checkout: (id) => getSession(services, id),
  takePaymentMethod: (id) => setDefaultCard(services, id),
  subscription: (id) => getSubscription(services, id),
  invoice: (id) => getInvoice(services, id),
  listInvoices: (subscriptionId) => listInvoices(services, subscriptionId),
  payment: (id) => getPayment(services, id),
  priceChange: (change) => priceChange(services, change),
  changePlan: (change) => changePlan(services, change),
  setCancelAtPeriodEnd: (id, cancel) => setCancelAtPeriodEnd(services, id, cancel),
  endSubscription: (id, only) => endSubscription(services, id, only),
  charge: (purchase) => chargeCard(services, purchase),
  findCharge: (purchase) => findCharge(services, purchase),
  refund: (refund) => refundPayment(services, refund),
  readEvent: async (signed) => readEvent(services, signed),
})
