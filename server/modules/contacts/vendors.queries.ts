import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

type Day = { vendor: string; day: string }

/** Gives how many of the owners may be asked about. Others who count wait, so that all processes keep the limit. */
export async function spend(db: Db, { vendor, day }: Day, wanted: number, limit: number): Promise<number> {
  await db
    .insertInto('contactDailyUsage')
    .values({ vendor, day, asked: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { asked } = await ofDay(db, { vendor, day }).select('asked').forUpdate().executeTakeFirstOrThrow()
  const granted = Math.max(Math.min(wanted, limit - asked), 0)
  await db
    .updateTable('contactDailyUsage')
    .set({ asked: asked + granted })
    .where('vendor', '=', vendor)
    .where('day', '=', day)
    .execute()
  return granted
}

export const giveBack = (db: Db, { vendor, day }: Day, owners: number) =>
  db
    .updateTable('contactDailyUsage')
    .set({ asked: sql`greatest(asked - ${owners}, 0)` })
    .where('vendor', '=', vendor)
    .where('day', '=', day)
    .execute()

export async function askedOn(db: Db, of: Day): Promise<number> {
  const row = await ofDay(db, of).select('asked').executeTakeFirst()
  return row?.asked ?? 0
}

const ofDay = (db: Db, { vendor, day }: Day) =>
  db.selectFrom('contactDailyUsage').where('vendor', '=', vendor).where('day', '=', day)

const stateOf = (db: Db, vendor: string) =>
  db.selectFrom('contactVendors').select(['failures', 'pausedUntil', 'lastError']).where('vendor', '=', vendor)

export const findVendor = (db: Db, vendor: string) => stateOf(db, vendor).executeTakeFirst()

export const lockVendor = (db: Db, vendor: string) => stateOf(db, vendor).forUpdate().executeTakeFirst()

type VendorState = { failures: number; pausedUntil: Date | null; lastError: string | null }

export const enterVendor = (db: Db, vendor: string, changedAt: Date) =>
  db
    .insertInto('contactVendors')
    .values({ vendor, changedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const changeVendor = (db: Db, vendor: string, state: Partial<VendorState> & { changedAt: Date }) =>
  db.updateTable('contactVendors').set(state).where('vendor', '=', vendor).execute()
