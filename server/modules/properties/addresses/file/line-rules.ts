import { findStateCode } from '../../places/states.ts'
import { normalizeZip } from '../address-words.ts'

// Reads whole addresses in one text. A file has up to a million of them, so nothing here takes more than linear time.

/** An address without its ZIP: of `LINE`, it is not known where the street ends, and city and state follow it. */
export type Line = { kind: 'ADDRESS' | 'LINE'; zip: string; address: string }

const countries = ['usa', 'us', 'u.s.', 'u.s.a.', 'united states', 'united states of america']

function removeCountry(text: string): string {
  const isLast = (name: string) => {
    const tail = text.slice(-name.length - 1)
    return /^[\s,]/.test(tail) && tail.slice(1).toLowerCase() === name
  }
  const country = countries.find(isLast)
  return country === undefined ? text : text.slice(0, -country.length - 1)
}

const splitWords = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

/** The ZIP at the end of a text, such as `Nashville, TN 37209-1234, USA`, and the text before it. */
export function readTrailingZip(text: string): { before: string; zip: string } {
  if (normalizeZip(text) !== '') return { before: '', zip: normalizeZip(text) }
  const given = removeCountry(text)
  const last = splitWords(given).at(-1) ?? ''
  if (!/^\d{5}(-?\d{4})?$/.test(last)) return { before: given, zip: '' }
  return { before: given.slice(0, given.lastIndexOf(last)), zip: normalizeZip(last) }
}

const splitSegments = (text: string) =>
  text
    .split(/[,\r\n]/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')

/** Whether a text ends in a state, such as `123 Main St, Nashville, TN`. */
export const endsInState = (text: string, zip: string): boolean =>
  readTrailingState(splitSegments(text).at(-1) ?? '', zip).state !== undefined

/** Commas tell where the street ends; without them a line that ends in a state is compared as it is. */
export function parseLine({ before, zip }: { before: string; zip: string }): Line {
  const segments = splitSegments(before)
  const { rest, state } = readTrailingState(segments.pop() ?? '', zip)
  if (rest !== '') segments.push(rest)
  const last = segments.length > 1 ? segments.at(-1) : undefined
  if (last !== undefined && isCity(last)) return { kind: 'ADDRESS', zip, address: segments.slice(0, -1).join(' ') }
  const address = segments.join(' ')
  // The lines of properties all have a state.
  return state === undefined || (last !== undefined && isUnit(last))
    ? { kind: 'ADDRESS', zip, address }
    : { kind: 'LINE', zip, address: `${address} ${state}` }
}

const longestStateWords = 3

function readTrailingState(segment: string, zip: string): { rest: string; state?: string } {
  if (isUnit(segment)) return { rest: segment }
  const words = splitWords(segment)
  for (let count = longestStateWords; count > 0; count -= 1) {
    const state = findStateCode(words.slice(-count).join(' '))
    // Connecticut has these ZIPs alone; elsewhere it is a court.
    if (state !== undefined && (state !== 'CT' || zip.startsWith('06')))
      return { rest: words.slice(0, -count).join(' '), state }
  }
  return { rest: segment }
}

const unitPattern = /^(#|(apt|apartment|unit|unt|suite|rm|room|bldg|building|spc|space|lot|trlr|fl|floor|ph)\b)/i

/** `Ste` also begins the names of cities. */
const startsWithUnit = (segment: string) => unitPattern.test(segment) || /^ste\.? \w{1,2}$/i.test(segment)

const hasNumber = (segment: string) => /\d/.test(segment)

const isCity = (segment: string) => !hasNumber(segment) && !startsWithUnit(segment)

/** `Apt 4`, `# 4`, `4` or `2nd Floor`, with nothing after it. */
const isUnit = (segment: string) => !isCity(segment) && splitWords(segment).length <= 2
