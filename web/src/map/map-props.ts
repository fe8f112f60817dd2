import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'

/** Where a map looks: its middle, and how close. */
export type MapView = { lat: number; lng: number; zoom: number }

export type PropertyMapProps = {
  criteria: Criteria
  /** False while the count of these criteria is still being asked: the map asks after it. */
  isWanted: boolean
  /** Undefined: fit to what matches. */
  view: MapView | undefined
  /** `fit` where the map moved by itself. */
  onView: (view: MapView, bounds: Bounds, by: 'user' | 'fit') => void
  /** The property that is pointed at in the table, or opened. */
  active: string | undefined
  onActive: (propertyId: string | undefined) => void
  onOpen: (propertyId: string) => void
  selected?: ReadonlySet<string> | undefined
  /** A point was clicked with Ctrl or Cmd: it is selected, or no longer. */
  onSelect?: ((propertyId: string) => void) | undefined
  onLocation: (location: Criteria['location']) => void
  /** Whether each place that the user moves the map to is searched. */
  follow: boolean
  onFollow: (isOn: boolean) => void
}

type Place = { id: string; lat: number; lng: number; label: string; tone?: 'accent' | 'plain' }

export type PlacesMapProps = {
  center: { lat: number; lng: number } | undefined
  /** A circle of so many miles around the center. */
  miles: number | undefined
  points: readonly Place[]
  active: string | undefined
  onActive: (id: string | undefined) => void
  onOpen: (id: string) => void
  onPick?: ((point: { lat: number; lng: number }) => void) | undefined
  label: string
}
