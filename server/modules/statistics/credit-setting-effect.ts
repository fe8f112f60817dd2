import type { CreditSettingEffect } from '@dooryard/contract/credit-setting-effect'
import type { CreditSetting, CreditSettingChange } from '@dooryard/contract/credits'
import type { Role } from '@dooryard/contract/roles'
import { dayMs } from '@dooryard/contract/time'
import type { Context } from '../../platform/context.ts'
import { activeOfType } from '../campaigns/index.ts'
import { countShortOf, creditSetting } from '../credits/index.ts'
import { placedOfType, underWayOfType } from '../orders/index.ts'

const thirtyDaysMs = 30 * dayMs
const mayOrder: Role[] = ['ENTERPRISE_USER', 'CONSUMER_USER']

/** Changes nothing; fields that `change` leaves out stay. NOT_FOUND for a setting that there is not. */
export async function foreseeEffect(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  change: CreditSettingChange,
): Promise<CreditSettingEffect> {
  const setting = await creditSetting(db, id)
  const { key: campaignType } = setting
  const isOnOfferThen = change.isActive ?? setting.isActive
  const creditRequired = change.creditRequired ?? setting.creditRequired
  const minCampaignVolume = change.minCampaignVolume ?? setting.minCampaignVolume
  const since = new Date(clock.now().getTime() - thirtyDaysMs)
  const amounts = { now: smallestPrice(setting), afterwards: smallestPrice({ creditRequired, minCampaignVolume }) }
  const [underWay, activeCampaigns, placed, cannotAfford] = await Promise.all([
    underWayOfType(db, campaignType),
    activeOfType(db, campaignType),
    placedOfType(db, { campaignType, since, smallest: minCampaignVolume }),
    countShortOf(db, mayOrder, amounts),
  ])
  const { tooSmall: tooSmallThen, leadsOfOthers, creditsOfOthers: creditsOfFitting, ...last30Days } = placed
  const creditsThen = isOnOfferThen ? leadsOfOthers * creditRequired : 0
  return {
    isOnOfferThen,
    underWay,
    activeCampaigns,
    last30Days: { ...last30Days, creditsOfFitting, creditsThen, tooSmallThen },
    cannotAfford,
  }
}

type Terms = Pick<CreditSetting, 'creditRequired' | 'minCampaignVolume'>

/** What the smallest order costs; there is none of no lead. */
const smallestPrice = ({ creditRequired, minCampaignVolume }: Terms): number =>
  creditRequired * Math.max(1, minCampaignVolume)
