import { everyHour, everyMinute } from '../../platform/schedule.ts'
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

export const billingSchedule = (services: BillingServices) => ({
  'run-sandbox': everyMinute(() => runSandbox(services)),
  'sync-overdue-subscriptions': everyMinute(() => syncOverdue(services)),
  'end-grace-periods': everyMinute(() => endGrace(services)),
  'end-stranded-subscriptions': everyMinute(() => endStranded(services)),
  'purge-payment-events': everyHour(() => forgetOldEvents(services)),
  'purge-quotes': everyHour(() => forgetOldQuotes(services)),
  'delete-cards-of-closed-accounts': everyMinute(() => forgetCards(services)),
  'expire-checkouts': everyMinute(() => expireCheckouts(services)),
  'resume-top-ups': everyMinute(() => resumeTopUps(services)),
})
