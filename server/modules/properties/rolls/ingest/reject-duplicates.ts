import type { Services } from '../../../../platform/context.ts'
import { createFileLines } from '../map-rows/joined-lines.ts'
import type { ReadRoll } from '../read/read-roll.ts'
import type { RejectLog } from '../reject-log.ts'
import { countReason } from '../roll-report.ts'
import { listDuplicates, recordDuplicates } from './ingest.queries.ts'
import type { IngestTables } from './ingest-tables.queries.ts'

const duplicatesPerRead = 10_000

/** Rejects lines that repeat a parcel or sale of an earlier one, but not those that draw another piece of a parcel. */
export async function rejectDuplicates(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  tables: IngestTables,
  rejects: RejectLog,
  { tally, header }: Pick<ReadRoll, 'tally' | 'header'>,
): Promise<void> {
  const { toFileLine } = createFileLines(header)
  await recordDuplicates(clickhouse, tables)
  for (let after = 0; ; ) {
    const duplicates = await listDuplicates(clickhouse, tables, { after, limit: duplicatesPerRead })
    for (const { line, apn, first_line, is_sale } of duplicates) {
      const what = is_sale ? 'sale' : 'parcel'
      const [at, first] = [toFileLine(Number(line)), toFileLine(Number(first_line))]
      // The rows that are joined to a line are one parcel, whose other facts are of no use.
      if (at === first && !is_sale) continue
      countReason(tally, `It repeats a ${what} of an earlier line.`)
      const where = at === first ? 'another row that is joined to this line' : `line ${first}`
      await rejects.add({ line: at, key: apn, reason: `It repeats the ${what} of ${where}.` })
    }
    if (duplicates.length < duplicatesPerRead) return
    after = Number(duplicates.at(-1)?.line)
  }
}
