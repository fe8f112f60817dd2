import type { DatasetChanges } from '@dooryard/contract/data/datasets/versions'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { boundedSettings, buildKeySlices, countRows, loadLimits, requireSlug } from '../ingest/ingest-tables.queries.ts'

type StagedTables = { properties: string; transfers: string }

/** Of a property row: what is compared. Owners count by name: a new mailing address is no new owner. */
const comparedColumns = {
  owners: "arrayStringConcat(owner_names, '|')",
  sold_on: "ifNull(last_sale_date, toDate32('1900-01-01'))",
  worth: '(ifNull(toInt64(market_value), -1), ifNull(toInt64(assessed_value), -1))',
}

/**
 * Counts what the staged rows of a source change about its live ones, before they replace them. Reads both once, in
 * slices, so that a large county takes no more memory than a small one.
 */
export async function countChanges(
  clickhouse: ClickHouse,
  source: string,
  staged: StagedTables,
): Promise<DatasetChanges> {
  const live = `source = '${requireSlug(source)}'`
  const before = await countRows(clickhouse, 'properties', live)
  const after = await countRows(clickhouse, staged.properties)
  if (before + after === 0) return { ...noChanges, sold: await countNewSales(clickhouse, live, staged.transfers) }
  if (before === 0) return { ...noChanges, added: after }
  const total = { ...noChanges }
  for (const slice of buildKeySlices(before + after)) {
    const [counts] = await clickhouse.rows<Record<keyof DatasetChanges, string>>(
      comparePropertiesSql(live, staged.properties, slice('property_id')),
      {},
      loadLimits,
    )
    for (const kind of changeKinds) total[kind] += Number(counts?.[kind] ?? 0)
  }
  return total
}

const noChanges: DatasetChanges = { added: 0, removed: 0, sold: 0, ownerChanged: 0, valueChanged: 0 }
const changeKinds = ['added', 'removed', 'sold', 'ownerChanged', 'valueChanged'] as const

function comparePropertiesSql(live: string, staged: string, slice: string): string {
  const names = Object.keys(comparedColumns)
  const compared = Object.entries(comparedColumns).map(([name, value]) => `${value} as ${name}`)
  const sides = names.flatMap((name) => [
    `anyIf(${name}, is_new) as new_${name}`,
    `anyIf(${name}, not is_new) as old_${name}`,
  ])
  const isKept = 'was and remains'
  return `select countIf(not was) as added, countIf(not remains) as removed,
      countIf(${isKept} and new_sold_on > old_sold_on) as sold,
      countIf(${isKept} and new_owners != old_owners) as ownerChanged,
      countIf(${isKept} and new_worth != old_worth) as valueChanged
    from (
      select property_id, max(not is_new) as was, max(is_new) as remains, ${sides.join(', ')}
      from (
        select property_id, true as is_new, ${compared.join(', ')} from ${staged} where ${slice}
        union all
        select property_id, false as is_new, ${compared.join(', ')} from properties where ${live} and ${slice}
      ) group by property_id
    ) ${boundedSettings}`
}

/** Of a file of sales, which has no properties of its own. */
async function countNewSales(clickhouse: ClickHouse, live: string, staged: string): Promise<number> {
  const sliced = buildKeySlices(
    (await countRows(clickhouse, staged)) + (await countRows(clickhouse, 'transfers', live)),
  )
  let sold = 0
  for (const slice of sliced) {
    const [counted] = await clickhouse.rows<{ sold: string }>(
      `select countIf(newest > earlier) as sold
       from (
         select property_id, maxIf(recorded_on, is_new) as newest, maxIf(recorded_on, not is_new) as earlier
         from (
           select property_id, recorded_on, true as is_new from ${staged} where ${slice('property_id')}
           union all
           select property_id, recorded_on, false as is_new from transfers where ${live} and ${slice('property_id')}
         ) group by property_id
       ) ${boundedSettings}`,
      {},
      loadLimits,
    )
    sold += Number(counted?.sold ?? 0)
  }
  return sold
}
