import { resumeTopUps } from './auto-top-up/auto-top-up.ts'
import { forgetOldEvents, forgetOldQuotes } from './billing.jobs.ts'
import type { BillingServices } from './billing-context.ts'
import { forgetCards } from './customers.queries.ts'
import { runSandbox } from './sandbox/sandbox.job.ts'
import { endStranded } from './settle/record-subscription.ts'
import { expireCheckouts } from './settle/settle-checkout.ts'
import { endGrace, syncOverdue } from './sync-overdue.ts'

export { billingTasks } from './billing.jobs.ts'
export { billingRoutes } from './billing.routes.ts'
export type { Billing } from './billing-context.ts'
export { buyForDemo } from './buy-for-demo.ts'
export { closePages, leaveBilling } from './leave-billing.ts'
export { selectPayments } from './payments.queries.ts'
export type { PaymentProvider } from './provider.ts'
export { type DaySales, salesByDay, userPayments } from './sales.queries.ts'
export { createSandbox } from './sandbox/create-sandbox.ts'
export { glanceSubscription } from './show-info.ts'
export { createStripe } from './stripe/create-stripe.ts'

/** What has to be looked after now and then, by name. */
export const billingChores = (services: BillingServices) => ({
  runSandbox: () => runSandbox(services),
  syncOverdue: () => syncOverdue(services),
  endGrace: () => endGrace(services),
  endStranded: () => endStranded(services),
  forgetOldEvents: () => forgetOldEvents(services),
  forgetOldQuotes: () => forgetOldQuotes(services),
  forgetCards: () => forgetCards(services),
  expireCheckouts: () => expireCheckouts(services),
  resumeTopUps: () => resumeTopUps(services),
})
