import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/stores/database.ts'
import type { KilledRefreshTask, RestartOutcome } from './killed-refresh.fixture.ts'

const program = join(import.meta.dirname, 'killed-refresh.fixture.ts')

/** Runs a separate process; undefined when it was killed. */
async function run(task: KilledRefreshTask): Promise<RestartOutcome | undefined> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
  const [output, errors, signal] = await Promise.all([readText(child.stdout), readText(child.stderr), ended])
  if (signal === 'SIGKILL') return undefined
  if (output === '') throw new Error(errors)
  return JSON.parse(output) as RestartOutcome
}

test.each([
  ['before its files are kept', 'COMPARED', ['INTERRUPTED', 'LOADED', 'WAITING']],
  ['once they wait and nobody was told', 'WAITING', ['LOADED', 'WAITING']],
] as const)('a refresh killed %s is asked about once after the restart', async (_, moment, statuses) => {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-killed-refresh-'))
  try {
    const place = { folder, database: database.connectionString }
    expect(await run({ ...place, moment })).toBeUndefined()
    expect(await run(place)).toEqual({ statuses, unnotified: [], notices: 1 })
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
})
