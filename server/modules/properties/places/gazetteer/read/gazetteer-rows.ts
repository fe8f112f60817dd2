import { normalizeZip } from '../../../addresses/address-words.ts'
import type { SourceRow } from './source-row.ts'

/** An address and its position in degrees. */
export type AddressPoint = { line: string; unit: string; city: string; zip: string; lat: number; lng: number }

/** The house numbers of one side of a street; the path runs from the first number to the last. */
export type StreetRange = {
  street: string
  zip: string
  first: number
  last: number
  isLeft: boolean
  lats: readonly number[]
  lngs: readonly number[]
}

const numberNames = ['number', 'house_number', 'housenumber', 'addr:housenumber', 'add_number', 'hse_nbr']
const streetNames = ['street', 'street_name', 'addr:street', 'full_street', 'fullstreet', 'st_name']
const lineNames = ['address', 'full_address', 'fulladdr', 'fulladdress', 'full_addr']
const unitNames = ['unit', 'addr:unit', 'subaddress', 'unit_number']
const cityNames = ['city', 'addr:city', 'post_city', 'postal_city', 'municipality']
const zipNames = ['postcode', 'zip', 'zip_code', 'zipcode', 'zip5', 'postal_code', 'addr:postcode']

const hasAny = (header: ReadonlySet<string>, names: readonly string[]) => names.some((name) => header.has(name))

/** Why a header is none of address points; null where it is. Positions may be a geometry beside the columns. */
export function describeMissingPointColumns(header: ReadonlySet<string>, hasPosition: boolean): string | null {
  const hasAddress = (hasAny(header, numberNames) && hasAny(header, streetNames)) || hasAny(header, lineNames)
  if (hasAddress && hasPosition) return null
  const missing = [
    ...(hasAddress ? [] : ['the address (NUMBER and STREET)']),
    ...(hasPosition ? [] : ['the position (LON and LAT)']),
  ]
  return `The file needs columns for ${missing.join(' and for ')}.`
}

/** Returns the reason when a row is no address with a position. */
export function readAddressPoint(row: SourceRow): [AddressPoint] | string {
  const numbered = `${row.cell(numberNames)} ${row.cell(streetNames)}`.trim()
  const line = row.cell(numberNames) !== '' && row.cell(streetNames) !== '' ? numbered : row.cell(lineNames)
  if (!/^\d+\w*\W+\w/.test(line)) return 'It has no house number and street.'
  const position = row.point()
  if (!position) return 'It has no position in degrees.'
  const [lng, lat] = position
  const zip = normalizeZip(row.cell(zipNames))
  return [{ line, unit: row.cell(unitNames), city: row.cell(cityNames), zip, lat, lng }]
}

const fullName = ['fullname', 'full_name']
const sides = [
  { isLeft: true, first: ['lfromhn', 'lfromadd'], last: ['ltohn', 'ltoadd'], zip: ['zipl'] },
  { isLeft: false, first: ['rfromhn', 'rfromadd'], last: ['rtohn', 'rtoadd'], zip: ['zipr'] },
]

export function describeMissingRangeColumns(header: ReadonlySet<string>, hasPosition: boolean): string | null {
  const hasStreet = hasAny(header, fullName)
  const hasNumbers = sides.some(({ first, last }) => hasAny(header, first) && hasAny(header, last))
  if (hasStreet && hasNumbers && hasPosition) return null
  const missing = [
    ...(hasStreet ? [] : ['the street (FULLNAME)']),
    ...(hasNumbers ? [] : ['the house numbers (LFROMHN, LTOHN, RFROMHN and RTOHN)']),
    ...(hasPosition ? [] : ['the line of the street (WKT)']),
  ]
  return `The file needs columns for ${missing.join(' and for ')}, as TIGER/Line address ranges (ADDRFEAT) have.`
}

const maxHouseNumber = 4_000_000_000
const parseHouseNumber = (text: string) => (/^\d{1,10}$/.test(text) ? Math.min(Number(text), maxHouseNumber) : null)

/** The sides that have house numbers; returns the reason when neither has. */
export function readStreetRanges(row: SourceRow): StreetRange[] | string {
  const street = row.cell(fullName)
  if (street === '') return 'It has no street name.'
  const path = row.path()
  if (!path || path.length < 2) return 'It has no line in degrees.'
  const lngs = path.map(([lng]) => lng)
  const lats = path.map(([, lat]) => lat)
  const ranges = sides.flatMap(({ isLeft, ...names }) => {
    const [first, last] = [parseHouseNumber(row.cell(names.first)), parseHouseNumber(row.cell(names.last))]
    if (first === null || last === null) return []
    return [{ street, zip: normalizeZip(row.cell(names.zip)), first, last, isLeft, lats, lngs }]
  })
  return ranges.length > 0 ? ranges : 'Neither side has house numbers.'
}
