import type { CheckedField, CheckReport, Distribution } from '@dooryard/contract/data/sources/county-check'
import { type FieldInfo, getFieldInfo as findFieldInfo } from '@dooryard/contract/data/sources/fields'
import {
  formatDay,
  formatDollars,
  formatNumber,
  formatShare,
  formatTenths,
  pluralize,
} from '../../../lib/format/format.ts'
import type { SetupStep } from '../step-names.ts'

export const getFieldInfo = ({ group, field }: Pick<CheckedField, 'group' | 'field'>): FieldInfo | undefined =>
  findFieldInfo(group === 'sale' ? `sale.${field}` : field)

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

/** The most frequent cells that cannot be true: `1900-01-01 in 12 rows, 20190 in 1 row`. */
export const describeImplausible = ({ implausibleCells }: Pick<CheckedField, 'implausibleCells'>): string =>
  implausibleCells
    .slice(0, 3)
    .map(({ text, count }) => `${text} in ${pluralize(count, 'row')}`)
    .join(', ')

export const getFilledShare = ({ filled, unknown, implausible }: CheckedField) => {
  const all = filled + unknown + implausible
  return all === 0 ? { filled: 0, implausible: 0 } : { filled: filled / all, implausible: implausible / all }
}

const countRepeats = ({ reasons }: Pick<CheckReport, 'reasons'>) =>
  reasons.filter(({ text }) => text.startsWith('It repeats a parcel')).reduce((sum, { count }) => sum + count, 0)

/** Why there are not as many properties as rows. */
export function describeCounts(report: CheckReport): string[] {
  const { rowsAccepted, properties, sales } = report
  const repeats = countRepeats(report)
  const further = rowsAccepted - properties
  const has = (rows: number) => (rows === 1 ? 'has' : 'have')
  if (properties === 0 && sales > 0)
    return ['The file has sales and no properties: they are added to the properties of other datasets.']
  return [
    ...(repeats > 0
      ? [
          `${pluralize(repeats, 'row')} ${has(repeats)} the parcel number of an earlier row and ${repeats === 1 ? 'is' : 'are'} rejected.`,
        ]
      : []),
    ...(further > 0
      ? [
          `${pluralize(further, 'accepted row')} ${has(further)} a further sale of a property, so there are fewer properties than rows.`,
        ]
      : []),
  ]
}

type Place = { label: string; value: string }

/** The counties in which properties lie, with shares and numbers; of a sample, the numbers are estimates. */
export function listPlaces({ places, located, positions, properties }: CheckReport): Place[] {
  if (located === 0) return []
  const about = located > positions.length ? 'about ' : ''
  const listed = places.map(({ name, share }) => ({
    label: name,
    value: `${formatShare(share)}, ${about}${formatNumber(Math.round(share * located))}`,
  }))
  const unlocated = properties - located
  return unlocated > 0 ? [...listed, { label: 'Without a position', value: formatNumber(unlocated) }] : listed
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
  if (field === 'joins') return { label: 'Go to the tables', step: 'tables' }
  if (field === 'useCode') return { label: 'Go to the uses', step: 'uses' }
  // The fields of the columns step have their group before their name.
  const id = field.includes('.') || field === 'key' ? field : `property.${field}`
  return { label: 'Go to the column', step: 'columns', field: id }
}
