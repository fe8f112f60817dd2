import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../test/clickhouse.ts'
import { blockLoader } from './block-loader.ts'
import { blockWriter, column, text, uint32 } from './native.ts'

type Row = { n: number; filler: string }
const columns = {
  n: column(uint32, ({ n }: Row) => n),
  filler: column(text, ({ filler }: Row) => filler),
}
const filler = 'x'.repeat(2_000)
const rowsFrom = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ n: from + at, filler }))

let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  store = await testClickHouse()
})
afterAll(() => store.close())

const emptyTable = (name: string) =>
  store.clickhouse.run(`create table ${name} (n UInt32, filler String) engine = MergeTree order by n`)
const contents = async (table: string) =>
  (await store.clickhouse.rows(`select count() as rows, uniqExact(n) as numbers, sum(n) as sum from ${table}`))[0]

test('rows added while a full file is loaded are neither lost nor doubled', async () => {
  await emptyTable('by_row')
  const loader = await blockLoader(store.clickhouse, 'by_row', columns)
  const rows = rowsFrom(0, 30_000)
  // Three at once, as a property brings several deeds: the second and third come while the first waits.
  for (let at = 0; at < rows.length; at += 3) await Promise.all(rows.slice(at, at + 3).map(loader.add))
  await loader.end()
  await loader.close()
  expect(await contents('by_row')).toEqual({ rows: '30000', numbers: '30000', sum: '449985000' })
})

test('blocks that another thread wrote are loaded whole, and empty ones are none', async () => {
  await emptyTable('by_block')
  const loader = await blockLoader(store.clickhouse, 'by_block', columns)
  const write = blockWriter(columns)
  for (const rows of [rowsFrom(0, 10), [], rowsFrom(10, 19_000), rowsFrom(19_000, 20_000)])
    await loader.addBlock(write(rows))
  await loader.end()
  await loader.close()
  expect(await contents('by_block')).toEqual({ rows: '20000', numbers: '20000', sum: '199990000' })
})

test('what the store refuses fails the load, and not silently', async () => {
  const loader = await blockLoader(store.clickhouse, 'nowhere', columns)
  await loader.add({ n: 1, filler })
  await expect(loader.end()).rejects.toThrow(/nowhere/)
  await loader.close()
})
