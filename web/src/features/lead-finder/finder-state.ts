import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { propertySorts } from '@dooryard/contract/properties/property-search'
import type { MapView } from '../../map/lazy-map.tsx'

export type PropertySort = (typeof propertySorts)[number]

const finderViews = ['both', 'map', 'table'] as const
export type FinderView = (typeof finderViews)[number]

export type FinderState = {
  /** Undefined in a URL without a search: the default saved search is opened, if there is one. */
  criteria?: Criteria | undefined
  sort: PropertySort
  order: 'asc' | 'desc'
  property?: string | undefined
  columns?: string | undefined
  view: FinderView
  map?: string | undefined
  /** What the map shows, where it is not the usual. */
  layers?: string | undefined
  at: number
  /** Whether the search follows the map. */
  follow: boolean
  saved?: string | undefined
}

/** Changes the URL; `push` adds a history entry. */
export type OnFinderStateChange = (change: Partial<FinderState>, options?: { push: boolean }) => void

/** Parses the map view of a URL: `36.1512,-86.8533,11.25`. Undefined if invalid. */
export function parseMapView(text: string | undefined): MapView | undefined {
  const [lat, lng, zoom, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (lat === undefined || lng === undefined || zoom === undefined || more.length > 0) return undefined
  const isValid = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= 24
  return isValid ? { lat, lng, zoom } : undefined
}

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits))

/** Formats a map view for the URL, precise to about a yard. */
export const formatMapView = ({ lat, lng, zoom }: MapView) =>
  [roundTo(lat, 5), roundTo(lng, 5), roundTo(zoom, 2)].join(',')
