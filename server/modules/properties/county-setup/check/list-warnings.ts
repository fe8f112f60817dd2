import type { CheckedField, CheckReport } from '@dooryard/contract/data/sources/county-check'
import { propertyFields, saleFields } from '@dooryard/contract/data/sources/fields'
import { formatNumber } from '../../../../platform/util/format.ts'
import type { RowFacts } from './checked-rows.queries.ts'
import { type UsualRange, usualLimits, usualMedians, usualShares } from './usual-ranges.ts'

type Warning = CheckReport['warnings'][number]

export type WarningInput = Pick<
  CheckReport,
  'rowsRead' | 'rowsRejected' | 'reasons' | 'fields' | 'insideShare' | 'unplacedUses' | 'counties'
> & {
  facts: RowFacts
  countyName: string | null
  state: string | null
  /** The county with most positions outside the named one. */
  otherCounty: { name: string; share: number } | null
  tooFewRows: string | null
}

/** What is not as usual, the most important first, in sentences that say what to check. */
export const listWarnings = (input: WarningInput): Warning[] => [
  ...listFileWarnings(input),
  ...listKeyWarnings(input),
  ...input.fields.flatMap((field) => listFieldWarnings(field)),
  ...listOwnerWarnings(input),
]

export const formatShare = (share: number): string =>
  share > 0 && share < 0.01 ? 'Less than 1%' : `${Math.min(Math.round(share * 100), share < 1 ? 99 : 100)}%`

const ofFile = (message: string): Warning => ({ field: null, message })

function listFileWarnings(input: WarningInput): Warning[] {
  const { rowsRead, rowsRejected, reasons, insideShare, countyName, otherCounty, unplacedUses, counties } = input
  const warnings: Warning[] = []
  if (input.tooFewRows) warnings.push(ofFile(input.tooFewRows))
  const rejected = rowsRejected / rowsRead
  if (!input.tooFewRows && rejected > usualLimits.rejectedRows)
    warnings.push(ofFile(`${formatShare(rejected)} of the rows are rejected. Download them to see why.`))
  const repeated = reasons
    .filter(({ text }) => text.startsWith('It repeats'))
    .reduce((sum, { count }) => sum + count, 0)
  if (repeated / rowsRead > usualLimits.repeatedRows)
    warnings.push(
      ofFile(
        `${formatNumber(repeated)} rows repeat the parcel number of an earlier row and are left out. ` +
          'Check whether the parcel number takes several columns, or the file has a row for each building, owner or year.',
      ),
    )
  if (insideShare !== null && countyName && 1 - insideShare > usualLimits.outsideCounty)
    warnings.push(
      ofFile(
        `${formatShare(1 - insideShare)} of the positions lie outside ${countyName}. ` +
          (otherCounty
            ? `${formatShare(otherCounty.share)} lie in ${otherCounty.name}: choose the right county, or split the file.`
            : 'Check the county, the columns of the position and the coordinate system.'),
      ),
    )
  if (counties.length > 1)
    warnings.push(
      ofFile(`The rows are of ${counties.length} counties: ${listNames(counties.map(({ name }) => name))}.`),
    )
  const unplaced = unplacedUses.reduce((sum, { rows }) => sum + rows, 0)
  if (unplaced / rowsRead > usualLimits.unplacedUses)
    warnings.push({
      field: 'useCode',
      message: `${formatShare(unplaced / rowsRead)} of the rows have a use without a property type. Map the most frequent codes.`,
    })
  return warnings
}

const listNames = (names: readonly string[]) =>
  names.length > 5 ? `${names.slice(0, 5).join('; ')} and ${names.length - 5} more` : names.join('; ')

function listKeyWarnings({ facts }: WarningInput): Warning[] {
  const { properties, scientificKeys, digitKeys, commonLength, shorterKeys, zeroKeys } = facts
  const warnings: Warning[] = []
  if (scientificKeys > 0)
    warnings.push({
      field: 'key',
      message:
        `${formatNumber(scientificKeys)} parcel numbers are like 1.2E+10: a spreadsheet has cut them off. ` +
        'Use the file as the county publishes it, without saving it in a spreadsheet.',
    })
  // A county whose numbers begin with 0 in part has lost no zeros.
  if (digitKeys > properties / 2 && zeroKeys === 0 && shorterKeys / digitKeys > usualLimits.shorterKeys)
    warnings.push({
      field: 'key',
      message:
        `${formatShare(shorterKeys / digitKeys)} of the parcel numbers have fewer than ${commonLength} digits, and none ` +
        'begins with 0: leading zeros seem to be lost. Use the file as the county publishes it.',
    })
  return warnings
}

const labels: Record<string, { label: string }> = {
  ...propertyFields,
  ...Object.fromEntries(Object.entries(saleFields).map(([name, info]) => [`sale.${name}`, info])),
}

function listFieldWarnings({ group, field, filled, unknown, implausible, distribution }: CheckedField): Warning[] {
  const name = group === 'sale' ? `sale.${field}` : field
  const label = labels[name]?.label ?? field
  const rows = filled + unknown + implausible
  const messages: string[] = []
  if (rows === 0) return []
  if (filled === 0) messages.push(`${label} has no value in any row. Check its column, or leave it out.`)
  else if (filled / rows < (usualShares[name] ?? 0))
    messages.push(`Only ${formatShare(filled / rows).toLowerCase()} of the rows have a value for ${label}.`)
  if (implausible / rows > usualLimits.implausible)
    messages.push(
      `${formatShare(implausible / rows)} of the cells of ${label} cannot be true. Check how they are read.`,
    )
  if (distribution?.type === 'NUMBER') {
    const { median, zeroShare } = distribution
    const range = usualMedians[name]
    if (zeroShare > usualLimits.zeros) messages.push(`${label} is 0 in ${formatShare(zeroShare)} of its values.`)
    else if (range && (median < range.low || median > range.high)) messages.push(describeMedian(label, median, range))
  }
  return messages.map((message) => ({ field: name, message }))
}

function describeMedian(label: string, median: number, { low, high, unit }: UsualRange): string {
  const format = (value: number) => {
    const rounded = Math.round(value * 10) / 10
    // Years have no thousands separator.
    const text = !unit && value >= 1_000 ? String(Math.round(value)) : rounded.toLocaleString('en-US')
    return unit === 'dollars' ? `$${text}` : unit ? `${text} ${unit}` : text
  }
  return `The median of ${label} is ${format(median)}; usual are ${format(low)} to ${format(high)}. Check the column and its unit.`
}

function listOwnerWarnings({ facts: { mailed, mailedOutOfState }, state }: WarningInput): Warning[] {
  const share = mailed === 0 ? 0 : mailedOutOfState / mailed
  if (share <= usualLimits.outOfState) return []
  const where = state ? ` of ${state}` : ''
  return [
    {
      field: 'mailingState',
      message: `${formatShare(share)} of the owners' addresses are out of state${where}. Check the column of the mailing state.`,
    },
  ]
}
