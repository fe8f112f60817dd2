import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { createUser } from '../server/modules/identity/index.ts'
import { createLog } from '../server/platform/log.ts'
import { lockDataFolder, type OpenedStores, openStores } from '../server/stores.ts'
import { loadPeer, type Peer, startPeer } from './compare/postgres-peer.ts'
import { generate, insertRolls } from './data/generate.ts'
import {
  createTempFolder,
  estimateRequirements,
  type Folder,
  freeGigabytes,
  openPersistentFolder,
} from './runner/bench-folder.ts'
import { measureLoad } from './runner/load.ts'
import { measureQuestions, measureRepeatedCount, turnsPerCycle } from './runner/measure-questions.ts'
import { openPortal } from './runner/portal.ts'
import { createRecorder } from './runner/recorder.ts'
import { formatLoad, formatRims, formatTiles, formatTimingsTable } from './runner/report.ts'
import { type Credentials, formatScreens, listMissedScreenTargets, measureScreens } from './runner/screens.ts'
import { listMissedTargets } from './runner/targets.ts'
import { listMissedTileTargets, measureTiles } from './runner/tiles.ts'

// npm run bench [-- --rows 10000000 --rounds 30 --seed 1 --data DIR --no-postgres --only screens]: searches through
// HTTP, the same reads directly in the store, and PostgreSQL on the same generated rows, in turns; many concurrent
// users; and the lead finder in a browser. Fails when a target is missed.

