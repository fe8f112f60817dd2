import { BillingInterval } from '@dooryard/contract/billing/plans'
import { Subscription, SubscriptionStatus } from '@dooryard/contract/billing/subscriptions'
import { type Selectable, sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import type { PaymentProvider, ProviderName } from '../provider/provider.ts'

const subscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .leftJoin('plans as nextPlans', 'nextPlans.id', 'subscriptions.nextPlanId')
    .select([
      'subscriptions.id',
      'subscriptions.userId',
      'subscriptions.provider',
      'subscriptions.providerId',
      'subscriptions.planId',
      'plans.name as planName',
      'subscriptions.interval',
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
      'subscriptions.isDuplicate',
      'subscriptions.sequence',
      'subscriptions.createdAt',
    ])

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

export const findSubscription = (db: Db, id: string) =>
  subscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst()

const selectByProviderId = (db: Db, provider: ProviderName, providerId: string) =>
  subscriptions(db).where('subscriptions.provider', '=', provider).where('subscriptions.providerId', '=', providerId)

export const findSubscriptionByProviderId = (...by: Parameters<typeof selectByProviderId>) =>
  selectByProviderId(...by).executeTakeFirst()

export const lockSubscriptionByProviderId = (...by: Parameters<typeof selectByProviderId>) =>
  selectByProviderId(...by)
    .forUpdate('subscriptions')
    .executeTakeFirst()

type ProviderContext = { db: Db; provider: Pick<PaymentProvider, 'name'> | null }

// A subscription of another provider is not renewed: it cannot be changed and ends with its month.
const selectForProvider = ({ db, provider }: ProviderContext, userId: string) =>
  subscriptions(db)
    .where('subscriptions.userId', '=', userId)
    .$if(provider !== null, (all) =>
      all.where((eb) =>
        eb('subscriptions.status', '=', 'INACTIVE').or('subscriptions.provider', '=', provider?.name ?? ''),
      ),
    )

/** At most one exists. */
export const findLiveSubscription = (ctx: ProviderContext, userId: string) =>
  selectForProvider(ctx, userId).where('subscriptions.status', '<>', 'INACTIVE').executeTakeFirst()

export const lockLiveSubscription = (ctx: ProviderContext, userId: string) =>
  selectForProvider(ctx, userId)
    .where('subscriptions.status', '<>', 'INACTIVE')
    .forUpdate('subscriptions')
    .executeTakeFirst()

/** The live subscription, or the last one that ended. */
export const findLatestSubscription = (ctx: ProviderContext, userId: string) =>
  selectForProvider(ctx, userId)
    .where('subscriptions.isDuplicate', '=', false)
    .orderBy((eb) => eb('subscriptions.status', '=', 'INACTIVE'))
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id')
    .limit(1)
    .executeTakeFirst()

export const selectSubscriptions = (db: Db, userId: string) =>
  subscriptions(db)
    .where('subscriptions.userId', '=', userId)
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id')
    .execute()

const selectLive = (db: Db, by: '=' | '<>', provider: string) =>
  subscriptions(db).where('subscriptions.provider', by, provider).where('subscriptions.status', '<>', 'INACTIVE')

type SubscriptionKey = { userId: string; provider: string; providerId: string }

export const findOtherLiveSubscription = (db: Db, { userId, provider, providerId }: SubscriptionKey) =>
  selectLive(db, '=', provider)
    .where('subscriptions.userId', '=', userId)
    .where('subscriptions.providerId', '<>', providerId)
    .executeTakeFirst()

export const listOverdueSubscriptions = (db: Db, provider: ProviderName, now: Date) =>
  selectLive(db, '=', provider)
    .where('subscriptions.status', '=', 'PAST_DUE')
    .where('subscriptions.graceUntil', '<=', now)
    .orderBy('subscriptions.graceUntil')
    .orderBy('subscriptions.id')
    .execute()

export const listOverdueRenewals = (db: Db, provider: ProviderName, before: Date) =>
  selectLive(db, '=', provider)
    .where('subscriptions.periodEnd', '<', before)
    .orderBy('subscriptions.periodEnd')
    .orderBy('subscriptions.id')
    .execute()

/** The live subscriptions of deactivated or closed accounts that would be renewed, or whose month is unpaid. */
export const listSubscriptionsToCancel = (db: Db, provider: ProviderName) =>
  selectLive(db, '=', provider)
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'subscriptions.userId')
    .where(({ or, eb }) =>
      or([eb('subscriptions.cancelAtPeriodEnd', '=', false), eb('subscriptions.status', '=', 'PAST_DUE')]),
    )
    .where('users.isActive', '=', false)
    .orderBy('subscriptions.id')
    .execute()

