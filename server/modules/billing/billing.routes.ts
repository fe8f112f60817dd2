import { adminBilling } from '@dooryard/contract/admin-billing'
import { billing as calls } from '@dooryard/contract/billing'
import { creditHistory } from '@dooryard/contract/credit-history'
import { paymentHealth } from '@dooryard/contract/payment-health'
import { paymentEvents } from '@dooryard/contract/payments'
import { adminOffers } from '@dooryard/contract/plans'
import { adminScope, ownScope, type PublicContext } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { adjustCredits } from '../credits/index.ts'
import { changeAutoTopUp } from './auto-top-up/auto-top-up.ts'
import type { Billing } from './billing-context.ts'
import { changePlan } from './change-plan.ts'
import { balanceHistory, exportCreditHistory, listCreditEntries, listHolds } from './history/credit-history.ts'
import { creditNoteFile, invoiceFile, listTransactions, userTransactions } from './history/transactions.ts'
import { changeOffer, createOffer, listPacks, listPlans, packOffers, planOffers } from './manage-offers.ts'
import { cancelSubscription } from './own-subscription.ts'
import { pricePurchase } from './price-purchase.ts'
import { quoteChange } from './quote-change.ts'
import { receiveEvent } from './receive-event.ts'
import { sandboxRoutes } from './sandbox/sandbox.routes.ts'
import { previewRefund, refundPayment } from './settle/refund-payment.ts'
import { showInfo, userSubscriptions } from './show-info.ts'
import { showPaymentHealth } from './show-payment-health.ts'
import { showCheckout, startCheckout, updatePaymentMethod } from './start-checkout.ts'

export function billingRoutes(billing: Billing): Route[] {
  const within = <Ctx extends PublicContext>(ctx: Ctx) => ({ ...ctx, ...billing })
  return [
    ...handlers(calls, {
      info: (ctx) => showInfo(within(ctx)),
      price: (ctx, { body }) => pricePurchase(ctx, body),
      checkout: (ctx, { body }) => startCheckout(within(ctx), body),
      checkoutState: (ctx, { params }) => showCheckout(within(ctx), params.sessionId),
      updatePaymentMethod: (ctx) => updatePaymentMethod(within(ctx)),
      quote: (ctx, { body }) => quoteChange(within(ctx), body),
      changePlan: (ctx, { body }) => changePlan(within(ctx), body),
      cancel: (ctx) => cancelSubscription(within(ctx)),
      autoTopUp: (ctx, { body }) => changeAutoTopUp(within(ctx), body),
      transactions: (ctx, { body, query }) => listTransactions(ctx, ctx.actor.userId, body, query),
      invoice: (ctx, { params }) => invoiceFile(ctx, ownScope(ctx), params.transactionId),
      creditNote: (ctx, { params }) => creditNoteFile(ctx, ownScope(ctx), params.transactionId),
    }),
    ...handlers(adminOffers, {
      listPlans: ({ db }) => listPlans(db),
      createPlan: (ctx, { body }) => createOffer(ctx, planOffers, body),
      changePlan: (ctx, { params, body }) => changeOffer(ctx, planOffers, params.id, body),
      listPacks: ({ db }) => listPacks(db),
      createPack: (ctx, { body }) => createOffer(ctx, packOffers, body),
      changePack: (ctx, { params, body }) => changeOffer(ctx, packOffers, params.id, body),
    }),
    ...handlers(paymentEvents, { receive: (ctx, { body }) => receiveEvent(within(ctx), body) }),
    ...handlers(creditHistory, {
      list: (ctx, { query }) => listCreditEntries(ctx, ownScope(ctx), query),
      export: (ctx, { query }) => exportCreditHistory(ctx, query),
      holds: (ctx) => listHolds(ctx),
      balances: (ctx, { query }) => balanceHistory(ctx, query),
    }),
    ...handlers(adminBilling, {
      creditTransactions: (ctx, { query }) => listCreditEntries(ctx, adminScope(ctx), query),
      adjustCredits: (ctx, { body }) => adjustCredits(ctx, body),
      userSubscriptions: (ctx, { params }) => userSubscriptions(ctx, params.userId),
      userTransactions: (ctx, { params, query }) => userTransactions(ctx, params.userId, query),
      invoice: (ctx, { params }) => invoiceFile(ctx, adminScope(ctx), params.transactionId),
      creditNote: (ctx, { params }) => creditNoteFile(ctx, adminScope(ctx), params.transactionId),
      refundPreview: (ctx, { params }) => previewRefund(ctx, params.transactionId),
      refund: (ctx, { params, body }) => refundPayment(within(ctx), params.transactionId, body),
    }),
    ...handlers(paymentHealth, { get: (ctx) => showPaymentHealth(within(ctx)) }),
    ...sandboxRoutes(billing),
  ]
}
