import { type CampaignType, campaignTypes } from '@dooryard/contract/api/enums'
import type { CreditSetting, CreditSettingDraft, CreditSettingEdit } from '@dooryard/contract/billing/credits'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { findChanges } from '../../../platform/util/find-changes.ts'
import { pluralize } from '../../../platform/util/format.ts'
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

export const settingNotFound = () => notFound('This credit setting')

/** Throws NOT_FOUND if the id is not a number. */
export function parseSettingId(id: string): number {
  if (!/^\d{1,9}$/.test(id)) throw settingNotFound()
  return Number(id)
}

export async function getCreditSetting(db: Db, id: string): Promise<CreditSetting> {
  const row = await findSetting(db, parseSettingId(id))
  if (!row) throw settingNotFound()
  return presentSetting(row)
}

/** Returns the price and limits of a campaign type, active or not; undefined if none were set. */
export async function findLeadPrice(db: Db, campaignType: CampaignType): Promise<CreditSetting | undefined> {
  const row = await findSettingByKey(db, campaignType)
  return row && presentSetting(row)
}

/** UNPROCESSABLE if no price was set. */
export async function getLeadPrice(db: Db, campaignType: CampaignType): Promise<CreditSetting> {
  const price = await findLeadPrice(db, campaignType)
  if (price) return price
  throw appError('UNPROCESSABLE', `${campaignTypes.label(campaignType)} orders are not available at present.`)
}

const toAuditObject = ({ id }: CreditSettingRow) => ({ type: 'credit_setting', id: String(id) })

const toAuditFacts = ({ id: _, ...facts }: CreditSettingRow) => facts

/** Throws CONFLICT if the type already has a setting. */
export const createCreditSetting = (ctx: Context, draft: CreditSettingDraft): Promise<CreditSetting> =>
  inTransaction(ctx, async (tx) => {
    const row = await insertSetting(tx.db, { ...draft, description: draft.description || null })
    const type = campaignTypes.label(draft.key)
    if (!row) throw appError('CONFLICT', `${type} already has a credit setting. Change that one instead.`)
    await audit(tx, { action: 'credit_setting.created', object: toAuditObject(row), after: toAuditFacts(row) })
    return presentSetting(row)
  })

type SettingTerms = NonNullable<CreditSettingEdit['expected']>

const isAsExpected = (row: CreditSettingRow, { creditRequired, minCampaignVolume, isActive }: SettingTerms) =>
  row.creditRequired === creditRequired && row.minCampaignVolume === minCampaignVolume && row.isActive === isActive

const formatConflict = ({ creditRequired, minCampaignVolume, isActive }: CreditSettingRow) =>
  `Someone changed this in the meantime: a lead costs ${pluralize(creditRequired, 'credit')} now, the smallest order ` +
  `is ${pluralize(minCampaignVolume, 'lead')}, and it is ${isActive ? 'active' : 'inactive'}. Close this and look at ` +
  'it again.'

/**
 * Changes a setting. Existing orders keep their copied price. Throws CONFLICT if the terms no longer match the
 * expected ones.
 */
export const changeCreditSetting = (ctx: Context, id: string, edit: CreditSettingEdit): Promise<CreditSetting> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockSetting(tx.db, parseSettingId(id))
    if (!row) throw settingNotFound()
    const { description, expected, ...input } = edit
    if (expected && !isAsExpected(row, expected)) throw appError('CONFLICT', formatConflict(row))
    // An empty description is stored as null.
    const wanted = { ...input, ...(description !== undefined && { description: description || null }) }
    const changes = findChanges<CreditSettingRow>(row, wanted)
    if (!changes) return presentSetting(row)
    const changed = await updateSetting(tx.db, row.id, wanted)
    await audit(tx, { action: 'credit_setting.changed', object: toAuditObject(row), ...changes })
    return presentSetting(changed)
  })

/** Removes a setting. Existing orders are still fulfilled at their terms. */
export async function removeCreditSetting(ctx: Context, id: string): Promise<undefined> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockSetting(tx.db, parseSettingId(id))
    if (!row) throw settingNotFound()
    await deleteSetting(tx.db, row.id)
    await audit(tx, { action: 'credit_setting.deleted', object: toAuditObject(row), before: toAuditFacts(row) })
  })
}

/** Activates the setting of a campaign type without a user context. */
export const activateCampaignType = (
  services: Pick<Services, 'db' | 'clock'>,
  campaignType: CampaignType,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    const row = await findSettingByKey(tx.db, campaignType)
    if (!row || row.isActive) return
    await updateSetting(tx.db, row.id, { isActive: true })
    await audit(tx, {
      action: 'credit_setting.changed',
      object: toAuditObject(row),
      before: { isActive: false },
      after: { isActive: true },
    })
  })
