import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { getOrderTerms } from '../../lib/order/order-cost.ts'

type Limits = { maxLeads: number; monthlyCredits: number }

/**
 * What is wrong with two valid limits together: `bad` where the server refuses them since no run could order, `warn`
 * where no run could order as many leads as it may. Undefined if nothing is.
 */
export function describeLimits(
  { maxLeads, monthlyCredits }: Limits,
  setting: Pick<CreditSetting, 'name' | 'creditRequired' | 'minCampaignVolume'>,
  isCampaign: boolean,
): { tone: 'bad' | 'warn'; text: string } | undefined {
  if (!(maxLeads >= 1 && monthlyCredits >= 1)) return undefined
  const { name, creditRequired } = setting
  const { minQuantity: minimum } = getOrderTerms({}, setting, { quote: undefined, isCampaign })
  const needed = minimum * creditRequired
  if (monthlyCredits < needed) {
    const order = minimum === 1 ? `A ${name} lead` : `The minimum ${name} order of ${pluralize(minimum, 'lead')}`
    const limit = pluralize(monthlyCredits, 'credit')
    return {
      tone: 'bad',
      text: `${order} costs ${pluralize(needed, 'credit')}, so no run could order with ${limit} per month.`,
    }
  }
  const cost = maxLeads * creditRequired
  if (cost <= monthlyCredits) return undefined
  const most = pluralize(Math.floor(monthlyCredits / creditRequired), 'lead')
  return {
    tone: 'warn',
    text: `${pluralize(maxLeads, 'lead')} cost ${pluralize(cost, 'credit')}, more than ${formatNumber(monthlyCredits)} per month: runs order at most ${most} a month.`,
  }
}
