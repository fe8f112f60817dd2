import { join } from 'node:path'
import {
  composeApp,
  composeBilling,
  composeDelivery,
  composeMachinery,
  composeSchedule,
  composeTasks,
  hasOutbox,
} from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { closeDemo, prepareDemo } from './demo.ts'
import { keysOf } from './modules/api-keys/index.ts'
import type { Billing } from './modules/billing/index.ts'
import { type ContactDesk, createDesk } from './modules/contacts/index.ts'
import { countAdministrators } from './modules/identity/index.ts'
import { readPlaces } from './modules/properties/index.ts'
import { startDispatcher } from './modules/webhooks/index.ts'
import { createLimiter } from './platform/http/limits.ts'
import { type Listening, listen } from './platform/http/listen.ts'
import { endStreams } from './platform/http/open-streams.ts'
import { serveWeb } from './platform/http/web.ts'
import { startWorker } from './platform/jobs.ts'
import { type Hub, openHub } from './platform/live/hub.ts'
import { createLog, type Log } from './platform/log.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { openThings, welcome } from './start-notices.ts'
import { openStores, type Stores, takeDataFolder } from './stores.ts'

const webFolder = join(import.meta.dirname, '../web/dist')
/** A drain that takes longer is cut off, so that no process is left behind. */
const drainMs = 30_000

type Stop = () => Promise<unknown>

type Parts = Stores & { billing: Billing; contacts: ContactDesk; hub: Hub; outbound: Outbound }

/** Stopped in the reverse order, once, however often it is asked. */
function startedThings() {
  const stops: Stop[] = []
  let stopping: Promise<void> | undefined
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop().catch((error: unknown) => complain(error))
  }
  return {
    isStopping: () => stopping !== undefined,
    /** While stopping, what has just been started is stopped at once. */
    add: async (stop: Stop) => {
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

type Started = ReturnType<typeof startedThings>

async function start(config: Config, log: Log, started: Started): Promise<void> {
  const folder = takeDataFolder(config)
  if (folder) await started.add(async () => folder.release())
  const listening = config.roles.includes('api') ? await listen(config.port, config.host) : null
  if (listening) await started.add(listening.close)
  const stores = await openStores(config, log)
  await started.add(stores.close)
  const { services } = stores
  const hub = await openHub(stores.connectionString, log)
  await started.add(hub.close)
  const outbound = createOutbound({ allowPrivate: config.privateTargets })
  await started.add(outbound.close)
  const billing = composeBilling(config, services)
  const parts = { ...stores, billing, contacts: createDesk(config.contactVendor), hub, outbound }
  await (config.demo ? prepareDemo({ ...services, ...billing }, say) : closeDemo(services))
  const stopApi = listening && (await startApi(config, parts, listening))
  const stopWork = config.roles.includes('worker') ? await startWork(config, parts) : null
  // Together, so that neither waits for the other before it takes nothing new.
  await started.add(() => Promise.all([stopApi?.(), stopWork?.()]))
  for (const warning of openThings(config)) log.warn(warning)
  say(welcome(config, { administrators: await countAdministrators(services.db) }))
}

async function startApi(config: Config, stores: Parts, listening: Listening): Promise<Stop> {
  let draining = false
  const { services, hub } = stores
  const keys = keysOf(services)
  const { uploadLimits, ownerRowsPerDay, trustedProxies, corsOrigins, sessionDays, security } = config
  const app = composeApp(services, hub, {
    uploadLimits,
    ownerRowsPerDay,
    trustedProxies,
    corsOrigins,
    sessionDays,
    security,
    mapStyleUrl: config.mapStyleUrl,
    mapOrigins: config.mapOrigins,
    isDemo: config.demo,
    hasOutbox: hasOutbox(config),
    isExposed: config.exposedBy !== null,
    limiter: createLimiter(stores.pool, services),
    keys,
    billing: stores.billing,
    contacts: stores.contacts,
    outbound: stores.outbound,
    machinery: composeMachinery(config, new Date(performance.timeOrigin)),
    state: () => (draining ? 'draining' : 'ready'),
    storesAnswer: stores.answer,
  })
  serveWeb(app, webFolder)
  listening.serve(app.fetch)
  readPlaces(services).catch((error) => services.log.warn({ err: error }, 'the places could not be read ahead'))
  return async () => {
    draining = true
    endStreams()
    await listening.close()
    await keys.settled()
  }
}

async function startWork(config: Config, parts: Parts): Promise<Stop> {
  const { pool, services, billing, contacts, hub, outbound } = parts
  const deliver = composeDelivery(config, services)
  // Nobody else can be at work on a database that is ours alone: what is locked was left by a process that is gone.
  const isAlone = !config.databaseUrl
  const worker = await startWorker({
    pool,
    tasks: composeTasks(services, { deliver, billing, contacts }),
    schedule: composeSchedule(services, billing),
    // A long import or two leave room for the mails that people wait for, and for what is scheduled.
    concurrency: 5,
    log: services.log,
    unlockAllAtStart: isAlone,
  })
  const dispatcher = await startDispatcher(services, { hub, agent: outbound.agent, giveAllBackAtStart: isAlone })
  return async () => {
    await Promise.all([worker.stop(), dispatcher.stop()])
    deliver.close?.()
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const complain = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.message : error}\n`)

function stopOnSignal(started: Started, log: Log) {
  const leave = async (signal: string) => {
    if (started.isStopping()) return
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), drainMs).unref()
    await started.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void leave('SIGINT'))
  process.on('SIGTERM', () => void leave('SIGTERM'))
}

const started = startedThings()
try {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  stopOnSignal(started, log)
  await start(config, log, started)
} catch (error) {
  // What fails because it is being stopped is no failure; the signal's own ending follows.
  if (!started.isStopping()) {
    complain(error)
    await started.stop()
    process.exit(1)
  }
}
