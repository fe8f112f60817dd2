import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { findSource, importRoll, type Progress, type RollReport, rollSources } from '../modules/properties/index.ts'
import { createLog } from '../platform/log.ts'
import { openStores, takeDataFolder } from '../stores.ts'

// Imports a published roll: npm run data:import -- --source philadelphia-pa --file philadelphia.csv.gz

const usage = `Usage: npm run data:import -- --source NAME --file PATH
  --source NAME   which roll the file is; --list names them
  --file PATH     the file as published: csv, csv.gz or zip
  --dry-run       read and report, change nothing
  --force         load the file even where it is the one that is loaded
  --list          name the rolls that can be imported`

const options = {
  source: { type: 'string' },
  file: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

async function main() {
  const { values } = parseArgs({ options })
  if (values.help) return console.log(usage)
  if (values.list) return list()
  if (!values.source || !values.file) throw new Error(usage)
  const source = findSource(values.source)
  if (!source)
    throw new Error(`There is no source ${JSON.stringify(values.source)}: --list names those that there are.`)
  const config = readConfig(process.env)
  const folder = takeDataFolder(config)
  try {
    const stores = await openStores(config, createLog('warn'))
    try {
      const { onProgress, done } = progressLine()
      const { file: path, 'dry-run': dryRun, force } = values
      const report = await importRoll(stores.services, { source, path, dryRun, force, onProgress }).finally(done)
      console.log(describe(report))
    } finally {
      await stores.close()
    }
  } finally {
    folder?.release()
  }
}

function list() {
  for (const { source, name, countyFips } of rollSources) console.log(`${source.padEnd(20)} ${countyFips}  ${name}`)
}

const barWidth = 30

/** A bar that moves on a terminal; elsewhere a line for each tenth of the file. */
function progressLine() {
  let tenth = 0
  const onProgress = ({ rows, share }: Progress) => {
    const percent = `${Math.floor(share * 100)}%`.padStart(4)
    if (process.stderr.isTTY) {
      const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░')
      process.stderr.write(`\r${bar} ${percent}  ${rows.toLocaleString('en-US')} rows`)
    } else if (Math.floor(share * 10) > tenth) {
      tenth = Math.floor(share * 10)
      console.error(`${percent}  ${rows.toLocaleString('en-US')} rows`)
    }
  }
  const done = () => {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  }
  return { onProgress, done }
}

const n = (value: number) => value.toLocaleString('en-US')

const outcomes: Record<RollReport['status'], string> = {
  LOADED: 'is loaded',
  UNCHANGED: 'was loaded from this very file before: nothing changed',
  CHECKED: 'was read as a trial: nothing changed',
}

function describe(report: RollReport): string {
  const lines = [
    `${report.name} ${outcomes[report.status]}.`,
    `  file      ${report.fileName}, SHA-256 ${report.sha256.slice(0, 16)}…`,
    `  recorded  ${report.recordedOn ?? 'unknown'}`,
    `  read      ${n(report.rowsRead)} rows in ${report.seconds} s`,
    `  mapped    ${n(report.rowsMapped)}`,
    `  rejected  ${n(report.rowsRejected)}`,
    ...Object.entries(report.reasons).map(([reason, count]) => `            ${n(count)} × ${reason}`),
    ...(report.rejectFile ? [`            listed in ${report.rejectFile}, below the files of DATA_DIR`] : []),
    '',
    `  ${'column'.padEnd(18)}${'filled'.padStart(11)}${'unknown'.padStart(11)}${'implausible'.padStart(13)}`,
    ...Object.entries(report.columns).map(
      ([name, { filled, unknown, implausible }]) =>
        `  ${name.padEnd(18)}${n(filled).padStart(11)}${n(unknown).padStart(11)}${n(implausible).padStart(13)}`,
    ),
    '',
    `  not published: ${report.notPublished.join(', ')}`,
  ]
  return lines.join('\n')
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
