import type { ScrubbedAgainst, ScrubSummary } from '@dooryard/contract/order-files'
import type { ScrubResult } from '@dooryard/contract/vocabularies'
import type { PlanCopy, ScrubPlan } from './scrub-plan.ts'
import { areaCodeOf, isTenDigits, nationalCopies, resultOrder, usedCopies } from './scrub-rules.ts'

/**
 * What a check found, for people and for its certificate: how many numbers came out how, the copies that were really
 * looked into, those of one fetch in one, and the area codes that no current copy of the national registry covers.
 */
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

/** The area codes of the national registry that came by one fetch stand together. */
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
