import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { insertSales } from './sale-table.queries.ts'

/** Puts rows into a table; columns that they lack keep their defaults. */
export const insertRows = (clickhouse: ClickHouse, table: 'transfers' | 'properties', rows: readonly object[]) =>
  clickhouse.run(
    `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) format JSONEachRow
    ${rows.map((row) => JSON.stringify(row)).join('\n')}`,
  )

/** Puts transfers in, with the sales that all of them tell of. */
export async function insertDeeds(clickhouse: ClickHouse, rows: readonly object[]): Promise<void> {
  await insertRows(clickhouse, 'transfers', rows)
  await clickhouse.run('truncate table sales')
  await clickhouse.run(insertSales('sales', 'select * from transfers'))
}

/** Numbers from 0 to 1 that are the same in every run (Mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    pick: <const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number] =>
      items[Math.floor(next() * items.length)],
  }
}
