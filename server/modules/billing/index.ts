// Buying credits: plans and packs, checkouts, subscriptions, refunds, invoices, automatic top-ups, payment providers.
// Tables: plans, packs, checkouts, billing_customers, subscriptions, subscription_months, subscription_quotes, payment_events,
// payment_transactions, payment_refunds, auto_top_ups, billing_details, invoice_numbers, credit_note_numbers, sandbox_clock, sandbox_objects.
// Jobs: apply-payment-event, send-billing-details, top-up-credits, finish-refund, deliver-sandbox-event; the schedule is below.
// Events: subscription.updated, subscription.payment_failed.
// Routes: /v1/billing, /v1/payments/events, /v1/sandbox; /v1/admin/billing, /v1/admin/payments, /v1/admin/plans, packs and sandbox.
// Start with checkout/start-checkout.ts, change-plan/change-plan.ts and sync/sync-subscription.ts (provider state).

import { everyHour, everyMinute } from '../../platform/jobs/schedule.ts'
import { resumeTopUps } from './auto-top-up/auto-top-up.ts'
import { purgePaymentEvents, purgeQuotes } from './billing.jobs.ts'
import type { BillingServices } from './billing-context.ts'
import { deleteClosedAccountCards } from './checkout/customers.queries.ts'
import { runSandbox } from './provider/sandbox/sandbox.job.ts'
import { endGracePeriods, syncOverdueSubscriptions } from './subscription/sync-overdue.ts'
import { expireOverdueCheckouts } from './sync/complete-checkout.ts'
import { grantAnnualMonths } from './sync/grant-months.ts'
import { endOrphanedSubscriptions } from './sync/record-subscription.ts'

export { billingTasks } from './billing.jobs.ts'
export { billingRoutes } from './billing.routes.ts'
export type { Billing } from './billing-context.ts'
export { buyForDemo } from './checkout/buy-for-demo.ts'
export { listCustomerFacts } from './history/customer-facts.queries.ts'
export { findMainCurrency, listCashByMonth, listMrrByMonth, listPlanTotals } from './history/revenue.queries.ts'
export { type DaySales, getCreditPrice, listSalesByDay, sumUserPayments } from './history/sales.queries.ts'
export { selectPayments } from './payments/payments.queries.ts'
export { addMonths } from './provider/add-months.ts'
export type { PaymentProvider } from './provider/provider.ts'
export { createSandbox } from './provider/sandbox/create-sandbox.ts'
export { findNextDueDate, setDueUntil } from './provider/sandbox/sandbox.queries.ts'
export { createStripe } from './provider/stripe/create-stripe.ts'
export { getSubscriptionSummary } from './subscription/billing-info.ts'
export { closeBillingAccount, expireOpenCheckouts } from './subscription/close-billing-account.ts'

export const billingSchedule = (services: BillingServices) => ({
  'run-sandbox': everyMinute(() => runSandbox(services)),
  'sync-overdue-subscriptions': everyMinute(() => syncOverdueSubscriptions(services)),
  'end-grace-periods': everyMinute(() => endGracePeriods(services)),
  'end-stranded-subscriptions': everyMinute(() => endOrphanedSubscriptions(services)),
  'purge-payment-events': everyHour(() => purgePaymentEvents(services)),
  'purge-quotes': everyHour(() => purgeQuotes(services)),
  'delete-cards-of-closed-accounts': everyMinute(() => deleteClosedAccountCards(services)),
  'grant-months-of-annual-plans': everyMinute(() => grantAnnualMonths(services)),
  'expire-checkouts': everyMinute(() => expireOverdueCheckouts(services)),
  'resume-top-ups': everyMinute(() => resumeTopUps(services)),
})
