import { composeApp } from '../../compose.ts'
import type { Services } from '../../platform/context.ts'
import { diskFiles } from '../../platform/files.ts'
import { createLimiter } from '../../platform/http/limits.ts'
import { openHub } from '../../platform/live/hub.ts'
import { createLog } from '../../platform/log.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createDatabase, openPool } from '../../platform/postgres/database.ts'
import { secretsFrom } from '../../platform/secrets.ts'
import { listenSomewhere } from '../../test/listen.ts'
import { testMachinery } from '../../test/machinery.ts'
import { keysOf } from '../api-keys/index.ts'
import { createSandbox } from '../billing/index.ts'

// A program of its own: the API of a portal once more, as on another machine. It has no properties to search.

export type Given = {
  connectionString: string
  secret: string
  folder: string
  isDeaf: boolean
  limits: boolean
  lookEveryMs: number | undefined
}

// Given by the test that starts this program.
const { connectionString, secret, folder, isDeaf, limits, lookEveryMs } = JSON.parse(process.argv[2] ?? '') as Given

const noProperties = () => Promise.reject(new Error('this process has no properties'))
const log = createLog('error')
const pool = openPool(connectionString)
const services: Services = {
  db: createDatabase(pool),
  clickhouse: {
    rows: noProperties,
    run: noProperties,
    insertFile: noProperties,
    ping: noProperties,
    close: noProperties,
  },
  files: diskFiles(folder),
  secrets: secretsFrom(secret),
  clock: { now: () => new Date() },
  log,
  publicUrl: 'http://localhost:3000',
}
const hub = await openHub(connectionString, log)
const app = composeApp(services, isDeaf ? { ...hub, subscribe: () => () => undefined } : hub, {
  uploadLimits: { maxFileBytes: 4_000_000, customerFileBytes: 4_000_000, customerDailyBytes: 1024 ** 3 },
  isDemo: true,
  hasOutbox: true,
  isExposed: false,
  limiter: createLimiter(pool, { secrets: services.secrets, generosity: limits ? 1 : 1000 }),
  keys: keysOf(services),
  billing: {
    provider: createSandbox(services),
    invoicing: { seller: ['Dooryard'], tax: { name: 'Sales tax', rate: 0 } },
  },
  outbound: createOutbound({ allowPrivate: false }),
  lookEveryMs,
  trustedProxies: [],
  corsOrigins: [],
  sessionDays: { user: 90, administrator: 30 },
  machinery: testMachinery(new Date()),
  state: () => 'ready',
  storesAnswer: async () => true,
})
const { url } = await listenSomewhere(app)
process.on('message', () => {
  globalThis.gc?.()
  // Not what the heap says: it shrinks at once, and gives the room back much later or never.
  process.send?.({ megabytes: process.memoryUsage.rss() / 1024 ** 2 })
})
// Whoever started this is gone.
process.on('disconnect', () => process.exit())
process.send?.({ url })
