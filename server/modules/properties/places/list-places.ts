import type { FilterItem } from '@dooryard/contract/filters'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { countyName } from './county-names.ts'
import { countCities, countCounties, countStates, countZips, type PlaceFilter } from './places.queries.ts'
import { stateName, stateOfCounty } from './states.ts'

type Asked = PlaceFilter & { search?: string | undefined; limit: number }
type Items = { items: FilterItem[] }

/** States with data: all of them fit, so these are matched by their names here. */
export async function listStates(clickhouse: ClickHouse, { search = '', limit }: Asked): Promise<Items> {
  const rows = await countStates(clickhouse)
  const items = rows.map(({ state, count }) => ({ value: state, label: stateName(state), count: Number(count) }))
  return { items: best(items, search, limit) }
}

export async function listCounties(clickhouse: ClickHouse, { search = '', limit, ...filter }: Asked): Promise<Items> {
  const rows = await countCounties(clickhouse, filter)
  const items = rows.map(({ county_fips, count }) => ({
    value: county_fips,
    label: countyName(county_fips),
    count: Number(count),
    parent: stateOfCounty(county_fips),
  }))
  return { items: best(items, search, limit) }
}

export async function listCities(clickhouse: ClickHouse, { search = '', limit, ...filter }: Asked): Promise<Items> {
  const rows = await countCities(clickhouse, filter, search, limit)
  const items = rows.map(({ state, city, count }) => ({
    value: `${state}:${city}`,
    label: `${inTitleCase(city)}, ${state}`,
    count: Number(count),
    parent: state,
  }))
  return { items }
}

export async function listZips(clickhouse: ClickHouse, { search = '', limit, ...filter }: Asked): Promise<Items> {
  const rows = await countZips(clickhouse, filter, search, limit)
  const items = rows.map(({ zip, state, city, count }) => ({
    value: zip,
    label: city ? `${zip} ${inTitleCase(city)}, ${state}` : `${zip} ${state}`,
    count: Number(count),
    parent: city ? `${state}:${city}` : state,
  }))
  return { items }
}

type Counted = FilterItem & { count: number }

/** Those of which a word, or the value, begins with the search; most properties first. */
function best(items: Counted[], search: string, limit: number): Counted[] {
  const wanted = ` ${search.toUpperCase()}`
  return items
    .filter(({ value, label }) => ` ${value} ${label.toUpperCase()}`.includes(wanted))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit)
}

const inTitleCase = (name: string) =>
  name.toLowerCase().replace(/(?<!\p{L}|['’])\p{L}/gu, (letter) => letter.toUpperCase())
