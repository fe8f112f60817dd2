import type { DncList, ScrubResult } from '@dooryard/contract/vocabularies'
import type { ScrubPlan } from './scrub-plan.ts'
import { nationalCopies, usedCopies } from './scrub-rules.ts'

/** The gravest has the highest. 0 is on no list. */
const gravity: [ScrubResult, number][] = [
  ['LITIGATOR', 4],
  ['INTERNAL_DNC', 3],
  ['NATIONAL_DNC', 2],
  ['STATE_DNC', 1],
]

/**
 * The check as parts of somebody else's statement: `number` is an SQL expression (UInt64) of a phone there, `among` a
 * subquery that gives all the numbers it can be, so that few rows are joined. `join` goes behind its table, and `result`
 * gives the ScrubResult as text. Nothing but integers and constants of ours is in it. Unlike `scrubNumbers` it does not
 * notice missing numbers: good to count with, never to call by.
 */
export function scrubSql(plan: ScrubPlan, { number, among }: { number: string; among: string }) {
  const areaCode = (of: string) => `intDiv(${of}, 10000000)`
  const national = [...nationalCopies(plan)].map(([scope, { load }]) => ({ areaCode: whole(scope), load: whole(load) }))
  const others = usedCopies(plan).filter(({ list }) => list !== 'NATIONAL')
  const loadsOf = (...lists: DncList[]) =>
    others.flatMap(({ list, load }) => (lists.includes(list) ? [whole(load)] : []))
  const on = (list: DncList) => isIn('load', loadsOf(list))
  const pairs = national.map((copy) => `(${copy.areaCode}, ${copy.load})`)
  const severity = `multiIf(${on('LITIGATOR')}, 4, ${on('INTERNAL')}, 3,
    ${isIn(`(${areaCode('number')}, load)`, pairs)}, 2, ${on('STATE')}, 1, 0)`
  const loads = [...new Set([...loadsOf('LITIGATOR', 'INTERNAL', 'STATE'), ...national.map(({ load }) => load)])]
  const covered = isIn(
    areaCode(number),
    national.map((copy) => copy.areaCode),
  )
  const named = gravity.map(([result, rank]) => `dnc.severity = ${rank}, '${result}'`)
  return {
    join: `left any join (
      select number, max(${severity}) as severity from dnc_numbers
      where ${isIn('load', loads)} and number in (${among}) group by number
    ) as dnc on dnc.number = ${number}`,
    result: `multiIf(${named.join(', ')}, ${covered}, 'CLEAN', 'NOT_SCRUBBED')`,
  }
}

const isIn = (expression: string, items: readonly (string | number)[]) =>
  items.length > 0 ? `${expression} in (${items.join(', ')})` : 'false'

/** What goes into the statement as it is must be an integer. */
function whole(value: string | number): number {
  if (!/^\d{1,10}$/.test(String(value))) throw new Error(`${JSON.stringify(value)} is no area code and no load`)
  return Number(value)
}
