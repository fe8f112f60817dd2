import { composeApp } from '../../../compose/app.ts'
import { composeErrorReports } from '../../../compose/error-reports.ts'
import type { Services } from '../../../platform/context.ts'
import { createSecrets } from '../../../platform/crypto/secrets.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { createDiskFiles } from '../../../platform/files/disk-files.ts'
import { createRateLimiter } from '../../../platform/http/limits/rate-limits.ts'
import { openEventHub } from '../../../platform/live/event-hub.ts'
import { createLog } from '../../../platform/log.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createDatabase, openPool } from '../../../platform/postgres/database.ts'
import { listenOnFreePort } from '../../../test/listen-on-free-port.ts'
import { testServerInfo } from '../../../test/server-info.ts'
import { createApiKeyService } from '../../api-keys/index.ts'
import { createSandbox } from '../../billing/index.ts'

// Runs the API of a portal in a separate process, as on another machine. It has no properties to search.

export type ApiProcessOptions = {
  connectionString: string
  secret: string
  folder: string
  isDeaf: boolean
  limits: boolean
  lookEveryMs: number | undefined
}

// Passed by the test that starts this process.
const { connectionString, secret, folder, isDeaf, limits, lookEveryMs } = JSON.parse(
  process.argv[2] ?? '',
) as ApiProcessOptions

const rejectPropertyRead = () => Promise.reject(appError('UNAVAILABLE', 'This process has no properties.'))
const log = createLog('error')
const pool = openPool(connectionString)
const services: Services = {
  db: createDatabase(pool),
  clickhouse: {
    rows: rejectPropertyRead,
    run: rejectPropertyRead,
    insertFile: rejectPropertyRead,
    ping: rejectPropertyRead,
    close: rejectPropertyRead,
  },
  files: createDiskFiles(folder),
  secrets: createSecrets(secret),
  clock: { now: () => new Date() },
  log,
  publicUrl: 'http://localhost:3000',
}
const hub = await openEventHub(connectionString, log)
const app = composeApp(services, isDeaf ? { ...hub, subscribe: () => () => undefined } : hub, {
  importDir: 'unused',
  uploadLimits: { maxFileBytes: 4_000_000, customerFileBytes: 4_000_000, customerDailyBytes: 1024 ** 3 },
  isDemo: true,
  hasOutbox: true,
  isExposed: false,
  limiter: createRateLimiter(pool, { secrets: services.secrets, generosity: limits ? 1 : 1000 }),
  keys: createApiKeyService(services),
  billing: {
    provider: createSandbox(services),
    invoicing: { seller: ['Dooryard'], tax: { name: 'Sales tax', rate: 0 } },
  },
  outbound: createOutbound({ allowPrivate: false }),
  errors: await composeErrorReports({}, services),
  sessionCheckMs: lookEveryMs,
  trustedProxies: [],
  corsOrigins: [],
  sessionDays: { user: 90, administrator: 30 },
  serverInfo: testServerInfo(new Date()),
  state: () => 'ready',
  checkStores: async () => true,
})
const { url } = await listenOnFreePort(app)
process.on('message', () => {
  globalThis.gc?.()
  // Measures resident memory, not the heap: the heap shrinks immediately and returns memory much later or never.
  process.send?.({ megabytes: process.memoryUsage.rss() / 1024 ** 2 })
})
// The parent process has exited.
process.on('disconnect', () => process.exit())
process.send?.({ url })
