import { Subscription, SubscriptionStatus } from '@dooryard/contract/subscriptions'
import type { Db } from '../../platform/postgres/database.ts'
import type { Billing } from './billing-context.ts'

const subscriptionColumns = [
  'subscriptions.id',
  'subscriptions.userId',
  'subscriptions.provider',
  'subscriptions.providerId',
  'subscriptions.planId',
  'plans.name as planName',
  'subscriptions.price',
  'subscriptions.currency',
  'subscriptions.creditsPerPeriod',
  'subscriptions.nextPlanId',
  'nextPlans.name as nextPlanName',
  'subscriptions.nextPrice',
  'subscriptions.nextCredits',
  'subscriptions.status',
  'subscriptions.periodStart',
  'subscriptions.periodEnd',
  'subscriptions.cancelAtPeriodEnd',
  'subscriptions.graceUntil',
  'subscriptions.endedAt',
  'subscriptions.endReason',
  'subscriptions.createdAt',
] as const

const subscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .leftJoin('plans as nextPlans', 'nextPlans.id', 'subscriptions.nextPlanId')
    .select(subscriptionColumns)

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findLiveSubscription>>>

type Looking = { db: Db } & Pick<Billing, 'provider'>

// One that another provider had charged is renewed by nobody: nothing can be done about it, and its month just ends.
const ofProvider = ({ db, provider }: Looking, userId: string) =>
  subscriptions(db)
    .where('subscriptions.userId', '=', userId)
    .$if(provider !== null, (all) =>
      all.where((eb) =>
        eb('subscriptions.status', '=', 'INACTIVE').or('subscriptions.provider', '=', provider?.name ?? ''),
      ),
    )

/** The subscription that has not ended; there is one at most. */
export const findLiveSubscription = (looking: Looking, userId: string) =>
  ofProvider(looking, userId).where('subscriptions.status', '<>', 'INACTIVE').executeTakeFirst()

/** As above, and nobody else changes it until the transaction ends. */
export const lockLiveSubscription = (looking: Looking, userId: string) =>
  ofProvider(looking, userId)
    .where('subscriptions.status', '<>', 'INACTIVE')
    .forUpdate('subscriptions')
    .executeTakeFirst()

/** The live subscription, or the last that ended. */
export const findShownSubscription = (looking: Looking, userId: string) =>
  ofProvider(looking, userId)
    .where('subscriptions.isDuplicate', '=', false)
    .orderBy((eb) => eb('subscriptions.status', '=', 'INACTIVE'))
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id')
    .limit(1)
    .executeTakeFirst()

/** All of a user's, the newest first. */
export const selectSubscriptions = (db: Db, userId: string) =>
  subscriptions(db)
    .where('subscriptions.userId', '=', userId)
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id')
    .execute()

export const findSubscription = (db: Db, id: string) =>
  subscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst()

type Period = { id: string; userId: string; periodStart: Date }

/** Whether the running period is paid for; paid back since, it was. A change of plan pays for no period. */
export const isPeriodPaid = async (db: Db, { id, userId, periodStart }: Period): Promise<boolean> =>
  (await db
    .selectFrom('paymentTransactions')
    .select('id')
    .where('userId', '=', userId)
    .where('subscriptionId', '=', id)
    .where('reason', 'in', ['FIRST', 'RENEWAL'])
    .where('status', 'in', ['PAID', 'REFUNDED'])
    .where('periodStart', '<=', periodStart)
    .where('periodEnd', '>', periodStart)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A subscription as the API shows it. */
export const presentSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  planId: row.planId,
  planName: row.planName,
  status: SubscriptionStatus.parse(row.status),
  price: { amount: row.price, currency: row.currency },
  creditsPerPeriod: row.creditsPerPeriod,
  currentPeriodStart: row.periodStart.toISOString(),
  currentPeriodEnd: row.periodEnd.toISOString(),
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  graceUntil: row.graceUntil?.toISOString(),
  next: presentNext(row),
  endedAt: row.endedAt?.toISOString(),
  endReason: Subscription.shape.endReason.parse(row.endReason ?? undefined),
  createdAt: row.createdAt.toISOString(),
})

function presentNext(row: SubscriptionRow) {
  const { nextPlanId, nextPlanName, nextPrice, nextCredits, currency } = row
  // What is past due is a month of the next plan; otherwise nothing comes after a cancellation.
  if (row.cancelAtPeriodEnd && row.status !== 'PAST_DUE') return undefined
  if (!nextPlanId || nextPlanName === null || nextPrice === null || nextCredits === null) return undefined
  return {
    planId: nextPlanId,
    planName: nextPlanName,
    price: { amount: nextPrice, currency },
    creditsPerPeriod: nextCredits,
  }
}
