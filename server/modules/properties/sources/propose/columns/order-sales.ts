import type { DateFormat } from '@dooryard/contract/data/sources/transforms'
import { parseDay } from '../../mapping/dates.ts'
import { toPlainName } from '../headers/header-words.ts'
import type { NameTarget } from '../headers/match-names.ts'
import { findDateFormats } from '../values/dates.ts'
import { fitValues } from '../values/fit-values.ts'
import type { ColumnProfile } from '../values/profile.ts'
import type { Assignment } from './candidate.ts'

const details = ['lastSaleDeedType', 'lastSaleDocument', 'deedBook', 'deedPage', 'armsLength'] as const

const leastFit = 0.8
const leastLatest = 0.8
const numberedName = 0.95

/** Columns with one name but for a number, each number once. */
type NumberedColumns = { stem: string; columns: readonly ColumnProfile[] }

/**
 * Of sales with names that differ in a number alone, the one with the latest days is the last: some rolls number from
 * the first sale on. Prices and deeds go with the day of their number.
 */
export function orderSales(
  assigned: Assignment,
  profiles: readonly ColumnProfile[],
  rows: readonly (readonly string[])[],
  today: string,
): Assignment {
  const listFor = (...targets: readonly NameTarget[]) => listNumbered(assigned, profiles, targets, today)
  const stated = assigned.get('previousSaleDate')?.profile
  const days = listFor('lastSaleDate', 'previousSaleDate')
  if (!days || days.columns.length < 2 || (stated && getStem(stated) !== days.stem)) return assigned
  const { last, previous, rival } = findLatest(days.columns, rows, today)
  const ordered = new Map(assigned)
  /** Reads the target from the column of the same number; from none rather than from that of another sale. */
  const move = (target: NameTarget, numbered: NumberedColumns | null, day: ColumnProfile | undefined) => {
    if (!numbered) return
    const known = assigned.get(target)
    const profile = numbered.columns.find((one) => day && getNumber(one) === getNumber(day))
    if (profile) {
      const isKnown = known?.profile === profile
      // Numbers tell the others apart.
      const isOther = known?.rival && !numbered.columns.some(({ column }) => column === known.rival?.column)
      ordered.set(target, {
        ...{ target, profile, fit: fitValues(target, profile, today), rival: isOther ? known.rival : null },
        name: isKnown ? Math.max(known.name, numberedName) : numberedName,
      })
    } else if (known && getStem(known.profile) === numbered.stem) {
      const isOfAnother = days.columns.some((one) => one !== day && getNumber(one) === getNumber(known.profile))
      if (isOfAnother) ordered.delete(target)
    }
  }
  move('lastSaleDate', days, last)
  move('previousSaleDate', days, previous)
  const prices = listFor('lastSalePrice', 'previousSalePrice')
  move('lastSalePrice', prices, last)
  move('previousSalePrice', prices, previous)
  for (const target of details) move(target, listFor(target), last)
  const day = ordered.get('lastSaleDate')
  if (day && rival) ordered.set('lastSaleDate', { ...day, rival: { column: rival.column, share: 1 } })
  return ordered
}

/** The columns with the name of the first target's, but for its number, that no other field is read from. */
function listNumbered(
  assigned: Assignment,
  profiles: readonly ColumnProfile[],
  targets: readonly NameTarget[],
  today: string,
): NumberedColumns | null {
  const known = targets.flatMap((target) => assigned.get(target) ?? [])
  const [first] = known
  if (!first) return null
  const stem = getStem(first.profile)
  const own = known.map(({ profile }) => profile).filter((profile) => getStem(profile) === stem)
  const used = new Set([...assigned.values()].map(({ profile }) => profile))
  const free = profiles
    .filter((profile) => getStem(profile) === stem && !used.has(profile))
    .filter((profile) => profile.rows === 0 || fitValues(first.target, profile, today) >= leastFit)
  const columns = [...own, ...free]
    .filter((profile, at, all) => all.findIndex((one) => getNumber(one) === getNumber(profile)) === at)
    .sort((a, b) => Number(getNumber(a)) - Number(getNumber(b)))
  return { stem, columns }
}

const getStem = ({ column }: ColumnProfile) => toPlainName(column).replaceAll(/\d/g, '')
const getNumber = ({ column }: ColumnProfile) => column.replaceAll(/\D/g, '')

/**
 * The column that has the latest day of most rows, of those alike the one with more later days, and one of the others
 * with earlier days. `rival` is the next one where the last is not clear.
 */
function findLatest(days: readonly ColumnProfile[], rows: readonly (readonly string[])[], today: string) {
  const formats = days.map(({ cells }) => findDateFormats(cells)?.formats ?? [])
  const dated = rows
    .map((row) => days.map(({ at }, place) => readDay(row[at] ?? '', formats[place] ?? [], today)))
    .filter((row) => row.some((day) => day !== ''))
  const sum = (count: (row: readonly string[]) => number) => dated.reduce((total, row) => total + count(row), 0)
  const isLatest = (row: readonly string[], latest = '') => row.every((day) => day <= latest)
  const counted = days
    .map((profile, place) => ({
      ...{ profile, place },
      latest: sum((row) => (isLatest(row, row[place]) ? 1 : 0)),
      later: sum((row) => row.filter((day) => day < (row[place] ?? '')).length),
    }))
    .sort((a, b) => b.latest - a.latest || b.later - a.later)
  const [last, ...others] = counted
  const isEarlier = (day = '', than = '') => day !== '' && day < than
  const previous = others.find(
    ({ place }) => dated.length === 0 || dated.some((row) => isEarlier(row[place], row[last?.place ?? 0])),
  )
  const isClear = (last?.latest ?? 0) >= dated.length * leastLatest
  return { last: last?.profile, previous: previous?.profile, rival: isClear ? undefined : others[0]?.profile }
}

function readDay(cell: string, formats: readonly DateFormat[], today: string): string {
  for (const format of formats) {
    const day = parseDay(format, cell, today)
    if (day !== undefined) return day
  }
  return ''
}
