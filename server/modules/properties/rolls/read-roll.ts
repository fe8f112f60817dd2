import type { Services } from '../../../platform/context.ts'
import { deriveRow, intakeColumns, intakeLine } from '../intake/intake-row.ts'
import { tsvLoader } from '../intake/tsv-loader.ts'
import type { Cells } from '../mapping/reader.ts'
import type { RollSource } from '../mapping/roll.ts'
import { isoDay } from '../search/clauses.ts'
import { type CsvRow, csvRows } from './csv-rows.ts'
import type { ImportOptions, Work } from './import-roll.ts'
import { cellsOf, rowMapper } from './map-row.ts'
import { openContent, refused } from './roll-file.ts'
import { countReason, newTally, type Tally, wrongHeader } from './roll-report.ts'

/** Maps every row of a file into the intake table, or into the list of rejects. */
export async function readRoll(services: Services, { source, onProgress }: ImportOptions, work: Work): Promise<Tally> {
  const { file, tables, rejects } = work
  const today = isoDay(services.clock.now())
  const tally = newTally(source)
  const map = rowMapper(source, today, tally)
  const { bytes, progress } = await openContent(file)
  const loader = await tsvLoader(services.clickhouse, tables.intake, intakeColumns)
  try {
    for await (const records of recordsOf(source, bytes)) {
      for (const { line, cells } of records) {
        tally.rowsRead += 1
        const facts = typeof cells === 'string' ? cells : map(cells)
        if (typeof facts === 'string') {
          countReason(tally, facts)
          await rejects.add({ line, key: '', reason: facts })
        } else {
          const full = loader.add(intakeLine(deriveRow(facts), line))
          if (full) await full
        }
      }
      onProgress?.({ rows: tally.rowsRead, share: progress() })
    }
    await loader.end()
    return tally
  } finally {
    await loader.close()
  }
}

/** A row under the header: its cells by name, or why it has none. */
type NamedRecord = { line: number; cells: Cells | string }

async function* recordsOf(source: RollSource, bytes: AsyncIterable<Buffer>): AsyncGenerator<NamedRecord[]> {
  let name: ((row: CsvRow) => NamedRecord) | undefined
  for await (const rows of csvRows(bytes, source.format)) {
    name ??= namedBy(source, rows.shift())
    if (name) yield rows.map(name)
  }
  if (!name) throw refused('The file has nothing in it.')
}

/** Takes the first row for the header, and refuses a file that is not of the source. */
function namedBy(source: RollSource, first: CsvRow | undefined) {
  if (!first) return undefined
  const header = (first.fields ?? []).map((name) => name.replace(/^\uFEFF/, '').trim())
  const wrong = wrongHeader(source, header)
  if (wrong) throw refused(wrong)
  const cells = cellsOf(header, source)
  return ({ line, fields }: CsvRow): NamedRecord => {
    if (!fields) return { line, cells: 'It has a quoted field that is not closed.' }
    if (fields.length < header.length) return { line, cells: 'It has fewer fields than the header.' }
    if (fields.length > header.length) return { line, cells: 'It has more fields than the header.' }
    return { line, cells: cells(fields) }
  }
}
