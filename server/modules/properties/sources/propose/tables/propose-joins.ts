import { listKeyColumns, type SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { toPlainName } from '../headers/header-words.ts'
import type { JoinProposal } from '../proposal.ts'
import type { TableProposal } from '../propose-table.ts'
import { findDateFormats } from '../values/dates.ts'
import { findComposedKey, findPairedKey } from './keys-of-parts.ts'
import { measureMatches, measureOverlap, type NamedTable, type Overlap } from './measure-overlap.ts'

/** Below it a join is told by names alone. */
export const leastMatched = 0.2
const closeCall = 0.6

/**
 * How a table is joined to the main one: by the columns whose values meet most often, of which one of the tables has
 * each value once. Shares are of the sampled rows, so of files cut short they are less than of the whole.
 */
export function proposeJoin(main: NamedTable, other: NamedTable): JoinProposal | null {
  const named = findNamedKey(main, other)
  const isMet = named !== null && named.matched >= leastMatched
  const found = isMet ? null : findOverlap(main, other)
  // The beginnings of two files can share a town or a block, and no parcel.
  const isSurer = found !== null && (named === null || named.on.length === 1 || found.matched >= closeCall)
  const overlap = isSurer ? found : named
  if (!overlap) return null
  const { matched, isUnique, on, match } = overlap
  const by = isUnique ? null : findLatest(other.proposal)
  const take: SourceJoin['take'] = by === null ? { rows: 'FIRST' } : { rows: 'LATEST', by }
  const matchedJoin = { join: { file: other.id, on, ...(match && { match }), take }, matched, isUnique }
  return { ...matchedJoin, doubt: describeDoubt(matchedJoin, true) ?? describeLackingPart(main, overlap) }
}

/** Without the town, lots of several towns have the same number. */
function describeLackingPart({ proposal: { key } }: NamedTable, { on }: Overlap): string | null {
  const joined = on.flatMap(({ column }) => listKeyColumns(column))
  const parts = key?.columns ?? []
  const lacking = parts.find((part) => !joined.includes(part))
  return lacking !== undefined && parts.some((part) => joined.includes(part))
    ? `The join lacks ${JSON.stringify(lacking)}, a part of the parcel number, so rows of several parcels may be mixed up.`
    : null
}

/** Why a table is not joined to the main one. */
export const describeUnjoined = (main: NamedTable, { id }: Pick<NamedTable, 'id'>): string =>
  `No column of ${JSON.stringify(id)} has the values of one of ${JSON.stringify(main.id)} in the samples, so it is not joined.`

type MatchedJoin = { join: SourceJoin; matched: number; isUnique: boolean }

/** What to check about a join; null when nothing speaks against it. */
export function describeDoubt({ join, matched, isUnique }: MatchedJoin, isSample: boolean): string | null {
  const { file, on, match, take } = join
  const rows = `${Math.round(matched * 100)} of 100 rows${isSample ? ' of the sample' : ''} have a row in ${JSON.stringify(file)}.`
  if (matched < leastMatched)
    return `Only the name of ${JSON.stringify(listKeyColumns(on[0]?.equals ?? '')[0])} speaks for this join: ${rows}`
  if (matched < closeCall) return `Only ${rows}`
  if (match !== undefined) return matchDoubts[match]
  return isUnique || take.rows !== 'FIRST'
    ? null
    : `Several rows of ${JSON.stringify(file)} have the same key; the first is taken.`
}

const matchDoubts = {
  LETTERS_AND_DIGITS:
    'The keys are written differently and have only their letters and digits in common: compare some.',
  PARTS: 'The keys are written differently and are the same part by part, without leading zeros: compare some.',
}

/**
 * All columns of the parcel number stand in the other table under the same names. The beginnings of two files may share
 * no parcel, so values need only be as distinct as those of a key.
 */
function findNamedKey(main: NamedTable, other: NamedTable): Overlap | null {
  const columns = main.proposal.key?.columns ?? []
  const names = new Map(other.proposal.table.header.map((column) => [toPlainName(column), column]))
  const on = columns.flatMap((column) => {
    const equals = names.get(toPlainName(column))
    return equals === undefined ? [] : [{ column, equals }]
  })
  if (on.length === 0 || on.length < columns.length) return null
  const overlap = measureMatches(main, other, on)
  return overlap.matched >= leastMatched || on.length > 1 || on.every(({ equals }) => isKey(other, equals))
    ? overlap
    : null
}

const isKey = ({ proposal }: NamedTable, name: string) =>
  listKeys(proposal).includes(name) &&
  proposal.profiles.every(({ column, isSequence }) => column !== name || !isSequence)

// A column of few values meets every other.
const leastDistinct = 0.3

/** By the text of one column each; where few rows meet by it, by several columns or another spelling. */
function findOverlap(main: NamedTable, other: NamedTable): Overlap | null {
  const keys = [listKeys(main.proposal), listKeys(other.proposal)] as const
  const pairs = keys[0].flatMap((column) => keys[1].map((equals) => [{ column, equals }]))
  const [plain] = pairs.map((on) => measureOverlap(main, other, on)).sort(byMatched)
  if (plain && plain.matched >= closeCall) return plain
  const others = [
    findPairedKey(main, other),
    findComposedKey(main, other, keys),
    ...pairs.slice(0, maxLoosePairs).map((on) => measureMatches(main, other, on)),
  ].flatMap((overlap) => overlap ?? [])
  const [best] = [...(plain ? [plain] : []), ...others].sort(byMatched)
  return best && best.matched >= leastMatched ? best : null
}

const maxLoosePairs = 24
const byMatched = (a: Overlap, b: Overlap) => b.matched - a.matched

const listKeys = ({ profiles }: TableProposal) =>
  profiles
    .filter(
      ({ distinct, filled, isGeometry, cells }) =>
        distinct > leastDistinct && filled > 0.5 && !isGeometry && isCode(cells),
    )
    .map(({ column }) => column)

const isCode = (cells: readonly string[]) =>
  cells.slice(0, 50).every((cell) => /\d/.test(cell) && cell.length >= 3 && !/^\d+\.\d+$/.test(cell)) &&
  findDateFormats(cells.slice(0, 200)) === null

/** The column that says which of several rows is the latest: a sale's day, else the year of the values. */
const findLatest = ({ assigned }: TableProposal) =>
  (['lastSaleDate', 'saleRecordedOn', 'taxYear', 'valueYear'] as const)
    .map((target) => assigned.get(target)?.profile.column)
    .find((column) => column !== undefined) ?? null
