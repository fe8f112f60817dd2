import { parseArgs } from 'node:util'
import {
  importRoll,
  type Progress,
  type RollReport,
  requireAvailableName,
  resolveSource,
  rollSources,
} from '../modules/properties/index.ts'
import { formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram, type Terminal } from './lib/command.ts'
import { createProgressLine } from './lib/progress-line.ts'
import { withStores } from './lib/with-stores.ts'

// Imports a published roll: npm run data:import -- --source philadelphia-pa --file philadelphia.csv.gz

const usage = `Usage: npm run data:import -- --source NAME --file PATH
       npm run data:import -- --source generic --name "Anytown County, assessor" --county 01001 --file PATH
  --source NAME   which roll the file is; --list names them
  --file PATH     the file as published: CSV, TSV or pipes, XLSX, or one of these in gz or zip
  --name NAME     what a generic roll is called; each name is a roll of its own
  --county FIPS   the county of a generic roll, for rows that name none
  --dry-run       read and report, change nothing
  --force         load the file even where it is the one that is loaded
  --list          name the rolls that can be imported`

const options = {
  source: { type: 'string' },
  file: { type: 'string' },
  name: { type: 'string' },
  county: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export const main: Command = async ({ args, env, console, stderr }) => {
  const { values } = parseArgs({ args, options })
  if (values.help) return console.log(usage)
  if (values.list) return printSources(console)
  const { file: path, 'dry-run': dryRun, force, name, county: countyFips } = values
  if (!values.source || !path) throw new Error(usage)
  const source = resolveSource({ source: values.source, ...(name && { name }), ...(countyFips && { countyFips }) })
  const stop = stopOnCtrlC(console)
  await withStores(env, async (open) => {
    const services = await open()
    await requireAvailableName(services.db, source, countyFips)
    const { print, clear, finish } = createProgressLine({ console, stderr }, 'rows')
    const onProgress = (progress: Progress) => {
      stop.throwIfInterrupted()
      print(progress)
    }
    const report = await importRoll(services, { source, path, dryRun, force, onProgress }).finally(clear)
    if (report.status !== 'UNCHANGED') finish(report.rowsRead)
    console.log(formatReport(report))
  }).finally(stop.dispose)
}

function printSources(console: Terminal['console']) {
  for (const { source, name, countyFips } of rollSources) {
    const county = typeof countyFips === 'string' ? countyFips : '*'
    console.log(`${source.padEnd(20)} ${county.padEnd(6)} ${name}`)
  }
  console.log(
    `${'generic'.padEnd(20)} ${'*'.padEnd(6)} Any county, with the headers of docs/data-sources.md; takes --name`,
  )
  console.log('* The rows name their county.')
}

// The exit code a shell gives a program ended by Ctrl-C.
const interruptedExitCode = 130

/**
 * The first Ctrl-C stops the import while it reads, before anything has changed; a second one ends the process at
 * once.
 */
function stopOnCtrlC(console: Terminal['console']) {
  let isInterrupted = false
  const onInterrupt = () => {
    isInterrupted = true
    console.error('\nStopping. Once every row is read the import is finished first; Ctrl-C again breaks it off.')
  }
  process.once('SIGINT', onInterrupt)
  return {
    throwIfInterrupted: () => {
      if (isInterrupted)
        throw Object.assign(new Error('Stopped: nothing was changed.'), { exitCode: interruptedExitCode })
    },
    dispose: () => void process.off('SIGINT', onInterrupt),
  }
}

const labelByStatus: Record<RollReport['status'], string> = {
  LOADED: 'is loaded',
  UNCHANGED: 'was loaded from this very file before: nothing changed',
  CHECKED: 'was read as a trial: nothing changed',
}

const formatReport = (report: RollReport): string =>
  [
    `${report.name} ${labelByStatus[report.status]}.`,
    `  file      ${report.fileName}, SHA-256 ${report.sha256.slice(0, 16)}…`,
    `  recorded  ${report.recordedOn ?? 'unknown'}`,
    `  read      ${n(report.rowsRead)} rows in ${report.seconds} s`,
    `  mapped    ${n(report.rowsMapped)}`,
    `  rejected  ${n(report.rowsRejected)}`,
    ...Object.entries(report.reasons).map(([reason, count]) => `            ${n(count)} × ${reason}`),
    ...(report.rejectFile ? [`            listed in ${report.rejectFile}, below the files of DATA_DIR`] : []),
    `  made      ${n(report.properties)} properties, ${n(report.transfers)} transfers`,
    ...formatTransferLines(report),
    '',
    ...formatColumnLines(report),
    ...formatUnplacedUseLines(report),
    '',
    `  not published: ${report.notPublished.join(', ')}`,
  ].join('\n')

const formatTransferLines = ({ transfers, transfersJoined }: RollReport) => {
  if (transfers === 0) return []
  if (transfersJoined > 0) return [`            ${n(transfersJoined)} of the transfers are of a loaded parcel`]
  return [
    '            NONE of the transfers is of a loaded parcel, so no property shows them: import the roll of their',
    '            properties, or see whether it writes the same parcel numbers',
  ]
}

const formatColumnLines = ({ columns }: RollReport) => [
  `  ${'column'.padEnd(22)}${'filled'.padStart(11)}${'unknown'.padStart(11)}${'implausible'.padStart(13)}`,
  ...Object.entries(columns).map(
    ([name, { filled, unknown, implausible }]) =>
      `  ${name.padEnd(22)}${n(filled).padStart(11)}${n(unknown).padStart(11)}${n(implausible).padStart(13)}`,
  ),
]

const formatUnplacedUseLines = ({ unplacedUses }: RollReport) =>
  unplacedUses.length === 0
    ? []
    : [
        '',
        '  uses that have no class here:',
        ...unplacedUses.map(({ code, description, rows }) => {
          const words = [code, description].filter((word) => word !== null).join('  ')
          return `  ${n(rows).padStart(10)} × ${words}`
        }),
      ]

if (import.meta.main) await runProgram(main)
