import type { Clock } from '../../../../platform/util/clock.ts'
import type { PaymentProvider } from '../provider.ts'
import { createCheckout, expireCheckout, getCheckout } from './checkouts.ts'
import { clearCustomer, createCustomer, getPaymentMethod, takePaymentMethod, updateCustomer } from './customers.ts'
import { getInvoice, listInvoices } from './invoices.ts'
import { charge, findCharge, getPayment, refund } from './payments.ts'
import { stripeProducts } from './products.ts'
import { readEvent } from './read-event.ts'
import { type StripeAccess, stripeClient } from './stripe-client.ts'
import { withAppErrors } from './stripe-errors.ts'
import { changePlan, endSubscription, getSubscription, priceChange, setCancelAtPeriodEnd } from './subscriptions.ts'

type StripeConfig = StripeAccess & { webhookSecret: string; clock: Clock }

export function createStripe({ webhookSecret, clock, ...access }: StripeConfig): PaymentProvider {
  const stripe = stripeClient(access)
  const products = stripeProducts(stripe)
  const reader = { stripe, webhookSecret, now: clock.now }
  return {
    name: 'STRIPE',
    // Test mode keys have this prefix; any other key, including future kinds, counts as live.
    isLive: !/^(sk|rk)_test_/.test(access.secretKey),
    now: async () => clock.now(),
    createCustomer: withAppErrors((person) => createCustomer(stripe, person)),
    updateCustomer: withAppErrors((customerId, details) => updateCustomer(stripe, customerId, details)),
    clearCustomer: withAppErrors((customerId, person) => clearCustomer(stripe, customerId, person)),
    paymentMethod: withAppErrors((customerId) => getPaymentMethod(stripe, customerId)),
    createCheckout: withAppErrors((checkout) => createCheckout(stripe, products, checkout)),
    expireCheckout: withAppErrors((id) => expireCheckout(stripe, id)),
    checkout: withAppErrors((id) => getCheckout(stripe, id)),
    takePaymentMethod: withAppErrors((sessionId) => takePaymentMethod(stripe, sessionId)),
    subscription: withAppErrors((id) => getSubscription(stripe, id)),
    invoice: withAppErrors((id) => getInvoice(stripe, id)),
    listInvoices: withAppErrors((subscriptionId) => listInvoices(stripe, subscriptionId)),
    payment: withAppErrors((id) => getPayment(stripe, id)),
    priceChange: withAppErrors((change) => priceChange(stripe, products, change)),
    changePlan: withAppErrors((order) => changePlan(stripe, products, order)),
    setCancelAtPeriodEnd: withAppErrors((id, cancel) => setCancelAtPeriodEnd(stripe, id, cancel)),
    endSubscription: withAppErrors((id, only) => endSubscription(stripe, id, only)),
    charge: withAppErrors((purchase) => charge(stripe, purchase, clock.now())),
    findCharge: withAppErrors((purchase) => findCharge(stripe, purchase)),
    refund: withAppErrors((order) => refund(stripe, order)),
    readEvent: withAppErrors((signed) => readEvent(reader, signed)),
  }
}
