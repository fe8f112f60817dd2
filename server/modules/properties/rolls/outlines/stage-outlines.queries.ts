import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import {
  boundedSettings,
  buildBlockSettings,
  countRows,
  createTableLike,
  getRestagedTable,
  type IngestTables,
  requireSlug,
} from '../ingest/ingest-tables.queries.ts'
import type { IncomingRoll } from '../ingest/latest-sales.queries.ts'
import { outlineColumnNames } from './outline-row.ts'

const names = outlineColumnNames.join(', ')

/** Copies the outlines of the lines that represent their parcel, and those merged of pieces. */
export async function stageOutlines(clickhouse: ClickHouse, tables: IngestTables, source: string): Promise<void> {
  const rows = await countRows(clickhouse, tables.outlineIntake)
  await clickhouse.run(
    `insert into ${tables.outlines} (source, ${names}) ${buildBlockSettings(rows)}
     select '${requireSlug(source)}', ${names} from (
       select ${names} from ${tables.outlineIntake}
       where line not in (select line from ${tables.silent})
         and property_id not in (select property_id from ${tables.merged})
       union all select ${names} from ${tables.merged}
     ) ${boundedSettings}`,
  )
}

/**
 * Stages the outlines that a roll keeps when an incoming one takes over parcels; undefined for a roll without any in
 * these counties. An outline belongs to the roll of its property.
 */
export async function restageOutlines(
  clickhouse: ClickHouse,
  { tables, counties }: IncomingRoll,
  source: string,
): Promise<string | undefined> {
  const own = `source = '${requireSlug(source)}' and county_fips in {counties:Array(String)}`
  const params = { counties: [...counties] }
  const rows = await countRows(clickhouse, 'outlines', own, params)
  if (rows === 0) return undefined
  const to = getRestagedTable('outlines', source)
  await createTableLike(clickhouse, to, 'outlines')
  await clickhouse.run(
    `insert into ${to} (source, ${names}) ${buildBlockSettings(rows)}
     select source, ${names} from outlines
     where ${own} and property_id not in (select property_id from ${tables.staging}) ${boundedSettings}`,
    params,
  )
  return to
}
