import { join } from 'node:path'
import { composeApp } from './compose/app.ts'
import { composeErrorReports } from './compose/error-reports.ts'
import { composeSchedule, composeTasks } from './compose/jobs.ts'
import { buildServerInfo, composeBilling, composeDelivery, hasOutbox } from './compose/services.ts'
import { type Config, readConfig } from './config.ts'
import { closeDemo, seedDemo } from './demo/demo.ts'
import { createPastDelivery } from './demo/history/past-mails.ts'
import { type HistoryWriting, startHistory } from './demo/history/start-history.ts'
import { createApiKeyService } from './modules/api-keys/index.ts'
import type { Billing } from './modules/billing/index.ts'
import { type ContactProvider, createContactProvider } from './modules/contacts/index.ts'
import { isHistoryBeingWritten } from './modules/demo/index.ts'
import { countAdministrators } from './modules/identity/index.ts'
import { attachFileLink } from './modules/orders/index.ts'
import { getBaseMapFile, getImportFolder, openBaseMap, preloadPlaces } from './modules/properties/index.ts'
import { startDispatcher } from './modules/webhooks/index.ts'
import type { ErrorReports } from './platform/errors/reports/error-reports.ts'
import { reportCrashes } from './platform/errors/reports/report-crashes.ts'
import { createRateLimiter } from './platform/http/limits/rate-limits.ts'
import { type Listening, listen } from './platform/http/listen.ts'
import { endStreams } from './platform/http/streams/open-streams.ts'
import { serveWeb } from './platform/http/web/static-files.ts'
import { startWorker } from './platform/jobs/jobs.ts'
import { pausable } from './platform/jobs/schedule.ts'
import { type EventHub, openEventHub } from './platform/live/event-hub.ts'
import { createLog, type Log } from './platform/log.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { formatWelcome, listSecurityWarnings } from './start-notices.ts'
import { lockDataFolder, type OpenedStores, openStores } from './stores.ts'

const webFolder = join(import.meta.dirname, '../web/dist')
/** A longer drain is cut off, so that no process is left behind. */
const drainMs = 30_000

type StopFunction = () => Promise<unknown>

type RunningServices = OpenedStores & {
  billing: Billing
  contacts: ContactProvider
  hub: EventHub
  outbound: Outbound
  errors: ErrorReports
}

