import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { composeTasks } from '../server/compose/jobs.ts'
import { readConfig } from '../server/config.ts'
import { startWorker } from '../server/platform/jobs/jobs.ts'
import { createLog } from '../server/platform/log.ts'
import { lockDataFolder, type OpenedStores, openStores } from '../server/stores.ts'
import { generate, insertRolls } from './data/generate.ts'
import { addPhonesAndRegistry, bytesPerNumber } from './data/order-data.ts'
import { createTempFolder, openPersistentFolder } from './runner/bench-folder.ts'
import {
  measureEngineWrite,
  measureManyOrders,
  measureOneOrder,
  measureOrdersDuringCounts,
  measureRawJobs,
} from './runner/order-runs.ts'
import { openPortal } from './runner/portal.ts'

// npm run bench:orders [-- --rows 10000000 --leads 50000 --orders 1000 --data DIR]: how long large orders take
// compared with what the store itself needs for the same rows, how they slow down concurrent counts, and many small
// orders compared with empty jobs. Fails when a target is missed.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    leads: { type: 'string', default: '50000' },
    orders: { type: 'string', default: '1000' },
    data: { type: 'string' },
  },
})
const [rows = 0, leads = 0, orders = 0] = [values.rows, values.leads, values.orders].map(Number)
/** The seed of the generated rows, the default of npm run bench. */
const seed = 1
const workerConcurrency = 4
const noLimit = { signal: new AbortController().signal }

async function fillStores({ services }: OpenedStores) {
  await generate(services.clickhouse, rows, { seed, onProgress: () => undefined, ...noLimit })
  await insertRolls(services)
}

async function measure({ services, ...stores }: OpenedStores) {
  const portal = await openPortal({ services, ...stores })
  const tasks = composeTasks(services, { deliver: async () => undefined, billing: portal.billing })
  const worker = await startWorker({ pool: stores.pool, tasks, concurrency: workerConcurrency, log: services.log })
  const given = { services, portal, leads }
  try {
    const missed: string[] = []
    const hold = (said: string, isKept: boolean) => {
      console.log(said)
      if (!isKept) missed.push(said)
    }
    const bytes = await bytesPerNumber(services)
    hold(`A number of the registry takes ${bytes.toFixed(2)} bytes on disk.`, bytes <= 8)
    const engine = await measureEngineWrite(given)
    console.log(`The store writes the same ${leads} rows to a file in ${seconds(engine)}.`)
    const mail = await measureOneOrder(given, 'MAIL_READY')
    hold(
      `A MAIL_READY order of ${mail.delivered} leads is ready in ${seconds(mail.ms)}, ${(mail.ms / engine).toFixed(1)} times that, ` +
        `with ${mail.megabytes.toFixed(0)} MB more memory at most.`,
      mail.delivered === leads && mail.ms <= 3 * engine + 5_000 && mail.megabytes < 300,
    )
    const call = await measureOneOrder(given, 'CALL_READY')
    hold(
      `A CALL_READY order of ${call.delivered} leads is ready in ${seconds(call.ms)}, ` +
        `with ${call.megabytes.toFixed(0)} MB more memory at most.`,
      call.delivered === leads && call.ms <= 60_000 && call.megabytes < 300,
    )
    const beside = await measureOrdersDuringCounts(given)
    hold(
      `A county count takes ${beside.alone.toFixed(1)} ms at the median alone and ${beside.beside.toFixed(1)} ms beside two such ` +
        `orders, ${(beside.beside / beside.alone).toFixed(2)} times (${beside.counts} counts).`,
      beside.beside <= 3 * beside.alone,
    )
    const raw = await measureRawJobs({ services, pool: stores.pool, jobs: orders, workerConcurrency })
    const many = await measureManyOrders(given, orders)
    hold(
      `${orders} orders of 100 leads went through ${workerConcurrency} workers at ${many.perSecond.toFixed(1)} a second, ` +
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

const folder =
  values.data === undefined ? createTempFolder() : openPersistentFolder(resolve(values.data), { rows, seed })
const config = readConfig({ DATA_DIR: join(folder.path, 'portal'), DEMO: 'off' })
const lock = lockDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  if (!folder.isFilled) await fillStores(stores)
  await addPhonesAndRegistry(stores.services)
  folder.filled()
  await measure(stores)
} finally {
  await stores.close()
  lock?.release()
  await rm(join(folder.path, 'portal', 'files'), { recursive: true, force: true })
  folder.close()
}
