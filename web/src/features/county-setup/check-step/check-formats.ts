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
  // The median is estimated between values.
  if (kind === 'YEAR') return String(Math.round(value))
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

/** Why there are not as many properties as rows. */
export function describeCounts(report: CheckReport): string[] {
  const { rowsAccepted, properties, sales, repeatedParcels, mergedRows, furtherSales } = report
  if (properties === 0 && sales > 0)
    return ['The file has sales and no properties: they are added to the properties of other datasets.']
  const say = (rows: number, one: string, several: string) =>
    rows > 0 ? [`${pluralize(rows, 'row')} ${rows === 1 ? one : several}.`] : []
  const others = rowsAccepted - properties - mergedRows - furtherSales
  return [
    ...say(
      repeatedParcels,
      'has the parcel number of an earlier row and is rejected',
      'have the parcel number of an earlier row and are rejected',
    ),
    ...say(mergedRows, 'draws a further piece of a parcel', 'draw further pieces of parcels'),
    ...say(furtherSales, 'has a further sale of a property', 'have a further sale of a property'),
    ...say(others, 'belongs to a property that another row describes', 'belong to properties that other rows describe'),
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