/** Stops everything once, in reverse order of starting, however often it is called. */
function createShutdown() {
  const stops: StopFunction[] = []
  let stopping: Promise<void> | undefined
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop().catch((error: unknown) => printError(error))
  }
  return {
    isStopping: () => stopping !== undefined,
    /** During shutdown, a service that has just started is stopped at once. */
    add: async (stop: StopFunction) => {
      if (!stopping) return stops.push(stop)
      await stop()
      throw new Error('stopped while starting')
    },
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

type Shutdown = ReturnType<typeof createShutdown>

async function start(config: Config, log: Log, shutdown: Shutdown): Promise<void> {
  const folder = lockDataFolder(config)
  if (folder) await shutdown.add(async () => folder.release())
  const listening = config.roles.includes('api') ? await listen(config.port, config.host) : null
  if (listening) await shutdown.add(listening.close)
  const stores = await openStores(config, log)
  await shutdown.add(stores.close)
  const { services } = stores
  const errors = await composeErrorReports(config, services)
  await shutdown.add(errors.close)
  reportCrashes({ log, reports: errors, layer: config.roles.includes('api') ? 'API' : 'WORKER' })
  const hub = await openEventHub(stores.connectionString, log)
  await shutdown.add(hub.close)
  const outbound = createOutbound({ allowPrivate: config.privateTargets })
  await shutdown.add(outbound.close)
  const billing = composeBilling(config, services)
  const contacts = createContactProvider(config.contactVendor)
  const parts = { ...stores, billing, contacts, hub, outbound, errors }
  const mapFile = getBaseMapFile(config.dataDir)
  const map = await (config.demo
    ? seedDemo(
        { ...services, ...billing },
        { printLine, mapFile: getImportFolder(config) && mapFile, hasHistory: config.hasDemoHistory },
      )
    : closeDemo(services, mapFile))
  if (map) {
    await shutdown.add(map.stop)
    map.done.catch((err: unknown) => log.warn({ err }, 'The map of the demo could not be written.'))
  }
  const stopApi = listening && (await startApi(config, parts, listening))
  const stopJobs = config.roles.includes('worker') ? await startJobs(config, parts) : null
  // Stopped together, so that neither keeps taking new work while the other drains.
  await shutdown.add(() => Promise.all([stopApi?.(), stopJobs?.()]))
  if (config.demo) await shutdown.add(startDemoHistory(config, parts).stop)
  for (const warning of listSecurityWarnings(config)) log.warn(warning)
  printLine(formatWelcome(config, { administrators: await countAdministrators(services.db) }))
}

async function startApi(config: Config, stores: RunningServices, listening: Listening): Promise<StopFunction> {
  let draining = false
  const { services, hub } = stores
  const keys = createApiKeyService(services)
  const app = composeApp(services, hub, {
    ...getAppOptions(config, stores),
    limiter: createRateLimiter(stores.pool, services),
    keys,
    state: () => (draining ? 'draining' : 'ready'),
    checkStores: stores.checkHealth,
  })
  serveWeb(app, webFolder)
  listening.serve(app.fetch)
  preloadPlaces(services).catch((error) => services.log.warn({ err: error }, 'the places could not be read ahead'))
  return async () => {
    draining = true
    endStreams()
    await listening.close()
    await keys.settled()
  }
}

const getAppOptions = (config: Config, { services, billing, contacts, outbound, errors }: RunningServices) => ({
  importDir: config.importDir,
  uploadLimits: config.uploadLimits,
  owners: config.owners,
  trustedProxies: config.trustedProxies,
  corsOrigins: config.corsOrigins,
  sessionDays: config.sessionDays,
  signInProviders: config.signInProviders,
  security: config.security,
  baseMap: openBaseMap(config, services),
  mapFolder: getImportFolder(config),
  imagery: config.imagery,
  mapStyleUrl: config.mapStyleUrl,
  mapOrigins: config.mapOrigins,
  sentryDsn: config.sentryDsn,
  isDemo: config.demo,
  hasOutbox: hasOutbox(config),
  isExposed: config.exposedBy !== null,
  serverInfo: buildServerInfo(config, new Date(performance.timeOrigin)),
  billing,
  contacts,
  outbound,
  errors,
})

async function startJobs(config: Config, parts: RunningServices): Promise<StopFunction> {
  const { pool, services, billing, contacts, hub, outbound, errors } = parts
  const deliver = composeDelivery(config, services)
  // No other process can use an embedded database: existing locks were left by a dead process.
  const isAlone = !config.databaseUrl
  const remote = { outbound, importDir: config.importDir, maxFileBytes: config.uploadLimits.maxFileBytes }
  const worker = await startWorker({
    pool,
    tasks: composeTasks(services, { deliver, billing, contacts, remote, mapFolder: getImportFolder(config) }),
    schedule: config.demo
      ? pausable(composeSchedule(services, billing), () => isHistoryBeingWritten(services.db, services.clock.now()))
      : composeSchedule(services, billing),
    log: services.log,
    reportError: errors.report,
    unlockAllAtStart: isAlone,
  })
  const dispatcher = await startDispatcher(services, {
    ...{ hub, agent: outbound.agent, releaseAllLeasesAtStart: isAlone },
    completeBody: (body) => attachFileLink(services, body),
  })
  return async () => {
    await Promise.all([worker.stop(), dispatcher.stop()])
    deliver.close?.()
  }
}

const startDemoHistory = (config: Config, parts: RunningServices): HistoryWriting =>
  startHistory({
    ...parts,
    compose: (past) => {
      const deliver = createPastDelivery(past, { hasOutbox: hasOutbox(config) })
      const app = composeApp(past, parts.hub, {
        ...getAppOptions(config, parts),
        // Nothing is sent to the addresses of a history, which exist nowhere: they need no name server.
        outbound: createOutbound({ allowPrivate: true }),
        contacts: past.contacts,
        billing: past,
        keys: createApiKeyService(past),
        limiter: { count: async () => [] },
        state: () => 'ready',
        checkStores: parts.checkHealth,
      })
      return {
        fetch: app.fetch,
        tasks: composeTasks(past, { deliver, billing: past, contacts: past.contacts }),
        schedule: composeSchedule(past, past),
      }
    },
  })

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const printError = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.message : error}\n`)

function stopOnSignal(shutdown: Shutdown, log: Log) {
  const exitOnSignal = async (signal: string) => {
    if (shutdown.isStopping()) return
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), drainMs).unref()
    await shutdown.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void exitOnSignal('SIGINT'))
  process.on('SIGTERM', () => void exitOnSignal('SIGTERM'))
}

const shutdown = createShutdown()
try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  stopOnSignal(shutdown, log)
  await start(config, log, shutdown)
} catch (error) {
  // An error caused by the shutdown is no failure; the signal handler exits the process.
  if (!shutdown.isStopping()) {
    printError(error)
    await shutdown.stop()
    process.exit(1)
  }
}
