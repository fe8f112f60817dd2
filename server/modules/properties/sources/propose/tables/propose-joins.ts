import { toPlainName } from '../headers/header-words.ts'
import type { JoinProposal } from '../proposal.ts'
import type { TableProposal } from '../propose-table.ts'
import { isFilled } from '../values/cells.ts'
import { findDateFormats } from '../values/dates.ts'

type NamedTable = { id: string; proposal: TableProposal }
type Pair = { column: string; equals: string }
type Overlap = { on: Pair[]; matched: number; isUnique: boolean }

/** Below it a join is told by names alone. */
export const leastMatched = 0.2
const closeCall = 0.6

/**
 * How a table is joined to the main one: by the columns whose values meet most often, of which one of the tables has
 * each value once. Shares are of the sampled rows, so of files cut short they are less than of the whole.
 */
export function proposeJoin(main: NamedTable, other: NamedTable): JoinProposal | null {
  const named = findNamedKey(main, other)
  const isMet = named !== null && (named.matched >= leastMatched || named.on.length > 1)
  const overlap = isMet ? named : (findOverlap(main, other) ?? named)
  if (!overlap) return null
  const { matched, isUnique, on } = overlap
  const by = isUnique ? null : findLatest(other.proposal)
  return {
    join: { file: other.id, on, take: by === null ? { rows: 'FIRST' } : { rows: 'LATEST', by } },
    matched,
    isUnique,
    doubt: describeDoubt(overlap, by, other),
  }
}

/** Why a table is not joined to the main one. */
export const describeUnjoined = (main: NamedTable, { id }: Pick<NamedTable, 'id'>): string =>
  `No column of ${JSON.stringify(id)} has the values of one of ${JSON.stringify(main.id)} in the samples, so it is not joined.`

function describeDoubt({ matched, isUnique, on }: Overlap, by: string | null, { id }: NamedTable): string | null {
  if (matched < leastMatched)
    return `Only the name of ${JSON.stringify(on[0]?.equals)} speaks for this join: ${Math.round(matched * 100)} of 100 rows of the sample have a row in ${JSON.stringify(id)}.`
  if (matched < closeCall)
    return `Only ${Math.round(matched * 100)} of 100 rows of the sample have a row in ${JSON.stringify(id)}.`
  return isUnique || by !== null ? null : `Several rows of ${JSON.stringify(id)} have the same key; the first is taken.`
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
  const overlap = measureOverlap(main, other, on)
  return overlap.matched >= leastMatched || on.length > 1 || on.every(({ equals }) => isKey(other, equals))
    ? overlap
    : null
}

const isKey = ({ proposal }: NamedTable, name: string) =>
  listKeys(proposal).includes(name) &&
  proposal.profiles.every(({ column, isSequence }) => column !== name || !isSequence)

// A column of few values meets every other.
const leastDistinct = 0.3

function findOverlap(main: NamedTable, other: NamedTable): Overlap | null {
  const overlaps = listKeys(main.proposal).flatMap((column) =>
    listKeys(other.proposal).map((equals) => measureOverlap(main, other, [{ column, equals }])),
  )
  const [best] = overlaps.sort((a, b) => b.matched - a.matched)
  return best && best.matched >= leastMatched ? best : null
}

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

function measureOverlap(main: NamedTable, other: NamedTable, on: readonly Pair[]): Overlap {
  const keys = listValues(
    other.proposal,
    on.map(({ equals }) => equals),
  )
  const known = new Set(keys)
  const values = listValues(
    main.proposal,
    on.map(({ column }) => column),
  )
  const matched = values.length === 0 ? 0 : values.filter((value) => known.has(value)).length / values.length
  return { on: [...on], matched, isUnique: known.size === keys.length }
}

function listValues({ table: { header, rows } }: TableProposal, columns: readonly string[]): string[] {
  const places = columns.map((column) => header.indexOf(column))
  return rows.flatMap((row) => {
    const cells = places.map((at) => row[at] ?? '')
    return cells.some(isFilled) ? [cells.join('\n')] : []
  })
}

/** The column that says which of several rows is the latest: a sale's day, else the year of the values. */
const findLatest = ({ assigned }: TableProposal) =>
  (['lastSaleDate', 'saleRecordedOn', 'taxYear', 'valueYear'] as const)
    .map((target) => assigned.get(target)?.profile.column)
    .find((column) => column !== undefined) ?? null
