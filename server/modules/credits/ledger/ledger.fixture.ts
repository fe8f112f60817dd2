import type { Bucket } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { selectPayments } from '../../billing/index.ts'
import { createCreditAccount } from '../balance/balance.ts'
import { grantCredits } from '../grants/grant-credits.ts'
import { verifyLedger as verifyLedgerWith } from '../verify/verify-ledger.ts'

/** Verifies the ledger against the payments, like the job and the command. */
export const verifyLedger = (db: Db, options?: Parameters<typeof verifyLedgerWith>[2]) =>
  verifyLedgerWith(db, selectPayments, options)

/** Spendable and held credits of each bucket. */
export type Sums = Record<Bucket, { available: number; held: number }>

export const toSums = (subscription: number, onDemand: number): Sums => ({
  SUBSCRIPTION: { available: subscription, held: 0 },
  ON_DEMAND: { available: onDemand, held: 0 },
})

/** Creates a user whose account has the given credits. Returns the user's id. */
export async function createTestAccount(
  db: Db,
  credits: { subscription?: number; onDemand?: number } = {},
): Promise<string> {
  const id = newId()
  const person = { email: `${id}@example.com`, firstName: 'Tess', lastName: 'Ledger', phone: '615-555-0110' }
  await db
    .insertInto('users')
    .values({ ...person, id, role: 'ENTERPRISE_USER', passwordHash: 'opens nothing' })
    .execute()
  await createCreditAccount(db, id)
  const grant = { userId: id, reason: 'To begin with', actor: 'test' }
  await grantCredits(db, { ...grant, bucket: 'SUBSCRIPTION', amount: credits.subscription ?? 0 })
  await grantCredits(db, { ...grant, bucket: 'ON_DEMAND', amount: credits.onDemand ?? 0 })
  return id
}

/** Reads the sums of the account row. */
export async function getAccountSums(db: Db, userId: string): Promise<Sums> {
  const row = await db.selectFrom('creditAccounts').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()
  return {
    SUBSCRIPTION: { available: row.subscriptionAvailable, held: row.subscriptionHeld },
    ON_DEMAND: { available: row.onDemandAvailable, held: row.onDemandHeld },
  }
}

/** The pending adjustments of each order that has any. */
export async function getPendingByOrder(
  db: Db,
  userId: string,
): Promise<Record<string, Partial<Record<Bucket, number>>>> {
  const { rows } = await sql<{ orderId: string; bucket: Bucket; marked: number }>`
    select order_id, bucket, sum(marked)::bigint as marked from credit_entries
    where user_id = ${userId} and order_id is not null group by 1, 2 having sum(marked) <> 0`.execute(db)
  const marks: Record<string, Partial<Record<Bucket, number>>> = {}
  for (const { orderId, bucket, marked } of rows) marks[orderId] = { ...marks[orderId], [bucket]: marked }
  return marks
}

export const listLedgerEntries = (db: Db, userId: string) =>
  db
    .selectFrom('creditEntries')
    .select(['type', 'bucket', 'amount', 'held', 'balanceAfter', 'heldAfter', 'orderId', 'actor', 'reason'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

/** Sums up the entries. Throws if the balance stored in an entry differs from the running sum. */
export async function sumLedgerEntries(db: Db, userId: string): Promise<Sums> {
  const sums = toSums(0, 0)
  for (const entry of await listLedgerEntries(db, userId)) {
    const sum = sums[entry.bucket as Bucket]
    sum.available += entry.amount
    sum.held += entry.held
    if (sum.available !== entry.balanceAfter || sum.held !== entry.heldAfter)
      throw new Error(`an entry says ${JSON.stringify(entry)}, and the ledger up to it ${JSON.stringify(sum)}`)
  }
  return sums
}

/** Whether the entries form one chain whose length and head match the account. */
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

/** A context that may adjust credits. */
export const createAdjuster = (db: Db) => ({
  db,
  clock: { now: () => new Date() },
  actor: { userId: newId(), role: 'SUPER_ADMIN' as const, sessionId: newId() },
})
