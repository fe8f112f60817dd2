import { stateOfCounty } from '../../places/states.ts'
import { fileOf, quoted } from './calls.ts'
import type { Placed } from './placing.ts'
import type { Proposal, Unplaced } from './propose-mapping.ts'
import { type Crosswalk, crosswalkNeeded } from './propose-use.ts'

export type SourceName = { source: string; name: string; countyFips: string }

const camel = (slug: string) => slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The short name of a roll: `Anytown County, assessor` is `anytown-county-assessor-tn`. */
export function sourceNameOf(name: string, countyFips: string): SourceName {
  const state = stateOfCounty(countyFips).toLowerCase()
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-$/g, '')
  const source = slug.endsWith(`-${state}`) || slug.split('-').includes(state) ? slug : `${slug}-${state}`
  return { source, name, countyFips }
}

const percent = (share: number) => `${Math.round(share * 100)}%`

const maxLine = 120

function unsure(doubt: string | null, indent: string): string[] {
  if (doubt === null) return []
  const lines = [`${indent}// UNSURE:`]
  for (const word of doubt.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= maxLine) lines[lines.length - 1] = line
    else lines.push(`${indent}// ${word}`)
  }
  return lines
}

const declared = ({ ours, code, filled, doubt }: Placed): string[] => [
  ...unsure(doubt, '    '),
  `    ${ours}: ${code}, // ${percent(filled)} filled`,
]

const leftOut = ({ header, filled, looks, hint }: Unplaced): string[] => [
  `//   ${header}: ${looks}, ${percent(filled)} filled`,
  ...(hint ? [`//     ${hint}`] : []),
]

const needed = (crosswalk: Crosswalk): string[] => [
  ...unsure(`${crosswalkNeeded(crosswalk)}. Its most frequent:`, '    '),
  ...crosswalk.values.map(({ text, rows }) => `    //   ${rows} × ${text}`),
]

export function sourceText({ source, name, countyFips }: SourceName, proposal: Proposal): string {
  const { key, columns, sale, unplaced, crosswalk } = proposal
  const isMonthOnly = sale.some((placed) => placed.names.includes('firstOfMonth'))
  const block = (group: string, lines: readonly string[]) =>
    lines.length > 0 ? [`  ${group}: {`, ...lines, '  },'] : []
  return [
    ...importsOf([key, ...columns, ...sale], isMonthOnly),
    '',
    ...(unplaced.length > 0
      ? ['// Columns of the file that have no place yet:', ...unplaced.flatMap(leftOut), '']
      : []),
    `/** ${name}. */`,
    `export const ${camel(source)} = roll({`,
    `  source: ${quoted(source)},`,
    `  name: ${quoted(name)},`,
    `  countyFips: ${quoted(countyFips)},`,
    '  format: csv(),',
    ...unsure(key.doubt, '  '),
    `  key: ${key.code},`,
    ...block('columns', [...columns.flatMap(declared), ...(crosswalk ? needed(crosswalk) : [])]),
    ...block('sale', [...sale.flatMap(declared), ...(isMonthOnly ? ['    isMonthOnly: always(true),'] : [])]),
    '})',
    '',
  ].join('\n')
}

function importsOf(placed: readonly Placed[], isMonthOnly: boolean): string[] {
  const called = placed.flatMap(({ names }) => names)
  const names = [...new Set([...called, ...(isMonthOnly ? ['always'] : []), 'csv', 'roll'])].sort()
  const byFile = Map.groupBy(names, fileOf)
  return [...byFile.keys()].sort().flatMap((file) => imported(byFile.get(file) ?? [], file))
}

function imported(names: readonly string[], from: string): string[] {
  const line = `import { ${names.join(', ')} } from '${from}'`
  return line.length <= maxLine ? [line] : ['import {', ...names.map((name) => `  ${name},`), `} from '${from}'`]
}
