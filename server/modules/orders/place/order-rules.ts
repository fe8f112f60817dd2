import { type CampaignType, type FileColumn, fileColumns } from '@dooryard/contract/api/enums'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { Campaign } from '@dooryard/contract/orders/campaigns'
import { isColumnAvailable } from '@dooryard/contract/orders/file-columns'
import type { OrderBreakdown, QuoteCounts } from '@dooryard/contract/orders/order'
import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'
import { formatNumber, pluralize } from '../../../platform/util/format.ts'
import { getMinQuantity } from '../purchases/lead-terms.ts'

type OrderDraft = {
  campaign?: Partial<Campaign> | undefined
  price: CreditSetting
  criteria: Criteria
  quantity: number
  campaignType: CampaignType
  addPhones?: boolean | undefined
}

export function getOrderRefusal({ campaign, price, criteria, quantity, ...draft }: OrderDraft): string | null {
  if (campaign?.status === 'ARCHIVED') return 'This campaign is archived. Reactivate it to order again.'
  if (!price.isActive) return `${price.name} orders are not available at present.`
  if (isEmptyCriteria(criteria)) return 'An order needs at least one filter.'
  const minQuantity = getMinQuantity(price, { isCampaign: campaign !== undefined, criteria })
  if (quantity < minQuantity) return `A ${price.name} order needs at least ${pluralize(minQuantity, 'lead')}.`
  if (draft.addPhones && draft.campaignType !== 'CALL_READY') return 'Only a Call Ready order can add phones.'
  return null
}

const nothingDeliverable = 'No lead of this audience can be delivered: change the filters.'

/** Why an order would deliver nothing, for counts without deliverable leads. */
export function formatNothingDeliverable(campaignType: CampaignType, counts: QuoteCounts): string {
  const { matched, alreadyDelivered, noContact, suppressed, duplicates } = counts
  if (matched === 0) return `${nothingDeliverable} No property matches them.`
  const withoutContact =
    campaignType === 'CALL_READY' ? 'without a known phone number' : 'without an owner name or a full mailing address'
  const reasons = [
    ...(alreadyDelivered > 0 ? [`${formatNumber(alreadyDelivered)} already purchased`] : []),
    ...(noContact > 0 ? [`${formatNumber(noContact)} ${withoutContact}`] : []),
    ...(suppressed > 0 ? [`${formatNumber(suppressed)} with phone numbers that may not be called`] : []),
    ...(duplicates > 0 ? [`${formatNumber(duplicates)} of owners with a purchased lead`] : []),
  ].join(', ')
  return `${nothingDeliverable} ${pluralize(matched, 'property matches', 'properties match')}: ${reasons}.`
}

type DeliveryCounts = {
  delivered: number
  /** Leads purchased for mail before, whose phones alone are paid for. */
  phonesAdded: number
  /** Leads purchased before, which are free. */
  repeats: number
}

export function formatDelivery({ delivered, phonesAdded, repeats }: DeliveryCounts): string {
  const added = phonesAdded > 0 ? `, phones added to ${formatNumber(phonesAdded)} of them` : ''
  const free = repeats > 0 ? `, ${pluralize(repeats, 'of them a free repeat', 'of them free repeats')}` : ''
  return `${pluralize(delivered, 'lead')} delivered${added}${free}`
}

/** Why held credits are released; undefined if none are. */
export function formatReleaseReason(
  quantity: number,
  { delivered, phonesAdded, repeats }: DeliveryCounts,
): string | undefined {
  const missing = quantity - delivered
  const cheaper = [
    ...(phonesAdded > 0 ? [`phones added to ${pluralize(phonesAdded, 'purchased lead')}`] : []),
    ...(repeats > 0 ? [pluralize(repeats, 'free repeat')] : []),
  ].join(', ')
  if (missing <= 0) return cheaper ? `${cheaper} among ${pluralize(quantity, 'lead')}` : undefined
  return `${formatNumber(missing)} of ${pluralize(quantity, 'lead')} not delivered${cheaper ? `, ${cheaper}` : ''}`
}

export function formatShortfall(
  quantity: number,
  { matched, mailable = matched, fresh, selected }: OrderBreakdown,
  { onePerOwner, onePerAddress }: DistinctOptions = {},
): string | undefined {
  if (selected >= quantity) return undefined
  const without = matched - mailable
  const before = mailable - fresh
  // An order that is not filled has taken all but the duplicates.
  const duplicates = onePerOwner || onePerAddress ? fresh - selected : 0
  const shared = onePerAddress ? 'a mailing address' : 'an owner'
  const reasons = [
    pluralize(matched, 'property matches', 'properties match'),
    ...(without > 0
      ? [`${pluralize(without, 'of them has', 'of them have')} no owner name or no full mailing address`]
      : []),
    ...(before > 0 ? [`${pluralize(before, 'was', 'were')} already purchased`] : []),
    ...(duplicates > 0 ? [`${pluralize(duplicates, 'shares', 'share')} ${shared} with another lead`] : []),
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
