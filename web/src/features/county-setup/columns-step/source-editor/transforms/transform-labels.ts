import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import type { AreaUnit, addressParts, Transform, TransformType } from '@dooryard/contract/data/sources/transforms'

type AddressPart = (typeof addressParts)[number]

export const partLabels: Record<AddressPart, string> = {
  STREET: 'Street',
  UNIT: 'Unit',
  CITY: 'City',
  STATE: 'State',
  ZIP: 'ZIP',
}

export const unitLabels: Record<AreaUnit, string> = {
  SQFT: 'Square feet',
  ACRE: 'Acres',
  SQM: 'Square meters',
  HECTARE: 'Hectares',
  SQYD: 'Square yards',
}

export const transformLabels: Record<TransformType, string> = {
  TRIM: 'Remove characters at both ends',
  CAPTURE: 'Take a part by pattern',
  LOOKUP: 'Look up in a table',
  JOIN: 'Join the columns',
  ADDRESS_PART: 'Take a part of an address',
  ADDRESS_LINES: 'Take a part of address lines',
  SPLIT_NAMES: 'Split into names',
  DATE: 'Read as a date',
  YEAR_MONTH_DAY: 'Year, month and day in columns',
  FISCAL_YEAR: 'Read as a fiscal year',
  NUMBER: 'Read as a number',
  FULL_AND_HALF: 'Full and half baths in two columns',
  BOOK_AND_PAGE: 'Book and page in two columns',
  IS_FILLED: 'Yes if filled',
  IS_POSITIVE: 'Yes if above 0',
  ARMS_LENGTH_OF_PRICE: 'No if the price is nominal',
}

const always: readonly TransformType[] = ['TRIM', 'CAPTURE', 'LOOKUP', 'JOIN']

const textLike: readonly TransformType[] = ['ADDRESS_PART', 'ADDRESS_LINES']

const byKind: Partial<Record<FieldKind, readonly TransformType[]>> = {
  STREET: textLike,
  CITY: textLike,
  STATE: textLike,
  ZIP: textLike,
  TEXT: [...textLike, 'BOOK_AND_PAGE'],
  NAMES: ['SPLIT_NAMES'],
  DATE: ['DATE', 'YEAR_MONTH_DAY', 'FISCAL_YEAR'],
  YEAR: ['NUMBER', 'DATE'],
  YES_NO: ['IS_FILLED', 'IS_POSITIVE', 'ARMS_LENGTH_OF_PRICE'],
  MONEY: ['NUMBER'],
  PRICE: ['NUMBER'],
  AREA: ['NUMBER'],
  COUNT: ['NUMBER'],
  QUANTITY: ['NUMBER', 'FULL_AND_HALF'],
  LATITUDE: ['NUMBER'],
  LONGITUDE: ['NUMBER'],
}

/** The transforms that make sense for a field, those of its kind first. */
export const listTransformTypes = (kind: FieldKind): TransformType[] => [...(byKind[kind] ?? []), ...always]

const initialParts: Partial<Record<FieldKind, AddressPart>> = { CITY: 'CITY', STATE: 'STATE', ZIP: 'ZIP', TEXT: 'UNIT' }

/** A transform with the options that fit the field. */
export function createTransform(type: TransformType, kind: FieldKind): Transform {
  const part = initialParts[kind] ?? 'STREET'
  switch (type) {
    case 'CAPTURE':
      return { type, pattern: '(.*)', otherwise: 'UNKNOWN' }
    case 'LOOKUP':
      // Without a table yet, every cell stays as it is.
      return { type, table: {}, otherwise: 'KEEP' }
    case 'JOIN':
      return { type, separator: ' ' }
    case 'ADDRESS_PART':
    case 'ADDRESS_LINES':
      return { type, part }
    case 'DATE':
      return { type, formats: ['M/D/YYYY'], unknown: [], isWrapped: false }
    case 'YEAR_MONTH_DAY':
      return { type, hasDay: true }
    default:
      return { type }
  }
}
