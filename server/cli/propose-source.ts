import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeProposal, proposeFromFiles } from '../modules/properties/index.ts'
import { systemClock } from '../platform/util/clock.ts'
import { type Command, runProgram } from './lib/command.ts'
import { createScratchStore } from './lib/scratch-store.ts'

// Proposes the source document of a county: npm run data:propose -- --file roll.csv --county 47037 --name "Anytown"

const usage = `Usage: npm run data:propose -- --file PATH [--file PATH …] --county FIPS --name NAME
  --file PATH     a file as published, in any format of data:import; several when the roll has several
  --county FIPS   the five-digit code of its county
  --name NAME     what the source is called, such as "Anytown County, assessor"
  --key HEADER    the column with the parcel number, where its name does not say so
  --out FILE      write the document to this file, instead of printing it`

const options = {
  file: { type: 'string', multiple: true },
  county: { type: 'string' },
  name: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export const main: Command = async ({ args, console }) => {
  const { file: paths, county: countyFips, name, key, out, help } = parseArgs({ args, options }).values
  if (help) return console.log(usage)
  if (!paths || !countyFips || !name) throw new Error(usage)
  const today = systemClock.now().toISOString().slice(0, 10)
  const store = createScratchStore()
  const request = { paths, countyFips, name, today, ...(key !== undefined && { key }) }
  const proposal = await proposeFromFiles(request, store).finally(store.close)
  if (!proposal.document) throw new Error(proposal.refusal ?? 'These files are not a county dataset.')
  const text = `${JSON.stringify(proposal.document, null, 2)}\n`
  if (out === undefined) console.log(text.trimEnd())
  else await writeFile(out, text)
  // Printed to standard error, so that standard output holds the document alone.
  console.error(describeProposal(proposal))
  if (out !== undefined) console.error(`\nWritten to ${out}.`)
}

if (import.meta.main) await runProgram(main)
