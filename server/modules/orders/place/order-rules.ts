import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/api/enums'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { Campaign } from '@dooryard/contract/orders/campaigns'
import { isColumnAvailable } from '@dooryard/contract/orders/file-columns'
import type { OrderBreakdown } from '@dooryard/contract/orders/order'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'

type OrderDraft = { campaign?: Partial<Campaign>; price: CreditSetting; criteria: Criteria; quantity: number }

export function getOrderRefusal({ campaign, price, criteria, quantity }: OrderDraft): string | null {
  if (campaign?.status === 'ARCHIVED') return 'This campaign is archived. Reactivate it to order again.'
  if (!price.isActive) return `${price.name} orders are not available at present.`
  if (isEmptyCriteria(criteria)) return 'An order needs at least one filter.'
  if (quantity < price.minCampaignVolume)
    return `A ${price.name} order needs at least ${pluralize(price.minCampaignVolume, 'lead')}.`
  return null
}

export function formatReleaseReason(quantity: number, delivered: number, repeats: number): string | undefined {
  const missing = quantity - delivered
  const free = repeats > 0 ? pluralize(repeats, 'free repeat') : undefined
  if (missing <= 0) return free && `${free} among ${pluralize(quantity, 'lead')}`
  return `${formatNumber(missing)} of ${pluralize(quantity, 'lead')} not delivered${free ? `, ${free}` : ''}`
}

export function formatShortfall(
  quantity: number,
  { matched, mailable = matched, fresh, selected }: OrderBreakdown,
): string | undefined {
  if (selected >= quantity) return undefined
  const without = matched - mailable
  const before = mailable - fresh
  const reasons = [
    pluralize(matched, 'property matches', 'properties match'),
    ...(without > 0
      ? [`${pluralize(without, 'of them has', 'of them have')} no owner name or no full mailing address`]
      : []),
    ...(before > 0 ? [`${pluralize(before, 'was', 'were')} delivered to you before`] : []),
  ].join(', ')
  return `${formatNumber(selected)} of ${pluralize(quantity, 'lead')}: ${reasons}.`
}

export function getColumnsRefusal(
  campaignType: CampaignType,
  columns: readonly FileColumn[] | undefined,
): string | null {
  if (!columns) return null
  const wrong = columns.find((column) => !isColumnAvailable(campaignType, column))
  if (wrong) return `${fileColumns.label(wrong)} are delivered with Call Ready orders only.`
  // Phones are what the higher price pays for.
  const lacksPhones = campaignType === 'CALL_READY' && !columns.includes('PHONES')
  return lacksPhones ? 'A Call Ready file has its phones: choose the Phones columns too.' : null
}
