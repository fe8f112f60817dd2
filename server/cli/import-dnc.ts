import { parseArgs } from 'node:util'
import { NewDncImport } from '@dooryard/contract/data/dnc'
import { getDncListName, importDncFile } from '../modules/dnc/index.ts'
import { formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { createProgressLine } from './lib/progress-line.ts'
import { withStores } from './lib/with-stores.ts'

// Imports a do-not-call list for the platform: npm run dnc:import -- 615.txt --list NATIONAL --kind FULL …

const usage = `Usage: npm run dnc:import -- FILE --list NATIONAL --kind FULL --san 10000-0000001 --accessed 2026-11-01
       npm run dnc:import -- FILE --list STATE --kind FULL --state TN --accessed 2026-11-01
  FILE             the list as flat text, a number a line, also in gz or zip; the national one by area code or whole
  --list LIST      NATIONAL, STATE, INTERNAL or LITIGATOR
  --kind KIND      FULL takes the place of what there is (INTERNAL: adds to it); CHANGE adds to it and takes from it
  --san NUMBER     the subscription account number that the national registry was fetched under
  --state STATE    the state of a state's list, two letters
  --accessed DAY   the day on which the list was fetched, as 2026-11-01`

const options = {
  list: { type: 'string' },
  kind: { type: 'string' },
  san: { type: 'string' },
  state: { type: 'string' },
  accessed: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export const main: Command = async ({ args, env, console, stderr }) => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) return console.log(usage)
  const [path, ...others] = positionals
  if (!path || others.length > 0) throw new Error(usage)
  const { accessed: accessedOn, help: _, ...said } = values
  const given = NewDncImport.omit({ fileName: true }).safeParse({ ...said, accessedOn })
  if (!given.success) throw new Error(`${given.error.issues.map(({ message }) => message).join('. ')}.\n\n${usage}`)
  const facts = given.data
  await withStores(env, async (open) => {
    const services = await open()
    const startedAt = performance.now()
    const { print: progress, clear } = createProgressLine({ console, stderr }, 'lines')
    const result = await importDncFile(services, { ownerId: null, facts, path, progress }).finally(clear)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(formatResult(getDncListName(facts), result, seconds))
  })
}

type DncImportResult = Awaited<ReturnType<typeof importDncFile>>

const formatResult = (
  name: string,
  { rowsRead, rowsTaken, rowsRejected, rejected, message }: DncImportResult,
  seconds: number,
) =>
  [
    `${name}, is loaded: ${message ?? ''}`,
    `  read      ${n(rowsRead)} lines in ${seconds.toFixed(1)} s`,
    `  taken     ${n(rowsTaken)}`,
    `  rejected  ${n(rowsRejected)}`,
    ...rejected.map(({ line, reason }) => `            line ${n(line)}: ${reason}`),
  ].join('\n')

if (import.meta.main) await runProgram(main)
