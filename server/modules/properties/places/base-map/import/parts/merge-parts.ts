import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { fromVectorTileJs } from '@maplibre/vt-pbf'
import { PbfReader } from 'pbf'
import { tileIdToZxy } from 'pmtiles'
import { makeTemporaryFolder } from '../../../../../../platform/files/temporary-folders.ts'
import { createTileArchive } from '../../write/tile-archive.ts'
import type { Bounds } from '../../write/tile-range.ts'
import { putInPlace } from '../../write/write-base-map.ts'
import { openArchive, type TileArchive } from './read-archive.ts'

/** The program that wrote a merged map, in its metadata: any other map in its place is somebody's own. */
export const mergedGenerator = 'Dooryard map import'

type OpenPart = { archive: TileArchive; metadata: Record<string, unknown> }
type PartTile = { tileId: number; part: OpenPart; offset: number; length: number }

/**
 * Writes the map that is served from those of its parts. A tile of one part is copied as it is; the layers of a tile
 * that several parts have, such as those on the line between two counties, are joined.
 */
export async function mergeParts(path: string, partPaths: readonly string[]): Promise<void> {
  const folder = await makeTemporaryFolder(dirname(path))
  const merged = createTileArchive(folder)
  const parts: OpenPart[] = []
  try {
    for (const partPath of partPaths) {
      const archive = await openArchive(partPath)
      const part: OpenPart = { archive, metadata: {} }
      parts.push(part)
      part.metadata = await archive.readMetadata()
    }
    for (const tiles of groupByTile(await listTiles(parts))) {
      const [z, x, y] = tileIdToZxy(tiles[0]?.tileId ?? 0)
      const contents = await Promise.all(tiles.map(({ part, offset, length }) => part.archive.read(offset, length)))
      const [only] = contents
      if (only && contents.length === 1) merged.addCompressed({ z, x, y, layers: [], bytes: only })
      else merged.add({ z, x, y, layers: [], bytes: joinTiles(contents.map((bytes) => gunzipSync(bytes))) })
    }
    const draft = join(folder, 'base-map.pmtiles')
    await merged.write(draft, { metadata: mergeMetadata(parts), bounds: mergeBounds(parts) })
    await putInPlace(draft, path)
  } finally {
    merged.close()
    for (const { archive } of parts) await archive.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listTiles(parts: readonly OpenPart[]): Promise<PartTile[]> {
  const tiles: PartTile[] = []
  for (const part of parts)
    for (const { tileId, runLength, offset, length } of await part.archive.listEntries())
      for (let run = 0; run < runLength; run += 1) tiles.push({ tileId: tileId + run, part, offset, length })
  return tiles.sort((one, other) => one.tileId - other.tileId)
}

function* groupByTile(tiles: readonly PartTile[]): Generator<PartTile[]> {
  for (let at = 0; at < tiles.length; ) {
    const from = at
    while (at < tiles.length && tiles[at]?.tileId === tiles[from]?.tileId) at += 1
    yield tiles.slice(from, at)
  }
}

type Layer = VectorTile['layers'][string]

/** Layers of the same name become one, which the format asks for; others stand beside each other as they are. */
function joinTiles(contents: readonly Uint8Array[]): Uint8Array {
  const byName = new Map<string, Layer[]>()
  let isJoined = false
  for (const content of contents)
    for (const layer of Object.values(new VectorTile(new PbfReader(content)).layers)) {
      const others = byName.get(layer.name)
      if (others) others.push(layer)
      else byName.set(layer.name, [layer])
      isJoined ||= others !== undefined
    }
  if (!isJoined) return Buffer.concat(contents)
  return fromVectorTileJs({
    layers: Object.fromEntries(Array.from(byName, ([name, layers]) => [name, joinLayers(layers)])),
  })
}

function joinLayers(layers: readonly Layer[]) {
  const places = layers.flatMap((layer) => Array.from({ length: layer.length }, (_, at) => ({ layer, at })))
  const { name = '', extent = 4_096 } = layers[0] ?? {}
  return {
    ...{ name, extent, version: 2, length: places.length },
    feature: (at: number) => {
      const place = places[at]
      if (!place) throw new Error(`The layer ${name} has no feature ${at}.`)
      return place.layer.feature(place.at)
    },
  }
}

type LayerFacts = { id: string; minzoom?: number; maxzoom?: number }

function mergeMetadata(parts: readonly OpenPart[]): Record<string, unknown> {
  const attributions = parts.flatMap(({ metadata }) =>
    metadata['attribution'] ? [String(metadata['attribution'])] : [],
  )
  const layers = new Map<string, LayerFacts>()
  // Maps have these facts in their metadata by the rules of the format.
  for (const { metadata } of parts)
    for (const layer of (metadata['vector_layers'] ?? []) as LayerFacts[]) {
      const { minzoom = 15, maxzoom = 0 } = layers.get(layer.id) ?? {}
      layers.set(layer.id, {
        ...layer,
        minzoom: Math.min(minzoom, layer.minzoom ?? 0),
        maxzoom: Math.max(maxzoom, layer.maxzoom ?? 15),
      })
    }
  return {
    name: parts.map(({ metadata }) => String(metadata['name'] ?? '')).join(', '),
    attribution: [...new Set(attributions)].join(' · '),
    generator: mergedGenerator,
    vector_layers: [...layers.values()],
  }
}

function mergeBounds(parts: readonly OpenPart[]): Bounds {
  const headers = parts.map(({ archive }) => archive.header)
  return [
    Math.min(...headers.map(({ minLon }) => minLon)),
    Math.min(...headers.map(({ minLat }) => minLat)),
    Math.max(...headers.map(({ maxLon }) => maxLon)),
    Math.max(...headers.map(({ maxLat }) => maxLat)),
  ]
}
