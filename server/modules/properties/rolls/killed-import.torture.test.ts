import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import type { ImportStep, KilledImportOutcome, KilledImportTask } from './killed-import.fixture.ts'
import { type StoreState, writeFiles } from './killed-import-steps.fixture.ts'

const program = join(import.meta.dirname, 'killed-import.fixture.ts')

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
let files: Awaited<ReturnType<typeof writeFiles>>
let oldState: StoreState

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dooryard-killed-'))
  files = await writeFiles(folder)
  const { after } = await runToEnd([
    { source: 'assessed', path: files.assessed },
    { source: 'deeds', path: files.deeds },
  ])
  expect(after.properties).toMatchObject([{ last_sale_price: 250000 }, { last_sale_price: 300000 }])
  oldState = after
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Imports in a separate process; undefined when that was killed. */
async function runTask(steps: ImportStep[]): Promise<KilledImportOutcome | undefined> {
  const task: KilledImportTask = { folder, database: database.connectionString, steps }
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const [output, errors, signal] = await Promise.all([readText(child.stdout), readText(child.stderr), ended])
  if (signal === 'SIGKILL') return undefined
  if (output === '') throw new Error(errors)
  return JSON.parse(output) as KilledImportOutcome
}

async function runToEnd(steps: ImportStep[]): Promise<KilledImportOutcome> {
  const outcome = await runTask(steps)
  if (!outcome) throw new Error('The import was killed.')
  return outcome
}

const exchange = 'exchange tables'
const moments: [when: string, killBefore: NonNullable<ImportStep['killBefore']>][] = [
  ['while its rows are staged', { statement: 'insert into properties_staging', number: 1 }],
  ['while a table is put together', { statement: 'delete from', number: 1 }],
  ['before anything is swapped', { statement: exchange, number: 1 }],
  ['between the outlines and the transfers', { statement: exchange, number: 2 }],
  ['between the transfers and the sales', { statement: exchange, number: 3 }],
  ['in the middle of a swap', { statement: exchange, number: 3, delayMs: 1 }],
  ['between the sales and the counts by place', { statement: exchange, number: 4 }],
  ['between the counts by place and the addresses', { statement: exchange, number: 5 }],
  ['between the addresses and the properties', { statement: exchange, number: 6 }],
  ['when all is done', { statement: 'nothing', number: 1 }],
]

// Each case begins and ends with the old file loaded.
test.each(moments)('an import killed %s does no harm', async (when, killBefore) => {
  const again = when === 'when all is done' ? 'UNCHANGED' : 'LOADED'
  expect(await runTask([{ source: 'deeds', path: files.later, killBefore }])).toBeUndefined()
  const { before, statuses, after } = await runToEnd([{ source: 'deeds', path: files.later }])
  expect(statuses).toEqual([again])
  expect(after.properties).toMatchObject([{ last_sale_price: 210000 }, { last_sale_price: 350000 }])
  // Readers meanwhile saw the old rows or the new ones of each table.
  for (const table of ['properties', 'transfers', 'sales', 'places', 'addresses'] as const)
    expect([oldState[table], after[table]]).toContainEqual(before[table])

  // Killed on the way back, the store holds neither file completely; importing the old file restores its rows.
  expect(await runTask([{ source: 'deeds', path: files.deeds, killBefore }])).toBeUndefined()
  const back = await runToEnd([{ source: 'deeds', path: files.deeds }])
  expect(back.statuses).toEqual([again])
  expect(back.after).toEqual(oldState)
  expect(back.after.tables).toEqual([])
})
