import type { Db } from '../../platform/postgres/database.ts'

const columns = ['id', 'key', 'name', 'description', 'creditRequired', 'minCampaignVolume', 'isActive'] as const

export type CreditSettingRow = Awaited<ReturnType<typeof selectSettings>>[number]

export const selectSettings = (db: Db) => db.selectFrom('creditSettings').select(columns).orderBy('id').execute()

export const findSetting = (db: Db, id: number) =>
  db.selectFrom('creditSettings').select(columns).where('id', '=', id).executeTakeFirst()

export const findSettingByKey = (db: Db, key: string) =>
  db.selectFrom('creditSettings').select(columns).where('key', '=', key).executeTakeFirstOrThrow()
