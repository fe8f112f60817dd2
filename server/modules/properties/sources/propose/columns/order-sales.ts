import type { DateFormat } from '@dooryard/contract/data/sources/transforms'
import { parseDay } from '../../mapping/dates.ts'
import { toPlainName } from '../headers/header-words.ts'
import { findDateFormats } from '../values/dates.ts'
import { fitValues } from '../values/fit-values.ts'
import type { ColumnProfile } from '../values/profile.ts'
import type { Assignment, Candidate } from './candidate.ts'

const targets = {
  date: ['lastSaleDate', 'previousSaleDate'],
  price: ['lastSalePrice', 'previousSalePrice'],
} as const

const leastFit = 0.8
const leastLatest = 0.8
const numberedName = 0.95

/**
 * Of sales with names that differ in a number alone, the one with the latest days is the last: some rolls number from
 * the first sale on. Prices go with the days of the same number.
 */
export function orderSales(
  assigned: Assignment,
  profiles: readonly ColumnProfile[],
  rows: readonly (readonly string[])[],
  today: string,
): Assignment {
  const days = listNumbered(assigned, profiles, 'date', today)
  if (days.length < 2) return assigned
  const counted = countLatest(days, rows, today)
  const [last, previous] = counted.map(({ profile }) => profile)
  const isClear = (counted[0]?.share ?? 0) >= leastLatest
  const prices = listNumbered(assigned, profiles, 'price', today)
  const ordered = new Map(assigned)
  for (const [at, day] of [last, previous].entries()) {
    if (!day) continue
    const rival = !isClear && at === 0 && previous ? { column: previous.column, share: 1 } : null
    place(ordered, targets.date[at as 0 | 1], { profile: day, rival }, today)
    const price = prices.find((one) => getNumber(one) === getNumber(day))
    if (price) place(ordered, targets.price[at as 0 | 1], { profile: price, rival: null }, today)
  }
  return ordered
}

function place(
  assigned: Map<Candidate['target'], Candidate>,
  target: Candidate['target'],
  { profile, rival }: Pick<Candidate, 'profile' | 'rival'>,
  today: string,
): void {
  const known = assigned.get(target)
  const name = known?.profile === profile ? Math.max(known.name, numberedName) : numberedName
  assigned.set(target, { target, profile, name, fit: fitValues(target, profile, today), rival })
}

/** The columns with the name of the last sale's, but for its number; without those that another field is read from. */
function listNumbered(
  assigned: Assignment,
  profiles: readonly ColumnProfile[],
  kind: 'date' | 'price',
  today: string,
): ColumnProfile[] {
  const [last, previous] = targets[kind].map((target) => assigned.get(target)?.profile)
  const named = last ?? previous
  if (!named || (previous && getStem(previous) !== getStem(named))) return []
  const used = new Set([...assigned.values()].map(({ profile }) => profile))
  return profiles
    .filter((profile) => getStem(profile) === getStem(named))
    .filter((profile) => profile === last || profile === previous || !used.has(profile))
    .filter((profile) => profile.rows === 0 || fitValues(targets[kind][0], profile, today) > leastFit)
    .sort((a, b) => Number(getNumber(a)) - Number(getNumber(b)))
}

const getStem = ({ column }: ColumnProfile) => toPlainName(column).replaceAll(/\d/g, '')
const getNumber = ({ column }: ColumnProfile) => column.replaceAll(/\D/g, '')

/** How often each column has the latest day of its row, the most frequent first; of those alike the later one. */
function countLatest(days: readonly ColumnProfile[], rows: readonly (readonly string[])[], today: string) {
  const formats = days.map(({ cells }) => findDateFormats(cells)?.formats ?? [])
  const counts = days.map((profile) => ({ profile, latest: 0, later: 0 }))
  let dated = 0
  for (const row of rows) {
    const read = days.map(({ at }, place) => readDay(row[at] ?? '', formats[place] ?? [], today))
    if (read.every((day) => day === '')) continue
    dated += 1
    for (const [place, count] of counts.entries()) {
      const earlier = read.filter((day) => day < (read[place] ?? '')).length
      count.later += earlier
      if (read.every((day) => day <= (read[place] ?? ''))) count.latest += 1
    }
  }
  return counts
    .map((count) => ({ ...count, share: dated === 0 ? 1 : count.latest / dated }))
    .sort((a, b) => b.latest - a.latest || b.later - a.later)
}

function readDay(cell: string, formats: readonly DateFormat[], today: string): string {
  for (const format of formats) {
    const day = parseDay(format, cell, today)
    if (day !== undefined) return day
  }
  return ''
}
