import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { streetSql } from '../addresses/address-words.ts'
import { checked, createLike, restagedOf } from './tables.queries.ts'

/** Sorted by street, as people type it. */
export const insertAddresses = (to: string, from: string, condition: string) =>
  `insert into ${to} (source, state, county_fips, zip, city, unit, street, property_id)
   select source, state, county_fips, zip, city, unit, ${streetSql('address')} as street, property_id
   from ${from} where address != '' and ${condition}`

export async function stageAddresses(
  clickhouse: ClickHouse,
  source: string,
  { properties, counties }: { properties: string; counties?: readonly string[] | undefined },
): Promise<string> {
  const to = restagedOf('addresses', source)
  await createLike(clickhouse, to, 'addresses')
  const isThere = counties ? 'county_fips in {counties:Array(String)}' : 'true'
  await clickhouse.run(
    `${insertAddresses(to, properties, `source = '${checked(source)}' and ${isThere}`)}
     settings max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 262144,
       min_insert_block_size_bytes = 33554432`,
    counties && { counties: [...counties] },
  )
  return to
}
