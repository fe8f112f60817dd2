import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import {
  type DeliveryOptions,
  type DistinctOptions,
  OrderSort,
  randomSort,
} from '@dooryard/contract/orders/quote/delivery-options'
import type { OrderQuote } from '@dooryard/contract/orders/quote/order-quote'
import { z } from 'zod'

/** What the user has chosen; all else follows the campaign type. */
export const DeliveryChoice = z.object({
  sort: OrderSort.optional(),
  onePerOwner: z.boolean().optional(),
  onePerAddress: z.boolean().optional(),
})
export type DeliveryChoice = z.infer<typeof DeliveryChoice>

type DirectedSort = Extract<OrderSort, { order: unknown }>

/** The ends of each column, the lowest first. */
const ends: Record<DirectedSort['by'], { label: string; asc: string; desc: string }> = {
  place: { label: 'Place', asc: 'by state, county and ZIP', desc: 'by state, county and ZIP, from the end' },
  address: { label: 'Address', asc: 'A to Z', desc: 'Z to A' },
  ownerName: { label: 'Owner', asc: 'A to Z', desc: 'Z to A' },
  estimatedValue: { label: 'Estimated value', asc: 'lowest first', desc: 'highest first' },
  yearBuilt: { label: 'Year built', asc: 'oldest first', desc: 'newest first' },
  livingAreaSqft: { label: 'Living area', asc: 'smallest first', desc: 'largest first' },
  lastSaleDate: { label: 'Last sale', asc: 'oldest first', desc: 'latest first' },
  lastSalePrice: { label: 'Sale price', asc: 'lowest first', desc: 'highest first' },
  equityAmount: { label: 'Equity', asc: 'lowest first', desc: 'highest first' },
  signalCount: { label: 'Signals', asc: 'fewest first', desc: 'most first' },
}

export function formatSort(sort: OrderSort): string {
  if (sort.by === 'random') return 'Random, spread over all matches'
  if (sort.by === 'distance') return 'Nearest to the center first'
  const column = ends[sort.by]
  return `${column.label}, ${column[sort.order]}`
}

/** `One property per owner and mailing address`; undefined without a limit. */
export function formatDistinct({ onePerOwner, onePerAddress }: DistinctOptions): string | undefined {
  const limits = [...(onePerOwner ? ['owner'] : []), ...(onePerAddress ? ['mailing address'] : [])]
  return limits.length > 0 ? `One property per ${limits.join(' and ')}` : undefined
}

const toSortKey = (sort: OrderSort) => ('order' in sort ? `${sort.by} ${sort.order}` : sort.by)

const commonSorts: readonly OrderSort[] = [
  randomSort,
  { by: 'equityAmount', order: 'desc' },
  { by: 'signalCount', order: 'desc' },
  { by: 'lastSaleDate', order: 'desc' },
]

export type SortChoice = { key: string; label: string; sort: OrderSort }

/**
 * The sorts to choose from: the common ones, the nearest of a search around a point, that of the lead finder, and the
 * `chosen` one, which may be that of an earlier visit to the lead finder.
 */
export function listSortChoices(
  { location }: Pick<Criteria, 'location'>,
  finderSort?: OrderSort,
  chosen?: OrderSort,
): SortChoice[] {
  const sorts = [
    ...commonSorts,
    ...(location?.near ? [{ by: 'distance' } as const] : []),
    ...(finderSort ? [finderSort] : []),
    ...(chosen ? [chosen] : []),
  ]
  const finderKey = finderSort && toSortKey(finderSort)
  return [...new Map(sorts.map((sort) => [toSortKey(sort), sort]))].map(([key, sort]) => ({
    ...{ key, sort },
    label: formatSort(sort) + (key === finderKey ? ' (as in the lead finder)' : ''),
  }))
}

type DeliveryInput = { campaignType: CampaignType; criteria: Pick<Criteria, 'location'> }

export type Delivery = Required<Pick<DeliveryOptions, 'onePerOwner'>> & DeliveryOptions & { sort: OrderSort }

/** How many leads of an owner or mailbox an order has. A mailing has one piece per owner and mailbox by default. */
export function toDistinct(
  choice: DistinctOptions,
  campaignType: CampaignType,
): Required<Pick<DistinctOptions, 'onePerOwner'>> & DistinctOptions {
  const isMail = campaignType === 'MAIL_READY'
  const { onePerOwner = isMail, onePerAddress = isMail } = choice
  return { onePerOwner, ...(isMail && { onePerAddress }) }
}

/** The option to add phones to leads purchased for mail, which only calling orders have. */
export const toAddPhones = (addPhones: boolean | undefined, campaignType: CampaignType): { addPhones?: true } =>
  addPhones && campaignType === 'CALL_READY' ? { addPhones: true } : {}

type PhonesOrder = { campaignType: CampaignType; criteria: Criteria; addPhones: boolean | undefined }

/**
 * The displayed price of phones, in credits, for an order that may add some: it is refused at any other. Nothing until
 * the order is quoted.
 */
export function toPhonesPrice(
  { campaignType, criteria, addPhones }: PhonesOrder,
  quote: Pick<OrderQuote, 'creditsToAddPhones'> | undefined,
): { creditsToAddPhones?: number } {
  const mayAdd = campaignType === 'CALL_READY' && (addPhones || !excludesPurchased(criteria))
  return mayAdd && quote ? { creditsToAddPhones: quote.creditsToAddPhones } : {}
}

/** The options that an order is placed with. */
export function toDelivery(choice: DeliveryChoice, { campaignType, criteria }: DeliveryInput): Delivery {
  const { sort = randomSort } = choice
  // The center of the criteria may have been removed since.
  const isMeasurable = sort.by !== 'distance' || sort.from !== undefined || criteria.location?.near !== undefined
  return { sort: isMeasurable ? sort : randomSort, ...toDistinct(choice, campaignType) }
}

export const getSortKey = ({ sort }: Pick<Delivery, 'sort'>): string => toSortKey(sort)
