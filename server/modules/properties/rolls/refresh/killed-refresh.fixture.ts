import type { Services } from '../../../../platform/context.ts'
import { openServices, type StoreLocation } from '../own-process.fixture.ts'
import { listVersions } from '../versions/versions.queries.ts'
import { refreshDataset, source } from './killed-refresh-steps.fixture.ts'

// A separate program, so it can be killed: refreshes a dataset from the import folder until then.

/** `moment` kills the process before the version waits, or once it waits and nobody was told. */
export type KilledRefreshTask = StoreLocation & { moment: 'COMPARED' | 'WAITING' }

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

// Passed by the test that starts this program.
const { moment, ...place } = JSON.parse(process.argv[2] ?? '') as KilledRefreshTask
const { services } = await openServices(place)
await refreshDataset(killAt(services, moment), place.folder)