/** A user's live subscription with another provider than the one in use. */
export const lockOrphanedSubscription = (db: Db, provider: ProviderName, userId: string) =>
  selectLive(db, '<>', provider)
    .where('subscriptions.userId', '=', userId)
    .forUpdate('subscriptions')
    .executeTakeFirst()

/**
 * Active subscriptions by the year of which a month has begun that has not granted its credits. The months are those
 * that `addMonths` counts: PostgreSQL also takes the last day of a shorter month.
 */
export const listMonthsDue = (db: Db, provider: ProviderName, now: Date) =>
  selectLive(db, '=', provider)
    .where('subscriptions.interval', '=', 'YEAR')
    .where('subscriptions.status', '=', 'ACTIVE')
    .where(({ selectFrom, eb, and }) => {
      const granted = selectFrom('subscriptionMonths')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('subscriptionMonths.subscriptionId', '=', 'subscriptions.id')
        .whereRef('subscriptionMonths.monthStart', '>', 'subscriptions.periodStart')
      const next = sql<Date>`((subscriptions.period_start at time zone 'UTC')
        + make_interval(months => 1 + (${granted})::integer)) at time zone 'UTC'`
      return and([eb(next, '<=', now), eb(next, '<', eb.ref('subscriptions.periodEnd'))])
    })
    .orderBy('subscriptions.id')
    .execute()

/** The later months, after an instant, whose credits were granted. */
export async function listGrantedMonths(db: Db, subscriptionId: string, after: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('subscriptionMonths')
    .select('monthStart')
    .where('subscriptionId', '=', subscriptionId)
    .where('monthStart', '>', after)
    .execute()
  return rows.map(({ monthStart }) => monthStart)
}

export const insertGrantedMonth = (db: Db, subscriptionId: string, monthStart: Date) =>
  db.insertInto('subscriptionMonths').values({ subscriptionId, monthStart }).execute()

/** Those whose month, or whose grace period, is over by now. */
export const listOrphanedSubscriptions = (db: Db, provider: ProviderName, now: Date) =>
  selectLive(db, '<>', provider)
    .where((eb) => eb(eb.fn.coalesce('subscriptions.graceUntil', 'subscriptions.periodEnd'), '<=', now))
    .orderBy('subscriptions.id')
    .execute()

export type SubscriptionState = Pick<
  Selectable<DB['subscriptions']>,
  | (
      | 'planId'
      | 'interval'
      | 'price'
      | 'currency'
      | 'creditsPerPeriod'
      | 'nextPlanId'
      | 'nextPrice'
      | 'nextCredits'
      | 'periodStart'
    )
  | ('periodEnd' | 'cancelAtPeriodEnd' | 'graceUntil' | 'endedAt' | 'sequence' | 'updatedAt')
> & { status: SubscriptionStatus; endReason: 'CANCELLED' | 'PAYMENT_FAILED' | null }

type NewSubscription = SubscriptionKey & { id: string; isDuplicate: boolean; createdAt: Date } & SubscriptionState

export const insertSubscription = (db: Db, row: NewSubscription) => db.insertInto('subscriptions').values(row).execute()

export const updateSubscription = (db: Db, id: string, state: Partial<SubscriptionState>) =>
  db.updateTable('subscriptions').set(state).where('id', '=', id).execute()

export const presentSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  planId: row.planId,
  planName: row.planName,
  status: SubscriptionStatus.parse(row.status),
  interval: BillingInterval.parse(row.interval),
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

function presentNext(row: SubscriptionRow): Subscription['next'] {
  const { nextPlanId, nextPlanName, nextPrice, nextCredits, currency } = row
  // A past due month belongs to the next plan; otherwise nothing follows a cancellation.
  if (row.cancelAtPeriodEnd && row.status !== 'PAST_DUE') return undefined
  if (!nextPlanId || nextPlanName === null || nextPrice === null || nextCredits === null) return undefined
  return {
    planId: nextPlanId,
    planName: nextPlanName,
    price: { amount: nextPrice, currency },
    creditsPerPeriod: nextCredits,
  }
}
