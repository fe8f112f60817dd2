import { callReadyExpiryDays, dncMaxAgeDays } from '@dooryard/contract/limits'
import type { ScrubbedAgainst, ScrubSummary } from '@dooryard/contract/order-files'
import { dayMs } from '@dooryard/contract/time'
import { type DncList, type ScrubResult, scrubResults } from '@dooryard/contract/vocabularies'
import type { PlanCopy, ScrubPlan } from './scrub-plan.ts'

/** Whole days from the day on which a copy was fetched to the day of `at`, in UTC; negative for one fetched later. */
export const ageInDays = (accessedOn: string, at: Date): number =>
  Math.floor(at.getTime() / dayMs) - Date.parse(`${accessedOn}T00:00:00Z`) / dayMs

/** 16 CFR 310.4(b)(3)(iv): obtained at most 31 days before the call. A copy can be a day ahead of UTC, and no more. */
export function isCurrent(accessedOn: string, at: Date): boolean {
  const age = ageInDays(accessedOn, at)
  return age >= -1 && age <= dncMaxAgeDays
}

/** Why a number may not be called, the gravest first. */
export const gravity = ['LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC'] as const
type Listed = (typeof gravity)[number]

export const resultOfList: Record<DncList, Listed> = {
  LITIGATOR: 'LITIGATOR',
  INTERNAL: 'INTERNAL_DNC',
  NATIONAL: 'NATIONAL_DNC',
  STATE: 'STATE_DNC',
}

/** CLEAN alone, and only for a number that is covered and on none of the lists. */
export function reasonsOf({ on, isCovered }: { on: ReadonlySet<DncList>; isCovered: boolean }): ScrubResult[] {
  const listed = new Set([...on].map((list) => resultOfList[list]))
  const reasons: ScrubResult[] = gravity.filter((result) => listed.has(result))
  if (!isCovered) reasons.push('NOT_SCRUBBED')
  return reasons.length > 0 ? reasons : ['CLEAN']
}

/** Ten digits of North America, without which no list can say anything of a number. */
export const isTenDigits = (number: string) => /^[2-9]\d{9}$/.test(number)

export const areaCodeOf = (number: string) => number.slice(0, 3)

/** The copies of a plan that numbers are looked up in: all but those of the national registry that are out of date. */
export const usedCopies = ({ at, copies }: ScrubPlan): PlanCopy[] =>
  copies.filter(({ list, accessedOn }) => list !== 'NATIONAL' || isCurrent(accessedOn, new Date(at)))

export const nationalCopies = (plan: ScrubPlan): ReadonlyMap<string, PlanCopy> =>
  new Map(usedCopies(plan).flatMap((copy) => (copy.list === 'NATIONAL' ? [[copy.scope, copy] as const] : [])))

export const coversAny = (plan: ScrubPlan): boolean => nationalCopies(plan).size > 0

export function deciderOf(plan: ScrubPlan): (number: string, loads: readonly number[]) => ScrubResult[] {
  const national = nationalCopies(plan)
  const listOfLoad = new Map(usedCopies(plan).flatMap(({ list, load }) => (list === 'NATIONAL' ? [] : [[load, list]])))
  return (number, loads) => {
    const copy = isTenDigits(number) ? national.get(areaCodeOf(number)) : undefined
    const on = new Set<DncList>()
    for (const load of loads) {
      const list = listOfLoad.get(load)
      if (list) on.add(list)
      // A load brings many area codes, and another copy may stand for this one.
      else if (copy?.load === load) on.add('NATIONAL')
    }
    return reasonsOf({ on, isCovered: copy !== undefined })
  }
}

export const gravest = ([first]: readonly ScrubResult[]): ScrubResult => first ?? 'NOT_SCRUBBED'

export const resultOrder = scrubResults.values

/** Copies of one fetch stand in one entry. */
export function scrubSummary(plan: ScrubPlan, results: ReadonlyMap<string, ScrubResult>): ScrubSummary {
  const numbers = [...results.keys()].filter(isTenDigits)
  const areaCodes = new Set(numbers.map(areaCodeOf))
  const national = nationalCopies(plan)
  const isLookedInto = ({ list, scope }: PlanCopy) => (list === 'NATIONAL' ? areaCodes.has(scope) : numbers.length > 0)
  return {
    checkedAt: plan.at,
    numbers: results.size,
    byResult: countResults(results),
    against: grouped(usedCopies(plan).filter(isLookedInto)),
    notCovered: [...areaCodes].filter((areaCode) => !national.has(areaCode)).sort(),
  }
}

function countResults(results: ReadonlyMap<string, ScrubResult>): ScrubSummary['byResult'] {
  const counts = new Map<ScrubResult, number>()
  for (const result of results.values()) counts.set(result, (counts.get(result) ?? 0) + 1)
  return resultOrder.flatMap((result) => {
    const count = counts.get(result)
    return count === undefined ? [] : [{ result, count }]
  })
}

function grouped(copies: readonly PlanCopy[]): ScrubbedAgainst[] {
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
 * Until when numbers that a check found clean may be called: 30 days from the check, and not beyond the day on which the
 * oldest copy of the national registry that it looked into is 31 days old, since 16 CFR 310.4(b)(3)(iv) asks for a copy
 * obtained no more than 31 days before the call. That day counts to its end, in UTC.
 */
export function callableUntil({ checkedAt, against }: Pick<ScrubSummary, 'checkedAt' | 'against'>): Date {
  const ends = against.flatMap(({ list, accessedOn }) =>
    list === 'NATIONAL' ? [Date.parse(`${accessedOn}T00:00:00Z`) + (dncMaxAgeDays + 1) * dayMs - 1] : [],
  )
  return new Date(Math.min(Date.parse(checkedAt) + callReadyExpiryDays * dayMs, ...ends))
}
