import type { ClickHouse, Params } from '../../../platform/clickhouse/client.ts'
import { allOf, type Bind, binder, type Clause } from '../search/clauses.ts'

export type PlaceFilter = {
  state?: string | undefined
  county?: string | undefined
  /** `STATE:NAME` */
  city?: string | undefined
}

type Counted = { count: string }

export const countStates = (clickhouse: ClickHouse) =>
  clickhouse.rows<Counted & { state: string }>('select state, count() as count from properties group by state')

export const countCounties = (clickhouse: ClickHouse, filter: PlaceFilter) =>
  counted<{ county_fips: string }>(
    clickhouse,
    ({ where }) => `select county_fips, count() as count from properties
    where ${where} group by county_fips`,
    filter,
  )

/** Cities whose name has a word that begins with the search, most properties first. */
export const countCities = (clickhouse: ClickHouse, filter: PlaceFilter, search: string, limit: number) =>
  counted<{ state: string; city: string }>(
    clickhouse,
    ({ where, bind }) => `select state, city, count() as count from properties
      where ${where} and city != ''
      and position(concat(' ', city), concat(' ', ${bind(search.toUpperCase(), 'String')})) > 0
      group by state, city order by count desc, state, city limit ${limit}`,
    filter,
  )

/** ZIPs that begin with the search, most properties first, each with its most frequent city. */
export const countZips = (clickhouse: ClickHouse, filter: PlaceFilter, search: string, limit: number) =>
  counted<{ zip: string; state: string; city: string }>(
    clickhouse,
    ({ where, bind }) => `select zip, any(state) as state, topK(1)(city)[1] as city, count() as count from properties
      where ${where} and zip != '' and startsWith(zip, ${bind(search, 'String')})
      group by zip order by count desc, zip limit ${limit}`,
    filter,
  )

function counted<Row>(
  clickhouse: ClickHouse,
  sql: (part: { where: string; bind: Bind }) => string,
  filter: PlaceFilter,
): Promise<(Row & Counted)[]> {
  const { bind, params }: { bind: Bind; params: Params } = binder()
  return clickhouse.rows<Row & Counted>(sql({ where: whereOf(bind, filter) ?? 'true', bind }), params)
}

function whereOf(bind: Bind, { state, county, city }: PlaceFilter): Clause {
  const named = (column: string, value: string | undefined): Clause =>
    value === undefined ? undefined : `properties.${column} = ${bind(value, 'String')}`
  return allOf([
    named('state', state?.toUpperCase()),
    named('county_fips', county),
    named('state', city?.slice(0, 2).toUpperCase()),
    named('city', city?.slice(3).toUpperCase()),
  ])
}
