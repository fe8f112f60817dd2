import { isAppError } from '../../../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../../../platform/files/content/input-file.ts'
import type { FileToRead } from '../../../../../../platform/files/tables/archive/measured-streams.ts'
import { parseWkt, type Ring } from '../../../../../../platform/files/tables/geometry/wkt.ts'
import { openTables } from '../../../../../../platform/files/tables/open-tables.ts'
import { type OpenTable, outlineColumn, pathColumn } from '../../../../../../platform/files/tables/table.ts'
import { recordChunks } from '../../../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../../../platform/files/tables/text/text-decoding.ts'
import type { MapFeature, MapGeometry } from '../../write/map-feature.ts'
import type { ReadMapOptions } from '../read-options.ts'
import { parseOutline } from './parse-outline.ts'
import { hasTigerKinds, toTigerKind } from './tiger-kinds.ts'

/**
 * The streets, water, parks, rails and places of a file of TIGER/Line: a zipped shapefile as it is published. Another
 * format with the same columns is read too. UNPROCESSABLE, with a sentence, for a file without them.
 */
export async function* readTiger(
  file: FileToRead,
  { state, onProgress, files }: ReadMapOptions,
): AsyncGenerator<MapFeature> {
  const { tables, progress, close } = await openTables(file, {}, { files }).catch(rejectOther(file.name))
  let [rows, taken] = [0, 0]
  let doubt: string | undefined
  try {
    for (const handle of tables) {
      const table = await handle.open({ keepsLines: true })
      if (!hasTigerKinds(table.header)) continue
      if (table.facts.crsName === null) doubt = table.facts.doubts[0]
      for await (const chunk of readFeatures(table, state)) {
        rows += chunk.rows
        taken += chunk.features.length
        yield* chunk.features
        onProgress?.({ rows, share: progress() })
      }
    }
  } finally {
    await close()
  }
  if (taken > 0) return
  if (rows === 0) throw noTiger(file.name)
  throw unprocessable(doubt ?? `The file ${file.name} has no streets, water, parks, rails or places that a map shows.`)
}

const noTiger = (name: string) =>
  unprocessable(
    `The file ${name} is none of those of TIGER/Line that a map shows: choose the zip of roads, area water, linear water, area landmarks, rails or places, or an OpenStreetMap extract (.osm.pbf).`,
  )

/** A file of another kind is refused in the words of its reader, a text or a picture by what is expected. */
function rejectOther(name: string) {
  return (error: unknown): never => {
    if (isAppError(error) && !/damaged|archive|empty|no file|shapefile/i.test(error.message)) throw noTiger(name)
    throw error
  }
}

type FeatureChunk = { rows: number; features: MapFeature[] }

async function* readFeatures(table: OpenTable, state: string | undefined): AsyncGenerator<FeatureChunk> {
  const reader = createRecordReader(table.delimiter, table.width)
  const columns = new Map(table.header.map((name, at) => [name.toUpperCase(), at]))
  const cell = (name: string) => {
    const at = columns.get(name)
    return at === undefined ? '' : reader.trimmedField(at)
  }
  const isArea = table.facts.geometry === 'POLYGON'
  for await (const chunk of recordChunks(table.bytes, table)) {
    const { bytes } = chunk
    const features: MapFeature[] = []
    let rows = 0
    forEachRecord(
      reader,
      toUtf8Lines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      chunk.line,
      () => {
        rows += 1
        const kind = toTigerKind({ cell, state, isArea })
        const geometry = kind && (kind.layer === 'places' ? toLabelPoint(cell) : toGeometry(cell))
        if (kind && geometry) features.push({ ...kind, geometry })
      },
    )
    yield { rows, features }
  }
}

/** The point that the Census Bureau chose within the place, or ours. */
function toLabelPoint(cell: (name: string) => string): MapGeometry | undefined {
  const read = (own: string, other: string) => Number.parseFloat(cell(own) || cell(other))
  const [lng, lat] = [read('INTPTLON', '@LNG'), read('INTPTLAT', '@LAT')]
  return Number.isFinite(lng) && Number.isFinite(lat) ? { type: 'Point', coordinates: [lng, lat] } : undefined
}

function toGeometry(cell: (name: string) => string): MapGeometry | undefined {
  const outline = cell(outlineColumn.toUpperCase())
  if (outline !== '') return parseOutline(outline)
  const line = parseWkt(cell(pathColumn.toUpperCase()))
  if (line?.kind !== 'LINE') return undefined
  const lines = line.parts.flat().map(toPositions)
  const [only] = lines
  return only && lines.length === 1
    ? { type: 'LineString', coordinates: only }
    : { type: 'MultiLineString', coordinates: lines }
}

const toPositions = (ring: Ring): number[][] =>
  Array.from({ length: ring.length / 2 }, (_, at) => [ring[at * 2] ?? 0, ring[at * 2 + 1] ?? 0])
