import type { Db } from '../../../platform/postgres/database.ts'

const columns = ['id', 'key', 'name', 'description', 'creditRequired', 'minCampaignVolume', 'isActive'] as const

export type CreditSettingRow = Awaited<ReturnType<typeof selectSettings>>[number]

export const selectSettings = (db: Db) => db.selectFrom('creditSettings').select(columns).orderBy('id').execute()

/** The lowest cost of a campaign of any active type, in credits. Null if no type is active. */
export async function getSmallestCampaignCost(db: Db): Promise<number | null> {
  const { least } = await db
    .selectFrom('creditSettings')
    .select(({ eb, fn }) => fn.min(eb('creditRequired', '*', eb.ref('minCampaignVolume'))).as('least'))
    .where('isActive', '=', true)
    .executeTakeFirstOrThrow()
  return least
}

export const findSetting = (db: Db, id: number) =>
  db.selectFrom('creditSettings').select(columns).where('id', '=', id).executeTakeFirst()

export const findSettingByKey = (db: Db, key: string) =>
  db.selectFrom('creditSettings').select(columns).where('key', '=', key).executeTakeFirst()

export const lockSetting = (db: Db, id: number) =>
  db.selectFrom('creditSettings').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns undefined if the key already has a setting. */
export const insertSetting = (db: Db, draft: Omit<CreditSettingRow, 'id'>) =>
  db
    .insertInto('creditSettings')
    .values(draft)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(columns)
    .executeTakeFirst()

export const updateSetting = (db: Db, id: number, change: Partial<Omit<CreditSettingRow, 'id' | 'key'>>) =>
  db.updateTable('creditSettings').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const deleteSetting = (db: Db, id: number) => db.deleteFrom('creditSettings').where('id', '=', id).execute()
