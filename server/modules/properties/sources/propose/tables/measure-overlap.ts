import { type KeyColumns, listKeyColumns, type SourceJoin } from '@dooryard/contract/data/sources/source-document'
import { createKeyReader, type KeySpelling, spellKey, toKeyTexts } from '../../compile/join-keys.ts'
import type { TableProposal } from '../propose-table.ts'
import { isFilled } from '../values/cells.ts'

export type NamedTable = { id: string; proposal: TableProposal }
export type Pair = { column: KeyColumns; equals: KeyColumns }
export type Overlap = {
  on: Pair[]
  match: SourceJoin['match']
  /** The share of the main table's keys that the other table has. */
  matched: number
  isUnique: boolean
  /** Each key is in one of the tables once at most, but for a few. */
  isKey: boolean
  /** The share of different keys among those of each table. */
  distinct: { column: number; equals: number }
}

/** How many keys of the sampled rows of one table the other has. */
export function measureOverlap(main: NamedTable, other: NamedTable, on: Pair[], match?: SourceJoin['match']): Overlap {
  const sides = [
    spellKeys(
      main.proposal,
      on.map(({ column }) => column),
      match,
    ),
    spellKeys(
      other.proposal,
      on.map(({ equals }) => equals),
      match,
    ),
  ]
  const readKey = createKeyReader(match === undefined ? [] : sides)
  const [values = [], keys = []] = sides.map((rows) => rows.map(readKey).filter((key) => key !== null))
  const known = new Set(keys)
  const matched = values.length === 0 ? 0 : values.filter((value) => known.has(value)).length / values.length
  const distinct = { column: getDistinctShare(values), equals: getDistinctShare(keys) }
  const isKey = distinct.column > 0.95 || distinct.equals > 0.95
  return { on, match, matched, isUnique: known.size === keys.length, isKey, distinct }
}

const getDistinctShare = (keys: readonly string[]) => (keys.length === 0 ? 0 : new Set(keys).size / keys.length)

// The same columns are compared with many others.
const knownSpellings = new WeakMap<TableProposal, Map<string, KeySpelling[]>>()

function spellKeys(proposal: TableProposal, sides: readonly KeyColumns[], match: SourceJoin['match']): KeySpelling[] {
  const known = knownSpellings.get(proposal) ?? new Map<string, KeySpelling[]>()
  knownSpellings.set(proposal, known)
  const name = JSON.stringify([sides, match])
  const spellings = known.get(name) ?? readTexts(proposal, sides).map((texts) => spellKey(texts, match))
  known.set(name, spellings)
  return spellings
}

function readTexts({ table }: TableProposal, sides: readonly KeyColumns[]): string[][] {
  const places = sides.map((columns) => listKeyColumns(columns).map((column) => table.header.indexOf(column)))
  const read = (row: readonly string[], at: number) => {
    const cell = row[at] ?? ''
    return isFilled(cell) ? cell : ''
  }
  return table.rows.map((row) => toKeyTexts(places.map((all) => all.map((at) => read(row, at)))))
}

const matches = [undefined, 'PARTS', 'LETTERS_AND_DIGITS'] as const
const leastGain = 0.05

/** Compares keys by their text, unless another way finds clearly more of them. */
export function measureMatches(main: NamedTable, other: NamedTable, on: Pair[]): Overlap {
  let best = measureOverlap(main, other, on)
  for (const match of matches.slice(1)) {
    if (best.matched > 1 - leastGain) break
    const loose = measureOverlap(main, other, on, match)
    if (loose.matched > best.matched + leastGain) best = loose
  }
  return best
}
