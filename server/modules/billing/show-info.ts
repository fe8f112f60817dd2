import type { Me } from '@dooryard/contract/account'
import type { UserSubscriptions } from '@dooryard/contract/admin-billing'
import type { BillingInfo } from '@dooryard/contract/billing'
import type { Plan } from '@dooryard/contract/plans'
import type { Db } from '../../platform/postgres/database.ts'
import { balanceOf } from '../credits/index.ts'
import { userOf } from '../identity/index.ts'
import { autoTopUpOf } from './auto-top-up/auto-top-up.ts'
import type { Billing, BillingContext } from './billing-context.ts'
import { findCustomer, paymentMethodIn } from './customers.queries.ts'
import { selectPacks, selectPlans } from './offers.queries.ts'
import { presentPack, presentPlan } from './price-purchase.ts'
import {
  findLiveSubscription,
  findShownSubscription,
  presentSubscription,
  type SubscriptionRow,
  selectSubscriptions,
} from './subscriptions.queries.ts'

/** Works where payments are off, too. */
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

/** As its subscriber has it, whatever it costs and gives to others by now. */
function planOf({ planId, planName, creditsPerPeriod, price, currency, status }: SubscriptionRow): Plan | undefined {
  if (status === 'INACTIVE') return undefined
  return presentPlan({ id: planId, name: planName, monthlyCredits: creditsPerPeriod, price, currency })
}

/** While a renewal is unpaid there is no telling whether another one follows. */
function nextCharge({ status, cancelAtPeriodEnd, nextPrice, price, currency, periodEnd }: SubscriptionRow) {
  if (status !== 'ACTIVE' || cancelAtPeriodEnd) return undefined
  return { amount: { amount: nextPrice ?? price, currency }, at: periodEnd.toISOString() }
}

export async function glanceSubscription(
  looking: { db: Db } & Pick<Billing, 'provider'>,
  userId: string,
): Promise<Me['subscription']> {
  const row = await findLiveSubscription(looking, userId)
  if (!row) return undefined
  const { planName, status, currentPeriodEnd, cancelAtPeriodEnd } = presentSubscription(row)
  return status === 'INACTIVE' ? undefined : { planName, status, currentPeriodEnd, cancelAtPeriodEnd }
}

export async function userSubscriptions({ db }: { db: Db }, userId: string): Promise<UserSubscriptions> {
  const { id, firstName, lastName, email } = await userOf(db, userId)
  const [balance, subscriptions] = await Promise.all([balanceOf(db, userId), selectSubscriptions(db, userId)])
  return { user: { id, firstName, lastName, email }, balance, subscriptions: subscriptions.map(presentSubscription) }
}
