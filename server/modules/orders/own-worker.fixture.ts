import { openEmbeddedClickHouse } from '../../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../../platform/clickhouse/migrate.ts'
import { diskFiles } from '../../platform/files.ts'
import { startWorker } from '../../platform/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createDatabase, openPool } from '../../platform/postgres/database.ts'
import { secretsFrom } from '../../platform/secrets.ts'
import { loadDemoRegistry } from '../dnc/index.ts'
import { demoAreaCodes, loadDemo } from '../properties/index.ts'
import { rescueOrders } from './fulfil-order.job.ts'
import { stoppingWorker } from './stopping-worker.fixture.ts'
import type { Given } from './worker-process.fixture.ts'

// A program of its own: a worker that stops dead at one point, to be killed there.

// Given by the test that starts this program.
const given = JSON.parse(process.argv[2] ?? '') as Given

/** Says that the worker has come to a point, and stays there for ever if that is where it is to stop. */
async function reach(point: Given['point']): Promise<void> {
  if (point !== given.point) return
  process.send?.({ point })
  await new Promise(() => undefined)
}

const pool = openPool(given.connectionString)
const clickhouse = await openEmbeddedClickHouse(given.clickhouseFolder)
await migrateClickHouse(clickhouse)
const ofDisk = {
  db: createDatabase(pool),
  clickhouse,
  files: diskFiles(given.folder),
  secrets: secretsFrom(given.secret),
  clock: { now: () => new Date() },
  log: createLog('silent'),
  publicUrl: 'http://localhost:3000',
}
const { services, tasks } = stoppingWorker(ofDisk, reach)

if (given.point === 'properties generated') {
  await loadDemo(services, { rows: 6_000 })
  await loadDemoRegistry(services, ['615', ...demoAreaCodes])
}
await rescueOrders(services)
// Each worker begins when the one before it is gone.
await startWorker({ pool, tasks, concurrency: 4, log: services.log, unlockAllAtStart: true })
// Whoever started this is gone.
process.on('disconnect', () => process.exit())
process.send?.({ isReady: true })
await reach('properties generated')
