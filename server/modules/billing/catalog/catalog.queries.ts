import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'

const planColumns = ['id', 'name', 'monthlyCredits', 'price', 'annualPrice', 'currency', 'isActive'] as const
const packColumns = ['id', 'name', 'credits', 'price', 'currency', 'isActive'] as const

export type PlanRow = Awaited<ReturnType<typeof selectPlans>>[number]
export type PackRow = Awaited<ReturnType<typeof selectPacks>>[number]

/** Inactive ones last. */
export const selectPlans = (db: Db) =>
  db.selectFrom('plans').select(planColumns).orderBy('isActive', 'desc').orderBy('price').orderBy('id').execute()

/** Inactive ones last. */
export const selectPacks = (db: Db) =>
  db.selectFrom('packs').select(packColumns).orderBy('isActive', 'desc').orderBy('credits').orderBy('id').execute()

export const findPlan = (db: Db, id: string) =>
  db.selectFrom('plans').select(planColumns).where('id', '=', id).executeTakeFirst()

export const findPack = (db: Db, id: string) =>
  db.selectFrom('packs').select(packColumns).where('id', '=', id).executeTakeFirst()

export const lockPlan = (db: Db, id: string) =>
  db.selectFrom('plans').select(planColumns).where('id', '=', id).forUpdate().executeTakeFirst()

export const lockPack = (db: Db, id: string) =>
  db.selectFrom('packs').select(packColumns).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertPlan = (db: Db, plan: Insertable<DB['plans']>) =>
  db.insertInto('plans').values(plan).returning(planColumns).executeTakeFirstOrThrow()

export const insertPack = (db: Db, pack: Insertable<DB['packs']>) =>
  db.insertInto('packs').values(pack).returning(packColumns).executeTakeFirstOrThrow()

export const updatePlan = (db: Db, id: string, change: Updateable<DB['plans']>) =>
  db.updateTable('plans').set(change).where('id', '=', id).returning(planColumns).executeTakeFirstOrThrow()

export const updatePack = (db: Db, id: string, change: Updateable<DB['packs']>) =>
  db.updateTable('packs').set(change).where('id', '=', id).returning(packColumns).executeTakeFirstOrThrow()

/** Whether another active plan or pack has a name, in any case. */
export async function isNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from plans where lower(name) = lower(${name}) and is_active and id <> ${exceptId}
    union all
    select from packs where lower(name) = lower(${name}) and is_active and id <> ${exceptId}`.execute(db)
  return rows.length > 0
}

export async function countSubscribers(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['planId', (eb) => eb.fn.countAll<number>().as('subscribers')])
    .where('status', '<>', 'INACTIVE')
    .groupBy('planId')
    .execute()
  return new Map(rows.map(({ planId, subscribers }) => [planId, subscribers]))
}
