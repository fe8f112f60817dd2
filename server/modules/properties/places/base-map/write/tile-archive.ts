import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tileIdToZxy, zxyToTileId } from 'pmtiles'
import { buildDirectories, buildHeader, headerBytes, type TileEntry } from './archive-directories.ts'
import type { MapLayer } from './map-feature.ts'
import type { Bounds, Tile } from './tile-range.ts'

/** Tiles that are all water or all forest are small and equal; others are not compared. */
const maxBytesOfEqual = 1_024

/** Hardly larger than the best compression makes a tile, in a third of its time. */
const gzipLevel = 4

const pieceBytes = 4 * 1024 ** 2

export type ArchiveTile = Tile & { layers: readonly MapLayer[]; bytes: Uint8Array }
export type ArchiveAbout = { metadata: Record<string, unknown>; bounds: Bounds }

/** Gathers tiles in any order, and writes them as PMTiles, version 3, in the order in which they are read. */
export function createTileArchive(folder: string) {
  const path = join(folder, 'tiles')
  const file = openSync(path, 'wx+', 0o600)
  const entries: TileEntry[] = []
  const known = new Map<string, { offset: number; length: number }>()
  const zooms = new Map<MapLayer, { minZoom: number; maxZoom: number }>()
  let size = 0

  function addCompressed({ z, x, y, layers, bytes }: ArchiveTile): void {
    for (const layer of layers) {
      const { minZoom, maxZoom } = zooms.get(layer) ?? { minZoom: z, maxZoom: z }
      zooms.set(layer, { minZoom: Math.min(minZoom, z), maxZoom: Math.max(maxZoom, z) })
    }
    const tileId = zxyToTileId(z, x, y)
    const hash = bytes.length <= maxBytesOfEqual ? createHash('sha1').update(bytes).digest('base64') : undefined
    const equal = hash === undefined ? undefined : known.get(hash)
    if (equal) return void entries.push({ tileId, ...equal, runLength: 1 })
    const place = { offset: size, length: bytes.length }
    writeWhole(file, bytes, size)
    size += bytes.length
    if (hash !== undefined) known.set(hash, place)
    entries.push({ tileId, ...place, runLength: 1 })
  }

  /** Tiles of the file are in the order of their numbers along Hilbert's curve: neighbors are read together. */
  async function write(draft: string, { metadata, bounds }: ArchiveAbout): Promise<{ tiles: number; bytes: number }> {
    entries.sort((one, other) => one.tileId - other.tileId)
    const { ordered, contents } = orderContents(entries)
    const [first, last] = [entries[0], entries.at(-1)]
    if (!first || !last) throw new Error('A map without tiles cannot be written.')
    const directories = buildDirectories(ordered)
    const about = gzipSync(JSON.stringify({ ...metadata, ...describeLayers(zooms) }))
    const dataOffset = headerBytes + directories.root.length + about.length + directories.leaves.length
    const dataLength = contents.reduce((sum, { length }) => sum + length, 0)
    const header = buildHeader({
      rootLength: directories.root.length,
      metadataLength: about.length,
      leavesLength: directories.leaves.length,
      dataLength,
      addressedTiles: entries.length,
      tileEntries: ordered.length,
      tileContents: contents.length,
      minZoom: tileIdToZxy(first.tileId)[0],
      maxZoom: tileIdToZxy(last.tileId)[0],
      bounds,
    })
    const output = openSync(draft, 'wx', 0o600)
    try {
      writeWhole(output, Buffer.concat([header, directories.root, about, directories.leaves]), 0)
      copyContents(file, contents, output, dataOffset)
    } finally {
      closeSync(output)
    }
    return { tiles: entries.length, bytes: dataOffset + dataLength }
  }

  return {
    add: (tile: ArchiveTile) => addCompressed({ ...tile, bytes: gzipSync(tile.bytes, { level: gzipLevel }) }),
    addCompressed,
    write,
    close: () => closeSync(file),
  }
}

function describeLayers(zooms: ReadonlyMap<MapLayer, { minZoom: number; maxZoom: number }>) {
  const layers = Array.from(zooms, ([id, { minZoom, maxZoom }]) => ({
    id,
    fields: {},
    minzoom: minZoom,
    maxzoom: maxZoom,
  }))
  return { type: 'baselayer', format: 'pbf', vector_layers: layers }
}

type Content = { offset: number; length: number }

/** Entries with their places in the new file, in which neighbors with the same content are one entry. */
function orderContents(entries: readonly TileEntry[]): { ordered: TileEntry[]; contents: Content[] } {
  const places = new Map<number, number>()
  const ordered: TileEntry[] = []
  const contents: Content[] = []
  let size = 0
  for (const { tileId, offset, length } of entries) {
    let place = places.get(offset)
    if (place === undefined) {
      place = size
      size += length
      places.set(offset, place)
      contents.push({ offset, length })
    }
    const previous = ordered.at(-1)
    if (previous && previous.offset === place && previous.tileId + previous.runLength === tileId)
      previous.runLength += 1
    else ordered.push({ tileId, offset: place, length, runLength: 1 })
  }
  return { ordered, contents }
}

function copyContents(from: number, contents: readonly Content[], to: number, start: number): void {
  let piece = Buffer.allocUnsafe(pieceBytes)
  let [used, written] = [0, start]
  const flush = () => {
    writeWhole(to, piece.subarray(0, used), written)
    written += used
    used = 0
  }
  for (const { offset, length } of contents) {
    if (used + length > piece.length) flush()
    if (length > piece.length) piece = Buffer.allocUnsafe(length)
    readSync(from, piece, used, length, offset)
    used += length
  }
  flush()
}

function writeWhole(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, undefined, at + done)
}
