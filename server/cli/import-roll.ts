import { parseArgs } from 'node:util'
import { listSourceDocuments } from '../modules/properties/index.ts'
import { type Command, runProgram, type Terminal } from './lib/command.ts'
import { isComplete, loadRoll, rollOptions } from './lib/load-roll.ts'
import { withStores } from './lib/with-stores.ts'

// Imports a county dataset: npm run data:import -- --source philadelphia-pa --file philadelphia.csv.gz

const usage = `Usage: npm run data:import -- --source NAME --file PATH
       npm run data:import -- --source-file SOURCE.json --file PATH [--file ID=PATH …]
       npm run data:import -- --source generic --name "Anytown County, assessor" --county 01001 --file PATH
  --source NAME       which source the file is of; --list names them
  --source-file PATH  a source as JSON; it is saved, as a new version if it has changed
  --file PATH         the file as published: text (delimited or fixed width), XLSX, JSON or JSON lines, GeoJSON,
                      GeoPackage, FlatGeobuf, Parquet, or any of these in gz or zip; a zip with a shapefile or a
                      file geodatabase
  --file ID=PATH      a further file of a source that has several, by its id
  --name NAME         what a generic roll is called; each name is a roll of its own
  --county FIPS       the county of a generic roll, for rows that name none
  --dry-run           read and report, change nothing; the same as data:check
  --force             load the file even where it is the one that is loaded
  --replace-counties  load it although the source is loaded for other counties, which it then replaces
  --list              name the rolls that can be imported`

const options = {
  ...rollOptions,
  'dry-run': { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  'replace-counties': { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const

export const main: Command = async (terminal) => {
  const { values } = parseArgs({ args: terminal.args, options })
  if (values.help) return terminal.console.log(usage)
  if (values.list) return printSources(terminal)
  if (!isComplete(values)) throw new Error(usage)
  const { force, 'dry-run': dryRun, 'replace-counties': replacesCounties } = values
  await loadRoll(terminal, values, { dryRun, force, replacesCounties })
}

const printSources = ({ env, console }: Terminal) =>
  withStores(env, async (open) => {
    const { db } = await open()
    for (const { source, name, county } of await listSourceDocuments(db))
      console.log(`${source.padEnd(20)} ${('fips' in county ? county.fips : '*').padEnd(6)} ${name}`)
    console.log(
      `${'generic'.padEnd(20)} ${'*'.padEnd(6)} Any county, with the headers of docs/data-sources.md; takes --name`,
    )
    console.log('* The rows name their county.')
  })

if (import.meta.main) await runProgram(main)
