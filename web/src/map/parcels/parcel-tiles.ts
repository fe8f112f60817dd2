import { mapParcels, parcelZooms } from '@dooryard/contract/properties/map-parcels'
import { addProtocol, type VectorSourceSpecification } from 'maplibre-gl'
import { downloadFile } from '../../lib/api/file-transfer.ts'

const protocol = 'parcels'

// As the signed-in user: MapLibre by itself would send no token, and could not refresh one.
addProtocol(protocol, async ({ url }, { signal }) => {
  const [z = 0, x = 0, y = 0] = url.slice(`${protocol}://`.length).split('/').map(Number)
  const tile = await downloadFile(mapParcels.tile, { params: { z, x, y } }, { signal })
  return { data: await tile.arrayBuffer() }
})

/** The tiles of all parcels. A feature is known by its property, so that states can be set for properties. */
export const parcelSource: VectorSourceSpecification = {
  type: 'vector',
  tiles: [`${protocol}://{z}/{x}/{y}`],
  minzoom: parcelZooms.first,
  maxzoom: parcelZooms.last,
  promoteId: 'id',
}
