import type { ClickHouse } from '../../../platform/clickhouse/client.ts'

/** The number of properties at one combination of places; '' when a roll has no value. */
export type PlaceCount = { state: string; county_fips: string; zip: string; city: string; count: string }

/** All combinations: some hundred thousand rows for the whole country. */
export const countPlaces = (clickhouse: ClickHouse) =>
  clickhouse.rows<PlaceCount>(
    `select state, county_fips, zip, city, sum(properties) as count from place_counts where properties > 0
     group by state, county_fips, zip, city`,
    {},
    { resultRows: 1_000_000 },
  )

/** A county in which rolls have rows, with their bounds; null when no position is known. */
export type CoveredCounty = { state: string; fips: string } & Record<'south' | 'north' | 'west' | 'east', number | null>

export const findCoveredCounties = (clickhouse: ClickHouse) =>
  clickhouse.rows<CoveredCounty>(
    `select state, county_fips as fips, min(places.south) as south, max(places.north) as north, min(places.west) as west,
       max(places.east) as east
     from place_counts as places group by state, fips`,
  )

export const findCountiesOfZips = (clickhouse: ClickHouse) =>
  clickhouse.rows<{ zip: string; counties: string[] }>(
    "select zip, groupUniqArray(county_fips) as counties from place_counts where zip != '' group by zip",
    {},
    { resultRows: 200_000 },
  )
