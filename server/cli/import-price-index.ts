import { parseArgs } from 'node:util'
import { loadPriceIndex } from '../modules/properties/index.ts'
import { formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { withStores } from './lib/with-stores.ts'

// Loads an index of house prices: npm run data:index -- --file HPI_AT_BDL_ZIP5.xlsx

const usage = `Usage: npm run data:index -- --file PATH
  --file PATH   a house price index of the Federal Housing Finance Agency, as CSV or XLSX: by ZIP (HPI_AT_BDL_ZIP5),
                county (HPI_AT_BDL_county), three-digit ZIP (HPI_AT_3zip) or state (hpi_master). It replaces the one
                that is loaded for the same kind of area`

const areaNames = { ZIP5: 'ZIP codes', COUNTY: 'counties', ZIP3: 'three-digit ZIP codes', STATE: 'states' }

export const main: Command = async ({ args, env, console }) => {
  const { values } = parseArgs({ args, options: { file: { type: 'string' } } })
  const { file } = values
  if (!file) throw new Error(usage)
  await withStores(env, async (open) => {
    const loaded = await loadPriceIndex(await open(), file)
    const { kind, areas, values, firstYear, lastYear } = loaded
    console.log(`${n(values)} values of ${n(areas)} ${areaNames[kind]}, ${firstYear} to ${lastYear}`)
  })
}

if (import.meta.main) await runProgram(main)
