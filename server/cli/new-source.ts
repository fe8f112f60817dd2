import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ProposedSource, proposeSource } from '../modules/properties/index.ts'
import { systemClock } from '../platform/util/clock.ts'
import { type Command, runProgram, type Terminal } from './lib/command.ts'

// Proposes the source of a new county dataset: npm run data:new-source -- --file roll.csv --county 47037 --name
// "Anytown"

const usage = `Usage: npm run data:new-source -- --file PATH --county FIPS --name NAME
  --file PATH     the roll as published: CSV, TSV or pipes, XLSX, or one of these in gz or zip
  --county FIPS   the five-digit code of its county
  --name NAME     what the roll is called, such as "Anytown County, assessor"
  --key HEADER    the column with the parcel's number, where its name does not say so
  --write         write the file under server/modules/properties/sources, instead of printing it`

const options = {
  file: { type: 'string' },
  county: { type: 'string' },
  name: { type: 'string' },
  key: { type: 'string' },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export const main: Command = async ({ args, console }) => {
  const { file: path, county: countyFips, name, key, write, help } = parseArgs({ args, options }).values
  if (help) return console.log(usage)
  if (!path || !countyFips || !name) throw new Error(usage)
  const proposed = await proposeSource({
    path,
    countyFips,
    name,
    key,
    today: systemClock.now().toISOString().slice(0, 10),
  })
  if (write) await writeSource(proposed, console)
  else console.log(proposed.text)
  // Printed to standard error, so that standard output holds the source alone.
  console.error(formatProposal(proposed))
}

async function writeSource({ source, text }: ProposedSource, console: Terminal['console']) {
  const path = join(import.meta.dirname, '../modules/properties/sources', `${source}.ts`)
  if (existsSync(path)) throw new Error(`There is a source at ${path} already: choose another name.`)
  await writeFile(path, text)
  console.error(`Written to ${path}. Name it in sources/all.ts, and it can be imported as --source ${source}.`)
}

function formatProposal({ rowsRead, placed, unsure, unplaced, isGeneric }: ProposedSource): string {
  return [
    `${placed.length} columns of ours are placed, by what ${rowsRead} rows say.`,
    ...formatSection(
      `Look at these, which may be wrong (${unsure.length}):`,
      unsure.map(({ column, reason }) => `${column}: ${reason}`),
    ),
    ...formatSection(
      `Columns of the file that are not placed (${unplaced.length}):`,
      unplaced.map(({ header, contents, hint }) => `${header}: ${contents}${hint ? ` (${hint})` : ''}`),
    ),
    ...(isGeneric ? ['', 'This file has the headers of the generic source: import it with --source generic.'] : []),
    '',
    'Once its source is in sources/all.ts, data:import with --dry-run counts what each column says.',
  ].join('\n')
}

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

if (import.meta.main) await runProgram(main)
