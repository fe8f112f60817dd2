import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { composeTasks } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { startWorker } from '../server/platform/jobs.ts'
import { createLog } from '../server/platform/log.ts'
import { openStores, type Stores, takeDataFolder } from '../server/stores.ts'
import { enterRolls, generate } from './generate.ts'
import { addPhonesAndRegistry, bytesPerNumber } from './order-data.ts'
import { asTheEngineWrites, manyOrders, oneOrder, rawJobs, twoOrdersBesideCounts } from './order-runs.ts'
import { openPortal } from './portal.ts'
import { keptFolder, passingFolder } from './room.ts'

// npm run bench:orders [-- --rows 10000000 --leads 50000 --orders 1000 --data DIR]: how long large orders take beside
// what the store itself needs for the same rows, what they cost whoever counts meanwhile, and many small ones beside
// jobs that do nothing. Fails when a target is missed.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    leads: { type: 'string', default: '50000' },
    orders: { type: 'string', default: '1000' },
    data: { type: 'string' },
  },
})
const [rows = 0, leads = 0, orders = 0] = [values.rows, values.leads, values.orders].map(Number)
/** Of the generated rows, as npm run bench has them unless told otherwise. */
const seed = 1
const worksAtOnce = 4
const noLimit = { signal: new AbortController().signal }

async function fill({ services }: Stores) {
  await generate(services.clickhouse, rows, { seed, onProgress: () => undefined, ...noLimit })
  await enterRolls(services)
}

async function measure({ services, ...stores }: Stores) {
  const portal = await openPortal({ services, ...stores })
  const tasks = composeTasks(services, { deliver: async () => undefined, billing: portal.billing })
  const worker = await startWorker({ pool: stores.pool, tasks, concurrency: worksAtOnce, log: services.log })
  const given = { services, portal, leads }
  try {
    const missed: string[] = []
    const hold = (said: string, isKept: boolean) => {
      console.log(said)
      if (!isKept) missed.push(said)
    }
    const bytes = await bytesPerNumber(services)
    hold(`A number of the registry takes ${bytes.toFixed(2)} bytes on disk.`, bytes <= 8)
    const engine = await asTheEngineWrites(given)
    console.log(`The store writes the same ${leads} rows to a file in ${seconds(engine)}.`)
    const mail = await oneOrder(given, 'MAIL_READY')
    hold(
      `A MAIL_READY order of ${mail.delivered} leads is ready in ${seconds(mail.ms)}, ${(mail.ms / engine).toFixed(1)} times that, ` +
        `with ${mail.megabytes.toFixed(0)} MB more memory at most.`,
      mail.delivered === leads && mail.ms <= 3 * engine + 5_000 && mail.megabytes < 300,
    )
    const call = await oneOrder(given, 'CALL_READY')
    hold(
      `A CALL_READY order of ${call.delivered} leads is ready in ${seconds(call.ms)}, ` +
        `with ${call.megabytes.toFixed(0)} MB more memory at most.`,
      call.delivered === leads && call.ms <= 60_000 && call.megabytes < 300,
    )
    const beside = await twoOrdersBesideCounts(given)
    hold(
      `A county count takes ${beside.alone.toFixed(1)} ms at the median alone and ${beside.beside.toFixed(1)} ms beside two such ` +
        `orders, ${(beside.beside / beside.alone).toFixed(2)} times (${beside.counts} counts).`,
      beside.beside <= 3 * beside.alone,
    )
    const raw = await rawJobs({ services, pool: stores.pool, jobs: orders, worksAtOnce })
    const many = await manyOrders(given, orders)
    hold(
      `${orders} orders of 100 leads went through ${worksAtOnce} workers at ${many.perSecond.toFixed(1)} a second, ` +
        `${(many.perSecond / raw).toFixed(3)} of ${raw.toFixed(0)} jobs that do nothing: ${many.lost} lost, ${many.twice} leads paid twice.`,
      many.lost === 0 && many.twice === 0,
    )
    for (const said of missed) console.error(`\nMissed: ${said}`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await worker.stop()
    await portal.close()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const folder = values.data === undefined ? passingFolder() : keptFolder(resolve(values.data), { rows, seed })
const config = readConfig({ DATA_DIR: join(folder.path, 'portal'), DEMO: 'off' })
const lock = takeDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  if (!folder.isFilled) await fill(stores)
  await addPhonesAndRegistry(stores.services)
  folder.filled()
  await measure(stores)
} finally {
  await stores.close()
  lock?.release()
  await rm(join(folder.path, 'portal', 'files'), { recursive: true, force: true })
  folder.close()
}
