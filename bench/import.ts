import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { findSource, importRoll } from '../server/modules/properties/index.ts'
import type { ClickHouse } from '../server/platform/clickhouse/client.ts'
import { createLog } from '../server/platform/log.ts'
import { openStores, takeDataFolder } from '../server/stores.ts'
import { rollHeader, rollLine } from './wide-roll.ts'

// npm run bench:import [-- --rows 500000]: how fast a roll of 82 columns is imported, beside the store's own reader of
// the same file, which takes each column as text and derives nothing.

const { values } = parseArgs({ options: { rows: { type: 'string' } } })
const rows = Number(values.rows ?? 500_000)
if (!Number.isInteger(rows) || rows < 1) {
  console.error('--rows is a whole number from 1.')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'dooryard-bench-'))
const config = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' })
const lock = takeDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  const path = join(folder, 'wide.csv')
  await pipeline(lines(), createWriteStream(path))
  const { size } = await stat(path)
  console.log(`${rows.toLocaleString('en-US')} rows of ${rollHeader.length} columns, ${Math.round(size / 1e6)} MB`)
  // Ours first: the memory that the store's own reader takes is not given back.
  const ours = await measure('our import', () => importWhole(path))
  const engine = await measure('the store’s own reader', () => readByEngine(stores.services.clickhouse, path))
  console.log(`our import takes ${(engine / ours).toFixed(2)} times as long as the store’s own reader`)
} finally {
  await stores.close()
  lock?.release()
  await rm(folder, { recursive: true, force: true })
}

async function* lines() {
  yield `${rollHeader.join(',')}\n`
  for (let at = 0; at < rows; at += 1) yield rollLine(at)
}

/** Prints how many rows a second something reads, and what it costs in time and memory; gives the rows a second. */
async function measure(what: string, read: () => Promise<void>): Promise<number> {
  const cpu = process.cpuUsage()
  const begun = performance.now()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  await read().finally(() => clearInterval(watch))
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = Math.round(rows / seconds)
  const cost = `${((user + system) / 1e6).toFixed(1)} s of processor, at most ${Math.round(peak / 1e6)} MB resident`
  console.log(`${what}: ${seconds.toFixed(1)} s, ${perSecond.toLocaleString('en-US')} rows/s (${cost})`)
  return perSecond
}

async function readByEngine(clickhouse: ClickHouse, path: string) {
  const columns = rollHeader.map((name) => `${name} String`).join(', ')
  await clickhouse.run(`create table wide (${columns}) engine = MergeTree order by tuple()`)
  await clickhouse.run(`insert into wide select * from file('${path}', 'CSVWithNames', '${columns}')`)
  await clickhouse.run('drop table wide sync')
}

async function importWhole(path: string) {
  const source = findSource('philadelphia-pa')
  if (!source) throw new Error('The roll that is imported is not among the sources.')
  let last = performance.now()
  const begun = last
  const report = await importRoll(stores.services, {
    source,
    path,
    onProgress: () => {
      last = performance.now()
    },
  })
  const [reading, staging] = [last - begun, performance.now() - last].map((ms) => (ms / 1000).toFixed(1))
  console.log(`  read and mapped in ${reading} s, staged and swapped in ${staging} s`)
  if (report.rowsMapped !== rows) throw new Error(`${report.rowsMapped} of ${rows} rows were mapped.`)
}
