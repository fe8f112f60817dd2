import { isDigits } from '../../../../platform/util/digits.ts'
import { collapseBlanks } from '../../derive/collapse-blanks.ts'
import { joinOwnerNames } from '../../derive/owner-names.ts'
import { isCounty } from '../../places/country.ts'
import { findProvince, isMailingState } from '../../places/states.ts'
import { cellReader, implausible, isTooLong, maxCellLength, type Reader, type ReadResult } from './reader.ts'
import { mapReader } from './readers.ts'

// Rolls write house number 0 for land.
const noHouseNumber = /^0+(?: |$)/

const cleanStreet = (line: string) => collapseBlanks(line).replace(noHouseNumber, '') || null

/**
 * The street line of a property. A house number of 0 is removed: `0 SAMPLE ST` is SAMPLE ST, and 0 alone is unknown.
 */
export const street = (column: string): Reader<string> => cellReader(column, cleanStreet)

/** A state, or a province of Canada. */
export const usState = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    const said = cell.toUpperCase()
    return isMailingState(said) ? said : (findProvince(said) ?? implausible)
  })

const isPlainZip = (cell: string) => cell.length === 5 && isDigits(cell, 0, 5) && cell !== '00000'

const canadianPostalCode = /^([A-CEGHJ-NPR-TVXY]\d[A-CEGHJ-NPR-TV-Z])[ -]?(\d[A-CEGHJ-NPR-TV-Z]\d)$/i

/** `K1A 0B1` for a Canadian postal code in any spelling. */
export function findPostalCode(cell: string): string | undefined {
  const [, area, rest] = canadianPostalCode.exec(cell) ?? []
  return area && rest && `${area} ${rest}`.toUpperCase()
}

/**
 * `02139`, `02139-4307` or `K1A 0B1`, also `02139-`, `02139_` or `2139.0`; restores a zero that a spreadsheet removed.
 */
export const zip = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    if (isPlainZip(cell)) return cell
    const [, five = '', four] = /^'?(\d{4,5})(?:[ -]?(\d{4}))?(?:\.0+|[-_' ]*)$/.exec(cell) ?? []
    if (five === '') return findPostalCode(cell) ?? implausible
    const whole = five.padStart(5, '0')
    if (whole === '00000') return null
    return four && four !== '0000' ? `${whole}-${four}` : whole
  })

/** Only the five digits, by which a property's own address is searched. */
export const zip5 = (column: string): Reader<string> =>
  mapReader(zip(column), (value) => (isPlainZip(value.slice(0, 5)) ? value.slice(0, 5) : implausible))

const countries: Record<string, string> = {
  US: 'US',
  USA: 'US',
  'UNITED STATES': 'US',
  CANADA: 'CA',
  MEXICO: 'MX',
  'UNITED KINGDOM': 'GB',
  UK: 'GB',
  ENGLAND: 'GB',
  IRELAND: 'IE',
  FRANCE: 'FR',
  GERMANY: 'DE',
  ITALY: 'IT',
  SPAIN: 'ES',
  PORTUGAL: 'PT',
  SWITZERLAND: 'CH',
  ISRAEL: 'IL',
  CHINA: 'CN',
  'HONG KONG': 'HK',
  JAPAN: 'JP',
  INDIA: 'IN',
  AUSTRALIA: 'AU',
  BRAZIL: 'BR',
}

const countryCodes = new Set(Object.values(countries))

export const country = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    const said = cell.toUpperCase().replaceAll('.', '')
    return countries[said] ?? (countryCodes.has(said) ? said : implausible)
  })

/** A county by its five-digit FIPS code; restores a leading zero that a spreadsheet removed. */
export const county = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    const fips = /^\d{4,5}$/.test(cell) ? cell.padStart(5, '0') : ''
    return isCounty(fips) ? fips : implausible
  })

/** The owners of one or more name columns; a name that continues in the next column is one name. */
export const owners = (...columns: readonly string[]): Reader<string[]> => ({
  needs: columns,
  read: (cell) => toOwners(columns.map(cell)),
})

/** The owners of columns whose cells have several names with a separator between them. */
export const separatedOwners = (columns: readonly string[], separator: string): Reader<string[]> => ({
  needs: columns,
  read: (cell) => {
    const cells = columns.map(cell)
    if (cells.some(({ length }) => length > maxCellLength)) return implausible
    return toOwners(cells.flatMap((names) => names.split(separator)))
  },
})

function toOwners(fields: readonly string[]): ReadResult<string[]> {
  const names = joinOwnerNames(fields)
  if (names.some(isTooLong)) return implausible
  return names.length > 0 ? names : null
}
