import type { CreditSetting } from '@dooryard/contract/credits'
import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type CreditSettingRow, findSetting, findSettingByKey, selectSettings } from './credit-settings.queries.ts'

const present = (row: CreditSettingRow): CreditSetting => ({
  ...row,
  id: String(row.id),
  key: campaignTypes.schema.parse(row.key),
  description: row.description ?? undefined,
})

export const listCreditSettings = async (db: Db): Promise<CreditSetting[]> => (await selectSettings(db)).map(present)

export async function creditSetting(db: Db, id: string): Promise<CreditSetting> {
  const row = /^\d{1,9}$/.test(id) ? await findSetting(db, Number(id)) : undefined
  if (!row) throw notFound('This credit setting')
  return present(row)
}

/** What a lead of a campaign type costs now, and whether it is on offer. */
export const priceOf = async (db: Db, campaignType: CampaignType): Promise<CreditSetting> =>
  present(await findSettingByKey(db, campaignType))
