import { floridaUse, floridaUseDescription } from '../../sources/florida-use-codes.ts'
import { massachusettsUseCodes } from '../../sources/massachusetts-use-codes.ts'
import {
  cityAfterComma,
  country,
  mailingStreet,
  owners,
  street,
  streetBeforeComma,
  usState,
  zip,
  zip5,
} from '../address-readers.ts'
import { type DayFormat, date, firstOfMonth } from '../dates.ts'
import type { Reader } from '../reader.ts'
import {
  acres,
  area,
  armsLengthBy,
  bathrooms,
  count,
  latitude,
  longitude,
  money,
  quantity,
  salePrice,
  text,
  year,
  yesNo,
} from '../readers.ts'
import { describedByPrefix, useByPrefix } from '../use-code.ts'

/** A reader with the words that declare it in a source file. */
export type Call = {
  reader: Reader<unknown>
  code: string
  name: string
  headers: readonly string[]
  /** What else its words name. */
  also?: readonly string[]
  /** Why it may be the wrong one, though it reads every cell. */
  caveat?: string
}

/** A literal of a source file. */
export const quoted = (words: string) => `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A reader of one or several columns; `more` are the arguments that follow them. */
const call = (name: string, reader: Reader<unknown>, headers: readonly string[], more = ''): Call => ({
  reader,
  name,
  headers,
  code: `${name}(${headers.map(quoted).join(', ')}${more})`,
})

type One = (header: string) => Call

export const textOf: One = (header) => call('text', text(header), [header])
export const zip5Of: One = (header) => call('zip5', zip5(header), [header])
export const zipOf: One = (header) => call('zip', zip(header), [header])
export const stateOf: One = (header) => call('usState', usState(header), [header])
export const countryOf: One = (header) => call('country', country(header), [header])
export const streetOf: One = (header) => call('street', street(header), [header])
export const streetBeforeCommaOf: One = (header) => call('streetBeforeComma', streetBeforeComma(header), [header])
export const cityAfterCommaOf: One = (header) => call('cityAfterComma', cityAfterComma(header), [header])
export const mailingStreetOf: One = (header) => call('mailingStreet', mailingStreet(header), [header])
export const latitudeOf: One = (header) => call('latitude', latitude(header), [header])
export const longitudeOf: One = (header) => call('longitude', longitude(header), [header])
export const moneyOf: One = (header) => call('money', money(header), [header])
export const priceOf: One = (header) => call('salePrice', salePrice(header), [header])
export const armsLengthOf: One = (header) => call('armsLengthBy', armsLengthBy(header), [header])
export const areaOf: One = (header) => call('area', area(header), [header])
export const acresOf: One = (header) => call('acres', acres(header), [header])
export const yearOf: One = (header) => call('year', year(header), [header])
export const yesNoOf: One = (header) => call('yesNo', yesNo(header), [header])

/** An area whose column does not say that it is in acres. */
export const likelyAcresOf: One = (header) => ({ ...acresOf(header), caveat: 'it reads as acres, not as square feet' })

/** A day whose year was kept in two digits. */
export const wrappedDayOf: One = (header) => ({
  ...call('date', date(header, { wrapped: true }), [header], ', { wrapped: true }'),
  caveat: 'days to come are taken for those of a hundred years before',
})

export const countOf =
  (most: number): One =>
  (header) =>
    call('count', count(header, most), [header], `, ${most}`)

export const quantityOf =
  (most: number): One =>
  (header) =>
    call('quantity', quantity(header, most), [header], `, ${most}`)

export const dayOf =
  (as: DayFormat): One =>
  (header) =>
    as === 'YYYY-MM-DD'
      ? call('date', date(header), [header])
      : call('date', date(header, { as, unknown: ['0'] }), [header], `, { as: ${quoted(as)}, unknown: ['0'] }`)

export const floridaUseOf: One = (header) => call('floridaUse', floridaUse(header), [header])
export const floridaDescriptionOf: One = (header) =>
  call('floridaUseDescription', floridaUseDescription(header), [header])

const codes = 'massachusettsUseCodes'
const byCodes = (made: Call): Call => ({ ...made, also: [codes] })
export const massachusettsUseOf: One = (header) =>
  byCodes(call('useByPrefix', useByPrefix(header, massachusettsUseCodes), [header], `, ${codes}`))
export const massachusettsDescriptionOf: One = (header) =>
  byCodes(call('describedByPrefix', describedByPrefix(header, massachusettsUseCodes), [header], `, ${codes}`))

export const ownersOf = (headers: readonly string[]) => call('owners', owners(...headers), headers)
export const bathroomsOf = (full: string, half: string) => call('bathrooms', bathrooms(full, half), [full, half])
export const monthOf = (yearOfIt: string, month: string) =>
  call('firstOfMonth', firstOfMonth(yearOfIt, month), [yearOfIt, month])

const files: Record<string, readonly string[]> = {
  '../mapping/dates.ts': ['date', 'firstOfMonth'],
  '../mapping/address-readers.ts': [
    'cityAfterComma',
    'country',
    'mailingStreet',
    'owners',
    'street',
    'streetBeforeComma',
    'usState',
    'zip',
    'zip5',
  ],
  '../mapping/roll.ts': ['csv', 'roll'],
  '../mapping/use-code.ts': ['describedByPrefix', 'useByPrefix'],
  './florida-use-codes.ts': ['floridaUse', 'floridaUseDescription'],
  './massachusetts-use-codes.ts': [codes],
}

/** Where a source file imports a name from. */
export const fileOf = (name: string): string =>
  Object.keys(files).find((file) => files[file]?.includes(name)) ?? '../mapping/readers.ts'
