import type { Range } from '@dooryard/contract/criteria/ranges'
import { type BuyerSearch, buyerKinds, buyerLookBackMonths, buyerSorts } from '@dooryard/contract/properties/buyers'
import { distances } from '@dooryard/contract/properties/filters'
import { PropertyId } from '@dooryard/contract/properties/properties'
import { z } from 'zod'
import type { Position } from '../../criteria/places/position.ts'
import { optionalParam, pageSearch, textSearch } from '../../lib/navigation/search-params.ts'

const buyerViews = ['both', 'map', 'list'] as const

/** The URL state of the screen; invalid values fall back to the default. */
export const BuyerFinderSearch = z.object({
  lat: optionalParam(z.number().min(-90).max(90)),
  lng: optionalParam(z.number().min(-180).max(180)),
  property: optionalParam(PropertyId),
  label: textSearch,
  miles: z.literal(distances).default(5).catch(5),
  months: z.literal(buyerLookBackMonths).default(12).catch(12),
  kind: buyerKinds.schema.default('ANY').catch('ANY'),
  min: optionalParam(z.number().min(0)),
  max: optionalParam(z.number().min(0)),
  /** Includes purchases whose price is unknown. */
  unpriced: optionalParam(z.literal(true)),
  sort: buyerSorts.default('purchases').catch('purchases'),
  order: z.enum(['asc', 'desc']).default('desc').catch('desc'),
  view: z.enum(buyerViews).default('both').catch('both'),
  ...pageSearch,
  buyer: optionalParam(z.string().max(40)),
})
export type BuyerFinderState = z.infer<typeof BuyerFinderSearch>

/** Returns the position in the URL; for a property without one, it has to be fetched. */
export const getPosition = ({ lat, lng }: Pick<BuyerFinderState, 'lat' | 'lng'>): Position | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng }

/** Returns the subject of the search: a position takes precedence, since it is what the map shows. */
export const getSubject = (state: BuyerFinderState): BuyerSearch['subject'] | undefined =>
  getPosition(state) ?? (state.property ? { propertyId: state.property } : undefined)

/** Returns the price range; an inverted range is ignored. */
export function getPriceRange({ min, max, unpriced }: BuyerFinderState): Range | undefined {
  if (min === undefined && max === undefined) return undefined
  if (min !== undefined && max !== undefined && min > max) return undefined
  return { min, max, includeUnknown: unpriced }
}

/** Builds the search request; undefined without a subject. */
export function buildBuyerSearch(state: BuyerFinderState): z.input<typeof BuyerSearch> | undefined {
  const subject = getSubject(state)
  if (!subject) return undefined
  const { miles, months, kind, sort, order, page, limit } = state
  return { subject, miles, months, kind, price: getPriceRange(state), sort, order, page, limit }
}

/** Changes the search, which goes back to the first page and closes the buyer. */
export const toSearchChange = (change: Partial<BuyerFinderState>) => ({ ...change, page: 1, buyer: undefined })

const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Changes the subject, rounded to about a yard. */
export const toSubjectChange = ({ lat, lng }: Position, names?: { label?: string; property?: string }) =>
  toSearchChange({
    lat: roundDegrees(lat),
    lng: roundDegrees(((((lng + 180) % 360) + 360) % 360) - 180),
    label: names?.label,
    property: names?.property,
  })

export const clearedSubject = toSearchChange({ lat: undefined, lng: undefined, label: undefined, property: undefined })

export type BroaderSearch = { label: string; change: Partial<BuyerFinderState> }

/** Lists broader searches to try after an empty result, the smallest steps first. */
export function listBroaderSearches(state: BuyerFinderState): BroaderSearch[] {
  const wider = distances.find((miles) => miles >= state.miles * 2) ?? distances.at(-1)
  const longer = buyerLookBackMonths.find((months) => months > state.months)
  return [
    ...(wider !== undefined && wider > state.miles
      ? [{ label: `Look within ${formatMiles(wider)}`, change: { miles: wider } }]
      : []),
    ...(longer ? [{ label: `Look back ${longer} months`, change: { months: longer } }] : []),
    ...(getPriceRange(state)
      ? [{ label: 'Any price', change: { min: undefined, max: undefined, unpriced: undefined } }]
      : []),
    ...(state.kind === 'ANY' ? [] : [{ label: 'All buyers', change: { kind: 'ANY' as const } }]),
  ]
}

/** `1 mile`, `0.25 miles`. */
export const formatMiles = (miles: number) => `${miles} ${miles === 1 ? 'mile' : 'miles'}`
