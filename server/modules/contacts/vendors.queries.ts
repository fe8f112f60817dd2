import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

type Day = { vendor: string; day: string }

/**
 * Counts owners who are about to be asked about against the day's limit, and gives how many of them may be. Whoever else
 * counts waits for this transaction, so that all processes together keep the limit exactly.
 */
export async function spend(db: Db, { vendor, day }: Day, wanted: number, limit: number): Promise<number> {
  await db
    .insertInto('contactSpending')
    .values({ vendor, day, asked: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { asked } = await ofDay(db, { vendor, day }).select('asked').forUpdate().executeTakeFirstOrThrow()
  const granted = Math.max(Math.min(wanted, limit - asked), 0)
  await db
    .updateTable('contactSpending')
    .set({ asked: asked + granted })
    .where('vendor', '=', vendor)
    .where('day', '=', day)
    .execute()
  return granted
}

/** Takes back what was counted for owners who were not asked about after all. */
export const giveBack = (db: Db, { vendor, day }: Day, owners: number) =>
  db
    .updateTable('contactSpending')
    .set({ asked: sql`greatest(asked - ${owners}, 0)` })
    .where('vendor', '=', vendor)
    .where('day', '=', day)
    .execute()

export async function askedOn(db: Db, of: Day): Promise<number> {
  const row = await ofDay(db, of).select('asked').executeTakeFirst()
  return row?.asked ?? 0
}

const ofDay = (db: Db, { vendor, day }: Day) =>
  db.selectFrom('contactSpending').where('vendor', '=', vendor).where('day', '=', day)

/** How a vendor does; undefined where nothing ever went wrong. */
export const findVendor = (db: Db, vendor: string) =>
  db
    .selectFrom('contactVendors')
    .select(['failures', 'pausedUntil', 'lastError'])
    .where('vendor', '=', vendor)
    .executeTakeFirst()

/** The same with its row locked, for whoever changes it. */
export const lockVendor = (db: Db, vendor: string) =>
  db
    .selectFrom('contactVendors')
    .select(['failures', 'pausedUntil', 'lastError'])
    .where('vendor', '=', vendor)
    .forUpdate()
    .executeTakeFirst()

type VendorState = { failures: number; pausedUntil: Date | null; lastError: string | null }

/** Makes a row for a vendor that has none, so that it can be locked. */
export const enterVendor = (db: Db, vendor: string, changedAt: Date) =>
  db
    .insertInto('contactVendors')
    .values({ vendor, changedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const changeVendor = (db: Db, vendor: string, state: Partial<VendorState> & { changedAt: Date }) =>
  db.updateTable('contactVendors').set(state).where('vendor', '=', vendor).execute()
