import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../../test/clickhouse.ts'
import { tsvLoader } from './tsv-loader.ts'

let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  store = await testClickHouse()
  await store.clickhouse.run('create table lines (n UInt32, filler String) engine = MergeTree order by n')
})
afterAll(() => store.close())

test('lines added while a full file is loaded are neither lost nor doubled', async () => {
  const { clickhouse } = store
  const loader = await tsvLoader(clickhouse, 'lines', ['n', 'filler'])
  const filler = 'x'.repeat(2_000)
  const lines = 30_000
  // Three at once, as a property brings several deeds: the second and third come while the first waits.
  for (let n = 0; n < lines; n += 3) {
    const waiting = [n, n + 1, n + 2].map((one) => loader.add(`${one}\t${filler}\n`))
    await Promise.all(waiting)
  }
  await loader.end()
  await loader.close()
  const [counts] = await clickhouse.rows('select count() as rows, uniqExact(n) as numbers, max(n) as last from lines')
  expect(counts).toEqual({ rows: String(lines), numbers: String(lines), last: lines - 1 })
})
