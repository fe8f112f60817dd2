import { openEmbeddedClickHouse } from '../../../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../../../platform/clickhouse/migrate.ts'
import { createSecrets } from '../../../platform/crypto/secrets.ts'
import { createDiskFiles } from '../../../platform/files/disk-files.ts'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { createLog } from '../../../platform/log.ts'
import { createDatabase, openPool } from '../../../platform/postgres/database.ts'
import { loadDemoRegistry } from '../../dnc/index.ts'
import { demoAreaCodes, loadDemo } from '../../properties/index.ts'
import { recoverStuckOrders } from './fulfil-order.job.ts'
import { createStoppableWorker } from './stopping-worker.fixture.ts'
import type { WorkerProcessOptions } from './worker-process.fixture.ts'

// A separate program: a worker that stops at one point, to be killed there.

// Passed by the test that starts this program.
const workerOptions = JSON.parse(process.argv[2] ?? '') as WorkerProcessOptions

/** Reports that the worker has reached a point, and blocks forever if it is the stop point. */
async function stopAtPoint(point: WorkerProcessOptions['point']): Promise<void> {
  if (point !== workerOptions.point) return
  process.send?.({ point })
  await new Promise(() => undefined)
}

const pool = openPool(workerOptions.connectionString)
const clickhouse = await openEmbeddedClickHouse(workerOptions.clickhouseFolder)
await migrateClickHouse(clickhouse)
const storeServices = {
  db: createDatabase(pool),
  clickhouse,
  files: createDiskFiles(workerOptions.folder),
  secrets: createSecrets(workerOptions.secret),
  clock: { now: () => new Date() },
  log: createLog('silent'),
  publicUrl: 'http://localhost:3000',
}
const { services, tasks } = createStoppableWorker(storeServices, stopAtPoint)

if (workerOptions.point === 'properties generated') {
  await loadDemo(services, { rows: 6_000 })
  await loadDemoRegistry(services, ['615', ...demoAreaCodes])
}
await recoverStuckOrders(services)
// Each worker starts after the previous one is gone.
await startWorker({ pool, tasks, concurrency: 4, log: services.log, unlockAllAtStart: true })
// The parent process has exited.
process.on('disconnect', () => process.exit())
process.send?.({ isReady: true })
await stopAtPoint('properties generated')
