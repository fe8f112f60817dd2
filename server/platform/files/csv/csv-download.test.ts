import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildCsvDownload } from './csv-download.ts'

const at = new Date('2026-11-02T09:30:00Z')

/** A file of numbers that arrive in batches, and what is logged about it. */
function buildNumbersFile(batches: () => AsyncGenerator<number[]>) {
  const logged: unknown[] = []
  const log = { error: (facts: unknown) => logged.push(facts) }
  return {
    logged,
    ...buildCsvDownload({ name: 'numbers', at, columns: [['Number', (one: number) => one]], batches: batches(), log }),
  }
}

test('a file has its rows under their column names, and nothing is logged', async () => {
  const { body, fileName, logged } = buildNumbersFile(async function* () {
    yield [1, 2]
    yield [3]
  })
  expect({ fileName, csv: await text(body) }).toEqual({
    fileName: 'numbers-2026-11-02.csv',
    csv: 'Number\r\n1\r\n2\r\n3\r\n',
  })
  expect(logged).toEqual([])
})

test('a query that fails half-way cuts the file off, and is logged', async () => {
  const { body, logged } = buildNumbersFile(async function* () {
    yield [1]
    throw new Error('the store went away')
  })
  await expect(text(body)).rejects.toThrow('the store went away')
  expect(logged).toEqual([{ err: expect.objectContaining({ message: 'the store went away' }), name: 'numbers' }])
})

test('a reader who disconnects is no error', async () => {
  const { body, logged } = buildNumbersFile(async function* () {
    for (let number = 0; ; number++) yield [number]
  })
  for await (const _ of body) break
  expect(body.destroyed).toBe(true)
  expect(logged).toEqual([])
})
