import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { getCountyName, getCountyState, importMap, listMapParts, removeMapParts } from '../modules/properties/index.ts'
import { formatMegabytes, formatNumber as n } from '../platform/util/format.ts'
import { type Command, runProgram } from './lib/command.ts'
import { createProgressLine } from './lib/progress-line.ts'

// Imports the streets of the map: npm run map:import -- --file tl_2025_47037_roads.zip --file tl_2025_47037_areawater.zip

const usage = `Usage: npm run map:import -- --file PATH [--file PATH …] | --list | --remove NAME
  --file PATH     a zip of TIGER/Line as downloaded (roads, areawater, linearwater, arealm, rails, place, edges), or an
                  extract of OpenStreetMap (.osm.pbf); it replaces the part of the map with the same name
  --list          lists the parts of the map
  --remove NAME   removes a part, or all parts of a county by its code, such as 47037`

export const main: Command = async ({ args, env, console, stderr }) => {
  const options = {
    file: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    remove: { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options })
  const { dataDir } = readConfig(env)
  if (values.list) {
    console.log(await formatParts(dataDir))
  } else if (values.remove !== undefined) {
    const asked = values.remove
    const isRemoved = (name: string) => name === asked || name.split('_').includes(asked)
    const removed = await removeMapParts(dataDir, { isRemoved, maxWaitMs: 10_000 })
    if (removed.length === 0) throw new Error(`The map has no part ${asked}. It has:\n${await formatParts(dataDir)}`)
    console.log(`Removed ${removed.join(', ')}.`)
  } else {
    if (!values.file) throw new Error(usage)
    const { print, clear, finish } = createProgressLine({ console, stderr }, 'rows')
    let rows = 0
    const onProgress = (_: string, progress: { rows: number; share: number }) => {
      rows = progress.rows
      print(progress)
    }
    const paths = values.file
    const parts = await importMap({ dataDir, paths, getCountyName, getCountyState, onProgress }).finally(clear)
    finish(rows)
    for (const { name, title, features, bytes } of parts)
      console.log(`${title} (${name}): ${n(features)} streets, areas and places, ${formatMegabytes(bytes)}`)
    console.log('The map shows them from the next time that it is opened.')
  }
}

async function formatParts(dataDir: string): Promise<string> {
  const parts = await listMapParts(dataDir)
  if (parts.length === 0) return 'The map has no parts: import one with --file.'
  const width = Math.max(...parts.map(({ name }) => name.length))
  return parts
    .map(
      ({ name, title, bytes, importedAt }) =>
        `${name.padEnd(width)}  ${importedAt.toISOString().slice(0, 10)}  ${formatMegabytes(bytes).padStart(8)}  ${title}`,
    )
    .join('\n')
}

if (import.meta.main) await runProgram(main)
