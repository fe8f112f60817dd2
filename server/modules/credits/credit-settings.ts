import type { CreditSetting, CreditSettingDraft, CreditSettingEdit } from '@dooryard/contract/credits'
import { type CampaignType, campaignTypes } from '@dooryard/contract/vocabularies'
import { audit } from '../../platform/audit.ts'
import type { Context, Services } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { findChanges } from '../../platform/find-changes.ts'
import { plural } from '../../platform/format.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import {
  type CreditSettingRow,
  deleteSetting,
  findSetting,
  findSettingByKey,
  insertSetting,
  lockSetting,
  selectSettings,
  updateSetting,
} from './credit-settings.queries.ts'

export const presentSetting = (row: CreditSettingRow): CreditSetting => ({
  ...row,
  id: String(row.id),
  key: campaignTypes.schema.parse(row.key),
  description: row.description ?? undefined,
})

export const listCreditSettings = async (db: Db): Promise<CreditSetting[]> =>
  (await selectSettings(db)).map(presentSetting)

export const noSuchSetting = () => notFound('This credit setting')

/** NOT_FOUND for what is no number. */
export function settingId(id: string): number {
  if (!/^\d{1,9}$/.test(id)) throw noSuchSetting()
  return Number(id)
}

export async function creditSetting(db: Db, id: string): Promise<CreditSetting> {
  const row = await findSetting(db, settingId(id))
  if (!row) throw noSuchSetting()
  return presentSetting(row)
}

/** UNPROCESSABLE where the type is not on offer. */
export async function priceOf(db: Db, campaignType: CampaignType): Promise<CreditSetting> {
  const row = await findSettingByKey(db, campaignType)
  if (!row) throw appError('UNPROCESSABLE', `${campaignTypes.label(campaignType)} orders are not on offer at present.`)
  return presentSetting(row)
}

const objectOf = ({ id }: CreditSettingRow) => ({ type: 'credit_setting', id: String(id) })

const factsOf = ({ id: _, ...facts }: CreditSettingRow) => facts

/** CONFLICT where the type has a setting. */
export const createCreditSetting = (ctx: Context, draft: CreditSettingDraft): Promise<CreditSetting> =>
  inTransaction(ctx, async (inside) => {
    const row = await insertSetting(inside.db, { ...draft, description: draft.description || null })
    const type = campaignTypes.label(draft.key)
    if (!row) throw appError('CONFLICT', `${type} has a credit setting already. Change that one instead.`)
    await audit(inside, { action: 'credit_setting.created', object: objectOf(row), after: factsOf(row) })
    return presentSetting(row)
  })

type Terms = NonNullable<CreditSettingEdit['expected']>

const isAsExpected = (row: CreditSettingRow, { creditRequired, minCampaignVolume, isActive }: Terms) =>
  row.creditRequired === creditRequired && row.minCampaignVolume === minCampaignVolume && row.isActive === isActive

const changedBy = ({ creditRequired, minCampaignVolume, isActive }: CreditSettingRow) =>
  `Somebody changed this in the meantime: a lead costs ${plural(creditRequired, 'credit')} now, the smallest order is ` +
  `${plural(minCampaignVolume, 'lead')}, and it is ${isActive ? '' : 'not '}on offer. Close this and look at it again.`

/** Orders keep the price that was copied onto them. CONFLICT where the terms are not the expected ones any more. */
export const changeCreditSetting = (ctx: Context, id: string, edit: CreditSettingEdit): Promise<CreditSetting> =>
  inTransaction(ctx, async (inside) => {
    const row = await lockSetting(inside.db, settingId(id))
    if (!row) throw noSuchSetting()
    const { description, expected, ...given } = edit
    if (expected && !isAsExpected(row, expected)) throw appError('CONFLICT', changedBy(row))
    // An empty description is none.
    const wanted = { ...given, ...(description !== undefined && { description: description || null }) }
    const changes = findChanges<CreditSettingRow>(row, wanted)
    if (!changes) return presentSetting(row)
    const changed = await updateSetting(inside.db, row.id, wanted)
    await audit(inside, { action: 'credit_setting.changed', object: objectOf(row), ...changes })
    return presentSetting(changed)
  })

/** Orders that were placed are filled as they were. */
export async function removeCreditSetting(ctx: Context, id: string): Promise<undefined> {
  await inTransaction(ctx, async (inside) => {
    const row = await lockSetting(inside.db, settingId(id))
    if (!row) throw noSuchSetting()
    await deleteSetting(inside.db, row.id)
    await audit(inside, { action: 'credit_setting.deleted', object: objectOf(row), before: factsOf(row) })
  })
}

/** Activates the setting of a type, on nobody's behalf. */
export const putOnOffer = (services: Pick<Services, 'db' | 'clock'>, campaignType: CampaignType): Promise<void> =>
  inTransaction(services, async (inside) => {
    const row = await findSettingByKey(inside.db, campaignType)
    if (!row || row.isActive) return
    await updateSetting(inside.db, row.id, { isActive: true })
    await audit(inside, {
      action: 'credit_setting.changed',
      object: objectOf(row),
      before: { isActive: false },
      after: { isActive: true },
    })
  })
