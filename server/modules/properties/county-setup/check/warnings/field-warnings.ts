import { type CheckedField, type CheckWarning, quoteCells } from '@dooryard/contract/data/sources/county-check'
import { getFieldInfo } from '@dooryard/contract/data/sources/fields'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { AreaUnit, FieldSource } from '@dooryard/contract/data/sources/transforms'
import { formatNumber } from '../../../../../platform/util/format.ts'
import { type UsualRange, usualLimits, usualMedians, usualShares } from './usual-ranges.ts'
import { formatShare, getFieldLabel, toFieldName, type WarningInput, warn } from './warning.ts'

/** What is not as usual about the values of single fields. */
export const listFieldWarnings = ({ fields, document }: WarningInput): CheckWarning[] =>
  fields.flatMap((field) => describeField(field, document).map((message) => warn(message, toFieldName(field))))

function describeField(field: CheckedField, document: SourceDocument): string[] {
  const { filled, unknown, implausible, distribution } = field
  const name = toFieldName(field)
  const label = getFieldLabel(name)
  const rows = filled + unknown + implausible
  const messages: string[] = []
  if (rows === 0) return []
  if (implausible / rows > usualLimits.implausible) messages.push(describeImplausible(field, implausible / rows))
  else if (filled === 0) messages.push(`${label} has no value in any row. Check its column, or leave it out.`)
  else if (filled / rows < (usualShares[name] ?? 0))
    messages.push(
      `Only ${formatShare(filled / rows).toLowerCase()} of the rows have a value for ${label}. Check its column.`,
    )
  if (distribution?.type === 'NUMBER') {
    const { median, zeroShare } = distribution
    const range = usualMedians[name]
    if (zeroShare > usualLimits.zeros)
      messages.push(`${label} is 0 in ${formatShare(zeroShare)} of its values. Check its column.`)
    else if (range && (median < range.low || median > range.high))
      messages.push(describeMedian({ label, median, range, source: findSource(document, field) }))
  }
  return messages
}

function describeImplausible(field: CheckedField, share: number): string {
  const name = toFieldName(field)
  const cells = quoteCells(field, 3)
  const what = getFieldInfo(name)?.kind === 'DATE' ? 'stand for no date or cannot be true' : 'cannot be true'
  return (
    `${formatShare(share)} of the cells of ${getFieldLabel(name)} ${what} and are left out` +
    `${cells === '' ? '' : `, such as ${cells}`}. Check how they are read.`
  )
}

/** The few cells that cannot be true, of all fields together. */
export function listFewImplausible({ fields }: WarningInput): CheckWarning[] {
  const few = fields.filter(({ filled, unknown, implausible }) => {
    const share = implausible / (filled + unknown + implausible)
    return share > 0 && share <= usualLimits.implausible
  })
  const [first] = few
  if (!first) return []
  const all = few.reduce((sum, { implausible }) => sum + implausible, 0)
  const named = few.map((field) => `${getFieldLabel(toFieldName(field))} ${quoteCells(field, 2)}`.trim())
  const cells = all === 1 ? '1 cell cannot be true and is' : `${formatNumber(all)} cells cannot be true and are`
  return [warn(`${cells} left out: ${named.slice(0, 6).join('; ')}.`, toFieldName(first))]
}

const findSource = ({ property = {}, sale = {} }: SourceDocument, { group, field }: CheckedField) => {
  const sources: Partial<Record<string, FieldSource>> = group === 'sale' ? sale : property
  return sources[field]
}

const unitNames: Record<AreaUnit, string> = {
  SQFT: 'square feet',
  ACRE: 'acres',
  SQM: 'square meters',
  HECTARE: 'hectares',
  SQYD: 'square yards',
}

/** The columns of a source and, of an area, the unit of its cells: `LOT_AC in acres`. */
function describeSource(source: FieldSource | undefined, isArea: boolean): string {
  const first = source && 'firstOf' in source ? source.firstOf[0] : source
  if (!first || !('columns' in first)) return ''
  const number = first.transforms?.find((transform) => transform.type === 'NUMBER')
  const unit = isArea && !number?.units ? ` in ${unitNames[number?.unit ?? 'SQFT']}` : ''
  return `, read from ${first.columns.join(' and ')}${unit}`
}

type MedianInput = { label: string; median: number; range: UsualRange; source: FieldSource | undefined }

function describeMedian({ label, median, range: { low, high, unit }, source }: MedianInput): string {
  const format = (value: number) => {
    const rounded = Math.round(value * 10) / 10
    // Years have no thousands separator.
    const text = !unit && value >= 1_000 ? String(Math.round(value)) : rounded.toLocaleString('en-US')
    return unit === 'dollars' ? `$${text}` : unit ? `${text} ${unit}` : text
  }
  const isArea = unit === 'square feet'
  return (
    `The median of ${label} is ${format(median)}${describeSource(source, isArea)}; usually it is between ${format(low)} and ${format(high)}. ` +
    `Check the column${isArea ? ' and its unit' : ''}.`
  )
}
