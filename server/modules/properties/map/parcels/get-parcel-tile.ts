import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { maxParcelsPerTile, type ParcelTileParams, parcelZooms } from '@dooryard/contract/properties/map-parcels'
import type { Context } from '../../../../platform/context.ts'
import { listOutlinesWithin } from '../../records/outlines.queries.ts'
import { type AnswerCache, createAnswerCache, toDigest } from '../../search/answer-cache.ts'
import { readDataVersion } from '../../search/data-version.queries.ts'
import { encodeParcelTile } from './encode-tile.ts'
import { listParcelFactsWithin } from './parcels.queries.ts'
import { getTileBounds } from './tile-geometry.ts'

/** Properties in a tile, of which those with the smallest outlines may be left out. */
const resultRows = 200_000

const compress = promisify(gzip)

/** A cache of compressed tiles. */
export const createTileCache = () =>
  createAnswerCache({ entries: 20_000, bytes: 64 * 1024 ** 2, measure: (tile) => (tile as Buffer).length })

/** The outlines of a tile of the map, from memory while the property data stay the same. */
export async function getParcelTile(ctx: Context, cache: AnswerCache, tile: ParcelTileParams) {
  const { version } = await readDataVersion(ctx.db)
  const place = `${tile.z}/${tile.x}/${tile.y}`
  const bytes = await cache.ask([version, place], ctx.signal, (signal) => buildTile({ ...ctx, signal }, tile))
  return {
    fileName: `${place.replaceAll('/', '-')}.mvt`,
    contentType: 'application/vnd.mapbox-vector-tile',
    inline: true as const,
    gzipped: bytes,
    etag: toDigest([version, place]),
    // A browser asks each time whether the property data have changed.
    cacheControl: 'private, no-cache',
  }
}

async function buildTile({ clickhouse, signal }: Pick<Context, 'clickhouse' | 'signal'>, tile: ParcelTileParams) {
  const bounds = getTileBounds(tile)
  const isSimplified = tile.z < parcelZooms.last
  const [outlines, facts] = await Promise.all([
    listOutlinesWithin(clickhouse, bounds, { limit: maxParcelsPerTile, isSimplified, resultRows, signal }),
    listParcelFactsWithin(clickhouse, bounds, { resultRows, signal }),
  ])
  const factsById = new Map(facts.map((one) => [one.propertyId, one]))
  const parcels = outlines.flatMap(({ propertyId, outline }) => {
    const found = factsById.get(propertyId)
    // A county that is exchanged between the two reads may have lost it.
    return found ? [{ outline, facts: found }] : []
  })
  return compress(encodeParcelTile(tile, parcels), { level: constants.Z_BEST_SPEED })
}
