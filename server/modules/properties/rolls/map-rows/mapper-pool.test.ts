import { expect, test } from 'vitest'
import type { Chunk } from '../../../../platform/files/tables/text/record-chunks.ts'
import { compileSource } from '../../sources/compile/compile-source.ts'
import { listNeededColumns } from '../../sources/mapping/roll.ts'
import { philadelphia } from '../../sources/source.fixture.ts'
import { createTally, mergeTally } from '../roll-report.ts'
import { createChunkMapper, type MappedChunk } from './map-chunk.ts'
import { createMapperPool } from './mapper-pool.ts'

const source = compileSource(philadelphia)
const header = listNeededColumns(source)
const task = { header, delimiter: ',', width: header.length, today: '2026-11-20', document: philadelphia }

const known: Record<string, (at: number) => string> = {
  parcel_number: (at) => (at % 50 === 0 ? '' : `88${at}`),
  location: (at) => `${at} EXAMPLE ORCHARD LN`,
  owner_1: (at) => `TESTWELL AVERY ${at % 7}`,
  mailing_street: (at) => `${at} ELSEWHERE RD`,
  category_code: (at) => String(at % 20),
  sale_date: () => '2019-05-06',
  sale_price: (at) => String(100_000 + at),
  year_built: () => '2987',
}
const line = (at: number) => header.map((name) => known[name]?.(at) ?? '').join(',')
const chunks = (): Chunk[] =>
  Array.from({ length: 12 }, (_, at) => {
    const lines = Array.from({ length: 40 }, (_, row) => `${line(at * 40 + row)}\n`)
    return { bytes: new Uint8Array(Buffer.from(lines.join(''))), line: at * 40 + 2 }
  })

const toComparable = ({ properties, sales, ...others }: MappedChunk) => ({
  ...others,
  properties: Buffer.from(properties).toString(),
  sales: Buffer.from(sales).toString(),
})

test('several threads produce the same rows and counts as one', async () => {
  const here = createChunkMapper(source, task)
  const expected = chunks().map(here.map).map(toComparable)
  const threads = createMapperPool(task)
  try {
    const mapped = await Promise.all(chunks().map(threads.map))
    expect(mapped.map(toComparable)).toEqual(expected)
    expect(expected.flatMap(({ rejects }) => rejects).map((reject) => reject.line)).toContain(52)
    const tally = createTally(source)
    for (const part of await threads.tallies()) mergeTally(tally, part)
    expect(tally).toEqual(here.tally)
    expect(tally.rowsRead).toBe(480)
  } finally {
    await threads.close()
  }
})

test('a failing thread fails its current chunks and later ones', async () => {
  const threads = createMapperPool({ ...task, document: { ...philadelphia, county: { fips: '99001' } } })
  try {
    for (const chunk of chunks().slice(0, 3))
      await expect(threads.map(chunk)).rejects.toThrow('"99001" is not a county')
    await expect(threads.tallies()).rejects.toThrow('"99001" is not a county')
  } finally {
    await threads.close()
  }
})

test('a thread that exits fails its chunks instead of leaving them pending', async () => {
  const threads = createMapperPool(task, new URL('data:text/javascript,process.exit(3)'))
  try {
    const mapped = chunks().map(threads.map)
    for (const one of await Promise.allSettled(mapped))
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { message: 'A thread that maps rows stopped before its work was done.' },
      })
  } finally {
    await threads.close()
  }
})
