import type { Db } from '../../platform/postgres/database.ts'

export type Bucket = 'SUBSCRIPTION' | 'ON_DEMAND'
export type EntryType =
  | 'GRANT'
  | 'PURCHASE'
  | 'COUPON'
  | 'HOLD'
  | 'CAPTURE'
  | 'RELEASE'
  | 'REFUND'
  | 'EXPIRE'
  | 'ADJUST'

/** `amount` changes what can be spent, `held` what is held; whole credits, signed. */
export type Movement = { type: EntryType; bucket: Bucket; amount: number; held: number }

/** Why and by whom. */
export type Cause = { actor: string; orderId?: string; reason?: string }

export type Account = {
  userId: string
  subscriptionAvailable: number
  subscriptionHeld: number
  onDemandAvailable: number
  onDemandHeld: number
}

const accountColumns = [
  'userId',
  'subscriptionAvailable',
  'subscriptionHeld',
  'onDemandAvailable',
  'onDemandHeld',
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

const columnsOf = {
  SUBSCRIPTION: { available: 'subscriptionAvailable', held: 'subscriptionHeld' },
  ON_DEMAND: { available: 'onDemandAvailable', held: 'onDemandHeld' },
} as const

/**
 * Applies movements to a locked account and writes an entry for each, with the balance after it. Movements of nothing leave
 * no entry. The database refuses a balance below zero.
 */
export async function move(db: Db, locked: Account, movements: Movement[], cause: Cause): Promise<Account> {
  const account = { ...locked }
  const entries = []
  for (const movement of movements) {
    if (movement.amount === 0 && movement.held === 0) continue
    const columns = columnsOf[movement.bucket]
    account[columns.available] += movement.amount
    account[columns.held] += movement.held
    entries.push({
      ...movement,
      ...cause,
      userId: account.userId,
      balanceAfter: account[columns.available],
      heldAfter: account[columns.held],
    })
  }
  if (entries.length === 0) return account
  const { userId, ...sums } = account
  await db.updateTable('creditAccounts').set(sums).where('userId', '=', userId).execute()
  await db.insertInto('creditEntries').values(entries).execute()
  return account
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
