import type { ClickHouse } from '../../../platform/clickhouse/client.ts'

/** How many properties the rolls have at one combination of places; '' where a roll does not say. */
export type PlaceCount = { state: string; county_fips: string; zip: string; city: string; count: string }

/** All of them: some hundred thousand rows for the whole country. */
export const countPlaces = (clickhouse: ClickHouse) =>
  clickhouse.rows<PlaceCount>(
    `select state, county_fips, zip, city, sum(properties) as count from place_counts
     group by state, county_fips, zip, city`,
    {},
    { resultRows: 1_000_000 },
  )
