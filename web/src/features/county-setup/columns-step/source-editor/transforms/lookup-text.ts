import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import type { Transform } from '@dooryard/contract/data/sources/transforms'

export type LookupTable = Extract<Transform, { type: 'LOOKUP' }>['table']
type LookupValue = LookupTable[string]

const numericKinds: readonly FieldKind[] = [
  'MONEY',
  'PRICE',
  'AREA',
  'COUNT',
  'QUANTITY',
  'YEAR',
  'LATITUDE',
  'LONGITUDE',
]

function parseValue(text: string, kind: FieldKind): LookupValue {
  if (text === '') return null
  if (kind === 'YES_NO')
    return /^(?:y|yes|true|1)$/i.test(text) ? true : /^(?:n|no|false|0)$/i.test(text) ? false : text
  const number = Number(text)
  return numericKinds.includes(kind) && Number.isFinite(number) ? number : text
}

/**
 * Reads a lookup table from lines such as `WD = WARRANTY_DEED`, or from two columns that were copied from a spreadsheet.
 * A code without a value is unknown; empty lines are skipped, and of a repeated code the last one holds.
 */
export function parseLookupText(text: string, kind: FieldKind): LookupTable {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.search(/[=\t]/)
      const [code, value] = at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
      return [code.trim(), parseValue(value.trim(), kind)]
    }),
  )
}

const formatValue = (value: LookupValue) =>
  value === null ? '' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** The lines that `parseLookupText` reads. */
export const formatLookupText = (table: LookupTable) =>
  Object.entries(table)
    .map(([code, value]) => `${code} = ${formatValue(value)}`.trimEnd())
    .join('\n')
