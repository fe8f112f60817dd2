import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { createUser } from '../server/modules/identity/index.ts'
import { createLog } from '../server/platform/log.ts'
import { openStores, type Stores, takeDataFolder } from '../server/stores.ts'
import { measureCrowd } from './crowd.ts'
import { enterRolls, generate } from './generate.ts'
import { cycle, measureQuestions, repeatedCount } from './measure-questions.ts'
import { openPortal } from './portal.ts'
import { loadPeer, type Peer, startPeer } from './postgres-peer.ts'
import { recorder } from './recorder.ts'
import { crowdOf, rimsOf, tableOf } from './report.ts'
import { type Folder, freeGigabytes, keptFolder, needs, passingFolder } from './room.ts'
import { brokenByScreens, measureScreens, type Somebody, screensOf } from './screens.ts'
import { broken } from './targets.ts'

// npm run bench [-- --rows 10000000 --rounds 30 --seed 1 --data DIR --no-postgres --only screens]: searches through HTTP, the same
// reads raw in the store, and PostgreSQL on the same generated rows, in turns; many users at once; and the lead finder in
// a browser. Fails when a target is missed.

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
/** Beyond that PostgreSQL takes longer to load than anybody waits. */
const mostPeerRows = 20_000_000
const parts = ['questions', 'screens'] as const
if (values.only !== undefined && !parts.some((part) => part === values.only)) {
  console.error(`--only is one of ${parts.join(', ')}.`)
  process.exit(1)
}
const asks = (part: (typeof parts)[number]) => values.only === undefined || values.only === part
const hasPeer = asks('questions') && (values.postgres ?? rows <= mostPeerRows)
const users = 16
const countsOfAUser = 40

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => {
    if (!stopping.signal.aborted) console.error('\nStopping, after what is being written.')
    stopping.abort(new Error('The bench was stopped.'))
  })

async function bench() {
  const folder = values.data === undefined ? passingFolder() : keptFolder(resolve(values.data), { rows, seed })
  try {
    sayNeeds(folder)
    const somebody = await measure(folder)
    if (asks('screens')) await lookAtScreens(folder, somebody)
  } finally {
    folder.close()
  }
}

function sayNeeds({ path, isFilled }: Folder) {
  if (isFilled) return console.log(`${rows.toLocaleString('en-US')} properties are in ${path} already.`)
  const { gigabytes, minutes } = needs(rows, hasPeer)
  const free = freeGigabytes(dirname(path))
  const what = `${rows.toLocaleString('en-US')} properties with their transfers${hasPeer ? ', also in PostgreSQL' : ''}`
  const room = `about ${gigabytes.toFixed(0)} GB in ${path} (${free.toFixed(0)} GB are free)`
  const time = `${Math.ceil(minutes)} minutes on 2 free cores before anything is measured`
  console.log(`${what}: ${room}, and ${time}. Ctrl-C stops it and removes what is half done.`)
  if (free < gigabytes * 1.1)
    throw new Error('That is too little room: ask for fewer --rows, or name a folder with --data.')
}

/** Fills the folder if need be, and measures what is asked of the stores in it. Gives somebody who may sign in there. */
async function measure(folder: Folder): Promise<Somebody> {
  const log = createLog('warn')
  const config = readConfig({ DATA_DIR: join(folder.path, 'portal'), DEMO: 'off' })
  const lock = takeDataFolder(config)
  const stores = await openStores(config, log)
  let peer: Peer | undefined
  try {
    // The store would work on new rows for a while and be measured with it. Parts as written are the harder case.
    await stores.services.clickhouse.run('system stop merges')
    if (!folder.isFilled) await fill(stores)
    if (hasPeer) peer = await openPeer(folder, stores)
    folder.filled()
    if (asks('questions')) await compare(stores, peer)
    return await newSomebody(stores.services)
  } finally {
    await peer?.stop()
    await stores.close()
    lock?.release()
  }
}

async function newSomebody(services: Stores['services']): Promise<Somebody> {
  const account = { email: `bench-screens-${Date.now()}@example.com`, password: 'only-for-measuring' }
  const facts = { phone: '615-555-0199', firstName: 'Benny', lastName: 'Placeholder' }
  await createUser(services, { ...account, ...facts, role: 'CONSUMER_USER' })
  return account
}

async function lookAtScreens(folder: Folder, somebody: Somebody) {
  const onProgress = (what: string) => progress(`measuring in a browser: ${what}`)
  const figures = await measureScreens(join(folder.path, 'portal'), somebody, { rounds, onProgress })
  progress('')
  console.log(`\n${screensOf(figures)}`)
  tellFailures(brokenByScreens(figures))
}

function tellFailures(failures: string[]) {
  for (const failure of failures) console.error(`\nMissed: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
  else console.log('\nEvery target is met.')
}

async function fill({ services }: Stores) {
  const begun = performance.now()
  const onProgress = (done: number) => progress(`${done.toLocaleString('en-US')} properties generated`)
  await generate(services.clickhouse, rows, { seed, onProgress, signal: stopping.signal })
  await enterRolls(services)
  progress(`${rows.toLocaleString('en-US')} properties generated in ${secondsSince(begun)} s\n`)
}

async function openPeer(folder: Folder, { services: { clickhouse, log } }: Stores): Promise<Peer> {
  const begun = performance.now()
  const peer = await startPeer(join(folder.path, 'peer'), log, stopping.signal)
  try {
    if (peer.isNew) {
      await loadPeer(peer, clickhouse, { onProgress: progress, signal: stopping.signal })
      progress(`PostgreSQL loaded, indexed and analysed in ${secondsSince(begun)} s\n`)
    }
    return peer
  } catch (error) {
    await peer.stop()
    throw error
  }
}

async function compare({ services, ...stores }: Stores, peer: Peer | undefined) {
  const recording = recorder(services.clickhouse)
  const portal = await openPortal({ ...stores, services: { ...services, clickhouse: recording.store } })
  try {
    const callers = await Promise.all(Array.from({ length: users }, (_, at) => portal.user(`bench-${at}`)))
    const ask = callers[0]
    if (!ask) throw new Error('Nobody is signed in.')
    const given = { ask, recording, services, peer, rounds, signal: stopping.signal }
    const figures = await measureQuestions(given, (name) => progress(`measuring: ${name}`))
    progress('')
    console.log(`${rows.toLocaleString('en-US')} properties, ${rounds} rounds\n\n${tableOf(figures)}\n`)
    if (peer) console.log(`${rimsOf(figures, rounds + cycle)}\n`)
    const cached = await repeatedCount(ask, rounds)
    console.log(`The same count of a county once more, from memory: ${cached.median.toFixed(1)} ms.\n`)
    const crowd = await measureCrowd(callers, { counts: countsOfAUser, signal: stopping.signal })
    console.log(crowdOf(crowd, users))
    tellFailures(broken(rows, figures, crowd))
  } finally {
    await portal.close()
  }
}

function progress(line: string) {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`)
  else if (line.endsWith('\n')) process.stdout.write(line)
}

const secondsSince = (begun: number) => ((performance.now() - begun) / 1000).toFixed(0)

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
