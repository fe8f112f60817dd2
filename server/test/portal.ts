import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { composeApp } from '../compose/app.ts'
import { composeErrorReports } from '../compose/error-reports.ts'
import { composeTasks } from '../compose/jobs.ts'
import type { Config } from '../config.ts'
import { defaultOwners } from '../environment.ts'
import { createApiKeyService } from '../modules/api-keys/index.ts'
import { type Billing, createSandbox, type PaymentProvider } from '../modules/billing/index.ts'
import { type ContactProvider, seedDemoContacts } from '../modules/contacts/index.ts'
import type { ProviderConfig } from '../modules/identity/index.ts'
import { attachFileLink } from '../modules/orders/index.ts'
import { loadDemo } from '../modules/properties/index.ts'
import { startDispatcher } from '../modules/webhooks/index.ts'
import type { Services } from '../platform/context.ts'
import { createSecrets } from '../platform/crypto/secrets.ts'
import { createDiskFiles } from '../platform/files/disk-files.ts'
import type { UploadLimits } from '../platform/files/uploads/upload-quota.ts'
import { createRateLimiter } from '../platform/http/limits/rate-limits.ts'
import { endStreams } from '../platform/http/streams/open-streams.ts'
import { startWorker } from '../platform/jobs/jobs.ts'
import { openEventHub } from '../platform/live/event-hub.ts'
import { createLog } from '../platform/log.ts'
import type { MailTransport, QueuedMail } from '../platform/mail/mail.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import type { AddressRange } from '../platform/util/client-address.ts'
import { systemClock } from '../platform/util/clock.ts'
import { createMovableClock } from './clock.ts'
import { listenOnFreePort } from './listen-on-free-port.ts'
import { testServerInfo } from './server-info.ts'
import { oncePerRun, testClickHouse } from './stores/clickhouse.ts'
import { testDatabase } from './stores/database.ts'

/** Files of up to 4 MB for every user, and a daily quota that no test reaches. */
export const testUploadLimits: UploadLimits = {
  maxFileBytes: 4_000_000,
  customerFileBytes: 4_000_000,
  customerDailyBytes: 1024 ** 3,
}

export type Portal = Awaited<ReturnType<typeof testPortal>>

type PortalOptions = {
  /** Number of generated properties; none by default. */
  demoRows?: number
  /** Fills orders and sends mails and webhooks. */
  worker?: boolean
  /** The real limits; a thousand times higher by default. */
  limits?: boolean
  trustedProxies?: AddressRange[]
  corsOrigins?: string[]
  /** The sandbox by default, null for none. */
  provider?: ((services: Services) => PaymentProvider) | null
  /** True by default. */
  privateTargets?: boolean
  isExposed?: boolean
  sentryDsn?: string
  /** Masked by default, with the allowance of a new portal. */
  owners?: Partial<Config['owners']>
  uploadLimits?: Partial<UploadLimits>
  sessionCheckMs?: number
  signInProviders?: ProviderConfig[]
  /** Whom the API expects the workers to ask for contacts; none by default. */
  contacts?: ContactProvider
}

/** Has a clock that can be moved. One per test file; close it afterwards. */
export async function testPortal(options: PortalOptions = {}) {
  const { demoRows = 0, worker = false, limits = false, trustedProxies = [], corsOrigins = [] } = options
  const { provider = createSandbox, privateTargets = true, isExposed = false, sessionCheckMs } = options
  const demo = demoRows > 0 ? await createDemoStores(demoRows) : undefined
  const database = await testDatabase(demo?.database)
  const store = await testClickHouse(demo?.clickhouse)
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-files-'))
  const clock = createMovableClock()
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const secret = randomBytes(32).toString('hex')
  const secrets = createSecrets(secret)
  const { clickhouse } = store
  const publicUrl = 'http://localhost:3000'
  const services: Services = {
    db: database.app.db,
    clickhouse,
    files: createDiskFiles(folder),
    secrets,
    clock,
    log,
    publicUrl,
  }
  const hub = await openEventHub(database.app.connectionString, log)
  const checkStores = async () =>
    (await clickhouse.ping()) && (await sql`select 1`.execute(services.db)).rows.length > 0
  const billing: Billing = {
    provider: provider?.(services) ?? null,
    invoicing: { seller: ['Dooryard', '1 Example Street', 'Nashville, TN 37203'], tax: { name: 'Sales tax', rate: 0 } },
  }
  const outbound = createOutbound({ allowPrivate: privateTargets })
  const errors = await composeErrorReports(options, services)
  const life = { state: 'ready' as 'ready' | 'draining' }
  const app = composeApp(services, hub, {
    importDir: join(folder, 'import'),
    mapFolder: folder,
    uploadLimits: { ...testUploadLimits, ...options.uploadLimits },
    owners: { ...defaultOwners, ...options.owners },
    isDemo: true,
    hasOutbox: true,
    isExposed,
    limiter: createRateLimiter(database.app.pool, { secrets, generosity: limits ? 1 : 1000 }),
    keys: createApiKeyService(services),
    billing,
    outbound,
    errors,
    sentryDsn: options.sentryDsn,
    sessionCheckMs,
    serverInfo: testServerInfo(clock.now(), worker ? ['api', 'worker'] : ['api']),
    trustedProxies,
    corsOrigins,
    sessionDays: { user: 90, administrator: 30 },
    signInProviders: options.signInProviders ?? [],
    ...(options.contacts && { contacts: options.contacts }),
    state: () => life.state,
    checkStores,
  })
  const server = await listenOnFreePort(app)
  const mails: QueuedMail[] = []
  const deliver: MailTransport = async (mail) => void mails.push(mail)
  const remote = { outbound, importDir: join(folder, 'import'), maxFileBytes: testUploadLimits.maxFileBytes }
  const tasks = composeTasks(services, { deliver, billing, remote, mapFolder: folder })
  const working = worker
    ? await startWorker({ pool: database.app.pool, tasks, log, reportError: errors.report })
    : undefined
  const completeBody = (body: string) => attachFileLink(services, body)
  const telling = worker
    ? await startDispatcher(services, { hub, agent: outbound.agent, drainMs: 0, completeBody })
    : undefined
  const { app: _, name: _name, disconnect: _disconnect, ...ofOwner } = database
  const close = async () => {
    endStreams()
    await Promise.all([server.close(), working?.stop(), telling?.stop()])
    await Promise.all([hub.close(), outbound.close(), errors.close()])
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
    errors,
    app,
    url: server.url,
    clock,
    logged,
    mails,
    life,
    close,
  }
}

/** Created once per run, to be copied. */
async function createDemoStores(rows: number): Promise<{ database: string; clickhouse: string }> {
  // The torture run has a second PostgreSQL, with databases of its own.
  const cluster = createHash('sha256').update(inject('postgres')).digest('hex').slice(0, 8)
  const folder = await oncePerRun(`demo-${rows}-${cluster}`, async (draft) => {
    const database = await testDatabase()
    const store = await testClickHouse()
    const services = { db: database.app.db, clickhouse: store.clickhouse, clock: systemClock }
    await loadDemo(services, { rows })
    await seedDemoContacts(services)
    await store.clickhouse.close()
    await rename(store.folder, join(draft, 'clickhouse'))
    // A database with open connections cannot be copied.
    await database.disconnect()
    await writeFile(join(draft, 'database'), database.name)
  })
  return { database: await readFile(join(folder, 'database'), 'utf8'), clickhouse: join(folder, 'clickhouse') }
}
