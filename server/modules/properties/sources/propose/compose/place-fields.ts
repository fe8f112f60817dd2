import type { PropertyField } from '@dooryard/contract/data/sources/fields'
import { placeAddresses } from './place-addresses.ts'
import { placeBaths, placeLot, readDate } from './place-measures.ts'
import { placeOwners } from './place-owners.ts'
import { placeAnswers, placeSales } from './place-sales.ts'
import { type PlacedField, placeField, type TableView } from './placed-field.ts'

const plainFields = [
  'subdivision',
  'legalDescription',
  'useCode',
  'useDescription',
  'bedrooms',
  'livingAreaSqft',
  'yearBuilt',
  'effectiveYear',
  'units',
  'stories',
  'construction',
  'condition',
  'zoning',
  'assessedValue',
  'marketValue',
  'estimatedValue',
  'landValue',
  'improvementValue',
  'valueYear',
  'taxAmount',
  'taxYear',
] as const satisfies PropertyField[]

/** All fields of a property that a table fills, and of a sale where its rows are sales. */
export function placeFields(
  table: TableView,
  isSale: boolean,
  today: string,
): { property: PlacedField[]; sale: PlacedField[] } {
  const { assigned } = table
  const valued = assigned.get('valueRecordedOn')
  const homestead = assigned.get('isHomestead')
  const vacant = assigned.get('isVacant')
  const sales = placeSales(table, isSale, today)
  const property = [
    ...placeAddresses(table),
    ...placePoint(table),
    ...placeOwners(table, today),
    ...(homestead ? placeAnswers('isHomestead', homestead) : []),
    ...plainFields.flatMap((field) => {
      const candidate = assigned.get(field)
      return candidate ? [placeField(field, [candidate])] : []
    }),
    ...placeValueYear(table),
    ...placeBaths(table),
    ...placeLot(table),
    ...(valued ? [placeField('valueRecordedOn', [valued], readDate(valued, today))] : []),
    ...(vacant ? placeAnswers('isVacant', vacant) : []),
  ]
  return isSale ? { property, sale: sales } : { property: [...property, ...sales], sale: [] }
}

const values = ['marketValue', 'assessedValue', 'landValue'] as const

/** A tax year without a tax is the year of the values. */
function placeValueYear({ assigned }: TableView): PlacedField[] {
  const year = assigned.get('taxYear')
  if (!year || assigned.has('valueYear') || assigned.has('taxAmount')) return []
  return values.some((field) => assigned.has(field)) ? [placeField('valueYear', [year])] : []
}

/** Degrees of columns, else a point inside the geometry. */
function placePoint({ assigned, header }: TableView): PlacedField[] {
  const lat = assigned.get('lat')
  const lng = assigned.get('lng')
  if (lat && lng) return [placeField('lat', [lat]), placeField('lng', [lng])]
  if (!header.includes('@lat')) return []
  const read = (field: 'lat' | 'lng') => ({ field, source: { columns: [`@${field}`] }, confidence: 1, doubt: null })
  return [read('lat'), read('lng')]
}
