import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { findShippedSource, importRoll, toFiles } from '../server/modules/properties/index.ts'
import type { Services } from '../server/platform/context.ts'
import { createLog } from '../server/platform/log.ts'
import { lockDataFolder, openStores } from '../server/stores.ts'
import { rollHeader, rollLine } from './data/wide-roll.ts'
import { loadReadyMade, readAsProperties, readAsTexts, writeReadyMade } from './runner/engine-import.ts'
import type { Timing } from './runner/measure.ts'
import { watchCounts } from './runner/watch-counts.ts'

// npm run bench:import [-- --rows 500000]: how fast a county dataset of 82 columns is imported, compared with loading
// the same rows from ready-made columns, and with ClickHouse's own reader on the same file: into a table of text columns,
// and into one like ours. That reader derives nothing. Then it is imported again, while its properties are counted.

const { values } = parseArgs({ options: { rows: { type: 'string' } } })
const rows = Number(values.rows ?? 500_000)
if (!Number.isInteger(rows) || rows < 1) {
  console.error('--rows is a whole number from 1.')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'dooryard-bench-'))
const config = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' })
const lock = lockDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  const path = join(folder, 'wide.csv')
  await pipeline(generateLines(), createWriteStream(path))
  const { size } = await stat(path)
  console.log(`${rows.toLocaleString('en-US')} rows of ${rollHeader.length} columns, ${Math.round(size / 1e6)} MB`)
  console.log(`at rest the process holds ${megabytes(process.memoryUsage.rss())}`)
  const { clickhouse } = stores.services
  // Ours first: ClickHouse's own reader does not release its memory.
  const ours = await measure('our import', () => importFile(path))
  const idle = await watchCounts(clickhouse, () => sleep(5_000))
  const busy = await watchCounts(clickhouse, () => importFile(path))
  console.log(`counts: ${formatTiming(idle)} when idle, ${formatTiming(busy)} during an import`)
  console.log(`  the median is ${(busy.median / idle.median).toFixed(2)} times as long`)
  const columns = join(folder, 'columns.native')
  const names = await writeReadyMade(clickhouse, columns)
  const readyMade = await measure('from ready-made columns', () => loadReadyMade(clickhouse, columns, names))
  const alike = await measure('the store’s own reader, into a table like ours', () =>
    readAsProperties(clickhouse, path),
  )
  const texts = await measure('the store’s own reader, into texts', () => readAsTexts(clickhouse, path))
  const [beside, besideTexts] = [alike, texts].map((perSecond) => (perSecond / ours).toFixed(2))
  console.log(`our import takes ${(readyMade / ours).toFixed(2)} times as long as from ready-made columns`)
  console.log(`our import takes ${beside} times as long as the store’s own reader, ${besideTexts} times as into texts`)
} finally {
  await stores.close()
  lock?.release()
  await rm(folder, { recursive: true, force: true })
}

async function* generateLines() {
  yield `${rollHeader.join(',')}\n`
  for (let at = 0; at < rows; at += 1) yield rollLine(at)
}

function formatTiming({ median, p95 }: Timing): string {
  return `${median.toFixed(1)} ms (95% within ${p95.toFixed(1)} ms)`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

/** Starts a stopwatch; the returned function gives the elapsed wall-clock and CPU seconds. */
function startStopwatch() {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { seconds: (performance.now() - startedAt) / 1000, processor: (user + system) / 1e6 }
  }
}

/** Prints the rows per second of a read with its time and memory, and returns the rows per second. */
async function measure(label: string, read: () => Promise<void>): Promise<number> {
  const elapsed = startStopwatch()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  await read().finally(() => clearInterval(watch))
  const { seconds, processor } = elapsed()
  const perSecond = Math.round(rows / seconds)
  const cost = `${processor.toFixed(1)} s of processor, at most ${megabytes(peak)} resident`
  console.log(`${label}: ${seconds.toFixed(1)} s, ${perSecond.toLocaleString('en-US')} rows/s (${cost})`)
  return perSecond
}

async function importFile(path: string) {
  const document = findShippedSource('philadelphia-pa')
  if (!document) throw new Error('The roll that is imported is not among the sources.')
  const elapsed = startStopwatch()
  let mapped = elapsed()
  let staged: typeof mapped | undefined
  const { clickhouse } = stores.services
  const run: Services['clickhouse']['run'] = (sql, params) => {
    if (sql.startsWith('exchange tables')) staged ??= elapsed()
    return clickhouse.run(sql, params)
  }
  const onProgress = () => {
    mapped = elapsed()
  }
  const services = { ...stores.services, clickhouse: { ...clickhouse, run } }
  const report = await importRoll(services, { document, files: toFiles(document, path), onProgress, force: true })
  const none = { seconds: 0, processor: 0 }
  const marks = [none, mapped, staged ?? mapped, elapsed()]
  for (const [at, phase] of ['read and mapped', 'staged', 'swapped'].entries()) {
    const [from = none, to = none] = marks.slice(at, at + 2)
    const perRow = ((to.processor - from.processor) / rows) * 1e6
    const seconds = (to.seconds - from.seconds).toFixed(1)
    console.log(`  ${phase} in ${seconds} s, ${perRow.toFixed(1)} µs of processor a row`)
  }
  if (report.rowsMapped !== rows) throw new Error(`${report.rowsMapped} of ${rows} rows were mapped.`)
}
