import type { Role } from '@dooryard/contract/api/roles'
import { dayMs } from '@dooryard/contract/api/time'
import type { CreditSettingEffect } from '@dooryard/contract/billing/admin/credit-setting-effect'
import type { CreditSetting, CreditSettingChange } from '@dooryard/contract/billing/credits'
import type { Context } from '../../platform/context.ts'
import { countActiveCampaignsByType } from '../campaigns/index.ts'
import { countLowBalanceUsers, getCreditSetting } from '../credits/index.ts'
import { getInProgressByType, getPlacedOrderStats } from '../orders/index.ts'

const thirtyDaysMs = 30 * dayMs
const orderingRoles: Role[] = ['ENTERPRISE_USER', 'CONSUMER_USER']

/** Changes nothing; fields missing in `change` keep their value. NOT_FOUND for an unknown setting. */
export async function previewCreditSettingEffect(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  change: CreditSettingChange,
): Promise<CreditSettingEffect> {
  const setting = await getCreditSetting(db, id)
  const { key: campaignType } = setting
  const isActiveAfterwards = change.isActive ?? setting.isActive
  const creditRequired = change.creditRequired ?? setting.creditRequired
  const minCampaignVolume = change.minCampaignVolume ?? setting.minCampaignVolume
  const since = new Date(clock.now().getTime() - thirtyDaysMs)
  const amounts = {
    now: getSmallestPrice(setting),
    afterwards: getSmallestPrice({ creditRequired, minCampaignVolume }),
  }
  const [inProgress, activeCampaigns, recentOrders, cannotAfford] = await Promise.all([
    getInProgressByType(db, campaignType),
    countActiveCampaignsByType(db, campaignType),
    getPlacedOrderStats(db, { campaignType, since, smallest: minCampaignVolume }),
    countLowBalanceUsers(db, orderingRoles, amounts),
  ])
  const { tooSmall: tooSmallAfterwards, leadsOfOthers, creditsOfOthers: creditsOfFitting, ...last30Days } = recentOrders
  const creditsAfterwards = isActiveAfterwards ? leadsOfOthers * creditRequired : 0
  return {
    isOnOfferThen: isActiveAfterwards,
    underWay: inProgress,
    activeCampaigns,
    last30Days: { ...last30Days, creditsOfFitting, creditsThen: creditsAfterwards, tooSmallThen: tooSmallAfterwards },
    cannotAfford,
  }
}

type CreditSettingTerms = Pick<CreditSetting, 'creditRequired' | 'minCampaignVolume'>

/** The cost of the smallest order, which has at least one lead. */
const getSmallestPrice = ({ creditRequired, minCampaignVolume }: CreditSettingTerms): number =>
  creditRequired * Math.max(1, minCampaignVolume)
