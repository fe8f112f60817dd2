import type { DncCopy, DncCoverage } from '@dooryard/contract/dnc'
import { type PageOf, toPage } from '@dooryard/contract/paging'
import { stateName } from '../../../criteria/places/states.ts'
import { formatDay, plural } from '../../../lib/format.ts'
import type { CoverageState } from '../integration-search.ts'

/** Days before the end of a copy from which on it is said that the end is near. */
const nearDays = 7

type AgeState = 'CURRENT' | 'ENDING' | 'STALE'

type Aged = Pick<DncCopy, 'ageDays' | 'isCurrent'>

/** Whether a copy can be used, can be for less than a week more, or is too old. */
export function toAgeState({ ageDays, isCurrent }: Aged, maxAgeDays: number): AgeState {
  if (!isCurrent) return 'STALE'
  return maxAgeDays - ageDays < nearDays ? 'ENDING' : 'CURRENT'
}

const days = (count: number) => plural(count, 'day')

/** `Today`, `3 days`, `27 days, 4 left`, `31 days, the last`, `40 days, out of date`. */
export function formatAge(copy: Aged, maxAgeDays: number): string {
  const { ageDays } = copy
  const state = toAgeState(copy, maxAgeDays)
  const left = maxAgeDays - ageDays
  if (state === 'STALE') return `${days(ageDays)}, out of date`
  if (state === 'ENDING') return `${days(ageDays)}, ${left === 0 ? 'the last' : `${left} left`}`
  return ageDays <= 0 ? 'Today' : days(ageDays)
}

/** How much of its time a copy has behind it, from 0 to 1. */
export const toAgeShare = ({ ageDays }: Pick<DncCopy, 'ageDays'>, maxAgeDays: number) =>
  Math.min(1, Math.max(0, ageDays / maxAgeDays))

/** An area code with the copy that its numbers are checked against, and the one that stands behind it. */
export type CoverageRow = { areaCode: string; used: DncCopy; behind?: DncCopy }

/** The copies of the national registry by area code, in order. */
export function coverageRows(copies: readonly DncCopy[]): CoverageRow[] {
  const national = copies.filter(({ list }) => list === 'NATIONAL')
  const byArea = Map.groupBy(national, ({ areaCode = '' }) => areaCode)
  return [...byArea]
    .flatMap(([areaCode, [first, ...rest]]) => {
      if (!first) return []
      const used = [first, ...rest].find(({ isUsed }) => isUsed) ?? first
      const behind = [first, ...rest].find((copy) => copy !== used)
      return [{ areaCode, used, ...(behind && { behind }) }]
    })
    .sort((one, other) => one.areaCode.localeCompare(other.areaCode))
}

/** The states that have area codes, by their postal codes, as a choice. */
export const toStateChoices = (copies: readonly DncCopy[]) =>
  [...new Set(coverageRows(copies).flatMap(({ used }) => used.state ?? []))]
    .map((value) => ({ value, label: stateName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))

function matches({ areaCode, used }: CoverageRow, { search, state, age }: CoverageState, maxAgeDays: number) {
  if (state && used.state !== state) return false
  if (age && toAgeState(used, maxAgeDays) !== age) return false
  const asked = search?.trim().toLowerCase()
  if (!asked) return true
  const texts = [used.state, used.state && stateName(used.state)].map((text) => text?.toLowerCase())
  return areaCode.startsWith(asked) || texts.some((text) => text?.startsWith(asked))
}

export function coveragePage({ copies, maxAgeDays }: DncCoverage, asked: CoverageState): PageOf<CoverageRow> {
  const found = coverageRows(copies).filter((row) => matches(row, asked, maxAgeDays))
  const { page, limit, sort = 'areaCode', order } = asked
  const way = order === 'desc' ? -1 : 1
  // Of equals the lower area code stays first.
  if (sort === 'areaCode') found.sort((one, other) => way * one.areaCode.localeCompare(other.areaCode))
  else found.sort((one, other) => way * (one.used[sort] - other.used[sort]))
  return toPage(found.slice((page - 1) * limit, page * limit), found.length, { page, limit })
}

/** The oldest copy of the registry in use, if there is one. */
export const oldestUsed = ({ copies }: DncCoverage): DncCopy | undefined =>
  coverageRows(copies)
    .map(({ used }) => used)
    .sort((one, other) => other.ageDays - one.ageDays)[0]

export const otherLists = (copies: readonly DncCopy[]) => copies.filter(({ list }) => list !== 'NATIONAL')

const uncovered = (areaCode: string) =>
  `No number in ${areaCode} can be checked then, and none of them is delivered as callable until another copy is imported.`

export function describeRemoval({ areaCode, behind }: CoverageRow, maxAgeDays: number): string {
  if (!behind) return uncovered(areaCode)
  const copy = `the platform's copy of ${formatDay(behind.accessedOn)}`
  if (behind.isCurrent)
    return `Numbers in ${areaCode} are checked against ${copy} instead (${formatAge(behind, maxAgeDays).toLowerCase()}).`
  return `What is left is ${copy}, which is out of date. ${uncovered(areaCode)}`
}

export function describeListRemoval({ list, numbers, state = '' }: DncCopy): string {
  if (list === 'STATE') return `Numbers are no longer checked against the list of ${stateName(state)}.`
  return `${plural(numbers, 'number')} may be called again, unless another list has them too.`
}
