import type { CampaignType } from '@dooryard/contract/vocabularies'
import { audit } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { findSettingByKey, updateSetting } from './credit-settings.queries.ts'

/** Puts a campaign type that has its price on offer, on nobody's behalf; one that is, or has none, stays as it is. */
export const putOnOffer = (services: Pick<Services, 'db' | 'clock'>, campaignType: CampaignType): Promise<void> =>
  inTransaction(services, async (inside) => {
    const row = await findSettingByKey(inside.db, campaignType)
    if (!row || row.isActive) return
    await updateSetting(inside.db, row.id, { isActive: true })
    await audit(inside, {
      action: 'credit_setting.changed',
      object: { type: 'credit_setting', id: String(row.id) },
      before: { isActive: false },
      after: { isActive: true },
    })
  })
