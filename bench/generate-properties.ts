import type { ClickHouse } from '../server/platform/clickhouse/client.ts'

const rowsPerInsert = 1_000_000

/** As many counties as the country has, so that one of them holds its usual share. */
const counties = 3_100

/**
 * Fills the properties table with generated rows, inside the store: counties of uneven sizes, owners with one or many
 * parcels, and unknown values among the known. For measuring only.
 */
export async function generateProperties(
  clickhouse: ClickHouse,
  rows: number,
  onProgress: (done: number) => void,
): Promise<void> {
  for (let from = 0; from < rows; from += rowsPerInsert) {
    const count = Math.min(rowsPerInsert, rows - from)
    await clickhouse.run(insertOf(from, count))
    onProgress(from + count)
  }
}

const insertOf = (from: number, count: number) => `
insert into properties (source, property_id, apn, state, county_fips, address, city, zip, lat, lng, owner_names, owner_type,
  owner_key, mailing_address, mailing_city, mailing_state, mailing_zip, occupancy, asset_class, asset_sub_group, bedrooms,
  living_area_sqft, year_built, estimated_value, last_sale_date, last_sale_price)
with
  cityHash64(number) as h,
  -- The square makes the first counties large and the last ones small.
  toUInt32(pow((h % 100000) / 100000, 2) * ${counties}) as county,
  toUInt32(county / 62) as state_number,
  intHash32(number) as g
select
  'bench', h, toString(number),
  concat(char(65 + intDiv(state_number, 26)), char(65 + state_number % 26)),
  leftPad(toString(1000 + county), 5, '0'),
  concat(toString(g % 9900 + 100), ' EXAMPLE ORCHARD LN'), concat('CITY ', toString(county % 400)),
  leftPad(toString(10000 + county * 12 + g % 12), 5, '0'),
  25 + (g % 2400000) / 100000, -124 + (h % 5700000) / 100000,
  if(g % 50 = 0, [], [concat('TESTWELL ', toString(g % 500000))]),
  multiIf(g % 10 < 7, 'INDIVIDUAL', g % 10 = 7, 'TRUST', g % 10 = 8, 'LLC', 'CORPORATION'),
  g % 7000000,
  if(g % 40 = 0, '', concat(toString(g % 900), ' SAMPLE PLAZA')), 'EXAMPLE CITY', 'TN', '37203',
  multiIf(g % 10 < 6, 'OWNER_OCCUPIED', g % 10 < 8, 'ABSENTEE_IN_STATE', g % 10 = 8, 'ABSENTEE_OUT_OF_STATE', 'UNKNOWN'),
  multiIf(g % 20 < 14, 'RESIDENTIAL', g % 20 < 16, 'MULTIFAMILY', g % 20 < 18, 'VACANT_LAND', 'COMMERCIAL'), 'SINGLE_FAMILY',
  if(g % 9 = 0, null, g % 6), if(g % 9 = 0, null, 600 + g % 4000), if(g % 7 = 0, null, 1900 + g % 125),
  if(g % 11 = 0, null, 40000 + g % 900000), toDate32('1990-01-01') + g % 13000, if(g % 5 = 0, null, 30000 + g % 800000)
from numbers(${from}, ${count})`
