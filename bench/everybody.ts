import { adminOrders } from '@dooryard/contract/admin-orders'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/platform/log.ts'
import { openStores, takeDataFolder } from '../server/stores.ts'
import { addEverybody, type Everybody } from './everybodys-data.ts'
import { pageSize, questionsOf } from './everybodys-questions.ts'
import { measureInTurns, type Subject, timed } from './measure.ts'
import { type Ask, openPortal } from './portal.ts'
import { passingFolder } from './room.ts'

// npm run bench:everybody: what an administrator waits for in the lists of everybody's users, campaigns, orders, API keys
// and webhooks: each sort both ways, on the first, middle and last page, each filter, and searches for what few, many and
// none have. Then all orders as CSV, and what memory that takes beside a tenth of them. `-- 10000` makes a hundredth as
// much, to try it. Fails when a median misses its target.

const rounds = 7
const [targetMs, warmUp] = [150, 2]
/** How much more memory ten times the rows may take. */
const targetGrowth = 1.5

const orders = Number(process.argv[2] ?? 1_000_000)
const size: Everybody = { users: orders / 10, campaigns: orders / 20, orders, keys: orders / 50, webhooks: orders / 50 }
const questions = questionsOf(size)

const ms = (value: number) => `${value < 100 ? value.toFixed(1) : value.toFixed(0)}`

async function measureLists(ask: Ask): Promise<boolean> {
  const subjects: Subject[] = questions.map(({ name, endpoint, query }) => ({
    name,
    run: () => ask(endpoint, undefined, { query: { ...query, limit: String(pageSize) } }),
  }))
  const taken = await measureInTurns(subjects, { rounds, warmUp })
  const first = taken.get(questions.find(({ endpoint }) => endpoint === adminOrders.list)?.name ?? '')?.median ?? 1
  console.log('| list | median, ms | 95th percentile | times the first page of orders |')
  console.log('|---|---|---|---|')
  for (const [name, { median, p95 }] of taken)
    console.log(
      `| ${name} | ${ms(median)} | ${ms(p95)} | ${(median / first).toFixed(1)} ×${median < targetMs ? '' : ' (missed)'} |`,
    )
  const missed = [...taken.values()].filter(({ median }) => median >= targetMs).length
  console.log(`\n${taken.size - missed} of ${taken.size} lists answer within ${targetMs} ms at the median.`)
  return missed === 0
}

type Export = (query: Record<string, string>) => Promise<AsyncIterable<Uint8Array>>

/** Reads an export to its end: its rows, how long it took, and by how many bytes the process grew meanwhile. */
async function readWhole(open: Export, query: Record<string, string>) {
  global.gc?.()
  const before = process.memoryUsage().rss
  let [most, rows] = [before, -1]
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const { ms: took } = await timed(async () => {
    for await (const chunk of await open(query)) for (const byte of chunk) if (byte === 10) rows += 1
  })
  clearInterval(look)
  return { rows, took, most, grown: most - before }
}

async function measureExport(open: Export): Promise<boolean> {
  // A few are read first, so that what is warmed up is not taken for growth.
  await readWhole(open, { status: 'FAILED' })
  const few = await readWhole(open, { fromDate: new Date(Date.now() - 110 * 86_400_000).toISOString() })
  const all = await readWhole(open, {})
  for (const { rows, took, most } of [few, all])
    console.log(
      `${rows.toLocaleString('en-US')} orders exported in ${(took / 1000).toFixed(1)} s, ` +
        `${Math.round(rows / (took / 1000)).toLocaleString('en-US')} a second, at ${ms(most / 1e6)} MB at most`,
    )
  const growth = all.most / few.most
  console.log(`${(all.rows / few.rows).toFixed(1)} times the rows took ${growth.toFixed(2)} times the memory.`)
  return growth < targetGrowth && all.rows === orders
}

const folder = passingFolder()
const config = readConfig({ DATA_DIR: folder.path, DEMO: 'off' })
const lock = takeDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  const made = await timed(() => addEverybody(stores.services, size))
  console.log(`${orders.toLocaleString('en-US')} orders made in ${(made.ms / 1000).toFixed(0)} s\n`)
  const portal = await openPortal(stores)
  try {
    const { ask, open } = await portal.administrator()
    const lists = await measureLists(ask)
    const files = await measureExport((query) => open(adminOrders.export, query))
    if (!lists || !files) process.exitCode = 1
  } finally {
    await portal.close()
  }
} finally {
  await stores.close()
  lock?.release()
  folder.close()
}
