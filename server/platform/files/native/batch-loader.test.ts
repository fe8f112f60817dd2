import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { createBatchLoader } from './batch-loader.ts'
import { column, createBatchCollector } from './column-batch.ts'
import { text, uint32 } from './column-types.ts'

type Row = { n: number; filler: string }
const columns = {
  n: column(uint32, ({ n }: Row) => n),
  filler: column(text, ({ filler }: Row) => filler),
}
const filler = 'x'.repeat(2_000)
const buildRows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ n: from + at, filler }))

let store: Awaited<ReturnType<typeof testClickHouse>>
beforeAll(async () => {
  store = await testClickHouse()
})
afterAll(() => store.close())

const createEmptyTable = (name: string) =>
  store.clickhouse.run(`create table ${name} (n UInt32, filler String) engine = MergeTree order by n`)
const getContents = async (table: string) =>
  (await store.clickhouse.rows(`select count() as rows, uniqExact(n) as numbers, sum(n) as sum from ${table}`))[0]

test('rows added while a full file is loading are neither lost nor duplicated', async () => {
  await createEmptyTable('by_row')
  const loader = await createBatchLoader(store.clickhouse, 'by_row', columns)
  const rows = buildRows(0, 30_000)
  // Three at a time, since a property brings several deeds: the second and third arrive while the first waits.
  for (let at = 0; at < rows.length; at += 3) await Promise.all(rows.slice(at, at + 3).map(loader.add))
  await loader.end()
  await loader.close()
  expect(await getContents('by_row')).toEqual({ rows: '30000', numbers: '30000', sum: '449985000' })
})

test('batches written by another thread are loaded whole, and empty ones add nothing', async () => {
  await createEmptyTable('by_block')
  const loader = await createBatchLoader(store.clickhouse, 'by_block', columns)
  const { add, take } = createBatchCollector(columns)
  for (const rows of [buildRows(0, 10), [], buildRows(10, 19_000), buildRows(19_000, 20_000)]) {
    add(rows)
    await loader.addBlock(take())
  }
  await loader.end()
  await loader.close()
  expect(await getContents('by_block')).toEqual({ rows: '20000', numbers: '20000', sum: '199990000' })
})

test('an error of the store fails the load', async () => {
  const loader = await createBatchLoader(store.clickhouse, 'nowhere', columns)
  await loader.add({ n: 1, filler })
  await expect(loader.end()).rejects.toThrow(/nowhere/)
  await loader.close()
})
