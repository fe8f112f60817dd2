import type { Campaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { isColumnOf } from '@dooryard/contract/file-layouts'
import type { Waterfall } from '@dooryard/contract/order'
import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/vocabularies'
import { formatNumber, plural } from '../../platform/format.ts'

type Draft = { campaign?: Partial<Campaign>; price: CreditSetting; criteria: Criteria; quantity: number }

export function refusal({ campaign, price, criteria, quantity }: Draft): string | null {
  if (campaign?.status === 'ARCHIVED') return 'This campaign is archived. Reactivate it to order again.'
  if (!price.isActive) return `${price.name} orders are not on offer at present.`
  if (isEmptyCriteria(criteria)) return 'An order needs at least one filter.'
  if (quantity < price.minCampaignVolume)
    return `A ${price.name} order needs at least ${plural(price.minCampaignVolume, 'lead')}.`
  return null
}

export function releaseReason(quantity: number, delivered: number, repeats: number): string | undefined {
  const missing = quantity - delivered
  const free = repeats > 0 ? plural(repeats, 'free repeat') : undefined
  if (missing <= 0) return free && `${free} among ${plural(quantity, 'lead')}`
  return `${formatNumber(missing)} of ${plural(quantity, 'lead')} not delivered${free ? `, ${free}` : ''}`
}

export function shortfallNote(
  quantity: number,
  { matched, mailable = matched, fresh, selected }: Waterfall,
): string | undefined {
  if (selected >= quantity) return undefined
  const without = matched - mailable
  const before = mailable - fresh
  const because = [
    plural(matched, 'property matches', 'properties match'),
    ...(without > 0
      ? [`${plural(without, 'of them has', 'of them have')} no owner name or no full mailing address`]
      : []),
    ...(before > 0 ? [`${plural(before, 'was', 'were')} delivered to you before`] : []),
  ].join(', ')
  return `${formatNumber(selected)} of ${plural(quantity, 'lead')}: ${because}.`
}

export function columnsRefusal(campaignType: CampaignType, columns: readonly FileColumn[] | undefined): string | null {
  if (!columns) return null
  const wrong = columns.find((column) => !isColumnOf(campaignType, column))
  if (wrong) return `${fileColumns.label(wrong)} are delivered with Call Ready orders only.`
  // It is what the order costs more for.
  const lacksPhones = campaignType === 'CALL_READY' && !columns.includes('PHONES')
  return lacksPhones ? 'A Call Ready file has its phones: choose the Phones columns too.' : null
}
