import type { DncList } from '@dooryard/contract/api/enums'
import type { DncCoverage } from '@dooryard/contract/data/dnc'
import { formatNumber, pluralize } from '../../../../lib/format/format.ts'
import type { DescriptionItem } from '../../../../ui/display/description-list.tsx'

type DncListVersions = DncCoverage['copies']

const filterUsed = (copies: DncListVersions, list: DncList) =>
  copies.filter((copy) => copy.list === list && copy.isUsed)

const formatAge = (count: number) => (count === 0 ? 'from today' : `${pluralize(count, 'day')} old`)

function formatRegistry({ areaCodes, stale, copies }: DncCoverage): string {
  const ages = filterUsed(copies, 'NATIONAL').flatMap(({ isCurrent, ageDays }) => (isCurrent ? [ageDays] : []))
  const oldest = ages.length > 0 ? `, the oldest copy ${formatAge(Math.max(...ages))}` : ''
  const old = stale > 0 ? `. ${pluralize(stale, 'is', 'are')} out of date` : ''
  return areaCodes === 0 && stale === 0 ? 'Not loaded' : `${pluralize(areaCodes, 'area code')} current${oldest}${old}`
}

/** Lists the DNC lists that an order's numbers are checked against, and their coverage. */
export function toCoverageFacts(coverage: DncCoverage): DescriptionItem[] {
  const { copies } = coverage
  const states = [...new Set(filterUsed(copies, 'STATE').flatMap(({ state }) => (state ? [state] : [])))].sort()
  const count = (list: DncList, none: string) => {
    const numbers = filterUsed(copies, list).reduce((sum, copy) => sum + copy.numbers, 0)
    return numbers > 0 ? pluralize(numbers, 'number') : none
  }
  return [
    { label: 'National registry', value: formatRegistry(coverage) },
    { label: 'State lists', value: states.length > 0 ? states.join(', ') : 'None loaded' },
    { label: 'Internal lists', value: count('INTERNAL', 'Empty') },
    { label: 'Litigators', value: count('LITIGATOR', 'None loaded') },
  ]
}

/** Returns what prevents calling according to the national registry; undefined if nothing does. */
export function formatCoverageProblem({ areaCodes, stale, expiring, maxAgeDays }: DncCoverage): string | undefined {
  if (areaCodes === 0) {
    const why = stale > 0 ? `The copies are older than ${maxAgeDays} days.` : 'No copy is loaded.'
    return `No number can be checked against the national registry, so none can be delivered. ${why}`
  }
  if (stale > 0) {
    const which = pluralize(stale, 'area code')
    return `The registry's copy for ${which} is older than ${maxAgeDays} days: numbers there are excluded.`
  }
  if (expiring > 0) return `The registry's copy for ${formatNumber(expiring)} of them runs out within a week.`
}
