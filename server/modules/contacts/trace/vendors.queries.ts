import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

type VendorDay = { vendor: string; day: string }

/**
 * Reserves quota for the day and returns the number of owners granted. Concurrent callers wait, so all processes
 * together keep the limit.
 */
export async function reserveDailyQuota(
  db: Db,
  { vendor, day }: VendorDay,
  wanted: number,
  limit: number,
): Promise<number> {
  await db
    .insertInto('contactDailyUsage')
    .values({ vendor, day, asked: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { asked } = await selectUsage(db, { vendor, day }).select('asked').forUpdate().executeTakeFirstOrThrow()
  const granted = Math.max(Math.min(wanted, limit - asked), 0)
  await db
    .updateTable('contactDailyUsage')
    .set({ asked: asked + granted })
    .where('vendor', '=', vendor)
    .where('day', '=', day)
    .execute()
  return granted
}

export const releaseQuota = (db: Db, { vendor, day }: VendorDay, owners: number) =>
  db
    .updateTable('contactDailyUsage')
    .set({ asked: sql`greatest(asked - ${owners}, 0)` })
    .where('vendor', '=', vendor)
    .where('day', '=', day)
    .execute()

export async function getDailyUsage(db: Db, of: VendorDay): Promise<number> {
  const row = await selectUsage(db, of).select('asked').executeTakeFirst()
  return row?.asked ?? 0
}

const selectUsage = (db: Db, { vendor, day }: VendorDay) =>
  db.selectFrom('contactDailyUsage').where('vendor', '=', vendor).where('day', '=', day)

const selectVendorState = (db: Db, vendor: string) =>
  db.selectFrom('contactVendors').select(['failures', 'pausedUntil', 'lastError']).where('vendor', '=', vendor)

export const findVendor = (db: Db, vendor: string) => selectVendorState(db, vendor).executeTakeFirst()

export const lockVendor = (db: Db, vendor: string) => selectVendorState(db, vendor).forUpdate().executeTakeFirst()

type VendorState = { failures: number; pausedUntil: Date | null; lastError: string | null }

export const insertVendor = (db: Db, vendor: string, changedAt: Date) =>
  db
    .insertInto('contactVendors')
    .values({ vendor, changedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const updateVendor = (db: Db, vendor: string, state: Partial<VendorState> & { changedAt: Date }) =>
  db.updateTable('contactVendors').set(state).where('vendor', '=', vendor).execute()
