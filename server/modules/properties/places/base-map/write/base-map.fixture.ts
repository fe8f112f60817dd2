import { open } from 'node:fs/promises'
import { toMercatorX, toMercatorY } from '@dooryard/contract/criteria/web-mercator'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import type { MapFeature } from './map-feature.ts'
import type { Tile } from './tile-range.ts'

/** Reads a base map as the map in the browser does, by the library of its format. */
export function openBaseMap(path: string) {
  const archive = new PMTiles({
    getKey: () => path,
    getBytes: async (offset, length) => {
      const file = await open(path)
      try {
        const bytes = Buffer.alloc(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytesRead) as ArrayBuffer }
      } finally {
        await file.close()
      }
    },
  })
  return {
    getHeader: () => archive.getHeader(),
    getMetadata: () => archive.getMetadata() as Promise<Record<string, unknown>>,
    /** What a tile holds, of a file whose tiles are text. */
    getText: async ({ z, x, y }: Tile) => {
      const found = await archive.getZxy(z, x, y)
      return found && Buffer.from(found.data).toString()
    },
    /** The features of the tile that shows a place; null where the file has none. */
    getTileAt: async (z: number, [lng, lat]: readonly [number, number]) => {
      const x = Math.floor(toMercatorX(lng) * 2 ** z)
      const y = Math.floor(toMercatorY(lat) * 2 ** z)
      const found = await archive.getZxy(z, x, y)
      if (!found) return null
      const tile = new VectorTile(new PbfReader(new Uint8Array(found.data)))
      return Object.values(tile.layers).flatMap((layer) =>
        Array.from({ length: layer.length }, (_, at) => {
          const { properties, geometry } = layer.feature(at).toGeoJSON(x, y, z)
          return { layer: layer.name, properties: properties ?? {}, geometry }
        }),
      )
    },
  }
}

/** The names of what a tile shows, in the order in which it is drawn. */
export const listNames = (features: readonly { properties: Record<string, unknown> }[] | null) =>
  features?.map(({ properties }) => properties['name']).filter((name) => name !== undefined) ?? []

/** A made-up street of half a kilometre that runs east from a place. */
export const streetAt = (lng: number, lat: number, name: string, other: Partial<MapFeature> = {}): MapFeature => ({
  layer: 'roads',
  geometry: {
    type: 'LineString',
    coordinates: [
      [lng, lat],
      [lng + 0.005, lat],
    ],
  },
  properties: { kind: 'minor_road', name },
  minZoom: 12,
  ...other,
})
