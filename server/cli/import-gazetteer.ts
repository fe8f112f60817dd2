import { parseArgs } from 'node:util'
import { GazetteerKind } from '@dooryard/contract/data/gazetteers'
import { describeLocated, loadGazetteer } from '../modules/properties/index.ts'
import { formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { createProgressLine } from './lib/progress-line.ts'
import { withStores } from './lib/with-stores.ts'

// Loads positions of addresses: npm run data:gazetteer -- --file davidson.geojson.gz --county 47037 --kind points

const usage = `Usage: npm run data:gazetteer -- --file PATH --county FIPS --kind points|ranges
  --file PATH     address points: a file of OpenAddresses, as CSV or newline-delimited GeoJSON;
                  street ranges: TIGER/Line address ranges (ADDRFEAT), the zip as downloaded, or as CSV with the line as WKT
  --county FIPS   the county of the file, whose gazetteer of this kind it replaces
  --kind KIND     points or ranges`

export const main: Command = async ({ args, env, console, stderr }) => {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { file: option, county: option, kind: option } })
  const kind = GazetteerKind.safeParse(values.kind?.toUpperCase())
  const { file: path, county: countyFips } = values
  if (!path || !countyFips || !kind.success) throw new Error(usage)
  await withStores(env, async (open) => {
    const services = await open()
    const { print, clear, finish } = createProgressLine({ console, stderr }, 'rows')
    const options = { path, countyFips, kind: kind.data, onProgress: print }
    const loaded = await loadGazetteer(services, options).finally(clear)
    finish(loaded.rowsRead)
    console.log(
      [
        `  taken     ${n(loaded.rowsTaken)}`,
        `  rejected  ${n(loaded.rowsRejected)}`,
        ...loaded.rejected.map(({ line, reason }) => `            line ${n(line)}: ${reason}`),
        describeLocated(loaded),
      ].join('\n'),
    )
  })
}

if (import.meta.main) await runProgram(main)
