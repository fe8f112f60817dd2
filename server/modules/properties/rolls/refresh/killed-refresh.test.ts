import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../../../platform/context.ts'
import { testDatabase } from '../../../../test/stores/database.ts'
import { openServices, type StoreLocation } from '../own-process.fixture.ts'
import { runUntilKilled } from '../run-until-killed.fixture.ts'
import type { KilledRefreshTask } from './killed-refresh.fixture.ts'
import { loadDataset, restart } from './killed-refresh-steps.fixture.ts'

const program = join(import.meta.dirname, 'killed-refresh.fixture.ts')

/** The stores are open in one process at a time. */
async function withServices<Result>(
  place: StoreLocation,
  use: (services: Services, folder: string) => Promise<Result>,
) {
  const { services, close } = await openServices(place)
  try {
    return await use(services, place.folder)
  } finally {
    await close()
  }
}

// Loaded once, and copied for each case.
let loaded: { folder: string; database: string }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-killed-refresh-'))
  const database = await testDatabase()
  loaded = { folder: join(folder, 'loaded'), database: database.name }
  await withServices({ folder: loaded.folder, database: database.connectionString }, loadDataset)
  // A database with open connections cannot be copied.
  await database.disconnect()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['before its files are kept', 'COMPARED', ['INTERRUPTED', 'LOADED', 'WAITING']],
  ['once they wait and nobody was told', 'WAITING', ['LOADED', 'WAITING']],
] as const)('a refresh killed %s is asked about once after the restart', async (_, moment, statuses) => {
  const database = await testDatabase(loaded.database)
  try {
    const place = { folder: join(folder, moment), database: database.connectionString }
    await cp(loaded.folder, place.folder, { recursive: true })
    await runUntilKilled(program, { ...place, moment } satisfies KilledRefreshTask)
    expect(await withServices(place, restart)).toEqual({ statuses, unnotified: [], notices: 1 })
  } finally {
    await database.close()
  }
})
