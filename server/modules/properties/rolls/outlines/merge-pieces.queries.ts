import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import {
  boundedSettings,
  buildKeySlices,
  countRows,
  type IngestTables,
  loadLimits,
} from '../ingest/ingest-tables.queries.ts'
import { outlineIngestColumnNames } from './outline-row.ts'

/** A part of a parcel that is drawn in several; the outline as hexadecimal digits. */
export type Piece = {
  property_id: string
  line: string
  state: string
  county_fips: string
  outline: string
  lot_sqft: number | null
}

// As many outlines of one parcel number are those of different parcels, whose number is in another column.
const maxPieces = 50

/**
 * Gathers the outlines of parcels that several lines draw differently, each outline once, and of the latest year where
 * lines are of several. Returns how many there are.
 */
export async function gatherPieces(clickhouse: ClickHouse, { outlineIntake, pieces }: IngestTables): Promise<number> {
  const names = outlineIngestColumnNames.join(', ')
  for (const slice of buildKeySlices(await countRows(clickhouse, outlineIntake)))
    await clickhouse.run(
      `insert into ${pieces} (${names}) select ${names} from ${outlineIntake}
       where line in (
         select arrayJoin(lines) from (
           select arrayMap(drawn -> drawn.1, arrayFilter(drawn -> drawn.2 = latest, drawings)) as lines from (
             select max(year) as latest, groupArray((first_line, year)) as drawings from (
               select property_id, max(value_year) as year, argMin(line, (-toInt32(value_year), line)) as first_line
               from ${outlineIntake} where ${slice('property_id')} group by property_id, cityHash64(outline))
             group by property_id having count() > 1))
         where length(lines) between 2 and ${maxPieces})
       ${boundedSettings}`,
    )
  return countRows(clickhouse, pieces)
}

const piecesPerRead = 2_000

/** The pieces of each parcel one after the other. */
export async function* listPieces(clickhouse: ClickHouse, { pieces }: IngestTables): AsyncGenerator<Piece[]> {
  let after = { property_id: '0', line: '0' }
  for (;;) {
    const rows = await clickhouse.rows<Piece>(
      `select property_id, line, state, county_fips, hex(outline) as outline, lot_sqft from ${pieces}
       where property_id >= {property_id:UInt64} and (property_id, line) > ({property_id:UInt64}, {line:UInt64})
       order by property_id, line limit ${piecesPerRead}`,
      after,
      { ...loadLimits, resultRows: piecesPerRead },
    )
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < piecesPerRead) return
    after = { property_id: last.property_id, line: last.line }
  }
}
