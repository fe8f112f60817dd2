import { Subscription, SubscriptionStatus } from '@dooryard/contract/subscriptions'
import type { Selectable } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { DB } from '../../platform/postgres/schema.gen.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'

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

const recorded = (db: Db, provider: ProviderName, providerId: string) =>
  subscriptions(db).where('subscriptions.provider', '=', provider).where('subscriptions.providerId', '=', providerId)

export const findRecorded = (...by: Parameters<typeof recorded>) => recorded(...by).executeTakeFirst()

export const lockRecorded = (...by: Parameters<typeof recorded>) =>
  recorded(...by)
    .forUpdate('subscriptions')
    .executeTakeFirst()

type Looking = { db: Db; provider: Pick<PaymentProvider, 'name'> | null }

// One that another provider had charged is renewed by nobody: nothing can be done about it, and its month just ends.
const ofProvider = ({ db, provider }: Looking, userId: string) =>
  subscriptions(db)
    .where('subscriptions.userId', '=', userId)
    .$if(provider !== null, (all) =>
      all.where((eb) =>
        eb('subscriptions.status', '=', 'INACTIVE').or('subscriptions.provider', '=', provider?.name ?? ''),
      ),
    )

/** There is one at most. */
export const findLiveSubscription = (looking: Looking, userId: string) =>
  ofProvider(looking, userId).where('subscriptions.status', '<>', 'INACTIVE').executeTakeFirst()

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

export const selectSubscriptions = (db: Db, userId: string) =>
  subscriptions(db)
    .where('subscriptions.userId', '=', userId)
    .orderBy('subscriptions.createdAt', 'desc')
    .orderBy('subscriptions.id')
    .execute()

const live = (db: Db, by: '=' | '<>', provider: string) =>
  subscriptions(db).where('subscriptions.provider', by, provider).where('subscriptions.status', '<>', 'INACTIVE')

type Other = { userId: string; provider: string; providerId: string }

export const findOtherLive = (db: Db, { userId, provider, providerId }: Other) =>
  live(db, '=', provider)
    .where('subscriptions.userId', '=', userId)
    .where('subscriptions.providerId', '<>', providerId)
    .executeTakeFirst()

export const listOverdue = (db: Db, provider: ProviderName, now: Date) =>
  live(db, '=', provider)
    .where('subscriptions.status', '=', 'PAST_DUE')
    .where('subscriptions.graceUntil', '<=', now)
    .orderBy('subscriptions.graceUntil')
    .orderBy('subscriptions.id')
    .execute()

export const listUnrenewed = (db: Db, provider: ProviderName, before: Date) =>
  live(db, '=', provider)
    .where('subscriptions.periodEnd', '<', before)
    .orderBy('subscriptions.periodEnd')
    .orderBy('subscriptions.id')
    .execute()

/** The live subscriptions of accounts deactivated or closed that would be renewed, or whose month is unpaid. */
export const listUnwanted = (db: Db, provider: ProviderName) =>
  live(db, '=', provider)
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'subscriptions.userId')
    .where(({ or, eb }) =>
      or([eb('subscriptions.cancelAtPeriodEnd', '=', false), eb('subscriptions.status', '=', 'PAST_DUE')]),
    )
    .where('users.isActive', '=', false)
    .orderBy('subscriptions.id')
    .execute()

/** The live subscription of a user that another provider than the one in use had charged. */
export const lockStranded = (db: Db, provider: ProviderName, userId: string) =>
  live(db, '<>', provider).where('subscriptions.userId', '=', userId).forUpdate('subscriptions').executeTakeFirst()

/** Those whose month, or whose days of grace, are over by now. */
export const listStranded = (db: Db, provider: ProviderName, now: Date) =>
  live(db, '<>', provider)
    .where((eb) => eb(eb.fn.coalesce('subscriptions.graceUntil', 'subscriptions.periodEnd'), '<=', now))
    .orderBy('subscriptions.id')
    .execute()

export type SubscriptionState = Pick<
  Selectable<DB['subscriptions']>,
  | ('planId' | 'price' | 'currency' | 'creditsPerPeriod' | 'nextPlanId' | 'nextPrice' | 'nextCredits' | 'periodStart')
  | ('periodEnd' | 'cancelAtPeriodEnd' | 'graceUntil' | 'endedAt' | 'sequence' | 'updatedAt')
> & { status: SubscriptionStatus; endReason: 'CANCELLED' | 'PAYMENT_FAILED' | null }

type NewSubscription = Other & { id: string; isDuplicate: boolean; createdAt: Date } & SubscriptionState

export const insertSubscription = (db: Db, row: NewSubscription) => db.insertInto('subscriptions').values(row).execute()

export const updateSubscription = (db: Db, id: string, state: Partial<SubscriptionState>) =>
  db.updateTable('subscriptions').set(state).where('id', '=', id).execute()

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

function presentNext(row: SubscriptionRow): Subscription['next'] {
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
