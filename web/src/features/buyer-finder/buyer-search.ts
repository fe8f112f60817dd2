import { type BuyerSearch, buyerKinds, buyerLookBacks } from '@dooryard/contract/buyers'
import type { Range } from '@dooryard/contract/criteria'
import { distances } from '@dooryard/contract/filters'
import { PropertyId } from '@dooryard/contract/properties'
import { z } from 'zod'
import { optional, pageSearch, textSearch } from '../../lib/search-params.ts'

export const buyerSorts = ['purchases', 'lastPurchase', 'medianPrice'] as const
const buyerViews = ['both', 'map', 'list'] as const

/** What the address of the screen says; nonsense becomes the default instead of an error. */
export const BuyerFinderSearch = z.object({
  lat: optional(z.number().min(-90).max(90)),
  lng: optional(z.number().min(-180).max(180)),
  property: optional(PropertyId),
  label: textSearch,
  miles: z.literal(distances).default(5).catch(5),
  months: z.literal(buyerLookBacks).default(12).catch(12),
  kind: buyerKinds.schema.default('ANY').catch('ANY'),
  min: optional(z.number().min(0)),
  max: optional(z.number().min(0)),
  /** Purchases whose price is unknown count too. */
  unpriced: optional(z.literal(true)),
  sort: z.enum(buyerSorts).default('purchases').catch('purchases'),
  view: z.enum(buyerViews).default('both').catch('both'),
  ...pageSearch,
  buyer: optional(z.string().max(40)),
})
export type BuyerFinderState = z.infer<typeof BuyerFinderSearch>

export type Position = { lat: number; lng: number }

/** The position that the address gives; what is known of a property only is to be asked for. */
export const getPosition = ({ lat, lng }: Pick<BuyerFinderState, 'lat' | 'lng'>): Position | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng }

/** Where buyers are looked for: a position wins, since it is what the map shows. */
export const getSubject = (state: BuyerFinderState): BuyerSearch['subject'] | undefined =>
  getPosition(state) ?? (state.property ? { propertyId: state.property } : undefined)

/** The price band; one whose ends are the wrong way round is none. */
export function getPriceRange({ min, max, unpriced }: BuyerFinderState): Range | undefined {
  if (min === undefined && max === undefined) return undefined
  if (min !== undefined && max !== undefined && min > max) return undefined
  return { min, max, includeUnknown: unpriced }
}

/** The question to the server; undefined as long as there is no subject. */
export function buildBuyerSearch(state: BuyerFinderState): z.input<typeof BuyerSearch> | undefined {
  const subject = getSubject(state)
  if (!subject) return undefined
  const { miles, months, kind, sort, page, limit } = state
  return { subject, miles, months, kind, price: getPriceRange(state), sort, page, limit }
}

/** A change of what is asked leads to the first page, and to no buyer. */
export const asking = (change: Partial<BuyerFinderState>) => ({ ...change, page: 1, buyer: undefined })

const fiveDigits = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Another subject, to about a yard. */
export const movedTo = ({ lat, lng }: Position, called?: { label?: string; property?: string }) =>
  asking({
    lat: fiveDigits(lat),
    lng: fiveDigits(((((lng + 180) % 360) + 360) % 360) - 180),
    label: called?.label,
    property: called?.property,
  })

export const noSubject = asking({ lat: undefined, lng: undefined, label: undefined, property: undefined })

/** A position as people type or paste it: `36.15, -86.85`. */
export function parsePosition(typed: string): Position | undefined {
  const [, first, second] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed) ?? []
  if (first === undefined || second === undefined) return undefined
  // Two whole numbers are the beginning of an address.
  if (!first.includes('.') || !second.includes('.')) return undefined
  const [lat, lng] = [Number(first), Number(second)]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

export type BroaderSearch = { label: string; change: Partial<BuyerFinderState> }

/** What could be asked instead of what found nobody, the smallest steps first. */
export function listBroaderSearches(state: BuyerFinderState): BroaderSearch[] {
  const wider = distances.find((miles) => miles >= state.miles * 2) ?? distances.at(-1)
  const longer = buyerLookBacks.find((months) => months > state.months)
  return [
    ...(wider !== undefined && wider > state.miles
      ? [{ label: `Look within ${formatMiles(wider)}`, change: { miles: wider } }]
      : []),
    ...(longer ? [{ label: `Look back ${longer} months`, change: { months: longer } }] : []),
    ...(getPriceRange(state)
      ? [{ label: 'Any price', change: { min: undefined, max: undefined, unpriced: undefined } }]
      : []),
    ...(state.kind === 'ANY' ? [] : [{ label: 'Any kind of buyer', change: { kind: 'ANY' as const } }]),
  ]
}

/** `1 mile`, `0.25 miles`. */
export const formatMiles = (miles: number) => `${miles} ${miles === 1 ? 'mile' : 'miles'}`
