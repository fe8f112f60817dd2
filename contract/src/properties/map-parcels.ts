import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

/** The zooms of tiles, in which a tile is 512 pixels wide. A closer map enlarges tiles of the last zoom. */
export const parcelZooms = { first: 14, last: 16 } as const

/** The outlines of a tile; in a denser one the smallest are left out. */
export const maxParcelsPerTile = 20_000

const ParcelTileParams = z
  .object({
    z: z.coerce.number().int().min(parcelZooms.first).max(parcelZooms.last),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  })
  .refine(({ z: zoom, x, y }) => Math.max(x, y) < 2 ** zoom, 'There is no such tile')
export type ParcelTileParams = z.infer<typeof ParcelTileParams>

export const mapParcels = {
  tile: endpoint({
    method: 'GET',
    path: '/v1/map/parcels/{z}/{x}/{y}',
    summary:
      'Get the outlines of the parcels in a tile of the map as a vector tile with two layers: `parcels`, with `id`, ' +
      '`address`, `unit`, `city`, `state`, `zip` and `estimatedValue`, and from the last zoom on `numbers`, a point with ' +
      `the house \`number\` each. The ${maxParcelsPerTile.toLocaleString('en-US')} largest of a tile are in it`,
    tag: 'Properties',
    access: ['CONSUMER_USER', 'ENTERPRISE_USER', 'SUPER_ADMIN'],
    params: ParcelTileParams,
    response: z.string(),
    errors: ['UNPROCESSABLE'],
    answers: 'file',
    mediaType: 'application/vnd.mapbox-vector-tile',
    // A map that is dragged asks for many, which leaves its other calls their own limit.
    limits: [{ name: 'map-parcels', per: 'account', times: 3_000, seconds: 60 }],
    isCountedApart: true,
  }),
}
