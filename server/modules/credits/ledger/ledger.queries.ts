import type { Bucket, EntryType } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { type Db, getDatabaseTime } from '../../../platform/postgres/database.ts'
import { emitWebhookEvent } from '../../webhooks/index.ts'
import { checkSpendingLater } from '../alerts/spending-alerts.queries.ts'
import { type CreditAccount, getSpendableCredits, presentBalance } from '../balance/balance-rules.ts'
import { getSmallestCampaignCost } from '../settings/credit-settings.queries.ts'

/** Added when the spendable credits fall below the user's threshold. The payload is `{ userId }`. */
export const topUpJob = 'top-up-credits'

/** Published at every change of a user's credits. */
export const balanceTopic = (userId: string) => `balance:${userId}`

/**
 * `amount` changes the spendable credits, `held` the held credits, and `marked` the part of the held credits that is
 * removed on release. All are whole, signed credits. Order, payment and reason default to those of the cause.
 */
export type Movement = {
  type: EntryType
  bucket: Bucket
  amount: number
  held: number
  marked?: number
  orderId?: string
  transactionId?: string | null
  reason?: string
}

/** The reason and the actor. */
export type EntryCause = { actor: string; orderId?: string; transactionId?: string | undefined; reason?: string }

const accountColumns = [
  'userId',
  'subscriptionAvailable',
  'subscriptionHeld',
  'onDemandAvailable',
  'onDemandHeld',
  'alertThreshold',
  'alertPending',
] as const

export const insertAccount = (db: Db, userId: string) => db.insertInto('creditAccounts').values({ userId }).execute()

export const findAccount = (db: Db, userId: string): Promise<CreditAccount | undefined> =>
  db.selectFrom('creditAccounts').select(accountColumns).where('userId', '=', userId).executeTakeFirst()

/** Every balance change takes this lock first, so changes of one account are serialized. */
export const lockAccount = (db: Db, userId: string): Promise<CreditAccount> =>
  db
    .selectFrom('creditAccounts')
    .select(accountColumns)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The number of the account's last entry; every later entry has a higher one. */
export async function getLastEntryNumber(db: Db, userId: string): Promise<number> {
  const query = db.selectFrom('creditAccounts').select('entryCount').where('userId', '=', userId)
  return (await query.executeTakeFirstOrThrow()).entryCount
}

export const updateAlertThreshold = (db: Db, userId: string, alertThreshold: number | null) =>
  db.updateTable('creditAccounts').set({ alertThreshold, alertPending: false }).where('userId', '=', userId).execute()

const updateAlertPending = (db: Db, userId: string, alertPending: boolean) =>
  db.updateTable('creditAccounts').set({ alertPending }).where('userId', '=', userId).execute()

const columnsByBucket = {
  SUBSCRIPTION: { available: 'subscriptionAvailable', held: 'subscriptionHeld' },
  ON_DEMAND: { available: 'onDemandAvailable', held: 'onDemandHeld' },
} as const

/** Spendable credits of a bucket. */
export const getAvailable = (account: CreditAccount, bucket: Bucket): number =>
  account[columnsByBucket[bucket].available]

/**
 * Posts movements to a locked account, one entry each with the resulting balance. Movements of zero are skipped. The
 * database rejects a negative balance. Balance watchers are notified after commit, except when an administrator spends
 * as the user.
 */
