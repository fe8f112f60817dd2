import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type DistinctOptions, type OrderSort, randomSort } from '@dooryard/contract/orders/quote/delivery-options'
import type { Delivery } from './delivery.ts'

type Position = { lat: number; lng: number }
type DirectedSort = Extract<OrderSort, { order: unknown }>

/** The ends of each column, the lowest first. */
const ends: Record<DirectedSort['by'], { label: string; asc: string; desc: string }> = {
  place: { label: 'Place', asc: 'by state, county and ZIP', desc: 'by state, county and ZIP, from the end' },
  address: { label: 'Address', asc: 'A to Z', desc: 'Z to A' },
  // Also where whole names are shown, since an order's preview shows initials only.
  ownerName: { label: "Owner's initials", asc: 'A to Z', desc: 'Z to A' },
  estimatedValue: { label: 'Estimated value', asc: 'lowest first', desc: 'highest first' },
  yearBuilt: { label: 'Year built', asc: 'oldest first', desc: 'newest first' },
  livingAreaSqft: { label: 'Living area', asc: 'smallest first', desc: 'largest first' },
  lastSaleDate: { label: 'Last sale', asc: 'oldest first', desc: 'latest first' },
  lastSalePrice: { label: 'Sale price', asc: 'lowest first', desc: 'highest first' },
  effectiveYear: { label: 'Effective year', asc: 'oldest first', desc: 'newest first' },
  landValue: { label: 'Land value', asc: 'lowest first', desc: 'highest first' },
  improvementValue: { label: 'Improvement value', asc: 'lowest first', desc: 'highest first' },
  taxAmount: { label: 'Tax amount', asc: 'lowest first', desc: 'highest first' },
  equityAmount: { label: 'Equity', asc: 'lowest first', desc: 'highest first' },
  signalCount: { label: 'Lead indicators', asc: 'fewest first', desc: 'most first' },
}

/** `near` is the point that the criteria search around, by which a sort is resolved when its order is placed. */
export function formatSort(sort: OrderSort, near?: Position): string {
  if (sort.by === 'random') return 'Random, spread over all matches'
  if (sort.by === 'distance') return formatDistanceSort(sort.from, near)
  const column = ends[sort.by]
  return `${column.label}, ${column[sort.order]}`
}

function formatDistanceSort(from: Position | undefined, near: Position | undefined): string {
  if (!from || (from.lat === near?.lat && from.lng === near.lng)) return 'Nearest to the center first'
  return `Nearest to ${from.lat.toFixed(4)}, ${from.lng.toFixed(4)} first`
}

/** `One property per owner and mailing address`; undefined without a limit. */
export function formatDistinct({ onePerOwner, onePerAddress }: DistinctOptions): string | undefined {
  const limits = [...(onePerOwner ? ['owner'] : []), ...(onePerAddress ? ['mailing address'] : [])]
  return limits.length > 0 ? `One property per ${limits.join(' and ')}` : undefined
}

/** The choice of the nearest to a point that the user names. */
export const pointSortKey = 'distance from a point'

function toSortKey(sort: OrderSort): string {
  if (sort.by === 'distance' && sort.from) return pointSortKey
  return 'order' in sort ? `${sort.by} ${sort.order}` : sort.by
}

const commonSorts: readonly OrderSort[] = [
  randomSort,
  { by: 'equityAmount', order: 'desc' },
  { by: 'signalCount', order: 'desc' },
  { by: 'lastSaleDate', order: 'desc' },
]

/** Without a `sort`, its point is named first. */
export type SortChoice = { key: string; label: string; sort?: OrderSort }

/**
 * The sorts to choose from: the common ones, the nearest of a search around a point, that of the lead finder, the
 * `chosen` one, which may be that of an earlier visit to the lead finder, and the nearest to another point.
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
  // The lead finder sorts by whole names for those who see them all.
  const finderKey = finderSort && finderSort.by !== 'ownerName' ? toSortKey(finderSort) : undefined
  const choices = [...new Map(sorts.map((sort) => [toSortKey(sort), sort]))].map(([key, sort]) => ({
    ...{ key, sort },
    label: formatSort(sort) + (key === finderKey ? ' (as in the lead finder)' : ''),
  }))
  const named = choices.filter(({ key }) => key !== pointSortKey)
  return [...named, { key: pointSortKey, label: 'Nearest to an address or place' }]
}

export const getSortKey = ({ sort }: Pick<Delivery, 'sort'>): string => toSortKey(sort)
