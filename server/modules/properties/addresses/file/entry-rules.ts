import { normalizeMailbox } from '../address-words.ts'
import type { AddressColumns, FileLayout } from './columns-rules.ts'
import { endsInState, type Line, parseLine, readTrailingZip } from './line-rules.ts'

/**
 * What a row lists: a property by its id, an address by its words and ZIP, or, where it is not known where the street
 * ends, a whole line by its words.
 */
export type AddressEntry = { kind: 'PROPERTY' | 'ADDRESS' | 'LINE'; zip: string; value: string }

export type GetCell = (place: number | undefined) => string

export type ReadRow = { entries: AddressEntry[] } | { reason: string }

const reasons = {
  none: 'It has no address and no property id.',
  propertyId: 'Its property id is not the number of a property.',
  zip: 'Its address has no ZIP of five digits.',
  street: 'Its address has no street.',
  long: 'Its address is too long.',
}

/** The entries of a row: all that can be read, or the reason why none can. */
export function readRow({ propertyId, addresses }: FileLayout, cell: GetCell): ReadRow {
  const read = [readPropertyId(cell(propertyId)), ...addresses.map((columns) => readAddress(columns, cell))]
  const entries = read.filter((one) => typeof one === 'object')
  if (entries.length > 0) return { entries }
  return { reason: read.find((one) => typeof one === 'string') ?? reasons.none }
}

type Read = AddressEntry | string | undefined

const maxPropertyId = 2n ** 64n - 1n

function readPropertyId(text: string): Read {
  if (text === '') return undefined
  const isPossible = /^\d{1,20}$/.test(text) && BigInt(text) <= maxPropertyId
  return isPossible ? { kind: 'PROPERTY', zip: '', value: String(BigInt(text)) } : reasons.propertyId
}

/** Longer cells are not read at all. */
const maxCellLength = 400

function readAddress(columns: AddressColumns, cell: GetCell): Read {
  const street = cell(columns.street)
  const [unit, city, state, zip] = [cell(columns.unit), cell(columns.city), cell(columns.state), cell(columns.zip)]
  const cells = [street, unit, city, state, zip]
  if (cells.every((text) => text === '')) return undefined
  if (cells.some((text) => text.length > maxCellLength)) return reasons.long
  const ownZip = readTrailingZip(zip).zip
  if (ownZip !== '') return toEntry(parseStreet(street, unit, ownZip))
  const line = readTrailingZip([street, unit, city, state].filter((text) => text !== '').join(', '))
  return line.zip === '' ? reasons.zip : toEntry(parseLine(line))
}

/** Beside a ZIP, the cell of the street may still have the whole address. */
function parseStreet(street: string, unit: string, zip: string): Line {
  const whole = readTrailingZip(street)
  const isWhole = whole.zip === zip || (street.includes(',') && endsInState(street, zip))
  if (!isWhole) return { kind: 'ADDRESS', zip, address: `${street} ${unit}` }
  const line = parseLine({ before: whole.zip === zip ? whole.before : street, zip })
  return { ...line, address: `${line.address} ${unit}` }
}

const maxWordsLength = 200

function toEntry({ kind, zip, address }: Line): Read {
  const value = normalizeMailbox(address.replace(/\p{Cc}/gu, ' '))
  if (value === '') return reasons.street
  return value.length > maxWordsLength ? reasons.long : { kind, zip, value }
}
