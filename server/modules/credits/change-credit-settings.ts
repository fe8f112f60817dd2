import type { CreditSetting, CreditSettingDraft, CreditSettingEdit } from '@dooryard/contract/credits'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { plural } from '../../platform/format.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import {
  type CreditSettingRow,
  deleteSetting,
  insertSetting,
  lockSetting,
  updateSetting,
} from './credit-settings.queries.ts'
import { noSuchSetting, presentSetting, settingId } from './credit-settings.ts'

const objectOf = ({ id }: CreditSettingRow) => ({ type: 'credit_setting', id: String(id) })

const factsOf = ({ id: _, ...facts }: CreditSettingRow) => facts

/** Puts a campaign type on offer. CONFLICT where it is. */
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

/**
 * Changes what leads of a campaign type cost from now on; orders keep the price that was copied onto them. CONFLICT where
 * its terms are not those that were to be changed any more.
 */
export const changeCreditSetting = (ctx: Context, id: string, edit: CreditSettingEdit): Promise<CreditSetting> =>
  inTransaction(ctx, async (inside) => {
    const row = await lockSetting(inside.db, settingId(id))
    if (!row) throw noSuchSetting()
    const { description, expected, ...given } = edit
    if (expected && !isAsExpected(row, expected)) throw appError('CONFLICT', changedBy(row))
    // An empty description is none.
    const wanted = { ...given, ...(description !== undefined && { description: description || null }) }
    // The entries of an object are typed by name alone; the contract knows no other names.
    const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => wanted[name] !== row[name])
    if (names.length === 0) return presentSetting(row)
    const changed = await updateSetting(inside.db, row.id, wanted)
    const facts = (of: CreditSettingRow) => Object.fromEntries(names.map((name) => [name, of[name]]))
    await audit(inside, {
      action: 'credit_setting.changed',
      object: objectOf(row),
      before: facts(row),
      after: facts(changed),
    })
    return presentSetting(changed)
  })

/** Takes a campaign type off. Orders that were placed are filled as they were. */
export async function removeCreditSetting(ctx: Context, id: string): Promise<undefined> {
  await inTransaction(ctx, async (inside) => {
    const row = await lockSetting(inside.db, settingId(id))
    if (!row) throw noSuchSetting()
    await deleteSetting(inside.db, row.id)
    await audit(inside, { action: 'credit_setting.deleted', object: objectOf(row), before: factsOf(row) })
  })
}
