import { parseArgs } from 'node:util'
import { type Command, runProgram } from './lib/command.ts'
import { isComplete, loadRoll, rollOptions } from './lib/load-roll.ts'

// Checks a county dataset without changing anything: npm run data:check -- --source-file county.json --file roll.csv

const usage = `Usage: npm run data:check -- --source NAME --file PATH
       npm run data:check -- --source-file SOURCE.json --file PATH [--file ID=PATH …]
       npm run data:check -- --source generic --name "Anytown County, assessor" --county 01001 --file PATH
  Reads the whole file and reports what data:import would load. Exits with 1 and a sentence if it would be refused.
  --source NAME       which source the file is of; data:import -- --list names them
  --source-file PATH  a source as JSON; it is not saved
  --file PATH         the file as published: text (delimited or fixed width), XLSX, JSON or JSON lines, GeoJSON,
                      GeoPackage, FlatGeobuf, Parquet, or any of these in gz or zip; a zip with a shapefile or a
                      file geodatabase
  --file ID=PATH      a further file of a source that has several, by its id
  --name NAME         what a generic roll is called
  --county FIPS       the county of a generic roll, for rows that name none`

export const main: Command = async (terminal) => {
  const { values } = parseArgs({ args: terminal.args, options: rollOptions })
  if (values.help) return terminal.console.log(usage)
  if (!isComplete(values)) throw new Error(usage)
  await loadRoll(terminal, values, { dryRun: true, force: false, replacesCounties: false })
}

if (import.meta.main) await runProgram(main)
