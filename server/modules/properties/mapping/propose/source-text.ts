import { getCountyState } from '../../places/states.ts'
import type { MappedColumn } from './assign-columns.ts'
import type { MappingProposal } from './propose-mapping.ts'
import { type CrosswalkDraft, describeMissingCrosswalk } from './propose-use.ts'
import { getReaderFile, quote } from './reader-calls.ts'
import type { UnmappedColumn } from './unmapped-column.ts'

export type SourceName = { source: string; name: string; countyFips: string }

const toCamelCase = (slug: string) => slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The slug of a roll: `Anytown County, assessor` is `anytown-county-assessor-tn`. */
export function toSourceName(name: string, countyFips: string): SourceName {
  const state = getCountyState(countyFips).toLowerCase()
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-$/g, '')
  const source = slug.endsWith(`-${state}`) || slug.split('-').includes(state) ? slug : `${slug}-${state}`
  return { source, name, countyFips }
}

const formatPercent = (share: number) => `${Math.round(share * 100)}%`

const maxLineLength = 120

function formatDoubt(doubt: string | null, indent: string): string[] {
  if (doubt === null) return []
  const lines = [`${indent}// UNSURE:`]
  for (const word of doubt.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= maxLineLength) lines[lines.length - 1] = line
    else lines.push(`${indent}// ${word}`)
  }
  return lines
}

const formatColumn = ({ target, code, filled, doubt }: MappedColumn): string[] => [
  ...formatDoubt(doubt, '    '),
  `    ${target}: ${code}, // ${formatPercent(filled)} filled`,
]

const formatUnmapped = ({ header, filled, contents, hint }: UnmappedColumn): string[] => [
  `//   ${header}: ${contents}, ${formatPercent(filled)} filled`,
  ...(hint ? [`//     ${hint}`] : []),
]

const formatCrosswalk = (crosswalk: CrosswalkDraft): string[] => [
  ...formatDoubt(`${describeMissingCrosswalk(crosswalk)}. Its most frequent:`, '    '),
  ...crosswalk.values.map(({ text, rows }) => `    //   ${rows} × ${text}`),
]

export function formatSource({ source, name, countyFips }: SourceName, proposal: MappingProposal): string {
  const { key, columns, sale, unplaced, crosswalk } = proposal
  const isMonthOnly = sale.some((placed) => placed.names.includes('firstOfMonth'))
  const block = (group: string, lines: readonly string[]) =>
    lines.length > 0 ? [`  ${group}: {`, ...lines, '  },'] : []
  return [
    ...formatImports([key, ...columns, ...sale], isMonthOnly),
    '',
    ...(unplaced.length > 0
      ? ['// Columns of the file that have no place yet:', ...unplaced.flatMap(formatUnmapped), '']
      : []),
    `/** ${name}. */`,
    `export const ${toCamelCase(source)} = roll({`,
    `  source: ${quote(source)},`,
    `  name: ${quote(name)},`,
    `  countyFips: ${quote(countyFips)},`,
    '  format: csv(),',
    ...formatDoubt(key.doubt, '  '),
    `  key: ${key.code},`,
    ...block('columns', [...columns.flatMap(formatColumn), ...(crosswalk ? formatCrosswalk(crosswalk) : [])]),
    ...block('sale', [...sale.flatMap(formatColumn), ...(isMonthOnly ? ['    isMonthOnly: always(true),'] : [])]),
    '})',
    '',
  ].join('\n')
}

function formatImports(placed: readonly MappedColumn[], isMonthOnly: boolean): string[] {
  const called = placed.flatMap(({ names }) => names)
  const names = [...new Set([...called, ...(isMonthOnly ? ['always'] : []), 'csv', 'roll'])].sort()
  const byFile = Map.groupBy(names, getReaderFile)
  return [...byFile.keys()].sort().flatMap((file) => formatImport(byFile.get(file) ?? [], file))
}

function formatImport(names: readonly string[], from: string): string[] {
  const line = `import { ${names.join(', ')} } from '${from}'`
  return line.length <= maxLineLength ? [line] : ['import {', ...names.map((name) => `  ${name},`), `} from '${from}'`]
}
