import { composeTasks } from '../../compose.ts'
import { openEmbeddedClickHouse } from '../../platform/clickhouse/embedded.ts'
import { migrateClickHouse } from '../../platform/clickhouse/migrate.ts'
import type { Services } from '../../platform/context.ts'
import { diskFiles } from '../../platform/files.ts'
import { startWorker, type Task } from '../../platform/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createDatabase, openPool } from '../../platform/postgres/database.ts'
import { secretsFrom } from '../../platform/secrets.ts'
import type { ContactVendor } from '../contacts/index.ts'
import { loadDemoRegistry } from '../dnc/index.ts'
import { demoAreaCodes, loadDemo } from '../properties/index.ts'
import { rescueOrders } from './rescue-orders.ts'
import type { Given, Point } from './worker-process.fixture.ts'

// A program of its own: a worker that stops dead at one point, to be killed there.

// Given by the test that starts this program.
const given = JSON.parse(process.argv[2] ?? '') as Given

const noInvoices = { seller: [], tax: { name: '', rate: 0 } }

/** Says that the worker has come to a point, and stays there for ever if that is where it is to stop. */
async function reach(point: Point): Promise<void> {
  if (point !== given.point) return
  process.send?.({ point })
  await new Promise(() => undefined)
}

const pool = openPool(given.connectionString)
const clickhouse = await openEmbeddedClickHouse(given.clickhouseFolder)
await migrateClickHouse(clickhouse)
const files = diskFiles(given.folder)
const services: Services = {
  db: createDatabase(pool),
  clickhouse: {
    ...clickhouse,
    rows: async (sql, params, options) => {
      const rows = await clickhouse.rows<never>(sql, params, options)
      // The one statement that draws leads.
      if (sql.includes('cityHash64(property_id')) await reach('leads chosen')
      return rows
    },
  },
  files: {
    ...files,
    write: async (key, content) => {
      await reach('file about to be written')
      await files.write(key, content)
      await reach('file written')
    },
  },
  secrets: secretsFrom(given.secret),
  clock: { now: () => new Date() },
  log: createLog('silent'),
  publicUrl: 'http://localhost:3000',
}

/** Knows a phone of every second owner, in an area code that the demo's registry covers. */
const vendor: ContactVendor = {
  name: 'Test vendor',
  batchSize: 100,
  dailyLimit: 1_000_000,
  longestTryMs: 1_000,
  ask: async (owners) => {
    await reach('vendor about to be asked')
    const known = owners.filter(({ ownerKey }) => Number(ownerKey.slice(-1)) % 2 === 0)
    const phone = (ownerKey: string) => `61555501${ownerKey.slice(-2).padStart(2, '0')}`
    const found = known.map(
      ({ ownerKey }) => [ownerKey, [{ kind: 'PHONE', value: phone(ownerKey), lineType: 'MOBILE' }]] as const,
    )
    await reach('vendor asked')
    return new Map(found)
  },
}

if (given.point === 'properties generated') {
  await loadDemo(services, { rows: 6_000 })
  await loadDemoRegistry(services, ['615', ...demoAreaCodes])
}
const unused = { deliver: async () => undefined, billing: { provider: null, invoicing: noInvoices } }
const tasks: Record<string, Task> = composeTasks(services, { ...unused, contacts: { vendor } })
const stopping = Object.entries(tasks).map(([name, task]) => {
  const work: Task = async (payload, run) => {
    await reach('begun')
    await task(payload, run)
    await reach('order done')
  }
  return [name, work] as const
})
await rescueOrders(services)
await startWorker({
  pool,
  tasks: Object.fromEntries(stopping),
  concurrency: 4,
  log: services.log,
  // Each worker begins when the one before it is gone.
  unlockAllAtStart: true,
})
// Whoever started this is gone.
process.on('disconnect', () => process.exit())
process.send?.({ isReady: true })
await reach('properties generated')
