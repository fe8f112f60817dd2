import type { Services } from '../../../../platform/context.ts'
import { createFileLines } from '../map-rows/joined-lines.ts'
import type { ReadRoll } from '../read/read-roll.ts'
import type { RejectLog } from '../reject-log.ts'
import { countReason } from '../roll-report.ts'
import { listDuplicates, recordDuplicates } from './ingest.queries.ts'
import type { IngestTables } from './ingest-tables.queries.ts'

const duplicatesPerRead = 10_000

const earlierYear = 'Another line has its parcel in a later year.'

/**
 * Rejects lines that repeat a parcel or sale of an earlier one, or have a parcel in an earlier year, but not those that
 * draw another piece of a parcel. Returns how many are of an earlier year.
 */
export async function rejectDuplicates(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  tables: IngestTables,
  rejects: RejectLog,
  { tally, header }: Pick<ReadRoll, 'tally' | 'header'>,
): Promise<number> {
  let rowsOfEarlierYears = 0
  const { toFileLine } = createFileLines(header)
  await recordDuplicates(clickhouse, tables)
  for (let after = 0; ; ) {
    const duplicates = await listDuplicates(clickhouse, tables, { after, limit: duplicatesPerRead })
    for (const { line, apn, first_line, is_sale, is_earlier_year } of duplicates) {
      const [at, first] = [toFileLine(Number(line)), toFileLine(Number(first_line))]
      // The rows that are joined to a line are one parcel, whose other facts are of no use.
      if (at === first && !is_sale) continue
      if (is_earlier_year) rowsOfEarlierYears += 1
      const what = is_sale ? 'sale' : 'parcel'
      const where = at === first ? 'another row that is joined to this line' : `line ${first}`
      countReason(tally, is_earlier_year ? earlierYear : `It repeats a ${what} of an earlier line.`)
      const reason = is_earlier_year
        ? `Line ${first} has its parcel in a later year.`
        : `It repeats the ${what} of ${where}.`
      await rejects.add({ line: at, key: apn, reason })
    }
    if (duplicates.length < duplicatesPerRead) return rowsOfEarlierYears
    after = Number(duplicates.at(-1)?.line)
  }
}