export async function postEntries(
  db: Db,
  locked: CreditAccount,
  movements: Movement[],
  cause: EntryCause,
  { isActedFor = false }: { isActedFor?: boolean } = {},
): Promise<CreditAccount> {
  const account = { ...locked }
  const entries = []
  let creditsAtLastGrant: number | undefined
  for (const movement of movements) {
    if (movement.amount === 0 && movement.held === 0 && !movement.marked) continue
    const columns = columnsByBucket[movement.bucket]
    account[columns.available] += movement.amount
    account[columns.held] += movement.held
    if (isGrant(movement)) creditsAtLastGrant = getAllCredits(account)
    entries.push({
      ...cause,
      ...movement,
      // These three columns are set by the chain trigger.
      seq: 0,
      previousHash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
      userId: account.userId,
      balanceAfter: account[columns.available],
      heldAfter: account[columns.held],
      // Not the transaction's start time: a transaction that waited for the lock would appear older than the previous
      // entry.
      createdAt: sql<Date>`clock_timestamp() + clock_offset()`,
    })
  }
  if (entries.length === 0) return account
  // Entry count and head hash are maintained by the trigger, so only the sums are set.
  const { subscriptionAvailable, subscriptionHeld, onDemandAvailable, onDemandHeld } = account
  const newActivities = await countNewActivities(db, entries)
  await db
    .updateTable('creditAccounts')
    .set({ subscriptionAvailable, subscriptionHeld, onDemandAvailable, onDemandHeld })
    .set(({ eb }) => ({ activityCount: eb('activityCount', '+', newActivities) }))
    .$if(creditsAtLastGrant !== undefined, (query) => query.set({ creditsAtLastGrant }))
    .where('userId', '=', account.userId)
    .execute()
  await db.insertInto('creditEntries').values(entries).execute()
  await publishBalanceChange(db, locked, account, isActedFor)
  await checkSpendingLater(db, account.userId)
  await emitLowCredits(db, locked, account)
  return account
}

/** The entries of an order count as one, with its first hold; others count alone. */
async function countNewActivities(db: Db, entries: readonly Pick<Movement, 'type' | 'orderId'>[]): Promise<number> {
  const others = entries.filter(({ orderId }) => orderId === undefined).length
  const held = new Set(entries.flatMap(({ type, orderId }) => (type === 'HOLD' && orderId ? [orderId] : [])))
  if (held.size === 0) return others
  const known = db
    .selectFrom('creditEntries')
    .select('orderId')
    .distinct()
    .where('orderId', 'in', [...held])
  return others + held.size - (await known.execute()).length
}

const grantTypes: readonly EntryType[] = ['GRANT', 'PURCHASE', 'COUPON', 'ADJUST']

const isGrant = ({ type, amount }: Movement): boolean => amount > 0 && grantTypes.includes(type)

const getAllCredits = (account: CreditAccount): number =>
  account.subscriptionAvailable + account.subscriptionHeld + account.onDemandAvailable + account.onDemandHeld

async function publishBalanceChange(db: Db, before: CreditAccount, after: CreditAccount, isActedFor: boolean) {
  const { userId, alertThreshold } = after
  await publishTopic(db, balanceTopic(userId))
  const left = getSpendableCredits(after)
  if (alertThreshold === null || left >= alertThreshold || left >= getSpendableCredits(before)) return
  // The balance was below the threshold before this action, so existing alerts keep their state.
  if (isActedFor && getSpendableCredits(before) < alertThreshold) return
  if (before.alertPending !== isActedFor) await updateAlertPending(db, userId, isActedFor)
  if (isActedFor) return
  await addJob(db, topUpJob, { userId }, { jobKey: `${topUpJob}:${userId}` })
}

/** Emits `credits.low` when the spendable credits drop below the cost of the smallest campaign. */
async function emitLowCredits(db: Db, before: CreditAccount, after: CreditAccount): Promise<void> {
  const left = getSpendableCredits(after)
  if (left >= getSpendableCredits(before)) return
  const threshold = await getSmallestCampaignCost(db)
  if (threshold === null || left >= threshold || getSpendableCredits(before) < threshold) return
  const data = () => ({ balance: presentBalance(after), threshold })
  // The ledger uses the database clock and has no other.
  const now = await getDatabaseTime(db)
  await emitWebhookEvent({ db, clock: { now: () => now } }, after.userId, 'credits.low', data)
}

type NewHold = { id: string; userId: string; orderId: string; subscription: number; onDemand: number }

export const insertHold = (db: Db, hold: NewHold) => db.insertInto('creditHolds').values(hold).execute()

/** Locks the open hold of an order. */
export const lockOpenHold = (db: Db, orderId: string) =>
  db
    .selectFrom('creditHolds')
    .select(['id', 'userId', 'subscription', 'onDemand'])
    .where('orderId', '=', orderId)
    .where('settledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const findHoldOwner = (db: Db, orderId: string) =>
  db.selectFrom('creditHolds').select('userId').where('orderId', '=', orderId).executeTakeFirst()

export const closeHold = (db: Db, id: string, captured: number, released: number, settledAt: Date) =>
  db.updateTable('creditHolds').set({ captured, released, settledAt }).where('id', '=', id).execute()
