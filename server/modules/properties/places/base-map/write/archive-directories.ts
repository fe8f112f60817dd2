import { gzipSync } from 'node:zlib'
import { Compression, TileType } from 'pmtiles'
import type { Bounds } from './tile-range.ts'

/** Tiles of consecutive numbers with the same content. */
export type TileEntry = { tileId: number; offset: number; length: number; runLength: number }

export const headerBytes = 127
// A reader fetches them together with the header.
const maxRootBytes = 16_384 - headerBytes
const fewestEntriesPerLeaf = 4_096

/** The root directory, and the leaf directories that it points to where there are too many tiles for one. */
export function buildDirectories(entries: readonly TileEntry[]): { root: Buffer; leaves: Buffer } {
  const alone = encodeDirectory(entries)
  if (alone.length <= maxRootBytes) return { root: alone, leaves: Buffer.alloc(0) }
  for (let perLeaf = fewestEntriesPerLeaf; ; perLeaf *= 2) {
    const leaves: Buffer[] = []
    const rootEntries: TileEntry[] = []
    let offset = 0
    for (let at = 0; at < entries.length; at += perLeaf) {
      const leaf = encodeDirectory(entries.slice(at, at + perLeaf))
      // A run of no tiles tells a leaf.
      rootEntries.push({ tileId: entries[at]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = encodeDirectory(rootEntries)
    if (root.length <= maxRootBytes) return { root, leaves: Buffer.concat(leaves) }
  }
}

/** Columns of the entries: differences of numbers, runs, lengths, and offsets, of which 0 follows the one before. */
function encodeDirectory(entries: readonly TileEntry[]): Buffer {
  const bytes: number[] = []
  const push = (value: number) => {
    let rest = value
    // Offsets of a large file have more bits than shifts know.
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  push(entries.length)
  let lastId = 0
  for (const { tileId } of entries) {
    push(tileId - lastId)
    lastId = tileId
  }
  for (const { runLength } of entries) push(runLength)
  for (const { length } of entries) push(length)
  entries.forEach(({ offset }, at) => {
    const before = entries[at - 1]
    push(before && before.offset + before.length === offset ? 0 : offset + 1)
  })
  return gzipSync(Uint8Array.from(bytes))
}

type HeaderFacts = {
  rootLength: number
  metadataLength: number
  leavesLength: number
  dataLength: number
  addressedTiles: number
  tileEntries: number
  tileContents: number
  minZoom: number
  maxZoom: number
  bounds: Bounds
}

/** Degrees, about a yard. */
const minExtent = 1e-5

/** The header of a file whose parts follow one another: root, metadata, leaves, tiles. */
export function buildHeader(facts: HeaderFacts): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const { rootLength, metadataLength, leavesLength, dataLength } = facts
  let [at, offset] = [8, headerBytes]
  const writeLong = (value: number) => {
    header.writeBigUInt64LE(BigInt(value), at)
    at += 8
  }
  for (const length of [rootLength, metadataLength, leavesLength, dataLength]) {
    writeLong(offset)
    writeLong(length)
    offset += length
  }
  for (const count of [facts.addressedTiles, facts.tileEntries, facts.tileContents]) writeLong(count)
  const isClustered = 1
  const { minZoom, maxZoom } = facts
  header.set([isClustered, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom], 96)
  const [west, south] = facts.bounds
  // Readers refuse bounds without an extent, as a single street along a parallel has them.
  const [east, north] = [Math.max(facts.bounds[2], west + minExtent), Math.max(facts.bounds[3], south + minExtent)]
  const writeDegrees = (values: number[], from: number) =>
    values.forEach((value, place) => void header.writeInt32LE(Math.round(value * 1e7), from + place * 4))
  writeDegrees([west, south, east, north], 102)
  header.writeUInt8(Math.min(Math.max(minZoom, 10), maxZoom), 118)
  writeDegrees([(west + east) / 2, (south + north) / 2], 119)
  return header
}
