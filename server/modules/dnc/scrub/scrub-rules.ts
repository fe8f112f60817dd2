import { type DncList, type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import { callReadyExpiryDays, dncMaxAgeDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import type { ScrubbedAgainst, ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { PlanVersion, ScrubPlan } from './scrub-plan.ts'

/** Whole UTC days from the fetch of a version to the day of `at`; negative if it was fetched later. */
export const getAgeInDays = (accessedOn: string, at: Date): number =>
  Math.floor(at.getTime() / dayMs) - Date.parse(`${accessedOn}T00:00:00Z`) / dayMs

/** 16 CFR 310.4(b)(3)(iv): obtained at most 31 days before the call. A version may be at most one day ahead of UTC. */
export function isCurrent(accessedOn: string, at: Date): boolean {
  const age = getAgeInDays(accessedOn, at)
  return age >= -1 && age <= dncMaxAgeDays
}

/** Why a number may not be called, most severe first. */
export const listedResultsBySeverity = ['LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC'] as const
type ListedResult = (typeof listedResultsBySeverity)[number]

export const resultByList: Record<DncList, ListedResult> = {
  LITIGATOR: 'LITIGATOR',
  INTERNAL: 'INTERNAL_DNC',
  NATIONAL: 'NATIONAL_DNC',
  STATE: 'STATE_DNC',
}

/** Returns CLEAN only for a covered number on no list. */
export function getReasons({ on, isCovered }: { on: ReadonlySet<DncList>; isCovered: boolean }): ScrubResult[] {
  const listed = new Set([...on].map((list) => resultByList[list]))
  const reasons: ScrubResult[] = listedResultsBySeverity.filter((result) => listed.has(result))
  if (!isCovered) reasons.push('NOT_SCRUBBED')
  return reasons.length > 0 ? reasons : ['CLEAN']
}

/** A ten-digit North American number. Lists say nothing of other numbers. */
export const isTenDigits = (number: string) => /^[2-9]\d{9}$/.test(number)

export const getAreaCode = (number: string) => number.slice(0, 3)

/** The versions in which numbers are looked up: all except outdated registry versions. */
export const getUsedVersions = ({ at, copies }: ScrubPlan): PlanVersion[] =>
  copies.filter(({ list, accessedOn }) => list !== 'NATIONAL' || isCurrent(accessedOn, new Date(at)))

export const getNationalVersions = (plan: ScrubPlan): ReadonlyMap<string, PlanVersion> =>
  new Map(getUsedVersions(plan).flatMap((copy) => (copy.list === 'NATIONAL' ? [[copy.scope, copy] as const] : [])))

export const hasNationalCoverage = (plan: ScrubPlan): boolean => getNationalVersions(plan).size > 0

export function createDecider(plan: ScrubPlan): (number: string, loads: readonly number[]) => ScrubResult[] {
  const national = getNationalVersions(plan)
  const listOfLoad = new Map(
    getUsedVersions(plan).flatMap(({ list, load }) => (list === 'NATIONAL' ? [] : [[load, list]])),
  )
  return (number, loads) => {
    const copy = isTenDigits(number) ? national.get(getAreaCode(number)) : undefined
    const on = new Set<DncList>()
    for (const load of loads) {
      const list = listOfLoad.get(load)
      if (list) on.add(list)
      // A load covers many area codes, and another version may be the one for this area code.
      else if (copy?.load === load) on.add('NATIONAL')
    }
    return getReasons({ on, isCovered: copy !== undefined })
  }
}

export const getMostSevere = ([first]: readonly ScrubResult[]): ScrubResult => first ?? 'NOT_SCRUBBED'

export const resultOrder = scrubResults.values

/** Builds a summary with one entry for all versions of the same fetch. */
export function buildScrubSummary(plan: ScrubPlan, results: ReadonlyMap<string, ScrubResult>): ScrubSummary {
  const numbers = [...results.keys()].filter(isTenDigits)
  const areaCodes = new Set(numbers.map(getAreaCode))
  const national = getNationalVersions(plan)
  const isSearched = ({ list, scope }: PlanVersion) => (list === 'NATIONAL' ? areaCodes.has(scope) : numbers.length > 0)
  return {
    checkedAt: plan.at,
    numbers: results.size,
    byResult: countResults(results),
    against: groupByFetch(getUsedVersions(plan).filter(isSearched)),
    notCovered: [...areaCodes].filter((areaCode) => !national.has(areaCode)).sort(),
  }
}

/** Of the user or the platform. */
export const isInternal = ({ list }: Pick<PlanVersion, 'list'>): boolean => list === 'INTERNAL'

/**
 * The summary of a scrub after its numbers were also looked up in the internal lists, by a plan of these alone. The time
 * of the scrub stays, since the other lists were not searched again.
 */
export function addInternalCheck(
  scrub: ScrubSummary,
  plan: ScrubPlan,
  results: ReadonlyMap<string, ScrubResult>,
): ScrubSummary {
  const { numbers, byResult, against } = buildScrubSummary(plan, results)
  return { ...scrub, numbers, byResult, against: [...scrub.against.filter((one) => !isInternal(one)), ...against] }
}

function countResults(results: ReadonlyMap<string, ScrubResult>): ScrubSummary['byResult'] {
  const counts = new Map<ScrubResult, number>()
  for (const result of results.values()) counts.set(result, (counts.get(result) ?? 0) + 1)
  return resultOrder.flatMap((result) => {
    const count = counts.get(result)
    return count === undefined ? [] : [{ result, count }]
  })
}

function groupByFetch(copies: readonly PlanVersion[]): ScrubbedAgainst[] {
  const groups = new Map<string, ScrubbedAgainst>()
  for (const { list, scope, owner, san, accessedOn, sha256 } of copies) {
    const isNational = list === 'NATIONAL'
    const key = JSON.stringify([list, owner, san, accessedOn, sha256, isNational || scope])
    const group = groups.get(key) ?? {
      list,
      owner,
      ...(san !== null && { san }),
      areaCodes: [],
      ...(list === 'STATE' && { state: scope }),
      accessedOn,
      sha256,
    }
    if (isNational) group.areaCodes.push(scope)
    groups.set(key, group)
  }
  for (const { areaCodes } of groups.values()) areaCodes.sort()
  return [...groups.values()]
}

/**
 * Returns until when numbers found clean may be called: 30 days after the scrub, and not beyond the day on which the
 * oldest registry version used is 31 days old, since 16 CFR 310.4(b)(3)(iv) requires a version obtained at most 31
 * days before the call. That day counts until its end, in UTC.
 */
export function getCallableUntil({ checkedAt, against }: Pick<ScrubSummary, 'checkedAt' | 'against'>): Date {
  const ends = against.flatMap(({ list, accessedOn }) =>
    list === 'NATIONAL' ? [Date.parse(`${accessedOn}T00:00:00Z`) + (dncMaxAgeDays + 1) * dayMs - 1] : [],
  )
  return new Date(Math.min(Date.parse(checkedAt) + callReadyExpiryDays * dayMs, ...ends))
}
