import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import { rollHeader } from '../data/wide-roll.ts'

// How ClickHouse's own reader handles the same file.

const texts = rollHeader.map((name) => `${name} String`).join(', ')
const fileTableSql = (path: string) => `file('${path}', 'CSVWithNames', '${texts}')`

/** Reads the file into an unordered table of text columns. */
export async function readAsTexts(clickhouse: ClickHouse, path: string): Promise<void> {
  await clickhouse.run(`create table wide (${texts}) engine = MergeTree order by tuple()`)
  await clickhouse.run(`insert into wide select * from ${fileTableSql(path)}`)
  await clickhouse.run('drop table wide sync')
}

const day = (column: string) => `toDate32OrNull(${column})`
const number = (column: string) => `toUInt32OrNull(${column})`

/** The columns of `properties` that the county dataset has, each cast to its type; nothing is derived. */
const casts: Record<string, string> = {
  source: "'engine'",
  property_id: 'cityHash64(parcel_number)',
  apn: 'parcel_number',
  state: "'PA'",
  county_fips: "'42101'",
  address: 'location',
  unit: 'unit',
  city: "'PHILADELPHIA'",
  zip: 'zip_code',
  lat: 'toFloat64OrNull(lat)',
  lng: 'toFloat64OrNull(lng)',
  owner_names: "arrayFilter(name -> name != '', [owner_1, owner_2])",
  owner_key: 'cityHash64(owner_1)',
  mailing_address: 'mailing_street',
  mailing_city: 'mailing_city_state',
  mailing_state: 'trim(state_code)',
  mailing_zip: 'mailing_zip',
  use_code: 'trim(category_code)',
  use_description: 'category_code_description',
  bedrooms: 'toUInt8OrNull(number_of_bedrooms)',
  bathrooms: 'toFloat64OrNull(number_of_bathrooms)',
  living_area_sqft: number('total_livable_area'),
  lot_sqft: number('total_area'),
  year_built: 'toUInt16OrNull(year_built)',
  stories: 'toFloat64OrNull(number_stories)',
  market_value: number('market_value'),
  last_sale_date: day('sale_date'),
  last_sale_price: number('sale_price'),
}

/** Reads the file into a table like `properties`, with its types, codecs, order, computed columns and indexes. */
export async function readAsProperties(clickhouse: ClickHouse, path: string): Promise<void> {
  await clickhouse.run('create table alike as properties')
  await clickhouse.run(
    `insert into alike (${Object.keys(casts).join(', ')})
      select ${Object.values(casts).join(', ')} from ${fileTableSql(path)}`,
  )
  await clickhouse.run('drop table alike sync')
}

/** Writes the imported rows as columns in the store's own format; returns their names. */
export async function writeReadyMade(clickhouse: ClickHouse, path: string): Promise<string[]> {
  const columns = await clickhouse.rows<{ name: string }>(
    "select name from system.columns where database = currentDatabase() and table = 'properties' and default_kind = ''",
  )
  const names = columns.map(({ name }) => name)
  const list = names.map((name) => `\`${name}\``).join(', ')
  await clickhouse.run(`insert into function file('${path}', 'Native') select ${list} from properties`)
  return names
}

/** Loads such columns into a table like `properties`: what an import costs in which nothing is read or derived. */
export async function loadReadyMade(clickhouse: ClickHouse, path: string, names: string[]): Promise<void> {
  await clickhouse.run('create table ready_made as properties')
  await clickhouse.insertFile('ready_made', names, path, 'Native')
  await clickhouse.run('drop table ready_made sync')
}
