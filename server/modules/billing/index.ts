import type { Task } from '../../platform/jobs.ts'
import { adminBillingRoutes, paymentHealthRoutes } from './admin-billing.routes.ts'
import { resumeTopUps } from './auto-top-up/resume-top-ups.ts'
import { autoTopUpTasks } from './auto-top-up.job.ts'
import { buyingRoutes } from './billing.routes.ts'
import type { Billing, BillingServices } from './billing-context.ts'
import { creditHistoryRoutes } from './credit-history.routes.ts'
import { forgetCards } from './customers.queries.ts'
import { endGrace } from './end-grace.ts'
import { expireCheckouts } from './expire-checkouts.ts'
import { refundTasks } from './finish-refund.job.ts'
import { forgetOldQuotes } from './forget-old-quotes.ts'
import { offerRoutes } from './offers.routes.ts'
import { forgetOldEvents, paymentEventTasks } from './payment-events.job.ts'
import { paymentEventRoutes } from './payment-events.routes.ts'
import { paymentRoutes } from './payments.routes.ts'
import { runSandbox, sandboxTasks } from './sandbox/sandbox.job.ts'
import { sandboxRoutes } from './sandbox/sandbox.routes.ts'
import { endStranded } from './settle/stranded.ts'
import { syncOverdue } from './sync-overdue.ts'

export type { Billing } from './billing-context.ts'
export { buyForDemo } from './buy-for-demo.ts'
export { glanceSubscription } from './glance-subscription.ts'
export { closePages, leaveBilling } from './leave-billing.ts'
export type { PaymentProvider } from './provider.ts'
export { type DaySales, salesByDay } from './sales.queries.ts'
export { createSandbox } from './sandbox/create-sandbox.ts'
export { createStripe } from './stripe/create-stripe.ts'
export { selectPayments, userPayments } from './user-payments.queries.ts'

export const billingRoutes = (billing: Billing) => [
  ...buyingRoutes(billing),
  ...offerRoutes(),
  ...paymentEventRoutes(billing),
  ...creditHistoryRoutes,
  ...paymentRoutes(billing),
  ...adminBillingRoutes(billing),
  ...paymentHealthRoutes(billing),
  ...sandboxRoutes(billing),
]

export const billingTasks = (services: BillingServices): Record<string, Task> => ({
  ...paymentEventTasks(services),
  ...autoTopUpTasks(services),
  ...refundTasks(services),
  ...sandboxTasks(services),
})

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
