import type { ClickHouse } from '../../../platform/clickhouse/client.ts'

/** Puts rows into a table; columns that they lack keep their defaults. */
export const insertRows = (clickhouse: ClickHouse, table: 'transfers' | 'properties', rows: readonly object[]) =>
  clickhouse.run(
    `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) format JSONEachRow
    ${rows.map((row) => JSON.stringify(row)).join('\n')}`,
  )

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
