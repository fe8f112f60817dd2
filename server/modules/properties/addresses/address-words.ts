import { shortDirections, spellings } from '../derive/address.ts'
import { stateCodes, stateName } from '../places/states.ts'

// An address as words in one spelling, said twice: in SQL of what the rolls say, and here of what somebody typed.

const shortOf: ReadonlyMap<string, string> = new Map([...spellings, ['SAINT', 'ST'], ['MOUNT', 'MT'], ['FORT', 'FT']])

const listOf = (words: Iterable<string>) => `[${[...words].map((word) => `'${word}'`).join(', ')}]`

/** The words of a text in capitals: parted by blanks and punctuation, but for points and apostrophes, which go. */
const rawWordsSql = (text: string) =>
  `splitByNonAlpha(upperUTF8(replaceAll(replaceAll(replaceAll(${text}, '.', ''), '\\'', ''), '’', '')))`

export const wordsSql = (text: string) =>
  `arrayMap(word -> transform(word, ${listOf(shortOf.keys())}, ${listOf(shortOf.values())}, word),
    arrayFilter(word -> word != '', ${rawWordsSql(text)}))`

/**
 * The street that a table of addresses is sorted by. The second number of a range stands behind: `1616-22 MOCK ST` is
 * found by its first number, and by both.
 */
export const streetSql = (address: string) =>
  `arrayStringConcat(if(match(${address}, '^[0-9]+[A-Za-z]?[ ]?-[ ]?[0-9]+[A-Za-z]?( |$)'),
    arrayConcat(arraySlice(street_words, 1, 1), arraySlice(street_words, 3), arraySlice(street_words, 2, 1)),
    ${wordsSql(address)} as street_words), ' ')`

const states = `transform(toString(state), ${listOf(stateCodes)}, ${listOf(stateCodes.map((code) => stateName(code).toUpperCase()))}, '')`

/** All words by which an address is known, each between blanks. Some states and cities are also short for something else. */
export const wordsOfRow = `concat(' ', street, ' ', arrayStringConcat(
  ${wordsSql(`concat(unit, ' ', city, ' ', state, ' ', ${states}, ' ', zip)`)}, ' '), ' ', upperUTF8(city), ' ', state, ' ')`

/** A word that was typed, with what else it may stand for: whole words, each the short form of it. */
export type TypedWord = { word: string; shorts: readonly string[] }

export type TypedAddress = {
  number: string | undefined
  first: TypedWord | undefined
  rest: readonly TypedWord[]
  /** What was typed up to the first comma, as a street is written in the table. */
  street: string
}

/** Words that say only that a unit follows. `FL` is a floor or Florida, so it stays. */
const unitWords = new Set(['APT', 'APARTMENT', 'UNIT', 'UNT', 'STE', 'SUITE', 'RM', 'ROOM', 'BLDG', 'BUILDING', 'SPC'])

const aRange = /^\s*(\d+[A-Z]?)\s?-\s?(\d+[A-Z]?)(?=[\s,]|$)/i

const wordsIn = (text: string) =>
  text
    .replace(/[.'’]/g, '')
    .toUpperCase()
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== '')

/** The last word may be but a beginning. */
export function typedAddress(text: string): TypedAddress {
  const [, , until] = aRange.exec(text) ?? []
  const plain = text.replace(aRange, '$1')
  const all = wordsIn(plain)
  const hasNumber = /^\d/.test(all[0] ?? '')
  const [number, others] = hasNumber ? [all[0], all.slice(1)] : [undefined, all]
  const words = others.map((word, at) => ({ word, shorts: shortsOf(word, at === others.length - 1) }))
  const [first, ...rest] = words
  const range = until === undefined ? [] : [{ word: until.toUpperCase(), shorts: [] }]
  const street = wordsIn(plain.split(',')[0] ?? '').map((word) => shortOf.get(word) ?? word)
  return {
    number,
    first,
    rest: [...rest.filter(({ word }) => !unitWords.has(word)), ...range],
    street: street.join(' '),
  }
}

function shortsOf(word: string, isLast: boolean): string[] {
  const short = shortOf.get(word)
  if (!isLast) return short === undefined ? [] : [short]
  return [...new Set([...shortOf].filter(([long]) => long.startsWith(word)).map(([, shortened]) => shortened))]
}

/** The directions that somebody may have left out before the first word: none where it is one. */
export const leftOut = ({ word }: TypedWord): readonly string[] =>
  shortDirections.has(shortOf.get(word) ?? word) ? [] : [...shortDirections]
