import { parcelZooms } from '@dooryard/contract/properties/map-parcels'
import { MercatorCoordinate } from 'maplibre-gl'

export const formatTile = ({ z, x, y }: { z: number; x: number; y: number }) => `${z}/${x}/${y}`

/** The tiles of parcels that a place is in, one of each zoom. */
export function listTilesAt(place: { lat: number; lng: number }): string[] {
  const { x, y } = MercatorCoordinate.fromLngLat(place)
  const tiles: string[] = []
  for (let z: number = parcelZooms.first; z <= parcelZooms.last; z++)
    tiles.push(formatTile({ z, x: Math.floor(x * 2 ** z), y: Math.floor(y * 2 ** z) }))
  return tiles
}
