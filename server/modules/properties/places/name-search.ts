import { getStateName, stateCodes } from './states.ts'

/** `Saint Louis` and `St. Louis` are one name, as are `O Fallon` and `O'Fallon`; both spellings are searched. */
const abbreviations: Record<string, string> = { SAINT: 'ST', SAINTE: 'STE', MOUNT: 'MT', FORT: 'FT' }

function normalizeText(text: string): string {
  // Nearly every name is plain ASCII, and normalizing costs more than all the rest.
  const bare = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFD').replace(/[\p{M}’]/gu, '')
  return bare
    .replace(/['.]/g, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const abbreviate = (name: string) =>
  name
    .replace(/\b(?:SAINTE?|MOUNT|FORT)\b/g, (word) => abbreviations[word] ?? word)
    .replace(/\b([OD]) (?=[A-Z])/g, '$1')

export const toNameKey = (name: string) => abbreviate(normalizeText(name))

/** `Saint Louis` of `SAINT LOUIS`. */
export const toTitleCase = (name: string) =>
  name.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())

/** The searchable text of a place: each name follows `|` and each word a blank, so a prefix is a substring. */
export function toSearchText(...names: string[]): string {
  let text = ''
  for (const name of names) {
    const written = normalizeText(name)
    const brief = abbreviate(written)
    text += brief === written ? `| ${written}` : `| ${written}| ${brief}`
  }
  return text
}

/** The first one or two letters that some word of a match must have; '' when anything may match. */
export function getInitials(search: string): string {
  const [first = ''] = normalizeText(search).split(' ')
  // An abbreviation may continue differently, but it begins with the same letter.
  return first.slice(0, first in abbreviations ? 1 : 2)
}

export function listPrefixes({ names, state, stateName = '' }: NamedPlace): Set<string> {
  const words = names.split(/[ |]+/)
  return new Set([...words, state, stateName].flatMap((word) => [word.slice(0, 1), word.slice(0, 2)]))
}

type NamedPlace = {
  names: string
  state: string
  /** Normalized, of a place that is also found by the name of its state. */
  stateName?: string
}
/** 0: the name begins with the input. 1: each typed word begins one of its words. 2: only the state matches. */
export type MatchRank = 0 | 1 | 2

/** A state's name as it is compared with input. */
export const toStateText = (code: string) => normalizeText(getStateName(code))

const states = stateCodes.map((code) => ({ code, name: ` ${toStateText(code)}` }))

/**
 * Ranks a place against the input; undefined without a match. A word may also be the state's code, and the state may
 * be written out after the name: `nashville tennessee`.
 */
export function createNameMatcher(search: string): (place: NamedPlace) => MatchRank | undefined {
  const typed = normalizeText(search)
  if (typed === '') return () => 0
  const matchName = createMatcher(typed)
  const tail = states.find(({ name }) => typed.endsWith(name))
  if (!tail) return matchName
  const inState = createMatcher(typed.slice(0, -tail.name.length))
  return (place) => matchName(place) ?? (place.state === tail.code ? inState(place) : undefined)
}

// A county's code, after its name, matches only whole: fewer digits are the beginning of a ZIP, which precedes the
// names of its place.
const isPartOfZip = /^\d{1,4}$/
const includesWord = (names: string, begins: string, word: string) =>
  isPartOfZip.test(word) ? names.startsWith(`| ${word}`) : names.includes(begins)

function createMatcher(typed: string): (place: NamedPlace) => MatchRank | undefined {
  const whole = `| ${typed}`
  const words = typed
    .split(' ')
    .map((word) => ({ word, begins: ` ${word}`, brief: abbreviations[word] && ` ${abbreviations[word]}` }))
  const matchStateName = ({ stateName }: NamedPlace) => (stateName?.startsWith(typed) ? 2 : undefined)
  return (place) => {
    const { names, state } = place
    if (includesWord(names, whole, typed)) return 0
    let match: MatchRank = 2
    for (const { word, begins, brief } of words) {
      if (includesWord(names, begins, word) || (brief && names.includes(brief))) match = 1
      else if (word !== state) return matchStateName(place)
    }
    return match
  }
}
