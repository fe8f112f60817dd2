import type { Clock } from '../../../platform/clock.ts'
import type { PaymentProvider } from '../provider.ts'
import { createCheckout, expireCheckout, showCheckout } from './checkouts.ts'
import { createCustomer, showPaymentMethod, takePaymentMethod } from './customers.ts'
import { invoicesOf, showInvoice } from './invoices.ts'
import { charge, findCharge, refund, showPayment } from './payments.ts'
import { stripeProducts } from './products.ts'
import { readEvent } from './read-event.ts'
import { type StripeAccess, stripeClient } from './stripe-client.ts'
import { speaking } from './stripe-errors.ts'
import { changePlan, endSubscription, quoteChange, setCancelAtPeriodEnd, showSubscription } from './subscriptions.ts'

type StripeConfig = StripeAccess & { webhookSecret: string; clock: Clock }

export function createStripe({ webhookSecret, clock, ...access }: StripeConfig): PaymentProvider {
  const stripe = stripeClient(access)
  const products = stripeProducts(stripe)
  const reader = { stripe, webhookSecret, now: clock.now }
  return {
    name: 'STRIPE',
    // Keys of test mode say so; any other key, also one of a kind to come, is taken to move money.
    isLive: !/^(sk|rk)_test_/.test(access.secretKey),
    now: async () => clock.now(),
    createCustomer: speaking((person) => createCustomer(stripe, person)),
    paymentMethod: speaking((customerId) => showPaymentMethod(stripe, customerId)),
    createCheckout: speaking((checkout) => createCheckout(stripe, products, checkout)),
    expireCheckout: speaking((id) => expireCheckout(stripe, id)),
    checkout: speaking((id) => showCheckout(stripe, id)),
    takePaymentMethod: speaking((sessionId) => takePaymentMethod(stripe, sessionId)),
    subscription: speaking((id) => showSubscription(stripe, id)),
    invoice: speaking((id) => showInvoice(stripe, id)),
    invoicesOf: speaking((subscriptionId) => invoicesOf(stripe, subscriptionId)),
    payment: speaking((id) => showPayment(stripe, id)),
    quoteChange: speaking((change) => quoteChange(stripe, products, change)),
    changePlan: speaking((order) => changePlan(stripe, products, order)),
    setCancelAtPeriodEnd: speaking((id, cancel) => setCancelAtPeriodEnd(stripe, id, cancel)),
    endSubscription: speaking((id, only) => endSubscription(stripe, id, only)),
    charge: speaking((purchase) => charge(stripe, purchase, clock.now())),
    findCharge: speaking((purchase) => findCharge(stripe, purchase)),
    refund: speaking((order) => refund(stripe, order)),
    readEvent: speaking((signed) => readEvent(reader, signed)),
  }
}
