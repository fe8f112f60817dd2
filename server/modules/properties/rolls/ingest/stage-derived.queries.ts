import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { toStreetSql } from '../../addresses/address-words.ts'
import { createTableLike, getRestagedTable, requireSlug } from './ingest-tables.queries.ts'

/** Sorted by street, as users type it. */
export const insertAddresses = (to: string, from: string, condition: string) =>
  `insert into ${to} (source, state, county_fips, zip, city, unit, street, property_id)
   select source, state, county_fips, zip, city, unit, ${toStreetSql('address')} as street, property_id
   from ${from} where address != '' and ${condition}`

/** Stages the addresses of a roll's properties. Returns the staged table. */
export async function stageAddresses(
  clickhouse: ClickHouse,
  source: string,
  { properties, counties }: { properties: string; counties?: readonly string[] | undefined },
): Promise<string> {
  const to = getRestagedTable('addresses', source)
  await createTableLike(clickhouse, to, 'addresses')
  const isThere = counties ? 'county_fips in {counties:Array(String)}' : 'true'
  await clickhouse.run(
    `${insertAddresses(to, properties, `source = '${requireSlug(source)}' and ${isThere}`)}
     settings max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 262144,
       min_insert_block_size_bytes = 33554432`,
    counties && { counties: [...counties] },
  )
  return to
}

type RollTables = { properties: string; transfers: string; counties?: readonly string[] | undefined }

/** Stages the places of a roll's properties and transfers, with the number of properties. Returns the staged table. */
export async function stagePlaceCounts(
  clickhouse: ClickHouse,
  source: string,
  { properties, transfers, counties }: RollTables,
): Promise<string> {
  const to = getRestagedTable('place_counts', source)
  await createTableLike(clickhouse, to, 'place_counts')
  const selectPlacesSql = (table: string, zip: string, city: string, count: string) => `
    select source, state, county_fips, ${zip} as zip, ${city} as city, ${count} as properties,
      min(lat) as south, max(lat) as north, min(lng) as west, max(lng) as east
    from ${table}
    where source = '${requireSlug(source)}' and ${counties ? 'county_fips in {counties:Array(String)}' : 'true'}
    group by source, state, county_fips, zip, city`
  const params = counties && { counties: [...counties] }
  await clickhouse.run(`insert into ${to} ${selectPlacesSql(properties, 'zip', 'city', 'count()')}`, params)
  await clickhouse.run(`insert into ${to} ${selectPlacesSql(transfers, "''", "''", '0')}`, params)
  return to
}
