import { isDigits } from '../../../platform/digits.ts'
import { looksLikeStreet, looksLikeUnit } from '../derive/address.ts'
import { oneBlank } from '../derive/blanks.ts'
import { joinOwnerNames } from '../derive/owner-names.ts'
import { ownerTypeOf } from '../derive/owner-type.ts'
import { isCounty } from '../places/country.ts'
import { isMailingState } from '../places/states.ts'
import { cellReader, implausible, isTooLong, type Reader } from './reader.ts'
import { converted } from './readers.ts'

// Land has no house number: rolls write 0 for it.
const noHouseNumber = /^0+(?: |$)/

const streetLine = (line: string) => oneBlank(line).replace(noHouseNumber, '') || null

/** The street line of a property. A house number of 0 is none: `0 SAMPLE ST` is SAMPLE ST, and 0 alone is unknown. */
export const street = (column: string): Reader<string> => cellReader(column, streetLine)

const beforeNumberSign = /^([^#]+?)\s*#/
const afterNumberSign = /#\s*(\S.*)$/

export const streetBeforeUnit = (column: string): Reader<string> =>
  cellReader(column, (cell) => streetLine(beforeNumberSign.exec(cell)?.[1] ?? cell))

export const unitAfterStreet = (column: string): Reader<string> =>
  cellReader(column, (cell) => oneBlank(afterNumberSign.exec(cell)?.[1] ?? '') || null)

/**
 * The street line of a mailing address whose parts moved about. It is the first column's; where that is empty, the
 * first of the others that reads like a street and not like a name. A suite that stands alone in another is added to
 * it.
 */
export const mailingStreet = (column: string, ...others: readonly string[]): Reader<string> => ({
  needs: [column, ...others],
  read: (cell) => {
    const lines: string[] = []
    for (const other of others) {
      const line = cell(other)
      if (line !== '') lines.push(oneBlank(line))
    }
    const street = oneBlank(cell(column)) || lines.find(isStreet)
    if (!street) return null
    if (isTooLong(street)) return implausible
    const unit = lines.find((line) => looksLikeUnit(line) && line !== street && !street.includes(line))
    return unit ? `${street} ${unit}` : street
  },
})

const isStreet = (line: string) => looksLikeStreet(line) && ownerTypeOf([line]) === 'INDIVIDUAL'

/** The city of a field that says city and state: `PHILADELPHIA PA`. */
export const cityBeforeState = (column: string): Reader<string> =>
  cellReader(column, (cell) => oneBlank(cell).replace(/,? [A-Z]{1,2}$/, '') || null)

/** The street of a line that says street and city: `12  SAMPLE ST, NASHVILLE`. */
export const streetBeforeComma = (column: string): Reader<string> =>
  cellReader(column, (cell) => streetLine(cell.replace(/,[^,]*$/, '')))

export const cityAfterComma = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    const city = oneBlank(/,([^,]*)$/.exec(cell)?.[1] ?? '')
    return city === '' || city.toUpperCase() === 'UNKNOWN' ? null : city
  })

export const usState = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    const said = cell.toUpperCase()
    return isMailingState(said) ? said : implausible
  })

const isPlainZip = (cell: string) => cell.length === 5 && isDigits(cell, 0, 5) && cell !== '00000'

/** `02139` or `02139-4307`, with the zero back that a spreadsheet took from its front. */
export const zip = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    if (isPlainZip(cell)) return cell
    const [, five = '', four] = /^(\d{4,5})(?:[ -]?(\d{4}))?$/.exec(cell) ?? []
    if (five === '') return implausible
    const whole = five.padStart(5, '0')
    if (whole === '00000') return null
    return four && four !== '0000' ? `${whole}-${four}` : whole
  })

/** The five digits alone, as a property's own address is searched by. */
export const zip5 = (column: string): Reader<string> => converted(zip(column), (value) => value.slice(0, 5))

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

/** A county by its five-digit FIPS code, with the zero back that a spreadsheet took from its front. */
export const county = (column: string): Reader<string> =>
  cellReader(column, (cell) => {
    const fips = /^\d{4,5}$/.test(cell) ? cell.padStart(5, '0') : ''
    return isCounty(fips) ? fips : implausible
  })

/** The owners of one or more name columns; a name that runs over into the next column is one name. */
export const owners = (...columns: readonly string[]): Reader<string[]> => ({
  needs: columns,
  read: (cell) => {
    const names = joinOwnerNames(columns.map(cell))
    if (names.some(isTooLong)) return implausible
    return names.length > 0 ? names : null
  },
})
