import type { Services } from '../../../../platform/context.ts'
import { lineColumn } from '../../../../platform/files/tables/table.ts'
import { toFileLine } from '../map-rows/joined-lines.ts'
import type { ReadRoll } from '../read/read-roll.ts'
import type { RejectLog } from '../reject-log.ts'
import { countReason } from '../roll-report.ts'
import { listDuplicates, recordDuplicates } from './ingest.queries.ts'
import type { IngestTables } from './ingest-tables.queries.ts'

const duplicatesPerRead = 10_000

/** Rejects lines that repeat a parcel or sale of an earlier one. */
export async function rejectDuplicates(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  tables: IngestTables,
  rejects: RejectLog,
  { tally, header }: Pick<ReadRoll, 'tally' | 'header'>,
): Promise<void> {
  const toLine = header[0] === lineColumn ? toFileLine : (line: number) => line
  await recordDuplicates(clickhouse, tables)
  for (let offset = 0; ; offset += duplicatesPerRead) {
    const duplicates = await listDuplicates(clickhouse, tables, { limit: duplicatesPerRead, offset })
    for (const { line, apn, first_line, is_sale } of duplicates) {
      const what = is_sale ? 'sale' : 'parcel'
      const first = toLine(Number(first_line))
      countReason(tally, `It repeats a ${what} of an earlier line.`)
      await rejects.add({ line: toLine(Number(line)), key: apn, reason: `It repeats the ${what} of line ${first}.` })
    }
    if (duplicates.length < duplicatesPerRead) return
  }
}
