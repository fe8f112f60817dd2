import type { Criteria } from '@dooryard/contract/criteria'
import type { propertySorts } from '@dooryard/contract/property-search'
import type { MapView } from '../../map/late-map.tsx'

export type PropertySort = (typeof propertySorts)[number]

const finderViews = ['both', 'map', 'table'] as const
export type FinderView = (typeof finderViews)[number]

export type FinderState = {
  /** Undefined in an address that asks for nothing: the default saved search is opened, if there is one. */
  criteria?: Criteria | undefined
  sort: PropertySort
  order: 'asc' | 'desc'
  property?: string | undefined
  columns?: string | undefined
  view: FinderView
  map?: string | undefined
  at: number
  /** Whether the search goes along with the map. */
  follow: boolean
  saved?: string | undefined
}

/** Changes the address; `push` when the old one is worth going back to. */
export type OnFinder = (change: Partial<FinderState>, how?: { push: boolean }) => void

/** Where the map of an address looks: `36.1512,-86.8533,11.25`. Undefined for nonsense. */
export function readMapView(text: string | undefined): MapView | undefined {
  const [lat, lng, zoom, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (lat === undefined || lng === undefined || zoom === undefined || more.length > 0) return undefined
  const isSound = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= 24
  return isSound ? { lat, lng, zoom } : undefined
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** The same view as an address says it, to about a yard. */
export const writeMapView = ({ lat, lng, zoom }: MapView) =>
  [rounded(lat, 5), rounded(lng, 5), rounded(zoom, 2)].join(',')
