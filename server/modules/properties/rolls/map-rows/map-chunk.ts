import { createBatchCollector } from '../../../../platform/files/native/column-batch.ts'
import { lineColumn } from '../../../../platform/files/tables/table.ts'
import type { Chunk, TableShape } from '../../../../platform/files/tables/text/record-chunks.ts'
import {
  type CsvRecord,
  createRecordReader,
  forEachRecord,
  type RecordReader,
} from '../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../platform/files/tables/text/text-decoding.ts'
import type { Cells } from '../../sources/mapping/reader.ts'
import { fitToHeader, listUnknown, type RollSource } from '../../sources/mapping/roll.ts'
import { type IngestRow, ingestColumns, toIngestRows } from '../ingest/ingest-row.ts'
import type { MappedRow, PropertyFacts } from '../ingest/property-facts.ts'
import { type ParcelSale, saleIngestColumns } from '../ingest/sale-rows.ts'
import { createGeometryReader } from '../outlines/geometry-reader.ts'
import { type OutlineRow, outlineIngestColumns } from '../outlines/outline-row.ts'
import type { Reject } from '../reject-log.ts'
import { countReason, createTally, type Tally } from '../roll-report.ts'
import { createFileLines } from './joined-lines.ts'
import { createRowMapper } from './map-row.ts'

export type MapTask = TableShape & { header: readonly string[]; today: string }

export type MappedChunk = {
  rows: number
  properties: Uint8Array<ArrayBuffer>
  sales: Uint8Array<ArrayBuffer>
  outlines: Uint8Array<ArrayBuffer>
  rejects: Reject[]
}

// Few enough that hardly any survives a collection of garbage; a column is still written for many rows at once.
const rowsPerGroup = 64

export type ChunkMapper = { tally: Tally; map: (chunk: Chunk) => MappedChunk }

export function createChunkMapper(declared: RollSource, { header, delimiter, width, today }: MapTask): ChunkMapper {
  const source = fitToHeader(declared, header)
  const tally = createTally(source)
  const reader = createRecordReader(delimiter, width)
  const mapRow = createRowMapper(source, today, tally, createCellLookup(reader, header, source))
  const propertyBatch = createBatchCollector(ingestColumns)
  const saleBatch = createBatchCollector(saleIngestColumns)
  const outlineBatch = createBatchCollector(outlineIngestColumns)
  let properties: IngestRow[] = []
  let sales: ParcelSale[] = []
  let outlines: OutlineRow[] = []
  const geometry = createGeometryReader(header, reader.trimmedField)
  // Rows of joined files have their numbers with them.
  const hasLines = header[0] === lineColumn
  const { toFileLine } = createFileLines(header)

  function readRow({ count, isWhole }: CsvRecord): MappedRow | string {
    if (!isWhole) return 'It has a quoted field that is not closed.'
    if (count < width) return 'It has fewer fields than the header.'
    for (let place = width; place < count; place += 1)
      if (reader.trimmedField(place) !== '') return 'It has more fields than the header.'
    return mapRow()
  }

  function addGathered() {
    propertyBatch.add(properties)
    saleBatch.add(sales)
    outlineBatch.add(outlines)
    properties = []
    sales = []
    outlines = []
  }

  function map({ bytes, line: first }: Chunk): MappedChunk {
    const lines = toUtf8Lines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const rejects: Reject[] = []
    let rows = 0
    forEachRecord(reader, lines, first, (record, place) => {
      const line = hasLines ? Number(reader.field(0)) : place
      rows += 1
      const row = readRow(record)
      if (typeof row === 'string') {
        countReason(tally, row)
        rejects.push({ line: toFileLine(line), key: '', reason: row })
      } else {
        if (row.property) {
          geometry?.locate(row.property)
          dropHalfPosition(row.property, tally)
        }
        const intake = toIngestRows(row, line)
        if (intake.property) {
          properties.push(intake.property)
          const outline = geometry?.readOutline(intake.property)
          if (outline) outlines.push(outline)
        }
        for (const sale of intake.sales) sales.push(sale)
        if (Math.max(properties.length, sales.length) >= rowsPerGroup) addGathered()
      }
    })
    addGathered()
    tally.rowsRead += rows
    return {
      rows,
      properties: propertyBatch.take(),
      sales: saleBatch.take(),
      outlines: outlineBatch.take(),
      rejects,
    }
  }

  return { tally, map }
}

/** One coordinate alone, as where the other cannot be true, is no position, and an address can then give one. */
function dropHalfPosition(facts: PropertyFacts, { columns }: Tally): void {
  if ((facts.lat === null) === (facts.lng === null)) return
  const counts = columns.get(facts.lat === null ? 'lng' : 'lat')
  facts.lat = null
  facts.lng = null
  if (!counts) return
  counts.filled -= 1
  counts.unknown += 1
}

/** Reads cells; the markers for unknown of the file that a cell comes from become ''. */
function createCellLookup(
  { trimmedField }: RecordReader,
  header: readonly string[],
  { format }: RollSource,
): (needs: readonly string[]) => Cells {
  const places = new Map(header.map((name, at) => [name, at]))
  const blankWords = header.map((name) => new Set(listUnknown(format, name)))
  const cellAt = (place: number) => {
    const cell = trimmedField(place)
    return blankWords[place]?.has(cell) ? '' : cell
  }
  const cell = (column: string) => {
    const place = places.get(column)
    return place === undefined ? '' : cellAt(place)
  }
  return (needs) => {
    const place = needs.length === 1 && places.get(needs[0] ?? '')
    return typeof place === 'number' ? () => cellAt(place) : cell
  }
}
