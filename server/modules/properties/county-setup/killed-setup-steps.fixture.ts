import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { Context, Services } from '../../../platform/context.ts'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { openPool } from '../../../platform/postgres/database.ts'
import type { StoreLocation } from '../rolls/own-process.fixture.ts'
import { startCheck } from './check/start-check.ts'
import { countySetupTasks } from './county-setups.routes.ts'
import { addServerFile } from './files/add-files.ts'
import { maintainSetups } from './maintain-setups.ts'
import type { SetupRef } from './setups.queries.ts'
import { createSetup, getSetup } from './setups.ts'

const getAccess = (folder: string) => ({
  outbound: createOutbound({ allowPrivate: true }),
  ...{ importDir: join(folder, 'import'), maxFileBytes: 1_000_000 },
})

const toContext = (services: Services, userId: string): Context => ({
  ...services,
  ...{ actor: { userId, role: 'SUPER_ADMIN', sessionId: userId }, requestId: userId },
  ...{ caller: { ipAddress: '127.0.0.1', userAgent: 'test' }, signal: new AbortController().signal },
})

/** Begins a county with a file of the import folder, which a worker then copies. */
export async function beginSetup(services: Services, folder: string, userId: string): Promise<SetupRef> {
  const [ctx, access] = [toContext(services, userId), getAccess(folder)]
  const { id } = await createSetup(ctx, { name: 'Davidson County, assessor', countyFips: '47037' })
  await addServerFile(ctx, access, id, 'parcels.csv')
  await access.outbound.close()
  return { id, userId }
}

/** Starts a worker as a portal does, and takes the setup to the end of its check. */
export async function takeToCheck(
  services: Services,
  { folder, database }: StoreLocation,
  { id, userId }: SetupRef,
): Promise<CountySetup> {
  const [ctx, access, pool] = [toContext(services, userId), getAccess(folder), openPool(database)]
  const tasks = countySetupTasks(services, access)
  const worker = await startWorker({ pool, tasks, log: services.log, unlockAllAtStart: true })
  // As at each start, which must not give up what goes on.
  await maintainSetups(services)
  const waitFor = async (isReached: (setup: CountySetup) => boolean): Promise<CountySetup> => {
    for (;;) {
      const setup = await getSetup(ctx, id)
      if (isReached(setup)) return setup
      await sleep(20)
    }
  }
  const { check, documentVersion } = await waitFor(({ proposal }) => proposal.status === 'READY')
  if (!check) await startCheck(ctx, id, documentVersion)
  const setup = await waitFor((current) => ['DONE', 'FAILED'].includes(current.check?.status ?? ''))
  await worker.stop()
  await Promise.all([pool.end(), access.outbound.close()])
  return setup
}
