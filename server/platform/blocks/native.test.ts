import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../test/clickhouse.ts'
import {
  blockWriter,
  bool,
  column,
  day,
  float64,
  instant,
  int64,
  type Kind,
  list,
  nullable,
  text,
  uint8,
  uint16,
  uint32,
  uint64,
  word,
} from './native.ts'

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

/** Loads one column of a type, a block for each list of values, and gives what the store has in it. */
async function throughStore<Value>(kind: Kind<Value>, type: string, ...blocks: readonly (readonly Value[])[]) {
  const { clickhouse } = store
  const write = blockWriter<Value>({ value: column(kind, (value) => value) })
  const path = join(folder, 'blocks.native')
  await writeFile(path, blocks.map(write))
  await clickhouse.run('drop table if exists blocks sync')
  await clickhouse.run(`create table blocks (value ${type}) engine = Log`)
  await clickhouse.insertFile('blocks', ['value'], path, 'Native')
  const rows = await clickhouse.rows<{ value: unknown }>('select value from blocks', {}, { resultRows: 100_000 })
  return rows.map(({ value }) => value)
}

const texts = ['', 'plain', 'tab\tnewline\nquote\'s "back\\slash', 'ÀÉ ſ漢字 🏠', 'x'.repeat(127), 'y'.repeat(20_000)]

test('every kind of column holds what was written, at both ends of its range', async () => {
  expect(await throughStore(uint8, 'UInt8', [0, 255])).toEqual([0, 255])
  expect(await throughStore(uint16, 'UInt16', [0, 65_535])).toEqual([0, 65_535])
  expect(await throughStore(uint32, 'UInt32', [0, 4_294_967_295])).toEqual([0, 4_294_967_295])
  expect(await throughStore(uint64, 'UInt64', [0n, 2n ** 64n - 1n])).toEqual(['0', '18446744073709551615'])
  expect(await throughStore(int64, 'Int64', [-5_000_000_000, 7])).toEqual(['-5000000000', '7'])
  expect(await throughStore(float64, 'Float64', [-75.28431, 0, 2.5])).toEqual([-75.28431, 0, 2.5])
  expect(await throughStore(bool, 'Bool', [true, false])).toEqual([true, false])
  expect(await throughStore(instant, "DateTime('UTC')", [0, 1_790_000_000])).toEqual([
    '1970-01-01 00:00:00',
    '2026-09-21 14:13:20',
  ])
  expect(await throughStore(text, 'String', texts)).toEqual(texts)
  expect(await throughStore(word, 'LowCardinality(String)', texts, [...texts, 'more', ''])).toEqual([
    ...texts,
    ...texts,
    'more',
    '',
  ])
})

test('unknown values and lists keep their places', async () => {
  expect(await throughStore(nullable(uint32), 'Nullable(UInt32)', [1, null, 3], [null])).toEqual([1, null, 3, null])
  expect(await throughStore(nullable(bool), 'Nullable(Bool)', [null, true])).toEqual([null, true])
  expect(await throughStore(nullable(int64), 'Nullable(Int64)', [null, -1])).toEqual([null, '-1'])
  expect(await throughStore(list(text), 'Array(LowCardinality(String))', [['a', 'b'], [], ['c']], [[]])).toEqual([
    ['a', 'b'],
    [],
    ['c'],
    [],
  ])
  expect(await throughStore(list(nullable(day)), 'Array(Nullable(Date32))', [[null, '2024-02-29']])).toEqual([
    [null, '2024-02-29'],
  ])
})

test('any day of the store’s calendar comes back as it was; one outside is its first or last', async () => {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2299-12-31'), noInvalidDate: true })
  const some = fc.sample(days, 500).map((date) => date.toISOString().slice(0, 10))
  expect(await throughStore(day, 'Date32', some)).toEqual(some)
  expect(await throughStore(day, 'Date32', ['1850-05-05', '2450-01-01'])).toEqual(['1900-01-01', '2299-12-31'])
})

test('more words than two bytes can count are still told apart', async () => {
  const words = Array.from({ length: 70_000 }, (_, at) => `word ${at}`)
  expect(await throughStore(word, 'LowCardinality(String)', words.slice(0, 300), words)).toEqual([
    ...words.slice(0, 300),
    ...words,
  ])
})

test('a block of many numbers is written whole', async () => {
  const numbers = Array.from({ length: 90_000 }, (_, at) => at)
  expect(await throughStore(float64, 'Float64', numbers)).toEqual(numbers)
  expect(await throughStore(nullable(int64), 'Nullable(Int64)', numbers)).toEqual(numbers.map(String))
})

test('a number that a column cannot hold is an error, not another number', () => {
  for (const value of [256, -1, 1.5, Number.NaN])
    expect(() => blockWriter<number>({ value: column(uint8, (n) => n) })([value])).toThrow(`${value} is no UInt8.`)
  expect(() => blockWriter<number>({ value: column(int64, (n) => n) })([0.5])).toThrow(RangeError)
})
