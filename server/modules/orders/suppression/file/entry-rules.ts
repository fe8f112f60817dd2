import { isStateText, normalizeMailbox, normalizeZip } from '../../../properties/index.ts'
import type { AddressColumns, FileLayout } from './columns-rules.ts'

/**
 * What a row lists: a property by its id, an address by its words and ZIP, or, where it is not known where the street
 * ends, a whole line by its words.
 */
export type SuppressionEntry = { kind: 'PROPERTY' | 'ADDRESS' | 'LINE'; zip: string; value: string }

type GetCell = (place: number | undefined) => string

export type ReadRow = { entries: SuppressionEntry[] } | { reason: string }

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

type Read = SuppressionEntry | string | undefined

const maxPropertyId = 2n ** 64n - 1n

function readPropertyId(text: string): Read {
  if (text === '') return undefined
  const isPossible = /^\d{1,20}$/.test(text) && BigInt(text) <= maxPropertyId
  return isPossible ? { kind: 'PROPERTY', zip: '', value: String(BigInt(text)) } : reasons.propertyId
}

function readAddress({ street, unit, city, state, zip }: AddressColumns, cell: GetCell): Read {
  const address = `${cell(street)} ${cell(unit)}`.trim()
  const place = [city, state, zip].map(cell).filter((text) => text !== '')
  if (address === '' && place.length === 0) return undefined
  const ownZip = readTrailingZip(cell(zip)).zip
  if (ownZip !== '') return toEntry('ADDRESS', ownZip, address)
  const line = [cell(street), cell(unit), cell(city), cell(state)].filter((text) => text !== '').join(', ')
  return parseLine(line)
}

/** The ZIP at the end of a text, such as `Nashville, TN 37209-1234`, and the text before it. */
function readTrailingZip(text: string): { before: string; zip: string } {
  if (normalizeZip(text) !== '') return { before: '', zip: normalizeZip(text) }
  const found = /^(.*?)[\s,]+(\d{5}(?:-?\d{4})?)$/.exec(text)
  return { before: found?.[1]?.trim() ?? '', zip: normalizeZip(found?.[2] ?? '') }
}

const country = /[\s,]+(usa|us|u\.s\.a?\.|united states( of america)?)$/i

/** A whole address in one text. Commas tell where the street ends; without them the line is compared as it is. */
function parseLine(text: string): Read {
  const { before, zip } = readTrailingZip(text.replace(country, ''))
  if (zip === '') return reasons.zip
  const segments = before.split(',').map((segment) => segment.trim())
  const whole = segments.filter((segment) => segment !== '')
  const street = whole.slice(0, isStateText(whole.at(-1) ?? '') ? -2 : -1).join(' ')
  return street === '' ? toEntry('LINE', zip, before) : toEntry('ADDRESS', zip, street)
}

const maxWordsLength = 200

function toEntry(kind: SuppressionEntry['kind'], zip: string, address: string): Read {
  const value = normalizeMailbox(address.replace(/\p{Cc}/gu, ' '))
  if (value === '') return reasons.street
  return value.length > maxWordsLength ? reasons.long : { kind, zip, value }
}
