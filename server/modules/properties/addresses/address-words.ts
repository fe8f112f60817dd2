import { abbreviations, shortDirections } from '../derive/address.ts'
import { getStateName, stateCodes } from '../places/states.ts'

// Normalizes addresses into words of one spelling: in SQL for stored addresses, in TypeScript for search input.

const abbreviationByWord: ReadonlyMap<string, string> = new Map([
  ...abbreviations,
  ['SAINT', 'ST'],
  ['MOUNT', 'MT'],
  ['FORT', 'FT'],
])

const toSqlArray = (words: Iterable<string>) => `[${[...words].map((word) => `'${word}'`).join(', ')}]`

/** Splits an upper-cased text into words at blanks and punctuation; periods and apostrophes are removed. */
const toRawWordsSql = (text: string) =>
  `splitByNonAlpha(upperUTF8(replaceAll(replaceAll(replaceAll(${text}, '.', ''), '\\'', ''), '’', '')))`

export const toWordsSql = (text: string) =>
  `arrayMap(word -> transform(word, ${toSqlArray(abbreviationByWord.keys())}, ${toSqlArray(abbreviationByWord.values())}, word),
    arrayFilter(word -> word != '', ${toRawWordsSql(text)}))`

/** Whether an address begins with a range of house numbers: `1616-22 MOCK ST`. */
export const isNumberRangeSql = (address: string) =>
  `match(${address}, '^[0-9]+[A-Za-z]?[ ]?-[ ]?[0-9]+[A-Za-z]?( |$)')`

/**
 * The street that the address table is sorted by. The second number of a range is moved to the end: `1616-22 MOCK ST`
 * is found by its first number and by both.
 */
export const toStreetSql = (address: string) =>
  `arrayStringConcat(if(${isNumberRangeSql(address)},
    arrayConcat(arraySlice(street_words, 1, 1), arraySlice(street_words, 3), arraySlice(street_words, 2, 1)),
    ${toWordsSql(address)} as street_words), ' ')`

const stateNamesSql = `transform(toString(state), ${toSqlArray(stateCodes)}, ${toSqlArray(stateCodes.map((code) => getStateName(code).toUpperCase()))}, '')`

/**
 * All words of an address, each between blanks. City and state are repeated as stored, because some of their words are
 * also abbreviations: `LA` is normalized to `LN`.
 */
export const rowWordsSql = `concat(' ', street, ' ', arrayStringConcat(
  ${toWordsSql(`concat(unit, ' ', city, ' ', state, ' ', ${stateNamesSql}, ' ', zip)`)}, ' '), ' ', upperUTF8(city), ' ', state, ' ')`

/** A typed word with the abbreviations it may stand for; those match whole words only. */
export type TypedWord = { word: string; shorts: readonly string[] }

export type TypedAddress = {
  number: string | undefined
  first: TypedWord | undefined
  rest: readonly TypedWord[]
  /** The input up to the first comma, spelled as streets are in the table. */
  street: string
}

/** Words that only introduce a unit. `FL` is a floor or Florida, so it stays. */
const unitWords = new Set(['APT', 'APARTMENT', 'UNIT', 'UNT', 'STE', 'SUITE', 'RM', 'ROOM', 'BLDG', 'BUILDING', 'SPC'])

/** An address in one spelling, as a hash: `12 Main Street, Apt 4` and `12 MAIN ST #4` have the same. */
export const toMailboxSql = (address: string, zip: string) => `cityHash64(arrayStringConcat(
  arrayFilter(word -> word not in ${toSqlArray(unitWords)}, ${toWordsSql(address)}), ' '),
  substring(${zip}, 1, 5))`

/** The mailing address of a property. */
export const mailboxSql = toMailboxSql('mailing_address', 'mailing_zip')

const houseNumberRange = /^\s*(\d+[A-Z]?)\s?-\s?(\d+[A-Z]?)(?=[\s,]|$)/i

const splitWords = (text: string) =>
  text
    .replace(/[.'’]/g, '')
    .toUpperCase()
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== '')

/** The words that `toMailboxSql` hashes: the same for `12 Main Street, Apt 4` and `12 MAIN ST #4`. */
export const normalizeMailbox = (address: string): string =>
  splitWords(address)
    .map((word) => abbreviationByWord.get(word) ?? word)
    .filter((word) => !unitWords.has(word))
    .join(' ')

/** The five digits of a ZIP or ZIP+4, with the leading zero that a spreadsheet dropped; empty for anything else. */
export const normalizeZip = (text: string): string =>
  /^(\d{4,5})(?:[ -]?\d{4})?$/.exec(text)?.[1]?.padStart(5, '0') ?? ''

/** The last word may be a prefix. */
export function parseTypedAddress(text: string): TypedAddress {
  const [, , rangeEnd] = houseNumberRange.exec(text) ?? []
  const plain = text.replace(houseNumberRange, '$1')
  const all = splitWords(plain)
  const hasNumber = /^\d/.test(all[0] ?? '')
  const [number, others] = hasNumber ? [all[0], all.slice(1)] : [undefined, all]
  const words = others.map((word, at) => ({ word, shorts: listAbbreviations(word, at === others.length - 1) }))
  const [first, ...rest] = words
  const range = rangeEnd === undefined ? [] : [{ word: rangeEnd.toUpperCase(), shorts: [] }]
  const street = splitWords(plain.split(',')[0] ?? '').map((word) => abbreviationByWord.get(word) ?? word)
  return {
    number,
    first,
    rest: [...rest.filter(({ word }) => !unitWords.has(word)), ...range],
    street: street.join(' '),
  }
}

/** Words in any order; the last may be a prefix. Words that only introduce a unit are omitted. */
export const parseTypedWords = (text: string): TypedWord[] => {
  const words = splitWords(text)
  return words
    .map((word, at) => ({ word, shorts: listAbbreviations(word, at === words.length - 1) }))
    .filter(({ word }) => !unitWords.has(word))
}

function listAbbreviations(word: string, isLast: boolean): string[] {
  const short = abbreviationByWord.get(word)
  if (!isLast) return short === undefined ? [] : [short]
  return [
    ...new Set([...abbreviationByWord].filter(([long]) => long.startsWith(word)).map(([, shortened]) => shortened)),
  ]
}

/** Directions that may be missing before the first word; none when the word is a direction itself. */
export const listOmittedDirections = ({ word }: TypedWord): readonly string[] =>
  shortDirections.has(abbreviationByWord.get(word) ?? word) ? [] : [...shortDirections]
