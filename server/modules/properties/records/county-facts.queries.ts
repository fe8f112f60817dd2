import type { Property } from '@dooryard/contract/properties/properties'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { andClauses, createBinder, idListSql, inList } from '../search/compile/clauses.ts'

/** What counties change of a property from year to year: its last sale and its values. */
export type CountyFacts = Pick<
  Property,
  'propertyId' | 'lastSaleDate' | 'lastSalePrice' | 'marketValue' | 'assessedValue' | 'estimatedValue' | 'valueYear'
> & {
  /** The date of the dataset that the values are from. */
  valueRecordedOn: string | null
}

type PropertyRef = Pick<Property, 'propertyId' | 'state' | 'countyFips'>

/** By property id; without those that no county dataset has any more. */
export async function findCountyFacts(
  clickhouse: ClickHouse,
  properties: readonly PropertyRef[],
  options: ReadOptions = {},
): Promise<ReadonlyMap<string, CountyFacts>> {
  if (properties.length === 0) return new Map()
  const ids = properties.map(({ propertyId }) => propertyId)
  const states = [...new Set(properties.map(({ state }) => state))]
  const counties = [...new Set(properties.map(({ countyFips }) => countyFips))]
  const { bind, params } = createBinder()
  // The ids alone would suffice; the places let ClickHouse skip blocks.
  const where = [
    inList(bind, 'state', states),
    inList(bind, 'county_fips', counties),
    `property_id in ${idListSql(bind, ids)}`,
  ]
  const rows = await clickhouse.rows<CountyFacts>(
    `select toString(property_id) as propertyId, last_sale_date as lastSaleDate, last_sale_price as lastSalePrice,
       market_value as marketValue,
       assessed_value as assessedValue, estimated_value as estimatedValue, value_year as valueYear,
       provenance.recorded_on[indexOf(provenance.group, 'VALUE')] as valueRecordedOn
     from properties where ${andClauses(where)}`,
    params,
    options,
  )
  return new Map(rows.map((facts) => [facts.propertyId, facts]))
}
