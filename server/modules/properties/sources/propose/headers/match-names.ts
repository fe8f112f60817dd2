import { type HeaderName, type HeaderWord, readHeader, toPlainName } from './header-words.ts'
import buildings from './names/buildings.json' with { type: 'json' }
import location from './names/location.json' with { type: 'json' }
import owners from './names/owners.json' with { type: 'json' }
import sales from './names/sales.json' with { type: 'json' }
import values from './names/values.json' with { type: 'json' }
import { findGluedPrefix, findSharedPrefixes, takeGluedPrefix, telling } from './shared-prefixes.ts'

/** Names of each target: exact ones, and phrases of meanings by how surely they name it. */
const fieldNames = { ...location, ...owners, ...buildings, ...values, ...sales }

/** What a header can name: a field, or a part that fields are made of, such as a house number. */
export type NameTarget = keyof typeof fieldNames

export type NameMatch = { target: NameTarget; score: number }

type Phrase = { required: string[]; optional: string[]; weight: number }
type TargetNames = { exact: ReadonlySet<string>; phrases: Phrase[] }

const parties: Record<string, readonly string[]> = {
  'MAIL*': ['MAIL', 'OWNER', 'TAXPAYER', 'BILL'],
  'SITUS*': ['SITUS', 'PARCEL'],
}

const targets = readTargets()
const exactNames = new Set([...targets.values()].flatMap(({ exact }) => [...exact]))

/**
 * How well each header of a table names each target, from 0 to 1. Prefixes that many headers share say nothing, and
 * names may be cut at ten letters.
 */
export function matchNames(header: readonly string[]): NameMatch[][] {
  const isCut = hasCutNames(header)
  const read = (name: string) => readHeader(name, isCut && name.length >= 10)
  const prefixes = findSharedPrefixes(header.map(read))
  const glued = findGluedPrefix(header, (plain) => exactNames.has(plain))
  return header.map((name) => {
    const short = [...listShortNames(name), ...takeGluedPrefix(name, glued)]
    const [first = [], ...others] = short.map((one) => matchName(one, read(one), prefixes))
    return others.reduce(mergeMatches, first)
  })
}

/** A name without its remarks in brackets, and without the section before a colon. */
function listShortNames(name: string): string[] {
  const plain = name.replaceAll(/\s*\([^()]*\)?/g, ' ').trim()
  const [, section = '', column = ''] = /^(.{3,}):\s*(.+)$/.exec(plain) ?? []
  const isSpecific = readHeader(section, false).words.some(({ meanings }) =>
    [...telling, 'N2', 'N3'].some((meaning) => meanings.has(meaning)),
  )
  return [name, ...(plain === name || plain === '' ? [] : [plain]), ...(column === '' || isSpecific ? [] : [column])]
}

function mergeMatches(matches: readonly NameMatch[], others: readonly NameMatch[]): NameMatch[] {
  const better = others.filter(
    ({ target, score }) => score > (matches.find((one) => one.target === target)?.score ?? 0),
  )
  return [...matches.filter(({ target }) => !better.some((one) => one.target === target)), ...better]
}

function matchName(header: string, name: HeaderName, prefixes: ReadonlySet<string>): NameMatch[] {
  // Facts of the geometry are taken where the columns lack them.
  if (header.startsWith('@')) return []
  const plain = toPlainName(header)
  const [first, ...rest] = name.words
  const isPrefixed = first !== undefined && rest.length > 0 && prefixes.has(first.text)
  const withoutPrefix = isPrefixed ? rest.slice(hasFormNumber(header) ? 1 : 0) : null
  const plainRest = isPrefixed
    ? plain.slice(first.text.length).replace(hasFormNumber(header) ? /^\d+/ : /^1(?=[a-z])/, '')
    : null
  return [...targets].flatMap(([target, names]) => {
    if (amounts.has(target) && name.words.some(isNoAmount)) return []
    if (amounts.has(target) && !areas.has(target) && isNumbering(name.words)) return []
    const scores = [
      names.exact.has(plain) ? 1 : 0,
      plainRest && names.exact.has(plainRest) ? 0.95 : 0,
      name.isCut && plain.length >= 8 && [...names.exact].some((exact) => exact.startsWith(plain)) ? 0.9 : 0,
      scorePhrases(names.phrases, name.words),
      withoutPrefix ? scorePhrases(names.phrases, withoutPrefix) - 0.03 : 0,
    ]
    const score = Math.max(...scores)
    return score > 0.2 ? [{ target, score }] : []
  })
}

const amounts: ReadonlySet<NameTarget> = new Set<NameTarget>([
  ...(['landValue', 'improvementValue', 'marketValue', 'assessedValue', 'taxAmount'] as const),
  ...(['lastSalePrice', 'previousSalePrice', 'lotSqft', 'livingAreaSqft'] as const),
])

const areas: ReadonlySet<NameTarget> = new Set<NameTarget>(['lotSqft', 'livingAreaSqft'])

/** `BUILDING_NO` and `SALE_NUM` count or name something; a number of acres is an area, `SALE_PRICE_NUM` a price. */
const isNumbering = (words: readonly HeaderWord[]) =>
  words.some(({ meanings }) => meanings.has('NUMBER')) &&
  !words.some(({ meanings }) => meanings.has('VALUE') || meanings.has('PRICE'))

/** `LAND_CODE` and `TAX_RATE` are numbers, but no amounts. */
const isNoAmount = ({ meanings }: HeaderWord) =>
  ['CODE', 'RATIO', 'PERCENT', 'FLAG', 'DESCRIPTION', 'DISTRICT', 'URL', 'FEE'].some((one) => meanings.has(one))

