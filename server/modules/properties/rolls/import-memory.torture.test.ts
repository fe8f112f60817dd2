import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { compileSource } from '../sources/compile/compile-source.ts'
import { listNeededColumns } from '../sources/mapping/roll.ts'
import { philadelphia } from '../sources/source.fixture.ts'
import type { ImportMemoryTask, MemoryUsage } from './import-memory.fixture.ts'

const program = join(import.meta.dirname, 'import-memory.fixture.ts')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-memory-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const header = listNeededColumns(compileSource(philadelphia))
const known: Record<string, (at: number) => string> = {
  parcel_number: (at) => String(880_000_000 + at),
  location: (at) => `${at} EXAMPLE ORCHARD LN`,
  owner_1: (at) => `TESTWELL AVERY ${at}`,
  mailing_street: (at) => `${at} EXAMPLE ORCHARD LN`,
  sale_date: () => '2019-05-14',
  sale_price: (at) => String(100_000 + at),
  market_value: (at) => String(100_000 + at),
}
const line = (at: number) => header.map((name) => known[name]?.(at) ?? '').join(',')

function* generateLines(rows: number) {
  yield `${header.join(',')}\n`
  for (let at = 0; at < rows; at += 1) yield `${line(at)}\n`
}

/** Imports this many rows in a separate process. */
async function importRows(rows: number): Promise<MemoryUsage> {
  const database = await testDatabase()
  const path = join(folder, `${rows}.csv`)
  await pipeline(generateLines(rows), createWriteStream(path))
  const task: ImportMemoryTask = { folder: join(folder, String(rows)), database: database.connectionString, path }
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = await Promise.all([readText(child.stdout), readText(child.stderr)])
  await database.close()
  if (output === '') throw new Error(errors)
  return JSON.parse(output) as MemoryUsage
}

const name = 'an import needs no more memory for a large file than for a small one, and at most 250 MB'
test(name, { timeout: 120_000 }, async () => {
  const [small, large] = [await importRows(120_000), await importRows(600_000)]
  expect([small.rows, large.rows]).toEqual([120_000, 600_000])
  // Heap layout varies by up to 100 MB between runs. The blocks of the larger file alone would take 300.
  expect(large.atMost - large.atRest).toBeLessThan(small.atMost - small.atRest + 200)
  expect(large.atMost - large.atRest).toBeLessThan(250)
})
