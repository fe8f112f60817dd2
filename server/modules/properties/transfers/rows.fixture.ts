import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { insertSales } from './sale-table.queries.ts'

/** Inserts rows into a table; missing columns keep their defaults. */
export const insertRows = (clickhouse: ClickHouse, table: 'transfers' | 'properties', rows: readonly object[]) =>
  clickhouse.run(
    `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) format JSONEachRow
    ${rows.map((row) => JSON.stringify(row)).join('\n')}`,
  )

/** Inserts transfers, and the sales derived from them. */
export async function insertDeeds(clickhouse: ClickHouse, rows: readonly object[]): Promise<void> {
  await insertRows(clickhouse, 'transfers', rows)
  await clickhouse.run('truncate table sales')
  await clickhouse.run(insertSales('sales', 'select * from transfers'))
}
