import { blockWriter } from '../../../platform/blocks/native.ts'
import { type IntakeRow, intakeColumns, intakeOf } from '../intake/intake-row.ts'
import type { RollRow } from '../intake/property-facts.ts'
import { type Sold, salesColumns } from '../intake/sale-rows.ts'
import type { Cells } from '../mapping/reader.ts'
import { fitToHeader, type RollSource } from '../mapping/roll.ts'
import { rowMapper } from './map-row.ts'
import type { Chunk, Shape } from './record-chunks.ts'
import { type CsvRecord, eachRecord, type RecordReader, recordReader } from './records.ts'
import type { Reject } from './reject-log.ts'
import { countReason, newTally, type Tally } from './roll-report.ts'
import { linesInUtf8 } from './text-decoding.ts'

export type MapTask = Shape & { header: readonly string[]; today: string }

export type Mapped = {
  rows: number
  properties: Uint8Array<ArrayBuffer>
  sales: Uint8Array<ArrayBuffer>
  rejects: Reject[]
}

export type ChunkMapper = { tally: Tally; map: (chunk: Chunk) => Mapped }

export function chunkMapper(declared: RollSource, { header, delimiter, width, today }: MapTask): ChunkMapper {
  const source = fitToHeader(declared, header)
  const tally = newTally(source)
  const reader = recordReader(delimiter, width)
  const mapRow = rowMapper(source, today, tally, cellsOf(reader, header, source))
  const writeProperties = blockWriter(intakeColumns)
  const writeSales = blockWriter(salesColumns)

  function rowOf({ count, isWhole }: CsvRecord): RollRow | string {
    if (!isWhole) return 'It has a quoted field that is not closed.'
    if (count < width) return 'It has fewer fields than the header.'
    for (let place = width; place < count; place += 1)
      if (reader.trimmedField(place) !== '') return 'It has more fields than the header.'
    return mapRow()
  }

  function map({ bytes, line: first }: Chunk): Mapped {
    const lines = linesInUtf8(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const properties: IntakeRow[] = []
    const sales: Sold[] = []
    const rejects: Reject[] = []
    let rows = 0
    eachRecord(reader, lines, first, (record, line) => {
      rows += 1
      const row = rowOf(record)
      if (typeof row === 'string') {
        countReason(tally, row)
        rejects.push({ line, key: '', reason: row })
      } else {
        const intake = intakeOf(row, line)
        if (intake.property) properties.push(intake.property)
        for (const sale of intake.sales) sales.push(sale)
      }
    })
    tally.rowsRead += rows
    return { rows, properties: writeProperties(properties), sales: writeSales(sales), rejects }
  }

  return { tally, map }
}

/** Without the roll's words for nothing. */
function cellsOf(
  { trimmedField }: RecordReader,
  header: readonly string[],
  { format: { unknown } }: RollSource,
): (needs: readonly string[]) => Cells {
  const places = new Map(header.map((name, at) => [name, at]))
  const nothing = new Set(unknown)
  const longestNothing = Math.max(0, ...unknown.map(({ length }) => length))
  const cellAt = (place: number) => {
    const cell = trimmedField(place)
    return cell.length <= longestNothing && nothing.has(cell) ? '' : cell
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
