import type { UserSubscriptions } from '@dooryard/contract/billing/admin/admin-billing'
import type { BillingInfo } from '@dooryard/contract/billing/billing'
import type { Plan } from '@dooryard/contract/billing/plans'
import type { Me } from '@dooryard/contract/identity/account'
import type { Db } from '../../../platform/postgres/database.ts'
import { getBalance } from '../../credits/index.ts'
import { getUser } from '../../identity/index.ts'
import { getAutoTopUp } from '../auto-top-up/auto-top-up.ts'
import type { Billing, BillingContext } from '../billing-context.ts'
import { type PlanRow, selectPacks, selectPlans } from '../catalog/catalog.queries.ts'
import { findCustomer, readPaymentMethod } from '../checkout/customers.queries.ts'
import { presentPack, presentPlan } from '../checkout/price-purchase.ts'
import { findBillingDetails } from '../invoices/details/billing-details.queries.ts'
import {
  findLatestSubscription,
  findLiveSubscription,
  presentSubscription,
  type SubscriptionRow,
  selectSubscriptions,
} from './subscriptions.queries.ts'

/** Also works if payments are off. */
export async function getBillingInfo(ctx: BillingContext): Promise<BillingInfo> {
  const { db, actor, provider, clock } = ctx
  const { userId } = actor
  const now = provider ? await provider.now() : clock.now()
  const subscription = await findLatestSubscription(ctx, userId)
  const customer = provider ? await findCustomer(db, userId, provider.name) : undefined
  const plans = await selectPlans(db)
  const packs = await selectPacks(db)
  return {
    payments: provider?.name ?? 'OFF',
    plan: subscription && toPlan(subscription, plans),
    subscription: subscription && presentSubscription(subscription),
    nextCharge: provider && subscription ? nextCharge(subscription) : undefined,
    balance: await getBalance(db, userId),
    paymentMethod: readPaymentMethod(customer),
    billingDetails: await findBillingDetails(db, userId),
    plans: plans.filter(({ isActive }) => isActive).map(presentPlan),
    packs: packs.filter(({ isActive }) => isActive).map(presentPack),
    autoTopUp: await getAutoTopUp(db, userId, now),
    now: now.toISOString(),
  }
}

/** The subscriber's own terms, whatever the plan costs and grants to others now; the other interval's price is today's. */
function toPlan(
  { planId, planName, creditsPerPeriod, interval, price, currency, status }: SubscriptionRow,
  plans: readonly PlanRow[],
): Plan | undefined {
  if (status === 'INACTIVE') return undefined
  const terms = { id: planId, name: planName, monthlyCredits: creditsPerPeriod, currency }
  const catalog = plans.find(({ id }) => id === planId)
  if (interval === 'YEAR') return presentPlan({ ...terms, price: catalog?.price ?? price, annualPrice: price })
  return presentPlan({ ...terms, price, annualPrice: catalog?.annualPrice ?? null })
}

/** While a renewal is unpaid, it is unknown whether another one follows. */
function nextCharge({ status, cancelAtPeriodEnd, nextPrice, price, currency, periodEnd }: SubscriptionRow) {
  if (status !== 'ACTIVE' || cancelAtPeriodEnd) return undefined
  return { amount: { amount: nextPrice ?? price, currency }, at: periodEnd.toISOString() }
}

export async function getSubscriptionSummary(
  ctx: { db: Db } & Pick<Billing, 'provider'>,
  userId: string,
): Promise<Me['subscription']> {
  const row = await findLiveSubscription(ctx, userId)
  if (!row) return undefined
  const { planName, status, currentPeriodEnd, cancelAtPeriodEnd } = presentSubscription(row)
  return status === 'INACTIVE' ? undefined : { planName, status, currentPeriodEnd, cancelAtPeriodEnd }
}

export async function listUserSubscriptions({ db }: { db: Db }, userId: string): Promise<UserSubscriptions> {
  const { id, firstName, lastName, email } = await getUser(db, userId)
  const [balance, subscriptions] = await Promise.all([getBalance(db, userId), selectSubscriptions(db, userId)])
  return { user: { id, firstName, lastName, email }, balance, subscriptions: subscriptions.map(presentSubscription) }
}
