import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../../../platform/context.ts'
import { createOutbound } from '../../../../platform/outbound/outbound.ts'
import { createUser } from '../../../identity/index.ts'
import { createGenericDocument } from '../../sources/generic-source.ts'
import { importRoll } from '../import-roll.ts'
import { listVersions } from '../versions/versions.queries.ts'
import { listUnnotified } from '../versions/waiting-versions.queries.ts'
import { notifyOfUnnoticed } from './notify-administrators.ts'
import { makeFile, makeParcels } from './parcels.fixture.ts'
import { refreshFromLocations } from './refresh-from-locations.ts'
import { savePlan } from './refreshes.queries.ts'

const document = createGenericDocument('generic-anytown', 'Anytown, assessor')
export const { source } = document

export type RestartOutcome = { statuses: string[]; unnotified: string[]; notices: number }

/** Loads a dataset from the import folder, where half of its rows are gone afterwards. */
export async function loadDataset(services: Services, folder: string): Promise<void> {
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

/** Refreshes the dataset as its job does. */
export async function refreshDataset(services: Services, folder: string): Promise<void> {
  const outbound = createOutbound({ allowPrivate: true })
  const remote = { outbound, importDir: join(folder, 'import'), maxFileBytes: 1_000_000, now: services.clock.now }
  await refreshFromLocations(services, remote, { source, trigger: 'SCHEDULE' })
  await outbound.close()
}

/** What a restarted portal does: the scheduled job that tells of versions that wait, and the job that is run again. */
export async function restart(services: Services, folder: string): Promise<RestartOutcome> {
  await notifyOfUnnoticed(services)
  await refreshDataset(services, folder)
  await notifyOfUnnoticed(services)
  const notices = await services.db.selectFrom('notifications').select('id').where('kind', '=', 'COUNTY_DATA').execute()
  const statuses = (await listVersions(services.db, source, { limit: 10, offset: 0 }))
    .map(({ status }) => status)
    .sort()
  return { statuses, unnotified: await listUnnotified(services.db), notices: notices.length }
}
