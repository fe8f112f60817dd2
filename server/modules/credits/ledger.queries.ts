import type { Bucket, EntryType } from '@dooryard/contract/credit-history'
import { sql } from 'kysely'
import { systemClock } from '../../platform/clock.ts'
import { addJob } from '../../platform/jobs.ts'
import { announce } from '../../platform/live/hub.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { type Account, presentBalance, spendable } from './balance-rules.ts'
import { smallestCampaign } from './credit-settings.queries.ts'

/** Added where fewer credits can be spent than somebody wanted to know of; its payload is `{ userId }`. */
export const balanceBelowJob = 'top-up-credits'

/** Announced at every change of a user's credits. */
export const balanceTopic = (userId: string) => `balance:${userId}`

/**
 * `amount` changes what can be spent, `held` what is held, `marked` what of the held goes when it comes back; whole
 * credits, signed. Order, payment and reason are its cause's unless said.
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

/** Why and by whom. */
export type Cause = { actor: string; orderId?: string; transactionId?: string | undefined; reason?: string }

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

export const findAccount = (db: Db, userId: string): Promise<Account | undefined> =>
  db.selectFrom('creditAccounts').select(accountColumns).where('userId', '=', userId).executeTakeFirst()

/** Everything that changes a balance takes this lock first, so changes of one account come one after another. */
export const lockAccount = (db: Db, userId: string): Promise<Account> =>
  db
    .selectFrom('creditAccounts')
    .select(accountColumns)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const setWatchBelow = (db: Db, userId: string, alertThreshold: number | null) =>
  db.updateTable('creditAccounts').set({ alertThreshold, alertPending: false }).where('userId', '=', userId).execute()

const setWatchWaits = (db: Db, userId: string, alertPending: boolean) =>
  db.updateTable('creditAccounts').set({ alertPending }).where('userId', '=', userId).execute()

const columnsOf = {
  SUBSCRIPTION: { available: 'subscriptionAvailable', held: 'subscriptionHeld' },
  ON_DEMAND: { available: 'onDemandAvailable', held: 'onDemandHeld' },
} as const

/** What can be spent of a bucket. */
export const availableIn = (account: Account, bucket: Bucket): number => account[columnsOf[bucket].available]

/**
 * Applies movements to a locked account and writes an entry for each, with the balance after it. Movements of nothing
 * leave no entry. The database refuses a balance below zero. Whoever watches the account is told once the transaction
 * commits, but not of what somebody spends who acts as the user.
 */
export async function move(
  db: Db,
  locked: Account,
  movements: Movement[],
  cause: Cause,
  { isActedFor = false }: { isActedFor?: boolean } = {},
): Promise<Account> {
  const account = { ...locked }
  const entries = []
  for (const movement of movements) {
    if (movement.amount === 0 && movement.held === 0 && !movement.marked) continue
    const columns = columnsOf[movement.bucket]
    account[columns.available] += movement.amount
    account[columns.held] += movement.held
    entries.push({
      ...cause,
      ...movement,
      // The chain's trigger sets these three.
      seq: 0,
      previousHash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
      userId: account.userId,
      balanceAfter: account[columns.available],
      heldAfter: account[columns.held],
      // Not the start of the transaction: one that waited for the account would seem older than the entry before it.
      createdAt: sql<Date>`clock_timestamp()`,
    })
  }
  if (entries.length === 0) return account
  // The count and the newest hash of the account are the trigger's, so only the sums are set.
  const { subscriptionAvailable, subscriptionHeld, onDemandAvailable, onDemandHeld } = account
  await db
    .updateTable('creditAccounts')
    .set({ subscriptionAvailable, subscriptionHeld, onDemandAvailable, onDemandHeld })
    .where('userId', '=', account.userId)
    .execute()
  await db.insertInto('creditEntries').values(entries).execute()
  await tell(db, locked, account, isActedFor)
  await tellLow(db, locked, account)
  return account
}

async function tell(db: Db, before: Account, after: Account, isActedFor: boolean) {
  const { userId, alertThreshold } = after
  await announce(db, balanceTopic(userId))
  const left = spendable(after)
  if (alertThreshold === null || left >= alertThreshold || left >= spendable(before)) return
  // What was below already is no doing of whoever acts now: what was started stays so, and what waits waits on.
  if (isActedFor && spendable(before) < alertThreshold) return
  if (before.alertPending !== isActedFor) await setWatchWaits(db, userId, isActedFor)
  if (isActedFor) return
  await addJob(db, balanceBelowJob, { userId }, { jobKey: `${balanceBelowJob}:${userId}` })
}

/** Has a user's webhooks told when fewer credits are left than the smallest campaign takes, and were not before. */
async function tellLow(db: Db, before: Account, after: Account): Promise<void> {
  const left = spendable(after)
  if (left >= spendable(before)) return
  const threshold = await smallestCampaign(db)
  if (threshold === null || left >= threshold || spendable(before) < threshold) return
  const data = () => ({ balance: presentBalance(after), threshold })
  // The ledger goes by the database's clock and is given no other; what is due goes by the program's.
  await tellWebhooks({ db, clock: systemClock }, after.userId, 'credits.low', data)
}

type NewHold = { id: string; userId: string; orderId: string; subscription: number; onDemand: number }

export const insertHold = (db: Db, hold: NewHold) => db.insertInto('creditHolds').values(hold).execute()

/** The hold of an order that is not settled yet, locked. */
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
