import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { insertSales } from '../transfers/sale-table.queries.ts'
import type { Newcomer } from './latest-sales.queries.ts'
import { bounded, countRows, createLike, restagedOf, slicesOf } from './tables.queries.ts'

/**
 * Stages the sales in the newcomer's counties as all rolls tell of them once it is in; `staged` are transfers that are to
 * change. Gives the table.
 */
export async function stageSales(
  clickhouse: ClickHouse,
  { source, counties }: Newcomer,
  staged: readonly { source: string; from: string }[],
): Promise<string> {
  const to = restagedOf('sales', source)
  await createLike(clickhouse, to, 'sales')
  const params = { counties: [...counties], staged: staged.map((one) => one.source) }
  const stay = 'source not in {staged:Array(String)} and county_fips in {counties:Array(String)}'
  const told = [`select * from transfers where ${stay}`, ...staged.map(({ from }) => `select * from ${from}`)]
  let rows = await countRows(clickhouse, 'transfers', stay, params)
  for (const { from } of staged) rows += await countRows(clickhouse, from)
  for (const slice of slicesOf(rows)) {
    const sliced = `select * from (${told.join(' union all ')}) where ${slice('property_id')}`
    await clickhouse.run(`${insertSales(to, sliced)} ${bounded}`, params)
  }
  return to
}
