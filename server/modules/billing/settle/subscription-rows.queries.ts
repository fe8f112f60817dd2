import type { Db } from '../../../platform/postgres/database.ts'
import type { ProviderName } from '../provider.ts'

const columns = [
  'id',
  'userId',
  'provider',
  'providerId',
  'status',
  'planId',
  'price',
  'currency',
  'creditsPerPeriod',
  'nextPlanId',
  'nextPrice',
  'nextCredits',
  'periodStart',
  'periodEnd',
  'graceUntil',
  'cancelAtPeriodEnd',
  'endedAt',
  'endReason',
  'isDuplicate',
  'asked',
] as const

export type RecordedSubscription = NonNullable<Awaited<ReturnType<typeof findRecorded>>>

export const findRecorded = (db: Db, provider: ProviderName, providerId: string) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)
    .executeTakeFirst()

/** As above, and nobody else changes it until the transaction ends. */
export const lockRecorded = (db: Db, provider: ProviderName, providerId: string) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)
    .forUpdate()
    .executeTakeFirst()

type Other = { userId: string; provider: string; providerId: string }

/** The live subscription of a user with the same provider, other than the one given. */
export const findOtherLive = (db: Db, { userId, provider, providerId }: Other) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('providerId', '<>', providerId)
    .where('status', '<>', 'INACTIVE')
    .executeTakeFirst()

export const findLive = (db: Db, userId: string, provider: ProviderName) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .where('status', '<>', 'INACTIVE')
    .executeTakeFirst()

/** The subscriptions whose days of grace are over. */
export const listOverdue = (db: Db, provider: ProviderName, now: Date) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('provider', '=', provider)
    .where('status', '=', 'PAST_DUE')
    .where('graceUntil', '<=', now)
    .orderBy('graceUntil')
    .orderBy('id')
    .execute()

/** The live subscriptions whose period was over before then. */
export const listUnrenewed = (db: Db, provider: ProviderName, before: Date) =>
  db
    .selectFrom('subscriptions')
    .select(columns)
    .where('provider', '=', provider)
    .where('status', '<>', 'INACTIVE')
    .where('periodEnd', '<', before)
    .orderBy('periodEnd')
    .orderBy('id')
    .execute()

/** The live subscriptions of accounts deactivated or closed that would be renewed, or whose month is unpaid. */
export const listUnwanted = (db: Db, provider: ProviderName) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select('subscriptions.providerId')
    .where('subscriptions.provider', '=', provider)
    .where('subscriptions.status', '<>', 'INACTIVE')
    .where(({ or, eb }) =>
      or([eb('subscriptions.cancelAtPeriodEnd', '=', false), eb('subscriptions.status', '=', 'PAST_DUE')]),
    )
    .where('users.isActive', '=', false)
    .orderBy('subscriptions.id')
    .execute()

const stranded = (db: Db, provider: ProviderName) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select([
      'subscriptions.id',
      'subscriptions.userId',
      'subscriptions.status',
      'subscriptions.periodEnd',
      'subscriptions.graceUntil',
      'plans.name as planName',
    ])
    .where('subscriptions.provider', '<>', provider)
    .where('subscriptions.status', '<>', 'INACTIVE')

/** A live subscription of another provider than the one in use. */
export type Stranded = NonNullable<Awaited<ReturnType<typeof lockStranded>>>

/** Of a user; nobody else changes it until the transaction ends. */
export const lockStranded = (db: Db, provider: ProviderName, userId: string) =>
  stranded(db, provider).where('subscriptions.userId', '=', userId).forUpdate('subscriptions').executeTakeFirst()

/** Those whose month, or whose days of grace, are over by now. */
export const listStranded = (db: Db, provider: ProviderName, now: Date) =>
  stranded(db, provider)
    .where((eb) => eb(eb.fn.coalesce('graceUntil', 'periodEnd'), '<=', now))
    .orderBy('subscriptions.id')
    .execute()

type NewRow = {
  id: string
  userId: string
  provider: ProviderName
  providerId: string
  isDuplicate: boolean
  createdAt: Date
} & SubscriptionState

/** What may change of a subscription. */
export type SubscriptionState = {
  planId: string
  price: number
  currency: string
  creditsPerPeriod: number
  nextPlanId: string | null
  nextPrice: number | null
  nextCredits: number | null
  status: 'ACTIVE' | 'PAST_DUE' | 'INACTIVE'
  periodStart: Date
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  graceUntil: Date | null
  endedAt: Date | null
  endReason: 'CANCELLED' | 'PAYMENT_FAILED' | null
  asked: number
  updatedAt: Date
}

export const insertRecorded = (db: Db, row: NewRow) =>
  db.insertInto('subscriptions').values(row).returning(columns).executeTakeFirstOrThrow()

export const updateRecorded = (db: Db, id: string, state: Partial<SubscriptionState>) =>
  db.updateTable('subscriptions').set(state).where('id', '=', id).execute()
