import type { Bucket } from '@dooryard/contract/credit-history'
import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectPayments } from '../billing/index.ts'
import { openAccount } from './balance.ts'
import { grantCredits } from './grant-credits.ts'
import { verifyLedger as verifyLedgerOf } from './verify-ledger.ts'

/** Verifies the ledger against the payments, as the job and the command do. */
export const verifyLedger = (db: Db, options?: Parameters<typeof verifyLedgerOf>[2]) =>
  verifyLedgerOf(db, selectPayments, options)

/** What can be spent and what is held, of each bucket. */
export type Sums = Record<Bucket, { available: number; held: number }>

export const sumsOf = (subscription: number, onDemand: number): Sums => ({
  SUBSCRIPTION: { available: subscription, held: 0 },
  ON_DEMAND: { available: onDemand, held: 0 },
})

/** A user with an account of so many credits; gives the user's id. */
export async function account(db: Db, credits: { subscription?: number; onDemand?: number } = {}): Promise<string> {
  const id = newId()
  const person = { email: `${id}@example.com`, firstName: 'Tess', lastName: 'Ledger', phone: '615-555-0110' }
  await db
    .insertInto('users')
    .values({ ...person, id, role: 'ENTERPRISE_USER', passwordHash: 'opens nothing' })
    .execute()
  await openAccount(db, id)
  const grant = { userId: id, reason: 'To begin with', actor: 'test' }
  await grantCredits(db, { ...grant, bucket: 'SUBSCRIPTION', amount: credits.subscription ?? 0 })
  await grantCredits(db, { ...grant, bucket: 'ON_DEMAND', amount: credits.onDemand ?? 0 })
  return id
}

/** The account row. */
export async function sumsInAccount(db: Db, userId: string): Promise<Sums> {
  const row = await db.selectFrom('creditAccounts').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()
  return {
    SUBSCRIPTION: { available: row.subscriptionAvailable, held: row.subscriptionHeld },
    ON_DEMAND: { available: row.onDemandAvailable, held: row.onDemandHeld },
  }
}

/** What of each order's hold goes when it comes back, of the orders where any does. */
export async function marksIn(db: Db, userId: string): Promise<Record<string, Partial<Record<Bucket, number>>>> {
  const { rows } = await sql<{ orderId: string; bucket: Bucket; marked: number }>`
    select order_id, bucket, sum(marked)::bigint as marked from credit_entries
    where user_id = ${userId} and order_id is not null group by 1, 2 having sum(marked) <> 0`.execute(db)
  const marks: Record<string, Partial<Record<Bucket, number>>> = {}
  for (const { orderId, bucket, marked } of rows) marks[orderId] = { ...marks[orderId], [bucket]: marked }
  return marks
}

export const entriesOf = (db: Db, userId: string) =>
  db
    .selectFrom('creditEntries')
    .select(['type', 'bucket', 'amount', 'held', 'balanceAfter', 'heldAfter', 'orderId', 'actor', 'reason'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

/** What the entries add up to. Throws when one of them says another balance after it than those up to it do. */
export async function sumsOfEntries(db: Db, userId: string): Promise<Sums> {
  const sums = sumsOf(0, 0)
  for (const entry of await entriesOf(db, userId)) {
    const sum = sums[entry.bucket as Bucket]
    sum.available += entry.amount
    sum.held += entry.held
    if (sum.available !== entry.balanceAfter || sum.held !== entry.heldAfter)
      throw new Error(`an entry says ${JSON.stringify(entry)}, and the ledger up to it ${JSON.stringify(sum)}`)
  }
  return sums
}

/** Whether the entries of an account are one chain, and the account knows its length and its end. */
export async function isChained(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isChained: boolean }>`
    with links as (
      select seq, hash,
        seq = row_number() over (order by seq) and previous_hash = lag(hash, 1, sha256('')) over (order by seq)
          and hash = sha256(previous_hash || convert_to(credit_entry_text(entry), 'UTF8')) as follows
      from credit_entries entry where user_id = ${userId}
    )
    select (select count(*) from links where follows) = entry_count
      and head_hash = coalesce((select hash from links order by seq desc limit 1), sha256('')) as is_chained
    from credit_accounts where user_id = ${userId}`.execute(db)
  return rows[0]?.isChained === true
}

/** Somebody who may adjust credits. */
export const adjuster = (db: Db) => ({
  db,
  clock: { now: () => new Date() },
  actor: { userId: newId(), role: 'SUPER_ADMIN' as const, sessionId: newId() },
})