const { values } = parseArgs({
  allowNegative: true,
  options: {
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    postgres: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const rows = wholeNumber('--rows', values.rows)
const rounds = wholeNumber('--rounds', values.rounds)
const seed = wholeNumber('--seed', values.seed)
/** With more rows PostgreSQL takes too long to load. */
const maxPeerRows = 20_000_000
const parts = ['questions', 'screens'] as const
if (values.only !== undefined && !parts.some((part) => part === values.only)) {
  console.error(`--only is one of ${parts.join(', ')}.`)
  process.exit(1)
}
const includesPart = (part: (typeof parts)[number]) => values.only === undefined || values.only === part
const hasPeer = includesPart('questions') && (values.postgres ?? rows <= maxPeerRows)
const users = 16
const countsPerUser = 40

const abortController = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    if (!abortController.signal.aborted) console.error('\nStopping, after what is being written.')
    abortController.abort(new Error('The bench was stopped.'))
  })

async function bench() {
  const folder =
    values.data === undefined ? createTempFolder() : openPersistentFolder(resolve(values.data), { rows, seed })
  try {
    printRequirements(folder)
    const benchUser = await measure(folder)
    if (includesPart('screens')) await lookAtScreens(folder, benchUser)
  } finally {
    folder.close()
  }
}

function printRequirements({ path, isFilled }: Folder) {
  if (isFilled) return console.log(`${rows.toLocaleString('en-US')} properties are in ${path} already.`)
  const { gigabytes, minutes } = estimateRequirements(rows, hasPeer)
  const free = freeGigabytes(dirname(path))
  const what = `${rows.toLocaleString('en-US')} properties with their transfers${hasPeer ? ', also in PostgreSQL' : ''}`
  const room = `about ${gigabytes.toFixed(0)} GB in ${path} (${free.toFixed(0)} GB are free)`
  const time = `${Math.ceil(minutes)} minutes on 2 free cores before anything is measured`
  console.log(`${what}: ${room}, and ${time}. Ctrl-C stops it and removes what is half done.`)
  if (free < gigabytes * 1.1)
    throw new Error('That is too little room: ask for fewer --rows, or name a folder with --data.')
}

/** Fills the folder if necessary and measures the stores in it as requested. Returns a user who can sign in there. */
async function measure(folder: Folder): Promise<Credentials> {
  const log = createLog('warn')
  const config = readConfig({ DATA_DIR: join(folder.path, 'portal'), DEMO: 'off' })
  const lock = lockDataFolder(config)
  const stores = await openStores(config, log)
  let peer: Peer | undefined
  try {
    // The store would merge new rows for a while, which would distort the measurement. Parts as written are the harder
    // case.
    await stores.services.clickhouse.run('system stop merges')
    if (!folder.isFilled) await fillStores(stores)
    if (hasPeer) peer = await openPeer(folder, stores)
    folder.filled()
    if (includesPart('questions')) await compareStores(stores, peer)
    return await createBenchUser(stores.services)
  } finally {
    await peer?.stop()
    await stores.close()
    lock?.release()
  }
}

async function createBenchUser(services: OpenedStores['services']): Promise<Credentials> {
  const account = { email: `bench-screens-${Date.now()}@example.com`, password: 'only-for-measuring' }
  const facts = { phone: '615-555-0199', firstName: 'Benny', lastName: 'Placeholder' }
  await createUser(services, { ...account, ...facts, role: 'CONSUMER_USER' })
  return account
}

async function lookAtScreens(folder: Folder, benchUser: Credentials) {
  const onProgress = (what: string) => progress(`measuring in a browser: ${what}`)
  const timings = await measureScreens(join(folder.path, 'portal'), benchUser, { rounds, onProgress })
  progress('')
  console.log(`\n${formatScreens(timings)}`)
  reportFailures(listMissedScreenTargets(timings))
}

function reportFailures(failures: string[]) {
  for (const failure of failures) console.error(`\nMissed: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
  else console.log('\nEvery target is met.')
}

async function fillStores({ services }: OpenedStores) {
  const startedAt = performance.now()
  const onProgress = (done: number) => progress(`${done.toLocaleString('en-US')} properties generated`)
  await generate(services.clickhouse, rows, { seed, onProgress, signal: abortController.signal })
  await insertRolls(services)
  progress(`${rows.toLocaleString('en-US')} properties generated in ${secondsSince(startedAt)} s\n`)
}

async function openPeer(folder: Folder, { services: { clickhouse, log } }: OpenedStores): Promise<Peer> {
  const startedAt = performance.now()
  const peer = await startPeer(join(folder.path, 'peer'), log, abortController.signal)
  try {
    if (peer.isNew) {
      await loadPeer(peer, clickhouse, { onProgress: progress, signal: abortController.signal })
      progress(`PostgreSQL loaded, indexed and analysed in ${secondsSince(startedAt)} s\n`)
    }
    return peer
  } catch (error) {
    await peer.stop()
    throw error
  }
}

async function compareStores({ services, ...stores }: OpenedStores, peer: Peer | undefined) {
  const recording = createRecorder(services.clickhouse)
  const portal = await openPortal({ ...stores, services: { ...services, clickhouse: recording.store } })
  try {
    const callers = await Promise.all(Array.from({ length: users }, (_, at) => portal.user(`bench-${at}`)))
    const ask = callers[0]
    if (!ask) throw new Error('Nobody is signed in.')
    const given = { ask, recording, services, peer, rounds, signal: abortController.signal }
    const timings = await measureQuestions(given, (name) => progress(`measuring: ${name}`))
    progress('')
    console.log(`${rows.toLocaleString('en-US')} properties, ${rounds} rounds\n\n${formatTimingsTable(timings)}\n`)
    if (peer) console.log(`${formatRims(timings, rounds + turnsPerCycle)}\n`)
    const cached = await measureRepeatedCount(ask, rounds)
    console.log(`The same count of a county once more, from memory: ${cached.median.toFixed(1)} ms.\n`)
    const crowd = await measureLoad(callers, { counts: countsPerUser, signal: abortController.signal })
    console.log(formatLoad(crowd, users))
    const tiles = await measureTiles(callers, services, abortController.signal)
    console.log(`\n${formatTiles(tiles)}`)
    reportFailures([...listMissedTargets(rows, timings, crowd), ...listMissedTileTargets(tiles)])
  } finally {
    await portal.close()
  }
}

function progress(line: string) {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`)
  else if (line.endsWith('\n')) process.stdout.write(line)
}

const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(0)

function wholeNumber(option: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 1) return number
  console.error(`${option} is a whole number from 1.`)
  process.exit(1)
}

try {
  await bench()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
