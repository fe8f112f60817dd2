import type { CampaignType } from '@dooryard/contract/api/enums'
import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type LeadTerms, selectsOnlyForPhones } from '@dooryard/contract/orders/quote/lead-price'
import type { Db } from '../../../platform/postgres/database.ts'
import { findLeadPrice, getLeadPrice } from '../../credits/index.ts'

/** A purchase before this no longer counts. */
export const getPurchasedSince = (at: Date): Date => new Date(at.getTime() - repeatLeadFreeDays * dayMs)

/** UNPROCESSABLE when leads of the type cannot be ordered. */
export async function getLeadTerms(
  db: Db,
  campaignType: CampaignType,
): Promise<LeadTerms & { setting: CreditSetting }> {
  const setting = await getLeadPrice(db, campaignType)
  return { setting, creditRequired: setting.creditRequired, creditsToAddPhones: await getPhonesPrice(db, setting) }
}

/** The file of a Call Ready order has the mailing data too, so who has paid for them pays the difference. */
export async function getPhonesPrice(db: Db, { key, creditRequired }: CreditSetting): Promise<number> {
  if (key !== 'CALL_READY') return 0
  const mail = await findLeadPrice(db, 'MAIL_READY')
  return Math.max(0, creditRequired - (mail?.creditRequired ?? 0))
}

/** The minimum volume is one of campaigns; leads purchased before are no volume. */
export const getMinQuantity = (
  { minCampaignVolume }: Pick<CreditSetting, 'minCampaignVolume'>,
  { isCampaign, criteria }: { isCampaign: boolean; criteria: Criteria },
): number => (isCampaign && !selectsOnlyForPhones(criteria) ? minCampaignVolume : 1)

type ChargedLeads = { newLeads: number; phonesAdded: number }

/** Credits of an order's leads; repeats are free. */
export const getOrderPrice = ({ newLeads, phonesAdded }: ChargedLeads, terms: LeadTerms): number =>
  newLeads * terms.creditRequired + phonesAdded * terms.creditsToAddPhones
