import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds, MapPoint } from '@dooryard/contract/properties/map'
import type { Outline } from '@dooryard/contract/properties/properties'

/** The center and zoom of a map. */
export type MapView = { lat: number; lng: number; zoom: number }

/** A property on the map. `note` is what an overlay says of it. */
export type ShownPoint = MapPoint & { note?: string }

export type PropertyMapProps = {
  criteria: Criteria
  /** False while the count of these criteria is still loading: the map loads after it. */
  isWanted: boolean
  /** Undefined: fit to the matches. */
  view: MapView | undefined
  /** `fit` when the map moved automatically. */
  onView: (view: MapView, bounds: Bounds, by: 'user' | 'fit') => void
  /** The property hovered in the table, or opened. */
  active: string | undefined
  onActive: (propertyId: string | undefined) => void
  onOpen: (propertyId: string) => void
  selected?: { has: (propertyId: string) => boolean } | undefined
  /** A point was clicked with Ctrl or Cmd, which toggles its selection. */
  onSelect?: ((propertyId: string) => void) | undefined
  onLocation: (location: Criteria['location']) => void
  /** Whether each move of the map by the user searches the new place. */
  follow: boolean
  onFollow: (isOn: boolean) => void
  /** What the map shows, as in the URL; undefined for the usual layers. */
  layers: string | undefined
  onLayers: (layers: string | undefined) => void
}

type MapPlace = { id: string; lat: number; lng: number; label: string; tone?: 'accent' | 'plain' }

export type PlacesMapProps = {
  center: { lat: number; lng: number } | undefined
  /** The radius of a circle around the center, in miles. */
  miles: number | undefined
  points: readonly MapPlace[]
  /** The outline of a parcel. */
  outline?: Outline | null
  active: string | undefined
  onActive: (id: string | undefined) => void
  onOpen: (id: string) => void
  onPick?: ((point: { lat: number; lng: number }) => void) | undefined
  label: string
  /** Whether the map stands in a page that scrolls: a wheel and one finger then leave it. */
  isInPage?: boolean
  /** Whether no table has what the map shows. */
  isWithoutTable?: boolean
}
