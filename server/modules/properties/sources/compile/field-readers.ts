import { deedTypes, signals } from '@dooryard/contract/api/enums'
import type { FieldKind } from '@dooryard/contract/data/sources/fields'
import { country, county, owners, street, usState, zip, zip5 } from '../mapping/address-readers.ts'
import { anyDay, date } from '../mapping/dates.ts'
import type { Reader } from '../mapping/reader.ts'
import {
  area,
  count,
  latitude,
  legalDescription,
  longitude,
  maxAreaSqft,
  money,
  quantity,
  salePrice,
  term,
  terms,
  text,
  year,
  yesNo,
} from '../mapping/readers.ts'

/** A field that a source fills; `COUNTY` and the parcel number are not among the fields of properties and sales. */
export type FieldTarget = { name: string; label: string; kind: FieldKind | 'COUNTY' }

// The largest plausible numbers; of other fields it is 200.
const maxCounts: Record<string, number> = { units: 5_000, stories: 120 }
const getMaxCount = (name: string) => maxCounts[name] ?? 200

/** The largest plausible area, in square feet: the largest building has less than 7 million. */
export const getMaxArea = (name: string) => (name === 'livingAreaSqft' ? 10_000_000 : maxAreaSqft)

// The first plausible years of rolls; buildings are older.
const firstYears: Record<string, number> = { valueYear: 1900, taxYear: 1900 }
const getFirstYear = (name: string) => firstYears[name] ?? 1600

const readerByKind: Record<FieldTarget['kind'], (column: string, name: string) => Reader<unknown>> = {
  TEXT: (column, name) => (name === 'legalDescription' ? legalDescription(column) : text(column)),
  STREET: (column) => street(column),
  CITY: (column) => text(column),
  STATE: (column) => usState(column),
  // Properties are searched by the five digits of their own ZIP.
  ZIP: (column, name) => (name === 'situsZip' ? zip5(column) : zip(column)),
  COUNTRY: (column) => country(column),
  COUNTY: (column) => county(column),
  NAMES: (column) => owners(column),
  LATITUDE: (column) => latitude(column),
  LONGITUDE: (column) => longitude(column),
  MONEY: (column) => money(column),
  PRICE: (column) => salePrice(column),
  AREA: (column, name) => area(column, getMaxArea(name)),
  COUNT: (column, name) => count(column, getMaxCount(name)),
  QUANTITY: (column, name) => quantity(column, getMaxCount(name)),
  YEAR: (column, name) => year(column, getFirstYear(name)),
  DATE: (column) => date(column, { as: anyDay }),
  YES_NO: (column) => yesNo(column),
  TERM: (column) => term(column, deedTypes),
  TERMS: (column) => terms(column, signals),
}

/** How a cell of the field is read when no transform says more. */
export const createFieldReader = ({ name, kind }: FieldTarget, column: string): Reader<unknown> =>
  readerByKind[kind](column, name)

/** What values of a field are, for sentences. */
export const kindNames: Record<FieldTarget['kind'], string> = {
  TEXT: 'a text',
  STREET: 'a street line',
  CITY: 'a city',
  STATE: 'a state',
  ZIP: 'a ZIP',
  COUNTRY: 'a country',
  COUNTY: 'a county',
  NAMES: 'a list of names',
  LATITUDE: 'a latitude',
  LONGITUDE: 'a longitude',
  MONEY: 'an amount of money',
  PRICE: 'a price',
  AREA: 'an area',
  COUNT: 'a whole number',
  QUANTITY: 'a number',
  YEAR: 'a year',
  DATE: 'a date',
  YES_NO: 'yes or no',
  TERM: 'a term of a list',
  TERMS: 'a list of terms',
}
