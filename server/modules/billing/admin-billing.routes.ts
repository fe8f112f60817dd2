import { adminBilling } from '@dooryard/contract/admin-billing'
import { paymentHealth } from '@dooryard/contract/payment-health'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { adjustCredits } from '../credits/index.ts'
import { listAllCredits } from './admin/list-all-credits.ts'
import { previewRefund, refundPayment } from './admin/refund-payment.ts'
import { userSubscriptions, userTransactions } from './admin/show-user-billing.ts'
import type { Billing } from './billing-context.ts'
import { anyCreditNote, anyInvoice } from './invoices/transaction-invoice.ts'
import { showPaymentHealth } from './show-payment-health.ts'

export const adminBillingRoutes = (billing: Billing): Route[] =>
  handlers(adminBilling, {
    creditTransactions: (ctx, { query }) => listAllCredits(ctx, query),
    adjustCredits: (ctx, { body }) => adjustCredits(ctx, body),
    userSubscriptions: (ctx, { params }) => userSubscriptions(ctx, params.userId),
    userTransactions: (ctx, { params, query }) => userTransactions(ctx, params.userId, query),
    invoice: (ctx, { params }) => anyInvoice(ctx, params.transactionId),
    creditNote: (ctx, { params }) => anyCreditNote(ctx, params.transactionId),
    refundPreview: (ctx, { params }) => previewRefund(ctx, params.transactionId),
    refund: (ctx, { params, body }) => refundPayment({ ...ctx, ...billing }, params.transactionId, body),
  })

export const paymentHealthRoutes = (billing: Billing): Route[] =>
  handlers(paymentHealth, { get: (ctx) => showPaymentHealth({ ...ctx, ...billing }) })
