import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { getCountyState } from '../../places/states.ts'
import { createBinder, idListSql } from '../../search/compile/clauses.ts'
import type { Proof } from '../buyers.queries.ts'

/** What buyers are matched to: its value in dollars, null if unknown, and its asset sub-group. */
export async function findMatchSubject(
  clickhouse: ClickHouse,
  propertyId: string,
  signal?: AbortSignal,
): Promise<{ value: number | null; type: string } | undefined> {
  const [row] = await clickhouse.rows<{ value: number | null; type: string }>(
    `select coalesce(estimated_value, market_value, assessed_value) as value, asset_sub_group as type from properties
     where property_id = {propertyId:UInt64} order by isNull(value), source limit 1`,
    { propertyId },
    { signal },
  )
  return row
}

/** The asset sub-groups of purchased properties by id, where a roll gives one. */
export async function listPropertyTypes(
  clickhouse: ClickHouse,
  proofs: readonly Proof[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (proofs.length === 0) return new Map()
  const { bind, params } = createBinder()
  const counties = [...new Set(proofs.map(({ countyFips }) => countyFips))]
  const ids = [...new Set(proofs.map(({ propertyId }) => propertyId))]
  const rows = await clickhouse.rows<{ propertyId: string; type: string }>(
    `select toString(property_id) as propertyId, argMin(asset_sub_group, source) as type from properties
     where state in ${bind([...new Set(counties.map(getCountyState))], 'Array(String)')}
       and county_fips in ${bind(counties, 'Array(String)')} and property_id in ${idListSql(bind, ids)}
       and asset_sub_group != '' group by property_id`,
    params,
    { signal, resultRows: ids.length },
  )
  return new Map(rows.map(({ propertyId, type }) => [propertyId, type]))
}
