import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/stores/database.ts'
import { createUser } from '../../identity/index.ts'
import { importRoll } from '../rolls/import-roll.ts'
import { openServices } from '../rolls/own-process.fixture.ts'
import { makeFile, makeParcels as makeLoadedParcels } from '../rolls/refresh/parcels.fixture.ts'
import { runUntilKilled } from '../rolls/run-until-killed.fixture.ts'
import { createGenericDocument } from '../sources/generic-source.ts'
import type { KilledSetupTask } from './killed-setup.fixture.ts'
import { beginSetup, takeToCheck } from './killed-setup-steps.fixture.ts'
import { makeParcels } from './setup-journey.fixture.ts'
import type { SetupRef } from './setups.queries.ts'

const program = join(import.meta.dirname, 'killed-setup.fixture.ts')

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
const getPlace = () => ({ folder, database: database.connectionString })
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dooryard-killed-setup-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Another county that is searchable, and one that is started. */
async function prepare(): Promise<SetupRef> {
  await mkdir(join(folder, 'import'))
  // Several pieces when it is copied.
  await writeFile(join(folder, 'import/parcels.csv'), makeParcels(2_000))
  const path = join(folder, 'loaded.csv')
  await writeFile(path, makeFile(makeLoadedParcels(20)))
  const { services, close } = await openServices(getPlace())
  await importRoll(services, { document: createGenericDocument('anytown', 'Anytown, assessor'), files: { file: path } })
  const person = { firstName: 'Ada', lastName: 'Testwell', phone: '615-555-0120', password: 'correct-horse-battery' }
  const admin = await createUser(services, { ...person, email: 'admin@example.com', role: 'SUPER_ADMIN' })
  const started = await beginSetup(services, folder, admin?.id ?? '')
  await close()
  return started
}

/** The states of the file, the proposal and the check. */
async function readState() {
  const { db } = database
  const file = await db.selectFrom('countySetupFiles').select('status').executeTakeFirst()
  const setup = await db.selectFrom('countySetups').select('proposalStatus').executeTakeFirst()
  const check = await db.selectFrom('countySetupChecks').select('status').executeTakeFirst()
  return [file?.status, setup?.proposalStatus, check?.status]
}

test('a county whose process is killed in each step goes on after each restart, and what is searchable stays', async () => {
  const started = await prepare()
  for (const [killAt, left] of [
    ['RECEIVING', ['RECEIVING', 'NONE', undefined]],
    ['READING', ['READING', 'NONE', undefined]],
    ['PROPOSING', ['READY', 'RUNNING', undefined]],
    ['CHECKING', ['READY', 'READY', 'RUNNING']],
  ] as const) {
    await runUntilKilled(program, { ...getPlace(), started, killAt } satisfies KilledSetupTask)
    expect(await readState()).toEqual(left)
  }
  const { services, close } = await openServices(getPlace())
  expect(await takeToCheck(services, getPlace(), started)).toMatchObject({
    files: [{ status: 'READY', fileName: 'parcels.csv' }],
    tables: [{ id: 'parcels', isUsed: true, rowCount: 2_000 }],
    ...{ proposal: { status: 'READY' }, check: { status: 'DONE', rowsRead: 2_000, isCurrent: true } },
  })
  const searchable = await services.clickhouse.rows('select source, count() as count from properties group by source')
  expect(searchable).toEqual([{ source: 'anytown', count: expect.toSatisfy((count) => Number(count) === 20) }])
  await close()
})