/** `REA017_FCV_LAND` names a form before the column. */
const hasFormNumber = (header: string) => /^[a-z]+\d{2,}_[a-z]/i.test(header)

function scorePhrases(phrases: readonly Phrase[], words: readonly HeaderWord[]): number {
  let best = 0
  // A phrase cannot score more than its weight, and words that mean least are taken first.
  const sorted = [...words].sort((a, b) => a.meanings.size - b.meanings.size)
  for (const phrase of phrases)
    if (phrase.weight > best) best = Math.max(best, phrase.weight - measureRest(phrase, sorted))
  return best
}

/** What the words beside a phrase take from its weight; infinite where the phrase is not there. */
function measureRest({ required, optional }: Phrase, words: readonly HeaderWord[]): number {
  const left = [...words]
  for (const meaning of required) {
    const party = parties[meaning]
    if (party) {
      // A single letter of a cut name can be the beginning of any word.
      const kept = left.filter(
        (word) => (word.isGuessed && word.text.length === 1) || !party.some((one) => word.meanings.has(one)),
      )
      if (kept.length === left.length) return Number.POSITIVE_INFINITY
      left.splice(0, left.length, ...kept)
    } else if (!take(left, meaning)) return Number.POSITIVE_INFINITY
  }
  for (const meaning of optional) take(left, meaning)
  const [shortest] = words.filter(({ isGuessed }) => isGuessed).map(({ text }) => text.length)
  const guessed = shortest === 1 ? 0.3 : shortest === 2 ? 0.1 : 0
  const said = (word: HeaderWord) => required.some((meaning) => word.meanings.has(meaning))
  return left.reduce((sum, word) => sum + (said(word) ? repeated : weighRest(word)), guessed)
}

function take(left: HeaderWord[], meaning: string): boolean {
  const at = left.findIndex((word) => word.meanings.has(meaning))
  if (at >= 0) left.splice(at, 1)
  return at >= 0
}

// `Sq Ft` says once more what `Sq` does.
const repeated = 0.05

const weights: Record<string, number> = {
  NAME: 0.02,
  OF: 0.01,
  PRIMARY: 0.03,
  CURRENT: 0.02,
  ACTUAL: 0.03,
  N1: 0.01,
  TOTAL: 0.05,
  COUNT: 0.1,
  FLAG: 0.02,
  DEEDED: 0.05,
  SITUS: 0.12,
  PARCEL: 0.12,
  COUNTY: 0.12,
  TAX: 0.3,
  CODE: 0.15,
  NUMBER: 0.15,
  N2: 0.35,
  PRIOR: 0.8,
  SCHOOL: 0.7,
  EXEMPT: 0.6,
  OWNER: 0.6,
  MAIL: 0.6,
  TAXPAYER: 0.6,
  GARAGE: 0.8,
  BASEMENT: 0.8,
  UNFINISHED: 0.8,
  OBJECT: 0.8,
  ROW: 0.5,
  GEOMETRY: 0.8,
  CARE_OF: 0.8,
  TILLABLE: 0.8,
  MINERAL: 0.8,
  SALE: 0.6,
  LATEST: 0.02,
  FORMATTED: 0.03,
  RESIDENTIAL: 0.1,
  GROSS: 0.15,
  DUE: 0.05,
  FEE: 0.05,
  ROLL: 0.05,
  AMOUNT: 0.1,
  REVIEW: 0.03,
  LAST: 0.04,
  N911: 0.02,
  PARENT: 0.6,
  AGE: 0.8,
  DATA: 0.02,
  REFERENCE: 0.1,
  SOURCE: 0.1,
  PERMIT: 0.8,
  LICENSE: 0.8,
}

/** Numbers of three digits are those of forms and sections. */
const isFormNumber = (text: string) => /^\d{3}$/.test(text)

/** Of columns of several years the latest comes first. */
const weighYear = (year: number) => 0.02 + (2_100 - year) / 2_000

function weighRest({ meanings, text, isGuessed }: HeaderWord): number {
  if (meanings.size === 0 || isFormNumber(text)) return 0.13
  if (/^(?:19|20)\d{2}$/.test(text)) return weighYear(Number(text))
  const weight = Math.min(...[...meanings].map((meaning) => weights[meaning] ?? 0.45))
  // Two letters at the end of a cut name can be the beginning of many words that no list has.
  return isGuessed && text.length < 3 ? Math.min(0.13, weight) : weight
}

/** Shapefiles cut names to ten letters and number those that become the same. */
const hasCutNames = (header: readonly string[]) => {
  const names = header.filter((name) => !name.startsWith('@'))
  return names.every((name) => name.length <= 10) && names.filter((name) => name.length === 10).length >= 2
}

function readTargets(): ReadonlyMap<NameTarget, TargetNames> {
  const entries = Object.entries(fieldNames) as [NameTarget, Record<string, string | string[]>][]
  return new Map(entries.map(([target, names]) => [target, readNames(names)]))
}

function readNames({ exact, ...weighted }: Record<string, string | string[]>): TargetNames {
  const phrases = Object.entries(weighted).flatMap(([weight, texts]) =>
    [texts].flat().map((text) => readPhrase(text, Number(weight))),
  )
  return { exact: new Set([exact ?? []].flat().flatMap((line) => line.split(' '))), phrases }
}

function readPhrase(text: string, weight: number): Phrase {
  const meanings = text.split(' ')
  return {
    required: meanings.filter((meaning) => !meaning.endsWith('?')),
    optional: meanings.filter((meaning) => meaning.endsWith('?')).map((meaning) => meaning.slice(0, -1)),
    weight,
  }
}
