import type { BillingInfo } from '@dooryard/contract/billing'
import type { Plan } from '@dooryard/contract/plans'
import { balanceOf } from '../credits/index.ts'
import { autoTopUpOf } from './auto-top-up/show-auto-top-up.ts'
import type { BillingContext } from './billing-context.ts'
import { findCustomer, paymentMethodIn } from './customers.queries.ts'
import { selectPacks, selectPlans } from './offers.queries.ts'
import { presentPack, presentPlan } from './present-offer.ts'
import { findShownSubscription, presentSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

/**
 * Everything about the caller's plan, credits and payments, and what is on offer. It works where payments are off, too.
 */
export async function showInfo(ctx: BillingContext): Promise<BillingInfo> {
  const { db, actor, provider, clock } = ctx
  const { userId } = actor
  const now = provider ? await provider.now() : clock.now()
  const subscription = await findShownSubscription(ctx, userId)
  const customer = provider ? await findCustomer(db, userId, provider.name) : undefined
  const plans = await selectPlans(db)
  const packs = await selectPacks(db)
  return {
    payments: provider?.name ?? 'OFF',
    plan: subscription && planOf(subscription),
    subscription: subscription && presentSubscription(subscription),
    nextCharge: provider && subscription ? nextCharge(subscription) : undefined,
    balance: await balanceOf(db, userId),
    paymentMethod: paymentMethodIn(customer),
    plans: plans.filter(({ isActive }) => isActive).map(presentPlan),
    packs: packs.filter(({ isActive }) => isActive).map(presentPack),
    autoTopUp: await autoTopUpOf(db, userId, now),
    now: now.toISOString(),
  }
}

/** The plan as its subscriber has it, whatever it costs and gives to others by now. */
function planOf({ planId, planName, creditsPerPeriod, price, currency, status }: SubscriptionRow): Plan | undefined {
  if (status === 'INACTIVE') return undefined
  return presentPlan({ id: planId, name: planName, monthlyCredits: creditsPerPeriod, price, currency })
}

/** While a renewal is unpaid there is no telling whether another one follows. */
function nextCharge({ status, cancelAtPeriodEnd, nextPrice, price, currency, periodEnd }: SubscriptionRow) {
  if (status !== 'ACTIVE' || cancelAtPeriodEnd) return undefined
  return { amount: { amount: nextPrice ?? price, currency }, at: periodEnd.toISOString() }
}
