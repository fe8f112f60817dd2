import { toPlainName } from '../propose/headers/header-words.ts'

export type ColumnSample = { name: string /** Its first cells. */; values: readonly string[] }

/** Below this a new column is as likely to be anything else. */
const minScore = 0.55

/** What the values of two columns tell about them more than their names: names are changed, values hardly. */
const valueWeight = 0.6

/**
 * Finds the probable new names of columns that are gone, among columns that are new: by the nearest name and the same
 * values. Each new column takes the place of one at most.
 */
export function matchColumns(gone: readonly ColumnSample[], added: readonly ColumnSample[]): Map<string, string> {
  const pairs = gone
    .flatMap((old) => added.map((now) => ({ old: old.name, now: now.name, score: scorePair(old, now) })))
    .filter(({ score }) => score >= minScore)
    .sort((one, other) => other.score - one.score)
  const matched = new Map<string, string>()
  const taken = new Set<string>()
  for (const { old, now } of pairs) {
    if (matched.has(old) || taken.has(now)) continue
    matched.set(old, now)
    taken.add(now)
  }
  return matched
}

function scorePair(old: ColumnSample, now: ColumnSample): number {
  const name = compareNames(old.name, now.name)
  const value = compareValues(old.values, now.values)
  return value === undefined ? name : (1 - valueWeight) * name + valueWeight * value
}

const minShortName = 3
const shortenedScore = 0.8

/** From 0 to 1: the share of pairs of letters that both have. `YR_BLT` is `YEAR_BUILT` with letters left out. */
function compareNames(one: string, other: string): number {
  const [a, b] = [toPlainName(one), toPlainName(other)]
  if (a === b) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const isShortened = short.length >= minShortName && short[0] === long[0] && hasInOrder(long, short)
  const [pairs, others] = [listPairs(a), listPairs(b)]
  const common = [...pairs].filter((pair) => others.has(pair)).length
  const share = (2 * common) / Math.max(pairs.size + others.size, 1)
  return isShortened ? Math.max(share, shortenedScore) : share
}

function hasInOrder(text: string, letters: string): boolean {
  let at = 0
  for (const letter of text) if (letter === letters[at]) at += 1
  return at === letters.length
}

const listPairs = (name: string) =>
  new Set(Array.from({ length: Math.max(name.length - 1, 0) }, (_, at) => name.slice(at, at + 2)))

/** Fewer different values than these are in many columns, such as Y and N. */
const minDistinct = 3
const shapeScore = 0.6

/** From 0 to 1: the share of the values that both have, or else that look alike; undefined without any. */
function compareValues(old: readonly string[], now: readonly string[]): number | undefined {
  const [a, b] = [new Set(old.filter(Boolean)), new Set(now.filter(Boolean))]
  const fewer = Math.min(a.size, b.size)
  if (fewer === 0) return undefined
  const same = fewer < minDistinct ? 0 : getShare(a, b)
  return Math.max(same, shapeScore * getShare(listShapes(a), listShapes(b)))
}

function getShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((value) => other.has(value)).length
  return common / Math.max(Math.min(one.size, other.size), 1)
}

/** `1962-05-14` looks like `2019-11-02`, and `TESTWELL AVERY` like no number. */
const listShapes = (values: ReadonlySet<string>) =>
  new Set(
    [...values].map((value) => value.replace(/\d+/g, (digits) => '9'.repeat(digits.length)).replace(/\p{L}+/gu, 'A')),
  )
