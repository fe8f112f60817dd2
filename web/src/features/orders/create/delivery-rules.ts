import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import {
  type DeliveryOptions,
  type DistinctOptions,
  OrderSort,
  randomSort,
} from '@dooryard/contract/orders/quote/delivery-options'
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

/** The sorts to choose from: the common ones, the nearest of a search around a point, and that of the lead finder. */
export function listSortChoices({ location }: Pick<Criteria, 'location'>, finderSort?: OrderSort): SortChoice[] {
  const common = [...commonSorts, ...(location?.near ? [{ by: 'distance' } as const] : [])]
  const isCommon = (sort: OrderSort) => common.some((one) => toSortKey(one) === toSortKey(sort))
  const others = finderSort && !isCommon(finderSort) ? [finderSort] : []
  return [...common, ...others].map((sort) => {
    const isOfFinder = finderSort !== undefined && toSortKey(sort) === toSortKey(finderSort)
    return { key: toSortKey(sort), sort, label: formatSort(sort) + (isOfFinder ? ' (as in the lead finder)' : '') }
  })
}

type DeliveryInput = { campaignType: CampaignType; criteria: Pick<Criteria, 'location'> }

export type Delivery = Required<Pick<DeliveryOptions, 'onePerOwner'>> & DeliveryOptions & { sort: OrderSort }

/** The options that an order is placed with. A mailing has one piece per owner and mailbox by default. */
export function toDelivery(choice: DeliveryChoice, { campaignType, criteria }: DeliveryInput): Delivery {
  const isMail = campaignType === 'MAIL_READY'
  const { sort = randomSort, onePerOwner = isMail, onePerAddress = isMail } = choice
  // The center of the criteria may have been removed since.
  const isMeasurable = sort.by !== 'distance' || sort.from !== undefined || criteria.location?.near !== undefined
  return { sort: isMeasurable ? sort : randomSort, onePerOwner, ...(isMail && { onePerAddress }) }
}

export const getSortKey = ({ sort }: Pick<Delivery, 'sort'>): string => toSortKey(sort)
