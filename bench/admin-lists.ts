import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/platform/log.ts'
import { lockDataFolder, openStores } from '../server/stores.ts'
import { type AdminDataSize, seedAdminData } from './data/admin-data.ts'
import { buildAdminQuestions, pageSize } from './data/admin-questions.ts'
import { createTempFolder } from './runner/bench-folder.ts'
import { measureInTurns, measureTime, type Subject } from './runner/measure.ts'
import { type CallApi, openPortal } from './runner/portal.ts'

// npm run bench:admin-lists: how long an administrator waits for the lists of all users, campaigns, orders, API keys and
// webhooks: every sort in both directions on the first, middle and last page, every filter, and searches that match
// few, many or no rows. Then the export of all orders as CSV, and its memory compared with an export of a tenth of
// them. `-- 10000` uses a hundredth of the rows, to try it. Fails when a median misses its target.

const rounds = 7
const [targetMs, warmUp] = [150, 2]
/** How much more memory ten times the rows may use. */
const targetGrowth = 1.5

const orders = Number(process.argv[2] ?? 1_000_000)
const dataSize: AdminDataSize = {
  users: orders / 10,
  campaigns: orders / 20,
  orders,
  keys: orders / 50,
  webhooks: orders / 50,
}
const adminQuestions = buildAdminQuestions(dataSize)

const ms = (value: number) => `${value < 100 ? value.toFixed(1) : value.toFixed(0)}`

async function measureLists(ask: CallApi): Promise<boolean> {
  const subjects: Subject[] = adminQuestions.map(({ name, endpoint, query }) => ({
    name,
    run: () => ask(endpoint, undefined, { query: { ...query, limit: String(pageSize) } }),
  }))
  const taken = await measureInTurns(subjects, { rounds, warmUp })
  const first = taken.get(adminQuestions.find(({ endpoint }) => endpoint === adminOrders.list)?.name ?? '')?.median ?? 1
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

type OpenExport = (query: Record<string, string>) => Promise<AsyncIterable<Uint8Array>>

/** Reads an export to its end: its rows, its duration, and by how many bytes the process grew. */
async function readExport(open: OpenExport, query: Record<string, string>) {
  global.gc?.()
  const before = process.memoryUsage().rss
  let [most, rows] = [before, -1]
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const { ms: took } = await measureTime(async () => {
    for await (const chunk of await open(query)) for (const byte of chunk) if (byte === 10) rows += 1
  })
  clearInterval(look)
  return { rows, took, most, grown: most - before }
}

async function measureExport(open: OpenExport): Promise<boolean> {
  // Warms up with a small export, so that the warm-up does not count as growth.
  await readExport(open, { status: 'FAILED' })
  const few = await readExport(open, { fromDate: new Date(Date.now() - 110 * 86_400_000).toISOString() })
  const all = await readExport(open, {})
  for (const { rows, took, most } of [few, all])
    console.log(
      `${rows.toLocaleString('en-US')} orders exported in ${(took / 1000).toFixed(1)} s, ` +
        `${Math.round(rows / (took / 1000)).toLocaleString('en-US')} a second, at ${ms(most / 1e6)} MB at most`,
    )
  const growth = all.most / few.most
  console.log(`${(all.rows / few.rows).toFixed(1)} times the rows took ${growth.toFixed(2)} times the memory.`)
  return growth < targetGrowth && all.rows === orders
}

const folder = createTempFolder()
const config = readConfig({ DATA_DIR: folder.path, DEMO: 'off' })
const lock = lockDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  const made = await measureTime(() => seedAdminData(stores.services, dataSize))
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
