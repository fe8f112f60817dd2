import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClickHouse } from '../../../../test/stores/clickhouse.ts'
import { createStaging } from './ingest-tables.queries.ts'
import { swapTables } from './swap.queries.ts'

const { clickhouse, close } = await testClickHouse()
afterAll(close)

type Row = [source: string, id: number, state: string]

/** Three regions; two states share one of them. */
const counties: Record<string, string> = { TN: '47001', UT: '49001', GA: '13001', AL: '01001' }

const insertRows = (table: string, rows: readonly Row[]) =>
  clickhouse.run(
    `insert into ${table} (source, property_id, state, county_fips)
     values ${rows.map(([source, id, state]) => `('${source}', ${id}, '${state}', '${counties[state]}')`).join(', ')}`,
  )

const listRows = async () => {
  const rows = await clickhouse.rows<{ row: Row }>(
    'select tuple(source, toUInt32(property_id), state) as row from properties order by property_id',
  )
  return rows.map(({ row }) => row)
}

/** Replaces the rows of a roll. */
async function replaceRows(source: string, rows: readonly Row[], within?: string[]) {
  const staging = await createStaging(clickhouse, 'properties', source)
  if (rows.length > 0) await insertRows(staging, rows)
  await swapTables(clickhouse, [{ table: 'properties', source, from: staging, counties: within }], async () => {})
}

const others: Row[] = [
  ['other-tn', 11, 'TN'],
  ['other-ga', 12, 'GA'],
]

beforeEach(async () => {
  await clickhouse.run('truncate table properties')
  await insertRows('properties', [['ours', 1, 'TN'], ['ours', 2, 'TN'], ['ours', 3, 'AL'], ...others])
})

test.each<[what: string, rows: Row[]]>([
  [
    'rows in the same states',
    [
      ['ours', 4, 'TN'],
      ['ours', 5, 'AL'],
    ],
  ],
  ['rows in a region where it had none and others have', [['ours', 4, 'GA']]],
  ['rows in a state where nobody has any', [['ours', 4, 'UT']]],
  ['nothing', []],
])('a roll replaced by %s loses its old rows everywhere, and other rolls keep theirs', async (_, rows) => {
  await replaceRows('ours', rows)
  expect(await listRows()).toEqual([...rows, ...others])
  await clickhouse.run('optimize table properties final')
  expect(await listRows()).toEqual([...rows, ...others])
})

test('a roll replaced in some counties keeps its rows in others', async () => {
  await clickhouse.run(
    "insert into properties (source, property_id, state, county_fips) values ('ours', 20, 'TN', '47037')",
  )
  await replaceRows('ours', [], ['47037'])
  expect(await listRows()).toEqual([['ours', 1, 'TN'], ['ours', 2, 'TN'], ['ours', 3, 'AL'], ...others])
})

test('a roll can be replaced repeatedly', async () => {
  for (let nth = 0; nth < 5; nth++) await replaceRows('ours', [['ours', nth + 1, 'TN']])
  expect(await listRows()).toEqual([['ours', 5, 'TN'], ...others])
})

test('concurrent readers see all old rows or all new ones', async () => {
  const many = (from: number): Row[] => Array.from({ length: 50 }, (_, at) => ['ours', from + at, 'TN'])
  await replaceRows('ours', many(100))
  let isDone = false
  const seen = new Set<string>()
  const reading = (async () => {
    while (!isDone) {
      const [row] = await clickhouse.rows<{ summary: string }>(
        "select concat(toString(count()), ' from ', toString(min(property_id))) as summary from properties where source = 'ours'",
      )
      if (row) seen.add(row.summary)
    }
  })()
  for (const from of [200, 300, 400]) await replaceRows('ours', many(from))
  isDone = true
  await reading
  expect(['50 from 100', '50 from 200', '50 from 300', '50 from 400']).toEqual(expect.arrayContaining([...seen]))
  expect(seen.size).toBeGreaterThan(1)
})
