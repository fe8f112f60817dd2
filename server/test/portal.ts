import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { composeApp, composeTasks } from '../compose.ts'
import { keysOf } from '../modules/api-keys/index.ts'
import { type Billing, createSandbox, type PaymentProvider } from '../modules/billing/index.ts'
import { enterDemoContacts } from '../modules/contacts/index.ts'
import { loadDemo } from '../modules/properties/index.ts'
import { startDispatcher } from '../modules/webhooks/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Services } from '../platform/context.ts'
import { diskFiles } from '../platform/files.ts'
import type { AddressRange } from '../platform/http/client-address.ts'
import { createLimiter } from '../platform/http/limits.ts'
import { endStreams } from '../platform/http/open-streams.ts'
import { startWorker } from '../platform/jobs.ts'
import { openHub } from '../platform/live/hub.ts'
import { createLog } from '../platform/log.ts'
import type { Deliver, QueuedMail } from '../platform/mail/mail.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { secretsFrom } from '../platform/secrets.ts'
import type { UploadLimits } from '../platform/uploads/upload-quota.ts'
import { onceARun, testClickHouse } from './clickhouse.ts'
import { movableClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { listenSomewhere } from './listen.ts'
import { testMachinery } from './machinery.ts'

/** Files of up to 4 MB from everybody, and as many as no test sends. */
export const testUploadLimits: UploadLimits = {
  maxFileBytes: 4_000_000,
  customerFileBytes: 4_000_000,
  customerDailyBytes: 1024 ** 3,
}

export type Portal = Awaited<ReturnType<typeof testPortal>>

type PortalOptions = {
  /** Generated properties; none unless said. */
  demoRows?: number
  /** Fills orders and sends mails and webhooks. */
  worker?: boolean
  /** As in earnest; a thousand times as generously unless said. */
  limits?: boolean
  trustedProxies?: AddressRange[]
  corsOrigins?: string[]
  /** The sandbox unless said, null for nobody. */
  provider?: ((services: Services) => PaymentProvider) | null
  /** True unless said. */
  privateTargets?: boolean
  isExposed?: boolean
  ownerRowsPerDay?: number
  uploadLimits?: Partial<UploadLimits>
  lookEveryMs?: number
}

/** With a clock that can be moved. One for each test file; close it after. */
export async function testPortal(options: PortalOptions = {}) {
  const { demoRows = 0, worker = false, limits = false, trustedProxies = [], corsOrigins = [] } = options
  const { provider = createSandbox, privateTargets = true, isExposed = false, lookEveryMs } = options
  const demo = demoRows > 0 ? await demoStores(demoRows) : undefined
  const database = await testDatabase(demo?.database)
  const store = await testClickHouse(demo?.clickhouse)
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-files-'))
  const clock = movableClock()
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const secret = randomBytes(32).toString('hex')
  const secrets = secretsFrom(secret)
  const { clickhouse } = store
  const publicUrl = 'http://localhost:3000'
  const services: Services = {
    db: database.app.db,
    clickhouse,
    files: diskFiles(folder),
    secrets,
    clock,
    log,
    publicUrl,
  }
  const hub = await openHub(database.app.connectionString, log)
  const storesAnswer = async () =>
    (await clickhouse.ping()) && (await sql`select 1`.execute(services.db)).rows.length > 0
  const billing: Billing = {
    provider: provider?.(services) ?? null,
    invoicing: { seller: ['Dooryard', '1 Example Street', 'Nashville, TN 37203'], tax: { name: 'Sales tax', rate: 0 } },
  }
  const outbound = createOutbound({ allowPrivate: privateTargets })
  const life = { state: 'ready' as 'ready' | 'draining' }
  const app = composeApp(services, hub, {
    uploadLimits: { ...testUploadLimits, ...options.uploadLimits },
    ownerRowsPerDay: options.ownerRowsPerDay,
    isDemo: true,
    hasOutbox: true,
    isExposed,
    limiter: createLimiter(database.app.pool, { secrets, generosity: limits ? 1 : 1000 }),
    keys: keysOf(services),
    billing,
    outbound,
    lookEveryMs,
    machinery: testMachinery(clock.now(), worker ? ['api', 'worker'] : ['api']),
    trustedProxies,
    corsOrigins,
    sessionDays: { user: 90, administrator: 30 },
    state: () => life.state,
    storesAnswer,
  })
  const server = await listenSomewhere(app)
  const mails: QueuedMail[] = []
  const deliver: Deliver = async (mail) => void mails.push(mail)
  const tasks = composeTasks(services, { deliver, billing })
  const working = worker ? await startWorker({ pool: database.app.pool, tasks, log }) : undefined
  const telling = worker ? await startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0 }) : undefined
  const { app: _, name: _name, disconnect: _disconnect, ...ofOwner } = database
  const close = async () => {
    endStreams()
    await Promise.all([server.close(), working?.stop(), telling?.stop()])
    await Promise.all([hub.close(), outbound.close()])
    await Promise.all([database.close(), store.close()])
    await rm(folder, { recursive: true, force: true })
  }
  const shared = { connectionString: database.app.connectionString, secret, folder }
  return {
    ...ofOwner,
    shared,
    services,
    billing,
    folder,
    hub,
    outbound,
    app,
    url: server.url,
    clock,
    logged,
    mails,
    life,
    close,
  }
}

/** Made once a run to be copied. */
async function demoStores(rows: number): Promise<{ database: string; clickhouse: string }> {
  // The torture has a second PostgreSQL, with databases of its own.
  const cluster = createHash('sha256').update(inject('postgres')).digest('hex').slice(0, 8)
  const folder = await onceARun(`demo-${rows}-${cluster}`, async (draft) => {
    const database = await testDatabase()
    const store = await testClickHouse()
    const services = { db: database.app.db, clickhouse: store.clickhouse, clock: systemClock }
    await loadDemo(services, { rows })
    await enterDemoContacts(services)
    await store.clickhouse.close()
    await rename(store.folder, join(draft, 'clickhouse'))
    // A database that somebody is connected to cannot be copied.
    await database.disconnect()
    await writeFile(join(draft, 'database'), database.name)
  })
  return { database: await readFile(join(folder, 'database'), 'utf8'), clickhouse: join(folder, 'clickhouse') }
}
