import { stateCodes, stateName } from './states.ts'

/** `Saint Louis` and `St. Louis` are one name, so are `O Fallon` and `O'Fallon`; both ways of writing are searched. */
const short: Record<string, string> = { SAINT: 'ST', SAINTE: 'STE', MOUNT: 'MT', FORT: 'FT' }

function plain(text: string): string {
  // Nearly every name is plain ASCII, and taking one apart costs more than all the rest.
  const bare = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFD').replace(/[\p{M}’]/gu, '')
  return bare
    .replace(/['.]/g, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const shortened = (name: string) =>
  name.replace(/\b(?:SAINTE?|MOUNT|FORT)\b/g, (word) => short[word] ?? word).replace(/\b([OD]) (?=[A-Z])/g, '$1')

export const nameKey = (name: string) => shortened(plain(name))

/** `Saint Louis` of `SAINT LOUIS`. */
export const inTitleCase = (name: string) =>
  name.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())

/** The names of a place as a text to search: each is after `|`, each word after a blank, so a beginning is a substring. */
export function searchable(...names: string[]): string {
  let text = ''
  for (const name of names) {
    const written = plain(name)
    const brief = shortened(written)
    text += brief === written ? `| ${written}` : `| ${written}| ${brief}`
  }
  return text
}

/** The one or two letters that some word of what is searched for must begin with; '' where anything may match. */
export function initialsOf(search: string): string {
  const [first = ''] = plain(search).split(' ')
  // The short form of a word may go on differently, but it begins with the same letter.
  return first.slice(0, first in short ? 1 : 2)
}

export function beginningsOf({ names, state }: Named): Set<string> {
  const words = names.split(/[ |]+/)
  return new Set([...words, state].flatMap((word) => [word.slice(0, 1), word.slice(0, 2)]))
}

type Named = { names: string; state: string }
/** 0: the name begins with what was typed. 1: each word typed begins one of its words. 2: only the state was said. */
export type Match = 0 | 1 | 2

const states = stateCodes.map((code) => ({ code, name: ` ${plain(stateName(code))}` }))

/**
 * How well a place matches what was typed; undefined where it does not. A word may also be the code of the state, and a
 * state may be written out after the name: `nashville tennessee`.
 */
export function nameMatcher(search: string): (place: Named) => Match | undefined {
  const typed = plain(search)
  if (typed === '') return () => 0
  const plainly = matcherOf(typed)
  const tail = states.find(({ name }) => typed.endsWith(name))
  if (!tail) return plainly
  const inState = matcherOf(typed.slice(0, -tail.name.length))
  return (place) => plainly(place) ?? (place.state === tail.code ? inState(place) : undefined)
}

// A county's code, which stands behind its name, is only found whole: fewer digits are the beginning of a ZIP, which
// stands before the names of its place.
const isPartOfZip = /^\d{1,4}$/
const has = (names: string, begins: string, word: string) =>
  isPartOfZip.test(word) ? names.startsWith(`| ${word}`) : names.includes(begins)

function matcherOf(typed: string): (place: Named) => Match | undefined {
  const whole = `| ${typed}`
  const words = typed.split(' ').map((word) => ({ word, begins: ` ${word}`, brief: short[word] && ` ${short[word]}` }))
  return ({ names, state }) => {
    if (has(names, whole, typed)) return 0
    let match: Match = 2
    for (const { word, begins, brief } of words) {
      if (has(names, begins, word) || (brief && names.includes(brief))) match = 1
      else if (word !== state) return undefined
    }
    return match
  }
}
