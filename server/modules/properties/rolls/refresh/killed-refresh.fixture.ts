import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../../../platform/context.ts'
import { createOutbound } from '../../../../platform/outbound/outbound.ts'
import { createUser } from '../../../identity/index.ts'
import { createGenericDocument } from '../../sources/generic-source.ts'
import { importRoll } from '../import-roll.ts'
import { openServices, type StoreLocation } from '../own-process.fixture.ts'
import { listVersions } from '../versions/versions.queries.ts'
import { listUnnotified } from '../versions/waiting-versions.queries.ts'
import { notifyOfUnnoticed } from './notify-administrators.ts'
import { makeFile, makeParcels } from './parcels.fixture.ts'
import { refreshFromLocations } from './refresh-from-locations.ts'
import { savePlan } from './refreshes.queries.ts'

// A separate program, so it can be killed: refreshes a dataset from the import folder, or starts after that.

const document = createGenericDocument('generic-anytown', 'Anytown, assessor')
const { source } = document

/** `moment` kills the process before the version waits, or once it waits and nobody was told. */
export type KilledRefreshTask = StoreLocation & { moment?: 'COMPARED' | 'WAITING' }
export type RestartOutcome = { statuses: string[]; unnotified: string[]; notices: number }

async function load(services: Services, folder: string): Promise<void> {
  const account = {
    email: 'admin@example.com',
    password: 'correct-horse-battery',
    firstName: 'Ada',
    lastName: 'Testwell',
    phone: '+12025550100',
  }
  await createUser(services, { ...account, role: 'SUPER_ADMIN' })
  const path = join(folder, 'import/parcels.csv')
  await mkdir(join(folder, 'import'), { recursive: true })
  await writeFile(path, makeFile(makeParcels(20)))
  await importRoll(services, { document, files: { file: path } })
  const plan = { locations: [{ file: 'file', location: 'parcels.csv' }], schedule: null }
  await savePlan(services.db, source, plan, { nextRunAt: null, at: services.clock.now() })
  await writeFile(path, makeFile(makeParcels(10)))
}

const kill = () => process.kill(process.pid, 'SIGKILL')

/** Kills the process at the first statement of the store after the moment. */
function killAt(services: Services, moment: KilledRefreshTask['moment']): Services {
  const isReached = async () => {
    const versions = await listVersions(services.db, source, { limit: 10, offset: 0 })
    return versions.some(({ status }) => status === 'WAITING')
  }
  const run: typeof services.clickhouse.run = async (...statement) => {
    if (moment === 'WAITING' && (await isReached())) kill()
    await services.clickhouse.run(...statement)
  }
  const write: typeof services.files.write = async (key, content) => {
    if (moment === 'COMPARED' && key.startsWith('rolls/versions/')) kill()
    await services.files.write(key, content)
  }
  return { ...services, clickhouse: { ...services.clickhouse, run }, files: { ...services.files, write } }
}

async function refresh(services: Services, folder: string): Promise<void> {
  const outbound = createOutbound({ allowPrivate: true })
  const remote = { outbound, importDir: join(folder, 'import'), maxFileBytes: 1_000_000, now: services.clock.now }
  await refreshFromLocations(services, remote, { source, trigger: 'SCHEDULE' })
  await outbound.close()
}

/** What a restarted portal does: the scheduled job that tells of versions that wait, and the job that is run again. */
async function restart(services: Services, folder: string): Promise<RestartOutcome> {
  await notifyOfUnnoticed(services)
  await refresh(services, folder)
  await notifyOfUnnoticed(services)
  const notices = await services.db.selectFrom('notifications').select('id').where('kind', '=', 'COUNTY_DATA').execute()
  const statuses = (await listVersions(services.db, source, { limit: 10, offset: 0 }))
    .map(({ status }) => status)
    .sort()
  return { statuses, unnotified: await listUnnotified(services.db), notices: notices.length }
}

// Passed by the test that starts this program.
const { moment, ...place } = JSON.parse(process.argv[2] ?? '') as KilledRefreshTask
const { services, close } = await openServices(place)
if (moment) {
  await load(services, place.folder)
  await refresh(killAt(services, moment), place.folder)
}
const outcome = await restart(services, place.folder)
await close()
process.stdout.write(JSON.stringify(outcome))
