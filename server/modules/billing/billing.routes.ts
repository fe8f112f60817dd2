import { billing as calls } from '@dooryard/contract/billing'
import type { Context } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { Billing } from './billing-context.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePlan } from './change-plan.ts'
import { pricePurchase } from './price-purchase.ts'
import { quoteChange } from './quote-change.ts'
import { showCheckout } from './show-checkout.ts'
import { showInfo } from './show-info.ts'
import { startCheckout, updatePaymentMethod } from './start-checkout.ts'

const { info, price, checkout, checkoutState, updatePaymentMethod: paymentMethod, quote, cancel } = calls

export const buyingRoutes = (billing: Billing): Route[] => {
  const within = (ctx: Context) => ({ ...ctx, ...billing })
  return handlers(
    { info, price, checkout, checkoutState, paymentMethod, quote, changePlan: calls.changePlan, cancel },
    {
      info: (ctx) => showInfo(within(ctx)),
      price: (ctx, { body }) => pricePurchase(ctx, body),
      checkout: (ctx, { body }) => startCheckout(within(ctx), body),
      checkoutState: (ctx, { params }) => showCheckout(within(ctx), params.sessionId),
      paymentMethod: (ctx) => updatePaymentMethod(within(ctx)),
      quote: (ctx, { body }) => quoteChange(within(ctx), body),
      changePlan: (ctx, { body }) => changePlan(within(ctx), body),
      cancel: (ctx) => cancelSubscription(within(ctx)),
    },
  )
}
