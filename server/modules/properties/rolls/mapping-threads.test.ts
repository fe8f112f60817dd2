import { expect, test } from 'vitest'
import { neededColumns } from '../mapping/roll.ts'
import { philadelphiaPa } from '../sources/philadelphia-pa.ts'
import { chunkMapper, type Mapped } from './map-chunk.ts'
import { mappingThreads } from './mapping-threads.ts'
import type { Chunk } from './record-chunks.ts'
import { mergeTally, newTally } from './roll-report.ts'

const header = neededColumns(philadelphiaPa)
const task = { header, delimiter: ',', width: header.length, today: '2026-11-20', source: 'philadelphia-pa' }

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

const told = ({ properties, sales, ...others }: Mapped) => ({
  ...others,
  properties: Buffer.from(properties).toString(),
  sales: Buffer.from(sales).toString(),
})

test('threads make the same of a roll, and count the same, as one thread does', async () => {
  const here = chunkMapper(philadelphiaPa, task)
  const expected = chunks().map(here.map).map(told)
  const threads = mappingThreads(task)
  try {
    const mapped = await Promise.all(chunks().map(threads.map))
    expect(mapped.map(told)).toEqual(expected)
    expect(expected.flatMap(({ rejects }) => rejects).map((reject) => reject.line)).toContain(52)
    const tally = newTally(philadelphiaPa)
    for (const part of await threads.tallies()) mergeTally(tally, part)
    expect(tally).toEqual(here.tally)
    expect(tally.rowsRead).toBe(480)
  } finally {
    await threads.close()
  }
})

test('a thread that cannot do its work fails what it was given, and what it is given after', async () => {
  const threads = mappingThreads({ ...task, source: 'nowhere' })
  try {
    for (const chunk of chunks().slice(0, 3))
      await expect(threads.map(chunk)).rejects.toThrow('There is no source "nowhere".')
    await expect(threads.tallies()).rejects.toThrow('There is no source "nowhere".')
  } finally {
    await threads.close()
  }
})

test('a thread that is gone fails what it was given, rather than to keep it waiting', async () => {
  const threads = mappingThreads(task, new URL('data:text/javascript,process.exit(3)'))
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
