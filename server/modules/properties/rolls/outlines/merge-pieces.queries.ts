import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { boundedSettings, countRows, type IngestTables, loadLimits } from '../ingest/ingest-tables.queries.ts'
import { outlineColumnNames } from './outline-row.ts'

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
 * Gathers the outlines of parcels that several lines draw differently, each outline once. Returns how many there are.
 */
export async function gatherPieces(clickhouse: ClickHouse, tables: IngestTables): Promise<number> {
  const { intake, outlineIntake, pieces } = tables
  const names = outlineColumnNames.map((name) => `o.${name}`).join(', ')
  const inPieces = `property_id in (
    select property_id from ${outlineIntake} group by property_id having uniqExact(cityHash64(outline)) between 2 and ${maxPieces})`
  await clickhouse.run(
    `insert into ${pieces} (line, lot_sqft, ${outlineColumnNames.join(', ')})
     select o.line, p.lot_sqft, ${names}
     from (select * from ${outlineIntake} where ${inPieces} order by line limit 1 by property_id, outline) as o
     inner join (select line, lot_sqft from ${intake} where ${inPieces}) as p using line
     ${boundedSettings}`,
  )
  return countRows(clickhouse, pieces)
}

const piecesPerRead = 2_000

/** The pieces of each parcel one after the other. */
export async function* listPieces(clickhouse: ClickHouse, { pieces }: IngestTables): AsyncGenerator<Piece[]> {
  for (let offset = 0; ; offset += piecesPerRead) {
    const rows = await clickhouse.rows<Piece>(
      `select property_id, line, state, county_fips, hex(outline) as outline, lot_sqft from ${pieces}
       order by property_id, line limit ${piecesPerRead} offset ${offset}`,
      {},
      { ...loadLimits, resultRows: piecesPerRead },
    )
    yield rows
    if (rows.length < piecesPerRead) return
  }
}
