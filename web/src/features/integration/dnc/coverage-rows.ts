import { type PageResult, toPage } from '@dooryard/contract/api/paging'
import type { DncCoverage, DncListVersion } from '@dooryard/contract/data/dnc'
import { getStateName } from '../../../criteria/places/states.ts'
import { formatDay, pluralize } from '../../../lib/format/format.ts'
import type { CoverageState } from '../integration-search.ts'

/** Days before expiry from which a list version is shown as expiring. */
const expiringDays = 7

type AgeState = 'CURRENT' | 'ENDING' | 'STALE'

type VersionAge = Pick<DncListVersion, 'ageDays' | 'isCurrent'>

/** Whether a list version is current, expires within a week, or is stale. */
export function toAgeState({ ageDays, isCurrent }: VersionAge, maxAgeDays: number): AgeState {
  if (!isCurrent) return 'STALE'
  return maxAgeDays - ageDays < expiringDays ? 'ENDING' : 'CURRENT'
}

const formatDays = (count: number) => pluralize(count, 'day')

/** `Today`, `3 days`, `27 days, 4 left`, `31 days, the last`, `40 days, out of date`. */
export function formatAge(version: VersionAge, maxAgeDays: number): string {
  const { ageDays } = version
  const state = toAgeState(version, maxAgeDays)
  const left = maxAgeDays - ageDays
  if (state === 'STALE') return `${formatDays(ageDays)}, out of date`
  if (state === 'ENDING') return `${formatDays(ageDays)}, ${left === 0 ? 'the last' : `${left} left`}`
  return ageDays <= 0 ? 'Today' : formatDays(ageDays)
}

/** The elapsed share of a list version's validity, from 0 to 1. */
export const toAgeShare = ({ ageDays }: Pick<DncListVersion, 'ageDays'>, maxAgeDays: number) =>
  Math.min(1, Math.max(0, ageDays / maxAgeDays))

/** An area code with the list version its numbers are checked against, and the fallback version. */
export type CoverageRow = { areaCode: string; used: DncListVersion; fallback?: DncListVersion }

/** The versions of the national registry by area code, sorted. */
export function toCoverageRows(copies: readonly DncListVersion[]): CoverageRow[] {
  const national = copies.filter(({ list }) => list === 'NATIONAL')
  const versionsByArea = Map.groupBy(national, ({ areaCode = '' }) => areaCode)
  return [...versionsByArea]
    .flatMap(([areaCode, [first, ...rest]]) => {
      if (!first) return []
      const used = [first, ...rest].find(({ isUsed }) => isUsed) ?? first
      const fallback = [first, ...rest].find((version) => version !== used)
      return [{ areaCode, used, ...(fallback && { fallback }) }]
    })
    .sort((one, other) => one.areaCode.localeCompare(other.areaCode))
}

/** The states that have area codes, as select options. */
export const toStateChoices = (copies: readonly DncListVersion[]) =>
  [...new Set(toCoverageRows(copies).flatMap(({ used }) => used.state ?? []))]
    .map((value) => ({ value, label: getStateName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))

function matches({ areaCode, used }: CoverageRow, { search, state, age }: CoverageState, maxAgeDays: number) {
  if (state && used.state !== state) return false
  if (age && toAgeState(used, maxAgeDays) !== age) return false
  const query = search?.trim().toLowerCase()
  if (!query) return true
  const texts = [used.state, used.state && getStateName(used.state)].map((text) => text?.toLowerCase())
  return areaCode.startsWith(query) || texts.some((text) => text?.startsWith(query))
}

export function getCoveragePage({ copies, maxAgeDays }: DncCoverage, query: CoverageState): PageResult<CoverageRow> {
  const found = toCoverageRows(copies).filter((row) => matches(row, query, maxAgeDays))
  const { page, limit, sort = 'areaCode', order } = query
  const direction = order === 'desc' ? -1 : 1
  // Ties keep the lower area code first.
  if (sort === 'areaCode') found.sort((one, other) => direction * one.areaCode.localeCompare(other.areaCode))
  else found.sort((one, other) => direction * (one.used[sort] - other.used[sort]))
  return toPage(found.slice((page - 1) * limit, page * limit), found.length, { page, limit })
}

/** The oldest registry version in use, if any. */
export const findOldestUsed = ({ copies }: DncCoverage): DncListVersion | undefined =>
  toCoverageRows(copies)
    .map(({ used }) => used)
    .sort((one, other) => other.ageDays - one.ageDays)[0]

export const selectOtherLists = (copies: readonly DncListVersion[]) => copies.filter(({ list }) => list !== 'NATIONAL')

const describeUncovered = (areaCode: string) =>
  `Numbers in ${areaCode} then cannot be checked, so none is delivered as callable until you import another copy.`

export function describeRemoval({ areaCode, fallback }: CoverageRow, maxAgeDays: number): string {
  if (!fallback) return describeUncovered(areaCode)
  const version = `the platform's copy of ${formatDay(fallback.accessedOn)}`
  if (fallback.isCurrent)
    return `Numbers in ${areaCode} are checked against ${version} instead (${formatAge(fallback, maxAgeDays).toLowerCase()}).`
  return `Only ${version} remains, which is out of date. ${describeUncovered(areaCode)}`
}

export function describeListRemoval({ list, numbers, state = '' }: DncListVersion): string {
  if (list === 'STATE') return `Numbers are no longer checked against the list of ${getStateName(state)}.`
  return `${pluralize(numbers, 'number')} may be called again, unless another list has them too.`
}
