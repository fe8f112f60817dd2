import type { CreditSetting } from '@dooryard/contract/credits'
import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import { appError, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type CreditSettingRow, findSetting, findSettingByKey, selectSettings } from './credit-settings.queries.ts'

export const presentSetting = (row: CreditSettingRow): CreditSetting => ({
  ...row,
  id: String(row.id),
  key: campaignTypes.schema.parse(row.key),
  description: row.description ?? undefined,
})

export const listCreditSettings = async (db: Db): Promise<CreditSetting[]> =>
  (await selectSettings(db)).map(presentSetting)

export const noSuchSetting = () => notFound('This credit setting')

/** The number that an id stands for; NOT_FOUND for what is none. */
export function settingId(id: string): number {
  if (!/^\d{1,9}$/.test(id)) throw noSuchSetting()
  return Number(id)
}

export async function creditSetting(db: Db, id: string): Promise<CreditSetting> {
  const row = await findSetting(db, settingId(id))
  if (!row) throw noSuchSetting()
  return presentSetting(row)
}

/** What a lead of a campaign type costs now, and whether it is on offer. UNPROCESSABLE where it was taken off. */
export async function priceOf(db: Db, campaignType: CampaignType): Promise<CreditSetting> {
  const row = await findSettingByKey(db, campaignType)
  if (!row) throw appError('UNPROCESSABLE', `${campaignTypes.label(campaignType)} orders are not on offer at present.`)
  return presentSetting(row)
}
