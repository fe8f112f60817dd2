import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { openAccount } from './balance.ts'
import { grantCredits } from './grant-credits.ts'
import type { Bucket } from './ledger.queries.ts'

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
