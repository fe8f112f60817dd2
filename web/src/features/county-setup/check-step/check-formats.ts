import type { CheckedField, CheckReport, Distribution } from '@dooryard/contract/data/sources/county-check'
import {
  type FieldInfo,
  type PropertyField,
  propertyFields,
  type SaleField,
  saleFields,
} from '@dooryard/contract/data/sources/fields'
import { formatDay, formatDollars, formatNumber, formatShare, formatTenths } from '../../../lib/format/format.ts'
import type { SetupStep } from '../step-names.ts'

export function getFieldInfo({ group, field }: Pick<CheckedField, 'group' | 'field'>): FieldInfo | undefined {
  const fields: Partial<Record<string, FieldInfo>> = group === 'property' ? propertyFields : saleFields
  return fields[field satisfies PropertyField | SaleField | string]
}

type NumberDistribution = Extract<Distribution, { type: 'NUMBER' }>

function formatValue(value: number, kind: FieldInfo['kind'] | undefined): string {
  if (kind === 'MONEY' || kind === 'PRICE') return formatDollars(value)
  if (kind === 'YEAR') return String(value)
  if (kind === 'AREA') return `${formatNumber(Math.round(value))} sqft`
  return formatTenths(value)
}

const describeNumbers = ({ min, median, max, zeroShare }: NumberDistribution, kind: FieldInfo['kind'] | undefined) => {
  const [low, middle, high] = [min, median, max].map((value) => formatValue(value, kind))
  return `${low} to ${high}, median ${middle}${zeroShare > 0 ? `, ${formatShare(zeroShare)} zero` : ''}`
}

/** The values of a field in a line: `$12,000 to $4,100,000, median $310,000`, `Residential 83%, Commercial 4%`. */
export function describeDistribution(field: CheckedField): string {
  const { distribution, filled } = field
  if (!distribution) return ''
  if (distribution.type === 'NUMBER') return describeNumbers(distribution, getFieldInfo(field)?.kind)
  if (distribution.type === 'DATE')
    return `${formatDay(distribution.min)} to ${formatDay(distribution.max)}, median ${formatDay(distribution.median)}`
  const shown = distribution.values
    .slice(0, 3)
    .map(({ text, count }) => `${text} ${formatShare(filled ? count / filled : 0)}`)
  return shown.join(', ') + (distribution.distinct > 3 ? `, ${formatNumber(distribution.distinct)} different` : '')
}

export const getFilledShare = ({ filled, unknown, implausible }: CheckedField) => {
  const all = filled + unknown + implausible
  return all === 0 ? { filled: 0, implausible: 0 } : { filled: filled / all, implausible: implausible / all }
}

/** Where the properties lie, in a sentence. */
export function describePositions({ positions, insideShare, outline }: CheckReport): string {
  if (positions.length === 0) return 'No property has a position.'
  if (insideShare === null || outline.length === 0) return `A sample of ${formatNumber(positions.length)} positions.`
  return `${formatShare(insideShare)} of the positions lie in the county.`
}

type Remedy = { label: string; step: SetupStep; field?: string }

/** Where a warning is mended: use codes in their step, what is of the file as a whole there, others in their column. */
export function getRemedy(field: string | null): Remedy {
  if (field === null || field === 'county') return { label: 'Go to the file', step: 'file' }
  if (field === 'useCode') return { label: 'Go to the uses', step: 'uses' }
  // The fields of the columns step have their group before their name.
  const id = field.includes('.') || field === 'key' ? field : `property.${field}`
  return { label: 'Go to the column', step: 'columns', field: id }
}
