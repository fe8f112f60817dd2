import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type MapFeature, type MapGeometry, mapLayers } from './map-feature.ts'
import { type Bounds, emptyBounds, extendBounds, type Tile, toTileRange } from './tile-range.ts'

/** The tiles of this zoom and below are cut one area at a time, each the size of such a tile: about ten miles. */
const areaZoom = 11

/** Beyond it, what is held goes to the disk. */
const defaultMaxHeldBytes = 64 * 1024 ** 2

/** The features of the tiles within an area, for the zooms from `minZoom` to `maxZoom`. */
export type MapArea = { tile: Tile; minZoom: number; maxZoom: number; features: Iterable<MapFeature> }

/**
 * Holds the features of a map in a compact form, by the areas in which they are drawn, so that a map of any size is
 * written with the memory of its densest area.
 */
export function createFeatureStore(folder: string, maxZoom: number, maxHeldBytes = defaultMaxHeldBytes) {
  const areas = new Map<number, AreaRecords>()
  const properties = createPropertyTable()
  const bounds = emptyBounds()
  const disk = createSpillFile(join(folder, 'features'))
  const record: number[] = []
  let [minZoom, heldBytes] = [maxZoom, 0]

  function add(feature: MapFeature): void {
    const lastZoom = Math.min(feature.maxZoom ?? maxZoom, maxZoom)
    if (feature.minZoom > lastZoom || feature.geometry.coordinates.length === 0) return
    const own = emptyBounds()
    extendBounds(own, feature.geometry.coordinates)
    if (!own.every(Number.isFinite)) return
    extendBounds(bounds, [own.slice(0, 2), own.slice(2)])
    minZoom = Math.min(minZoom, feature.minZoom)
    record.length = 0
    record.push(mapLayers.indexOf(feature.layer), feature.minZoom, lastZoom, properties.toNumber(feature.properties))
    pushGeometry(record, feature.geometry)
    if (feature.minZoom < areaZoom) addTo(overviewKey)
    if (lastZoom < areaZoom) return
    const { minX, maxX, minY, maxY } = toTileRange(own, areaZoom)
    for (let x = minX; x <= maxX; x += 1) for (let y = minY; y <= maxY; y += 1) addTo(x * 2 ** areaZoom + y)
  }

  function addTo(key: number): void {
    const area = areas.get(key) ?? { held: new Int32Array(256), used: 0, onDisk: [] }
    areas.set(key, area)
    if (area.used + record.length + 1 > area.held.length) {
      const larger = new Int32Array((area.used + record.length + 1) * 2)
      larger.set(area.held.subarray(0, area.used))
      heldBytes += larger.byteLength - area.held.byteLength
      area.held = larger
    }
    area.held[area.used] = record.length
    area.held.set(record, area.used + 1)
    area.used += record.length + 1
    if (heldBytes > maxHeldBytes) spill()
  }

  function spill(): void {
    for (const area of areas.values()) {
      if (area.used > 0) area.onDisk.push(disk.write(area.held.subarray(0, area.used)))
      area.held = new Int32Array(256)
      area.used = 0
    }
    heldBytes = 0
  }

  function* readArea(key: number): Generator<MapFeature> {
    const area = areas.get(key)
    if (!area) return
    for (const piece of area.onDisk) yield* readRecords(disk.read(piece), properties.get)
    yield* readRecords(area.held.subarray(0, area.used), properties.get)
  }

  return {
    add,
    /** What all features are within; null where there are none. */
    getBounds: (): Bounds | null => (Number.isFinite(bounds[0]) ? bounds : null),
    getMinZoom: () => minZoom,
    /** The overview first, then the areas in no certain order. */
    *listAreas(): Generator<MapArea> {
      for (const key of areas.keys()) {
        const isOverview = key === overviewKey
        yield {
          tile: isOverview ? { z: 0, x: 0, y: 0 } : toAreaTile(key),
          minZoom: isOverview ? minZoom : Math.max(minZoom, areaZoom),
          maxZoom: isOverview ? Math.min(areaZoom - 1, maxZoom) : maxZoom,
          features: readArea(key),
        }
        // It is not read twice.
        areas.set(key, { held: new Int32Array(0), used: 0, onDisk: [] })
      }
    },
    close: disk.close,
  }
}

const overviewKey = -1
const toAreaTile = (key: number): Tile => ({ z: areaZoom, x: Math.floor(key / 2 ** areaZoom), y: key % 2 ** areaZoom })

type Piece = { offset: number; length: number }
type AreaRecords = { held: Int32Array; used: number; onDisk: Piece[] }

/** Thousands of buildings and streets have the same properties, which are held once. */
function createPropertyTable() {
  const numbers = new Map<string, number>()
  const table: MapFeature['properties'][] = []
  return {
    toNumber: (properties: MapFeature['properties']): number => {
      const key = JSON.stringify(properties)
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, table.length)
      return table.push(properties) - 1
    },
    get: (at: number) => table[at] ?? {},
  }
}

function createSpillFile(path: string) {
  let file: number | undefined
  let size = 0
  return {
    write: (values: Int32Array): Piece => {
      file ??= openSync(path, 'wx+', 0o600)
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
      const offset = size
      while (size < offset + bytes.length) size += writeSync(file, bytes, size - offset, undefined, size)
      return { offset, length: bytes.length }
    },
    read: ({ offset, length }: Piece): Int32Array => {
      const bytes = new Uint8Array(length)
      if (file !== undefined) readSync(file, bytes, 0, length, offset)
      return new Int32Array(bytes.buffer)
    },
    close: () => {
      if (file !== undefined) closeSync(file)
    },
  }
}

// Seven decimals of a degree are a centimetre, and fit 32 bits.
const unitsPerDegree = 1e7
const geometryTypes = ['Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'] as const

/** The type, the number of polygons, of lines in each, and of points in each of these, then the points. */
function pushGeometry(record: number[], { type, coordinates }: MapGeometry): void {
  const polygons = (
    type === 'MultiPolygon'
      ? coordinates
      : type === 'Point'
        ? [[[coordinates]]]
        : type === 'LineString'
          ? [[coordinates]]
          : [coordinates]
  ) as number[][][][]
  record.push(geometryTypes.indexOf(type), polygons.length)
  for (const lines of polygons) {
    record.push(lines.length)
    for (const line of lines) {
      record.push(line.length)
      for (const [lng = 0, lat = 0] of line)
        record.push(Math.round(lng * unitsPerDegree), Math.round(lat * unitsPerDegree))
    }
  }
}

function* readRecords(records: Int32Array, getProperties: (at: number) => MapFeature['properties']) {
  let at = 0
  const next = () => records[at++] ?? 0
  const readList = <Item>(readItem: () => Item): Item[] => Array.from({ length: next() }, readItem)
  const readPoint = () => [next() / unitsPerDegree, next() / unitsPerDegree]
  const readPolygons = () => readList(() => readList(() => readList(readPoint)))
  while (at < records.length) {
    next()
    const [layer = 'earth', minZoom, maxZoom, properties] = [mapLayers[next()], next(), next(), getProperties(next())]
    const type = geometryTypes[next()] ?? 'Point'
    const polygons = readPolygons()
    const coordinates =
      type === 'MultiPolygon'
        ? polygons
        : type === 'Point'
          ? polygons[0]?.[0]?.[0]
          : type === 'LineString'
            ? polygons[0]?.[0]
            : polygons[0]
    // Written from the same type.
    const geometry = { type, coordinates } as MapGeometry
    yield { layer, geometry, properties, minZoom, maxZoom } satisfies MapFeature
  }
}
