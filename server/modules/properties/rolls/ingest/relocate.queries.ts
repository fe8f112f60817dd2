import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { isLocatableSql } from '../../places/gazetteer/match/locate.queries.ts'
import {
  boundedSettings,
  buildBlockSettings,
  buildKeySlices,
  countRows,
  createTableLike,
  getRestagedTable,
  requireSlug,
} from './ingest-tables.queries.ts'
import { storedColumns } from './restage.queries.ts'

const isLocatable = isLocatableSql('row.position_source')

/** A position found before and not any more is unknown. */
const locatedColumns: Record<string, string> = {
  lat: `if(${isLocatable}, if(place.property_id = 0, null, place.lat), row.lat)`,
  lng: `if(${isLocatable}, if(place.property_id = 0, null, place.lng), row.lng)`,
  position_source: `if(${isLocatable}, place.position_source, row.position_source)`,
}

/** Stages a roll's properties of a county with the positions found by address. Returns the staged table. */
export async function restageLocated(
  clickhouse: ClickHouse,
  source: string,
  { positions, countyFips }: { positions: string; countyFips: string },
): Promise<string> {
  const to = getRestagedTable('properties', source)
  await createTableLike(clickhouse, to, 'properties')
  const isHere = `source = '${requireSlug(source)}' and county_fips = {countyFips:String}`
  const params = { countyFips }
  const rows = await countRows(clickhouse, 'properties', isHere, params)
  for (const slice of buildKeySlices(rows))
    await clickhouse.run(
      `insert into ${to} (${storedColumns.map((column) => `\`${column}\``).join(', ')}) ${buildBlockSettings(rows)}
       select ${storedColumns.map((column) => locatedColumns[column] ?? `row.\`${column}\``).join(', ')}
       from (select * from properties where ${isHere} and ${slice('property_id')}) as row
       left join (select * from ${positions} where ${slice('property_id')}) as place
         on place.property_id = row.property_id ${boundedSettings}`,
      params,
    )
  return to
}
