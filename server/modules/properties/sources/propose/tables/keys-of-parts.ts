import { toPlainName } from '../headers/header-words.ts'
import { findPartWithin, type ParcelPart } from '../headers/parcel-parts.ts'
import type { ColumnProfile } from '../values/profile.ts'
import { measureMatches, measureOverlap, type NamedTable, type Overlap, type Pair } from './measure-overlap.ts'

type PartColumn = { column: string; plain: string; part: ParcelPart }

const longestPart = 20

/** The columns, in order, that are named like parts of a parcel number and have short codes. */
const listParts = ({ proposal: { profiles } }: NamedTable): PartColumn[] =>
  profiles.flatMap((profile) => {
    const plain = toPlainName(profile.column)
    const part = findPartWithin(profile.column)
    return part !== undefined && isPart(profile) ? [{ column: profile.column, plain, part }] : []
  })

const isPart = ({ cells, isGeometry }: ColumnProfile) =>
  !isGeometry &&
  cells.length > 0 &&
  cells.slice(0, 200).every((cell) => cell.length <= longestPart && !/[a-z]{5}/i.test(cell))

const leastOfPart = 0.2
const maxParts = 4
const maxCandidates = 6
const maxKeys = 3

/** Several columns whose values are together the key in both tables, such as town and parcel or book, page and line. */
export function findPairedKey(main: NamedTable, other: NamedTable): Overlap | null {
  const parts = listParts(other)
  const mainParts = listParts(main)
  const getPlace = (pair: { column: string }) => mainParts.findIndex(({ column }) => column === pair.column)
  const pairs = mainParts
    .flatMap(({ column, plain, part }) => {
      const same = parts.filter((one) => one.part === part)
      const equals = same.find((one) => one.plain === plain) ?? (same.length === 1 ? same[0] : undefined)
      return equals ? [{ column, equals: equals.column, isSameName: equals.plain === plain }] : []
    })
    .sort((a, b) => Number(b.isSameName) - Number(a.isSameName))
    .map(({ column, equals }) => ({ column, equals }))
    // One of the names of boroughs and their codes has the values of the other table.
    .filter((pair) => measureMatches(main, other, [pair]).matched >= leastOfPart)
    .filter((pair, at, all) => all.findIndex(({ equals }) => equals === pair.equals) === at)
    .slice(0, maxCandidates)
    .sort((a, b) => getPlace(a) - getPlace(b))
  const [best] = listSubsets(pairs)
    .filter(({ length }) => length > 1 && length <= maxParts)
    .map((on) => measureMatches(main, other, on))
    .filter(({ isKey }) => isKey)
    // Of those alike the one of all parts: without the town, blocks and lots of another one could meet.
    .sort((a, b) => Math.round(b.matched * 50) - Math.round(a.matched * 50) || b.on.length - a.on.length)
  return best ?? null
}

const listSubsets = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: 2 ** items.length }, (_, subset) =>
    items.filter((_, at) => Math.floor(subset / 2 ** at) % 2 === 1),
  )

/** Several columns of one table that are one of the other: map, block and lot for a parcel number. */
export function findComposedKey(
  main: NamedTable,
  other: NamedTable,
  keys: readonly [string[], string[]],
): Overlap | null {
  const [mainKeys = [], otherKeys = []] = keys.map(preferNamed)
  const composedOfMain = listRuns(listParts(main)).flatMap((column) => otherKeys.map((equals) => ({ column, equals })))
  const composedOfOther = listRuns(listParts(other)).flatMap((equals) => mainKeys.map((column) => ({ column, equals })))
  // Most runs are no key: whether one can be is seen by its letters and digits.
  const isPromising = (pair: Pair) =>
    (['LETTERS_AND_DIGITS', 'PARTS'] as const).some((match) => measureOverlap(main, other, [pair], match).matched > 0.1)
  // More rows have a key of fewer parts, and several of them the same: those of a block, not of a lot.
  const getDistinct = ({ on: [pair], distinct }: Overlap) => distinct[Array.isArray(pair?.column) ? 'column' : 'equals']
  return chooseBest(
    [...composedOfMain, ...composedOfOther].filter(isPromising).map((pair) => measureMatches(main, other, [pair])),
    getDistinct,
  )
}

const preferNamed = (keys: readonly string[]) => {
  const isNamed = (column: string) => findPartWithin(column) !== undefined
  return [...keys.filter(isNamed), ...keys.filter((column) => !isNamed(column))].slice(0, maxKeys)
}

/** Two and more of the columns, one after the other. */
const listRuns = (parts: readonly PartColumn[]): string[][] =>
  parts
    .slice(0, maxCandidates)
    .flatMap((_, from, all) =>
      all
        .slice(from + 1, from + maxParts)
        .map((_, more) => all.slice(from, from + more + 2).map(({ column }) => column)),
    )

/** The one with most matches, times their weight; of those alike the one of fewest columns. */
function chooseBest(overlaps: readonly Overlap[], getWeight: (overlap: Overlap) => number = () => 1): Overlap | null {
  const size = ({ on }: Overlap) => on.flatMap(({ column, equals }) => [column, equals].flat()).length
  const rounded = (overlap: Overlap) => Math.round(overlap.matched * getWeight(overlap) * 50)
  const [best] = overlaps.filter(({ isKey }) => isKey).sort((a, b) => rounded(b) - rounded(a) || size(a) - size(b))
  return best ?? null
}
