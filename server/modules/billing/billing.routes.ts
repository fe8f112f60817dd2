import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { adminPayments } from '@dooryard/contract/billing/admin/admin-payments'
import { paymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import { billing as calls } from '@dooryard/contract/billing/billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { paymentEvents } from '@dooryard/contract/billing/payments'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { adminScope, ownScope, type PublicContext } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { adjustCredits } from '../credits/index.ts'
import { changeAutoTopUp } from './auto-top-up/auto-top-up.ts'
import type { Billing } from './billing-context.ts'
import {
  catalogPacks,
  catalogPlans,
  createCatalogItem,
  listPacks,
  listPlans,
  updateCatalogItem,
} from './catalog/manage-catalog.ts'
import { changePlan } from './change-plan/change-plan.ts'
import { previewPlanChange } from './change-plan/preview-plan-change.ts'
import { pricePurchase } from './checkout/price-purchase.ts'
import { getCheckout, startCheckout, updatePaymentMethod } from './checkout/start-checkout.ts'
import { getPaymentHealth } from './events/payment-health.ts'
import { receiveEvent } from './events/receive-event.ts'
import { listCreditActivity } from './history/credit-activity.ts'
import { exportCreditHistory, getBalanceHistory, listCreditEntries, listHolds } from './history/credit-history.ts'
import { getCreditNoteFile, getInvoiceFile, listTransactions, listUserTransactions } from './history/transactions.ts'
import { removeBillingDetails, saveBillingDetails } from './invoices/details/billing-details.ts'
import { exportPayments, listAllPayments } from './payments/admin-payments.ts'
import { previewRefund, refundPayment } from './payments/refund-payment.ts'
import { sandboxRoutes } from './provider/sandbox/sandbox.routes.ts'
import { getBillingInfo, listUserSubscriptions } from './subscription/billing-info.ts'
import { cancelSubscription } from './subscription/owned-subscription.ts'

export function billingRoutes(billing: Billing): Route[] {
  const withBilling = <Ctx extends PublicContext>(ctx: Ctx) => ({ ...ctx, ...billing })
  return [
    ...handlers(calls, {
      info: (ctx) => getBillingInfo(withBilling(ctx)),
      price: (ctx, { body }) => pricePurchase(ctx, body),
      checkout: (ctx, { body }) => startCheckout(withBilling(ctx), body),
      checkoutState: (ctx, { params }) => getCheckout(withBilling(ctx), params.sessionId),
      updatePaymentMethod: (ctx) => updatePaymentMethod(withBilling(ctx)),
      saveDetails: (ctx, { body }) => saveBillingDetails(ctx, body),
      deleteDetails: (ctx) => removeBillingDetails(ctx),
      quote: (ctx, { body }) => previewPlanChange(withBilling(ctx), body),
      changePlan: (ctx, { body }) => changePlan(withBilling(ctx), body),
      cancel: (ctx) => cancelSubscription(withBilling(ctx)),
      autoTopUp: (ctx, { body }) => changeAutoTopUp(withBilling(ctx), body),
      transactions: (ctx, { body, query }) => listTransactions(ctx, ctx.actor.userId, body, query),
      invoice: (ctx, { params }) => getInvoiceFile(ctx, ownScope(ctx), params.transactionId),
      creditNote: (ctx, { params, query }) => getCreditNoteFile(ctx, ownScope(ctx), params.transactionId, query.number),
    }),
    ...handlers(adminCatalog, {
      listPlans: ({ db }) => listPlans(db),
      createPlan: (ctx, { body }) => createCatalogItem(ctx, catalogPlans, body),
      changePlan: (ctx, { params, body }) => updateCatalogItem(ctx, catalogPlans, params.id, body),
      listPacks: ({ db }) => listPacks(db),
      createPack: (ctx, { body }) => createCatalogItem(ctx, catalogPacks, body),
      changePack: (ctx, { params, body }) => updateCatalogItem(ctx, catalogPacks, params.id, body),
    }),
    ...handlers(paymentEvents, { receive: (ctx, { body }) => receiveEvent(withBilling(ctx), body) }),
    ...handlers(creditHistory, {
      list: (ctx, { query }) => listCreditEntries(ctx, ownScope(ctx), query),
      activity: (ctx, { query }) => listCreditActivity(ctx, query),
      export: (ctx, { query }) => exportCreditHistory(ctx, query),
      holds: (ctx) => listHolds(ctx),
      balances: (ctx, { query }) => getBalanceHistory(ctx, query),
    }),
    ...handlers(adminBilling, {
      creditTransactions: (ctx, { query }) => listCreditEntries(ctx, adminScope(ctx), query),
      adjustCredits: (ctx, { body }) => adjustCredits(ctx, body),
      userSubscriptions: (ctx, { params }) => listUserSubscriptions(ctx, params.userId),
      userTransactions: (ctx, { params, query }) => listUserTransactions(ctx, params.userId, query),
      invoice: (ctx, { params }) => getInvoiceFile(ctx, adminScope(ctx), params.transactionId),
      creditNote: (ctx, { params, query }) =>
        getCreditNoteFile(ctx, adminScope(ctx), params.transactionId, query.number),
      refundPreview: (ctx, { params, query }) => previewRefund(ctx, params.transactionId, query.amount),
      refund: (ctx, { params, body }) => refundPayment(withBilling(ctx), params.transactionId, body),
    }),
    ...handlers(adminPayments, {
      list: (ctx, { query }) => listAllPayments(ctx, query),
      export: (ctx, { query }) => exportPayments(ctx, query),
    }),
    ...handlers(paymentHealth, { get: (ctx) => getPaymentHealth(withBilling(ctx)) }),
    ...sandboxRoutes(billing),
  ]
}
