import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { findShippedSource, importRoll, toFiles } from '../server/modules/properties/index.ts'
import { createLog } from '../server/platform/log.ts'
import { lockDataFolder, openStores } from '../server/stores.ts'
import { estimateHeldOut, listHeldOut, type Part } from './valuation/held-out-sales.ts'
import { formatValuations } from './valuation/report.ts'

// npm run bench:valuation [-- --data DIR]: how far estimates are from what homes sold for. Loads the published county
// datasets at ../shared/data and estimates each held-out sale from the sales before it, through the same reads as the
// portal. Four of ten homes were used to choose the constants of the method, the other six are what docs/valuation.md
// reports.

const dataFlag = process.argv.indexOf('--data')
const data = dataFlag > 0 ? (process.argv[dataFlag + 1] ?? '') : join(import.meta.dirname, '../../shared/data')
const files: Record<string, string> = {
  'philadelphia-pa': 'philadelphia_pa_opa.csv.gz',
  'easthampton-ma': 'easthampton_ma_massgis.csv.gz',
  'nashville-tn': 'nashville_tn.csv.gz',
  'broward-fl-sales': 'broward_fl_sales_sdf.csv.gz',
}
if (!existsSync(data)) {
  console.error(`The published county datasets are not at ${data}: name their folder with --data.`)
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'dooryard-bench-'))
const config = readConfig({ DATA_DIR: join(folder, 'data'), DEMO: 'off' })
const lock = lockDataFolder(config)
const stores = await openStores(config, createLog('warn'))
try {
  for (const [source, name] of Object.entries(files)) {
    const path = join(data, name)
    if (!existsSync(path)) {
      console.log(`${source}: ${path} is not there, so it is left out.`)
      continue
    }
    const document = findShippedSource(source)
    if (!document) throw new Error(`The source ${source} is not among those of the program.`)
    const { rowsMapped } = await importRoll(stores.services, { document, files: toFiles(document, path) })
    console.log(`${document.name}: ${rowsMapped.toLocaleString('en-US')} rows`)
  }
  const { clickhouse } = stores.services
  const lines = []
  for (const source of Object.keys(files))
    for (const part of ['TUNING', 'REPORTED'] satisfies Part[]) {
      const heldOut = await listHeldOut(clickhouse, source, part)
      lines.push({ source, part, ...(await estimateHeldOut(clickhouse, heldOut)) })
    }
  console.log(formatValuations(lines))
} finally {
  await stores.close()
  lock?.release()
  await rm(folder, { recursive: true, force: true })
}
