import type { Transform } from '@dooryard/contract/data/sources/transforms'
import type { Candidate } from '../columns/candidate.ts'
import { continuesLine } from '../columns/continues-line.ts'
import { readHeader } from '../headers/header-words.ts'
import { matchNames } from '../headers/match-names.ts'
import { fitValues } from '../values/fit-values.ts'
import { measureShare } from '../values/profile.ts'
import { type PlacedField, placeField, type TableView } from './placed-field.ts'

/** Owners from all their columns, and from the taxpayer's where the owner's are mostly empty. */
export function placeOwners(table: TableView, today: string): PlacedField[] {
  const owner = table.assigned.get('ownerNames')
  const taxpayer = table.assigned.get('taxpayerNames')
  if (!owner) return taxpayer ? [placeOwnerColumns([taxpayer, ...findSecondOwners(table, taxpayer, today)])] : []
  const seconds = findSecondOwners(table, owner, today)
  const first = findFirstNames(table, owner)
  if (first) {
    const placed = placePairs([[owner, first], ...seconds.flatMap((second) => pairWithFirst(table, second))])
    // Companies can stand in a column of their own.
    const doubt = `Many rows have no ${JSON.stringify(owner.profile.column)}: see whether another column has their owners.`
    return [owner.profile.filled < leastNamed && table.rows.length > 0 ? { ...placed, doubt } : placed]
  }
  const owners = [owner, ...seconds]
  if (!taxpayer || taxpayer.profile.filled === 0 || owner.profile.filled >= taxpayer.profile.filled * 0.5)
    return [placeOwnerColumns(owners)]
  const named = placeOwnerColumns(owners)
  const other = placeOwnerColumns([taxpayer])
  return [
    {
      ...named,
      source: { firstOf: [named.source, other.source] },
      doubt: named.doubt ?? 'The owner is mostly empty, so the taxpayer is taken where it is.',
    },
  ]
}

function placeOwnerColumns(owners: readonly Candidate[]): PlacedField {
  const cells = owners.flatMap(({ profile }) => profile.cells)
  const separator = [';', '|'].find((sign) => measureShare(cells, (cell) => cell.includes(sign)) > 0.05)
  const transforms: Transform[] = separator ? [{ type: 'SPLIT_NAMES', separator }] : []
  return placeField('ownerNames', owners, transforms)
}

/** Last and first names of one owner or of several. */
function placePairs(pairs: readonly (readonly Candidate[])[]): PlacedField {
  const size = pairs.length > 1 ? { size: 2 } : {}
  return placeField('ownerNames', pairs.flat(), [{ type: 'JOIN', separator: ' ', ...size }])
}

function pairWithFirst(table: TableView, last: Candidate): [Candidate, Candidate][] {
  const first = findFirstNames(table, last)
  return first ? [[last, first]] : []
}

/** The column of first names that belongs to one of last names: `OWNLASTNM` and `OWNFRSTNM`. */
function findFirstNames({ header, profiles, assigned }: TableView, owner: Candidate): Candidate | undefined {
  const last = readHeader(owner.profile.column, false).words
  const lastAt = last.findIndex(({ meanings }) => meanings.has('LAST'))
  if (lastAt < 0) return undefined
  const used = new Set([...assigned.values()].map(({ profile }) => profile.at))
  const at = header.findIndex((column, place) => {
    const { words } = readHeader(column, false)
    const isFirst = words.length === last.length && (words[lastAt]?.meanings.has('FIRST') ?? false)
    return isFirst && !used.has(place) && words.every(({ text }, word) => word === lastAt || text === last[word]?.text)
  })
  const profile = profiles[at]
  return profile && profile.cells.length > 0 ? { ...owner, profile } : undefined
}

const maxOwners = 5
const leastNamed = 0.9
const nameOfNext = 0.9

/** Columns of further owners; those that are empty in the sample are left out. */
function findSecondOwners(table: TableView, owner: Candidate, today: string): Candidate[] {
  const matches = matchNames(table.header)
  const used = new Set(
    [...table.assigned.values()].filter(({ target }) => target !== 'secondOwner').map(({ profile }) => profile.at),
  )
  return table.profiles
    .flatMap((profile, at): Candidate[] => {
      const named = matches[at]?.find(({ target }) => target === 'secondOwner')
      const isNext = at === owner.profile.at + 1 && continuesLine(owner.profile.column, profile.column, 2)
      const match = isNext ? { score: Math.max(nameOfNext, named?.score ?? 0) } : named
      if (!match || match.score < 0.75 || used.has(at)) return []
      const fit = fitValues('secondOwner', profile, today)
      const isEmpty = profile.rows > 0 && profile.cells.length === 0
      return fit < 0.6 || isEmpty
        ? []
        : [{ ...owner, target: 'secondOwner', profile, name: match.score, fit, rival: null }]
    })
    .slice(0, maxOwners - 1)
}
