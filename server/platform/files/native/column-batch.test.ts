import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { type ColumnType, column, createBatchCollector } from './column-batch.ts'
import {
  bool,
  day,
  float64,
  instant,
  int64,
  list,
  lowCardinality,
  nullable,
  text,
  uint8,
  uint16,
  uint32,
  uint64,
} from './column-types.ts'

let store: Awaited<ReturnType<typeof testClickHouse>>
let folder: string
beforeAll(async () => {
  store = await testClickHouse()
  folder = await mkdtemp(join(tmpdir(), 'dooryard-native-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

/** Loads one column of a type, a batch for each list of values, and returns its contents in the store. */
async function roundTrip<Value>(kind: ColumnType<Value>, type: string, ...blocks: readonly (readonly Value[])[]) {
  const { clickhouse } = store
  const { add, take } = createBatchCollector<Value>({ value: column(kind, (value) => value) })
  const path = join(folder, 'blocks.native')
  await writeFile(
    path,
    blocks.map((values) => {
      // By one and then the rest: a block is gathered in several parts.
      add(values.slice(0, 1))
      add(values.slice(1))
      return take()
    }),
  )
  await clickhouse.run('drop table if exists blocks sync')
  await clickhouse.run(`create table blocks (value ${type}) engine = Log`)
  await clickhouse.insertFile('blocks', ['value'], path, 'Native')
  const rows = await clickhouse.rows<{ value: unknown }>(
    'select value from blocks settings max_threads = 1',
    {},
    { resultRows: 100_000 },
  )
  return rows.map(({ value }) => value)
}

const texts = ['', 'plain', 'tab\tnewline\nquote\'s "back\\slash', 'ÀÉ ſ漢字 🏠', 'x'.repeat(127), 'y'.repeat(20_000)]

test('every column type returns what was written, at both ends of its range', async () => {
  expect(await roundTrip(uint8, 'UInt8', [0, 255])).toEqual([0, 255])
  expect(await roundTrip(uint16, 'UInt16', [0, 65_535])).toEqual([0, 65_535])
  expect(await roundTrip(uint32, 'UInt32', [0, 4_294_967_295])).toEqual([0, 4_294_967_295])
  expect(await roundTrip(uint64, 'UInt64', [0n, 2n ** 64n - 1n])).toEqual(['0', '18446744073709551615'])
  expect(await roundTrip(int64, 'Int64', [-5_000_000_000, 7])).toEqual(['-5000000000', '7'])
  expect(await roundTrip(float64, 'Float64', [-75.28431, 0, 2.5])).toEqual([-75.28431, 0, 2.5])
  expect(await roundTrip(bool, 'Bool', [true, false])).toEqual([true, false])
  expect(await roundTrip(instant, "DateTime('UTC')", [0, 1_790_000_000])).toEqual([
    '1970-01-01 00:00:00',
    '2026-09-21 14:13:20',
  ])
  expect(await roundTrip(text, 'String', texts)).toEqual(texts)
  expect(await roundTrip(lowCardinality, 'LowCardinality(String)', texts, [...texts, 'more', ''])).toEqual([
    ...texts,
    ...texts,
    'more',
    '',
  ])
})

test('null values and lists keep their positions', async () => {
  expect(await roundTrip(nullable(uint32), 'Nullable(UInt32)', [1, null, 3], [null])).toEqual([1, null, 3, null])
  expect(await roundTrip(nullable(bool), 'Nullable(Bool)', [null, true])).toEqual([null, true])
  expect(await roundTrip(nullable(int64), 'Nullable(Int64)', [null, -1])).toEqual([null, '-1'])
  expect(await roundTrip(list(text), 'Array(LowCardinality(String))', [['a', 'b'], [], ['c']], [[]])).toEqual([
    ['a', 'b'],
    [],
    ['c'],
    [],
  ])
  expect(await roundTrip(list(nullable(day)), 'Array(Nullable(Date32))', [[null, '2024-02-29']])).toEqual([
    [null, '2024-02-29'],
  ])
})

test('any day in the store’s range is returned unchanged; one outside becomes the first or last', async () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2299-12-31'), noInvalidDate: true })
  const some = fc.sample(days, 500).map((date) => date.toISOString().slice(0, 10))
  expect(await roundTrip(day, 'Date32', some)).toEqual(some)
  expect(await roundTrip(day, 'Date32', ['1850-05-05', '2450-01-01'])).toEqual(['1900-01-01', '2299-12-31'])
})

test('more distinct values than two bytes can count are still distinguished', async () => {
  const words = Array.from({ length: 70_000 }, (_, at) => `word ${at}`)
  expect(await roundTrip(lowCardinality, 'LowCardinality(String)', words.slice(0, 300), words)).toEqual([
    ...words.slice(0, 300),
    ...words,
  ])
})

test('a batch of many numbers is written whole', async () => {
  const numbers = Array.from({ length: 90_000 }, (_, at) => at)
  expect(await roundTrip(float64, 'Float64', numbers)).toEqual(numbers)
  expect(await roundTrip(nullable(int64), 'Nullable(Int64)', numbers)).toEqual(numbers.map(String))
})

test('a number that a column cannot hold is an error', () => {
  for (const value of [256, -1, 1.5, Number.NaN])
    expect(() => createBatchCollector<number>({ value: column(uint8, (n) => n) }).add([value])).toThrow(
      `${value} is no UInt8.`,
    )
  expect(() => createBatchCollector<number>({ value: column(int64, (n) => n) }).add([0.5])).toThrow(RangeError)
})
