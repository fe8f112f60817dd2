import { dncMaxAgeDays } from '@dooryard/contract/limits'
import { dayMs } from '@dooryard/contract/time'
import { type DncList, type ScrubResult, scrubResults } from '@dooryard/contract/vocabularies'
import type { PlanCopy, ScrubPlan } from './scrub-plan.ts'

/** Whole days from the day on which a copy was fetched to the day of `at`, in UTC; negative for one fetched later. */
export const ageInDays = (accessedOn: string, at: Date): number =>
  Math.floor(at.getTime() / dayMs) - Date.parse(`${accessedOn}T00:00:00Z`) / dayMs

/**
 * Whether numbers may be checked against a copy of the national registry: 16 CFR 310.4(b)(3)(iv) asks for one obtained no
 * more than 31 days before the call, so 31 days are current and 32 are not. A copy can be a day ahead of UTC, where its
 * importer is, and no more.
 */
export function isCurrent(accessedOn: string, at: Date): boolean {
  const age = ageInDays(accessedOn, at)
  return age >= -1 && age <= dncMaxAgeDays
}

/** Why a number may not be called, the gravest first. */
const gravity = ['LITIGATOR', 'INTERNAL_DNC', 'NATIONAL_DNC', 'STATE_DNC'] as const
type Listed = (typeof gravity)[number]

export const resultOfList: Record<DncList, Listed> = {
  LITIGATOR: 'LITIGATOR',
  INTERNAL: 'INTERNAL_DNC',
  NATIONAL: 'NATIONAL_DNC',
  STATE: 'STATE_DNC',
}

/**
 * Every reason why a number may not be called, the gravest first: the lists it is on, and that no current copy of the
 * national registry covers it. CLEAN alone, and only for a number that is covered and on none of the lists.
 */
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

/** The current copy of the national registry for each area code of a plan. */
export const nationalCopies = (plan: ScrubPlan): ReadonlyMap<string, PlanCopy> =>
  new Map(usedCopies(plan).flatMap((copy) => (copy.list === 'NATIONAL' ? [[copy.scope, copy] as const] : [])))

/** Whether any number can be found clean by a plan. */
export const coversAny = (plan: ScrubPlan): boolean => nationalCopies(plan).size > 0

/** Decides about numbers from the loads that each was found in. */
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

/** The gravest of a number's reasons. */
export const gravest = ([first]: readonly ScrubResult[]): ScrubResult => first ?? 'NOT_SCRUBBED'

/** In the order in which results are counted up for people. */
export const resultOrder = scrubResults.values
