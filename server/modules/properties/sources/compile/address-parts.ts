import type { addressParts } from '@dooryard/contract/data/sources/transforms'
import { isDigits } from '../../../../platform/util/digits.ts'
import { collapseBlanks } from '../../derive/collapse-blanks.ts'
import { findProvince, isMailingState } from '../../places/states.ts'
import { findPostalCode } from '../mapping/address-readers.ts'

export type AddressPart = (typeof addressParts)[number]

const country = /[, ](?:USA|U\.S\.A\.|UNITED STATES(?: OF AMERICA)?|CANADA)$/i
const maxCountryLength = ', United States of America'.length
const zipAtEnd = /(?:^|[\s,])(\d{5})(?:[\s-]?(\d{4}))?$/
const postalCodeAtEnd = /(?:^|[\s,])([A-Z]\d[A-Z][ -]?\d[A-Z]\d)$/i
const stateAtEnd = /(?:^|[\s,])([A-Za-z]{2})[.,]{0,2}$/
const cutState = /,? [A-Z]{1,2}$/
const houseNumber = /^(?:\d|P\.?\s?O\.?\s?BOX\b)/i
// With a unit between them, street and city can be told apart: `12 ELM ST #5 SPRINGFIELD, IL`.
const cityAfterUnit = /^(.*#\s*[\dA-Z-]+),? ([A-Z][A-Z .'-]+)$/i
const noHouseNumber = /^0+(?: |$)/

/**
 * A part of a cell such as `12 ELM ST #5, SPRINGFIELD, IL 62704`, `SPRINGFIELD IL 62704`, `SPRINGFIELD IL` or
 * `12 ELM ST`; '' when it lacks that. Without a comma, street and city cannot be told apart, so the cell is a street if
 * it begins with a house number.
 */
export function readAddressPart(cell: string, part: AddressPart): string {
  const { rest, state, zip } = takePlace(cell)
  if (part === 'STATE') return state
  if (part === 'ZIP') return zip
  const comma = rest.lastIndexOf(',')
  const isBare = comma < 0 && state === '' && zip === ''
  const isStreet = comma < 0 && houseNumber.test(rest)
  const [, beforeCity, city] = (isStreet && state !== '' && cityAfterUnit.exec(rest)) || []
  if (beforeCity !== undefined && city !== undefined) return part === 'CITY' ? city : splitUnit(beforeCity)[part]
  if (part === 'CITY') return isStreet ? '' : cleanCity(rest.slice(comma + 1).trim(), isBare)
  return splitUnit(isStreet || isBare ? rest : rest.slice(0, Math.max(comma, 0)))[part]
}

type Place = { rest: string; state: string; zip: string }

// Several parts are read of one cell, one after the other.
let lastCell = ''
let lastPlace: Place = { rest: '', state: '', zip: '' }

function takePlace(cell: string): Place {
  if (cell === lastCell) return lastPlace
  const line = takeCountry(collapseBlanks(cell))
  const { rest: beforeZip, zip } = takeZip(line)
  lastPlace = { ...takeState(beforeZip, zip), zip }
  lastCell = cell
  return lastPlace
}

// The last character spares most cells the search by an expression.
function takeCountry(line: string): string {
  const [found] = (/[aA.]$/.test(line) && country.exec(line.slice(-maxCountryLength))) || []
  return found === undefined ? line : trimEnd(line.slice(0, -found.length))
}

/** Without blanks and commas at the end. An expression would try each run of them within the line, to its end. */
function trimEnd(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === ',')) end -= 1
  return line.slice(0, end)
}

const endsWithDigit = (line: string) => isDigits(line, line.length - 1, line.length)

function cleanCity(city: string, isBare: boolean): string {
  if (city.toUpperCase() === 'UNKNOWN') return ''
  // What is left of a state that was cut off, or one abroad: `PHILADELPHIA P`, `TORONTO ON`.
  return isBare ? city.replace(cutState, '') : city
}

function takeZip(line: string) {
  if (!endsWithDigit(line)) return { rest: line, zip: '' }
  const [code = '', said = ''] = postalCodeAtEnd.exec(line) ?? []
  const postalCode = findPostalCode(said)
  if (postalCode) return { rest: trimEnd(line.slice(0, line.length - code.length)), zip: postalCode }
  const [found = '', five = '', four] = zipAtEnd.exec(line) ?? []
  const rest = line.slice(0, line.length - found.length)
  // The number at the end of `120 COUNTY ROAD 10250` belongs to the street.
  const isOfStreet = houseNumber.test(rest) && !rest.includes(',') && !stateAtEnd.test(rest.slice(-5))
  if (five === '' || isOfStreet) return { rest: line, zip: '' }
  return { rest: trimEnd(rest), zip: four ? `${five}-${four}` : five }
}

function takeState(line: string, zip: string) {
  const [found = '', said = ''] = stateAtEnd.exec(line.slice(-5)) ?? []
  const state = said.toUpperCase()
  // CT at the end of `12 ELM CT` is a court, and AL may be an alley.
  const isOfStreet = zip === '' && houseNumber.test(line) && !line.includes(',')
  // Only a postal code tells a province from a word: ON and PE are both.
  const known = isMailingState(state) ? state : /[A-Z]/.test(zip) ? findProvince(state) : undefined
  if (known === undefined || isOfStreet) return { rest: line, state: '' }
  return { rest: trimEnd(line.slice(0, line.length - found.length)), state: known }
}

function splitUnit(street: string) {
  const at = street.indexOf('#')
  const [before, unit] = at < 1 ? [street, ''] : [street.slice(0, at), street.slice(at + 1)]
  return { STREET: before.trim().replace(/,$/, '').replace(noHouseNumber, ''), UNIT: unit.trim() }
}

/** Whether a line of an address is its last, with city and state. */
export function isCityLine(line: string): boolean {
  if (isDigits(line, 0, 1)) return false
  const { rest, state, zip } = takePlace(line)
  return state !== '' && rest !== '' && !houseNumber.test(rest) && (zip !== '' || /,\s*[A-Za-z]{2}$/.test(line))
}
