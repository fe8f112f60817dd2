import type { ClickHouse } from '../../../../../platform/clickhouse/client.ts'
import {
  boundedSettings,
  buildKeySlices,
  countRows,
  type LocateTables,
  loadLimits,
} from '../../../rolls/ingest/ingest-tables.queries.ts'
import { addressColumnsSql, hashWordsSql, toCitySql, toUnitSql } from './address-keys.ts'
import { rangeColumnsSql, rangePositionSql } from './range-position.ts'

// Finds positions by address in bulk: addresses and gazetteer are joined by hashes of one spelling, a slice at a time.

type AddressSource = {
  /** A table with the columns of properties. */
  from: string
  condition: string
  counties: readonly string[]
}

/**
 * Writes a position for each address found in the gazetteer: that of its unit, else of its building, else a place along
 * its street. An address with several places far from each other gets none. Returns the number of positions.
 */
export async function locateAddresses(
  clickhouse: ClickHouse,
  { unlocated, positions }: LocateTables,
  { from, condition, counties }: AddressSource,
): Promise<number> {
  const params = { counties: [...counties] }
  await clickhouse.run(
    `insert into ${unlocated}
     with ${addressColumnsSql('row.address')}
     select row.property_id, row.owner_key, row.county_fips, substring(row.zip, 1, 5), ${toCitySql('row.city')},
       if(row.unit = '', written_unit, ${toUnitSql('row.unit')}), house_number, ${hashWordsSql('building')} as point_key,
       if(is_range, ${hashWordsSql('arrayPushFront(street, address_words[1])')}, point_key), ${hashWordsSql('street')}
     from ${from} as row
     where row.county_fips in {counties:Array(String)} and house_number > 0 and notEmpty(street) and (${condition})
     ${boundedSettings}`,
    params,
  )
  if ((await countRows(clickhouse, unlocated)) === 0) return 0
  await locateByPoints(clickhouse, { unlocated, positions }, 'point_key', counties)
  // Of a range of house numbers, the gazetteer may know only the first.
  await locateByPoints(clickhouse, { unlocated, positions }, 'first_key', counties)
  await locateByRanges(clickhouse, { unlocated, positions }, counties)
  return countRows(clickhouse, positions)
}

const hasCountySql = 'county_fips in {counties:Array(String)}'
const isUnlocatedSql = (positions: string) => `property_id not in (select property_id from ${positions})`

// About 150 meters: a large building has several entrances.
const maxSpreadDegrees = 0.0015

/** Places of one address are one position if they are near each other, and else tell nothing. */
const isOnePlaceSql = `arrayMax(best.2) - arrayMin(best.2) <= ${maxSpreadDegrees}
  and (arrayMax(best.3) - arrayMin(best.3)) * cos(radians(best[1].2)) <= ${maxSpreadDegrees}`

async function locateByPoints(
  clickhouse: ClickHouse,
  { unlocated, positions }: LocateTables,
  key: 'point_key' | 'first_key',
  counties: readonly string[],
): Promise<void> {
  const params = { counties: [...counties] }
  const isAsked = key === 'first_key' ? 'first_key != point_key' : 'true'
  // A ZIP decides where both sides know one, and else the city.
  const isSamePlace = `if(address.zip != '' and point.zip != '', address.zip = point.zip,
    address.city = '' or point.city = '' or address.city = point.city)`
  for (const slice of buildKeySlices(await countRows(clickhouse, 'gazetteer_points', hasCountySql, params)))
    await clickhouse.run(
      `insert into ${positions}
       select property_id, owner_key, arrayAvg(best.2), arrayAvg(best.3), 'ADDRESS_POINT'
       from (
         select property_id, any(owner_key) as owner_key,
           groupArray((address.unit != point.unit, point.lat, point.lng)) as found,
           arrayFilter(place -> place.1 = arrayMin(found.1), found) as best
         from (select * from ${unlocated} where ${isAsked} and ${slice(key)} and ${isUnlocatedSql(positions)}) as address
         inner join (
           select * from gazetteer_points where ${hasCountySql} and ${slice('street_key')}
         ) as point on point.county_fips = address.county_fips and point.street_key = address.${key}
         where ${isSamePlace}
         group by property_id
       ) where ${isOnePlaceSql} ${boundedSettings}`,
      params,
    )
}

async function locateByRanges(
  clickhouse: ClickHouse,
  { unlocated, positions }: LocateTables,
  counties: readonly string[],
): Promise<void> {
  const params = { counties: [...counties] }
  for (const slice of buildKeySlices(await countRows(clickhouse, 'gazetteer_ranges', hasCountySql, params), 200_000))
    await clickhouse.run(
      `insert into ${positions}
       select property_id, owner_key, arrayAvg(best.2), arrayAvg(best.3), 'STREET_RANGE'
       from (
         select property_id, any(owner_key) as owner_key, groupArray((0, place.1, place.2)) as best
         from (
           with ${rangeColumnsSql('house_number')}
           select property_id, owner_key, ${rangePositionSql} as place
           from (select * from ${unlocated} where ${slice('range_key')} and ${isUnlocatedSql(positions)}) as address
           inner join (
             select * from gazetteer_ranges where ${hasCountySql} and ${slice('street_key')}
           ) as side on side.county_fips = address.county_fips and side.street_key = address.range_key
           where house_number between least(first_number, last_number) and greatest(first_number, last_number)
             -- The numbers of a side are even or odd, unless it has both.
             and ((first_number + last_number) % 2 = 1 or house_number % 2 = first_number % 2)
             and (address.zip = '' or side.zip = '' or address.zip = side.zip)
         ) group by property_id
       ) where ${isOnePlaceSql} ${boundedSettings}`,
      params,
    )
}

/** Sources of the county's properties that have no position, or one from a gazetteer. */
export async function listLocatableSources(clickhouse: ClickHouse, countyFips: string): Promise<string[]> {
  const rows = await clickhouse.rows<{ source: string }>(
    `select distinct source from properties where county_fips = {countyFips:String} and ${isLocatableSql('position_source')} order by source`,
    { countyFips },
    loadLimits,
  )
  return rows.map(({ source }) => source)
}

/** Without coordinates of its roll: unknown, or found by address before. */
export const isLocatableSql = (positionSource: string) => `${positionSource} in ('', 'ADDRESS_POINT', 'STREET_RANGE')`
