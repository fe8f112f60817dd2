import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { FilterBreakdown } from '@dooryard/contract/properties/facets'
import { type CriterionLabel, formatCriteria, type GetCountyName } from '../describe/format-criteria.ts'
import { exclusionKeys } from '../exclusions/exclusion-kinds.ts'

const singleLoanClauses = new Set([
  'mortgage.loanTypes',
  'mortgage.lenderTypes',
  'mortgage.lenderName',
  'mortgage.originatedOn',
])

/**
 * The clause that counts a criterion. All places are one clause, and so are the criteria of a single loan and the excluded
 * records of a kind.
 */
export function getClauseKey({ id }: Pick<CriterionLabel, 'id'>): string {
  if (id.startsWith('location.')) return 'location'
  if (singleLoanClauses.has(id)) return 'mortgage.loan'
  const excluded = exclusionKeys.find((key) => id.startsWith(`exclude.${key}.`))
  return excluded ? `exclude.${excluded}` : id
}

/** How many more properties would match without a criterion; `of` is the number of criteria in its clause. */
export type FilterImpact = { givesBack: number | null; of: number }

/**
 * The impact of each criterion. When several criteria form one clause, the last one carries the number for all of
 * them.
 */
export function getFilterImpacts(
  waterfall: FilterBreakdown | undefined,
  labels: readonly CriterionLabel[],
): Map<string, FilterImpact> {
  const labelsByClause = Map.groupBy(labels, getClauseKey)
  const impacts = new Map<string, FilterImpact>()
  for (const { key, givesBack } of waterfall?.clauses ?? []) {
    const clauseLabels = labelsByClause.get(key) ?? []
    const last = clauseLabels.at(-1)
    if (last) impacts.set(last.id, { givesBack, of: clauseLabels.length })
  }
  return impacts
}

export function removeClause(criteria: Criteria, key: string): Criteria {
  if (key === 'exclude.delivered') return { ...criteria, exclude: { ...criteria.exclude, delivered: false } }
  const criterion = formatCriteria(criteria).find((one) => getClauseKey(one) === key)
  return criterion ? removeClause(criterion.without, key) : criteria
}

export type MostRestrictiveFilter = { words: string; givesBack: number; without: Criteria }

/**
 * The filter whose removal brings back the most matches; undefined when no removal brings any back, or when all of
 * them are still being counted.
 */
export function findMostRestrictiveFilter(
  waterfall: FilterBreakdown | undefined,
  criteria: Criteria,
  getCountyName?: GetCountyName,
): MostRestrictiveFilter | undefined {
  const known = (waterfall?.clauses ?? []).flatMap(({ key, givesBack }) => (givesBack ? [{ key, givesBack }] : []))
  const [best] = known.sort((one, other) => other.givesBack - one.givesBack)
  if (!best) return undefined
  const labels = formatCriteria(criteria, getCountyName).filter((criterion) => getClauseKey(criterion) === best.key)
  return {
    words: formatClause(best.key, labels),
    givesBack: best.givesBack,
    without: removeClause(criteria, best.key),
  }
}

/** `Occupancy: Vacant per county`, `State: Tennessee, ZIP: 37203`. */
function formatClause(key: string, labels: readonly CriterionLabel[]): string {
  if (key === 'exclude.delivered') return 'Purchased leads excluded'
  const shown = labels.slice(0, 3).map(({ label, text }) => `${label}: ${text}`)
  return labels.length > 3 ? `${shown.join(', ')} and ${labels.length - 3} more` : shown.join(', ')
}

/** Bars use a logarithmic scale, so that a hundred out of ten million is still visible. */
const getBarShare = (count: number, total: number) =>
  count === 0 ? 0 : Math.min(1, Math.log10(count + 1) / Math.log10(total + 1))

/**
 * The filter breakdown from all properties to the matches, one step per clause: how many properties it removes, how
 * many remain, how many more would match without it (null while being counted), and the length of its bar, from 0 to
 * 1.
 */
export const toBreakdownSteps = ({ total, clauses }: FilterBreakdown, labels: readonly CriterionLabel[]) =>
  clauses.map(({ key, remaining, givesBack }, at) => {
    const words = formatClause(
      key,
      labels.filter((criterion) => getClauseKey(criterion) === key),
    )
    const taken = (clauses[at - 1]?.remaining ?? total) - remaining
    return { key, words, taken, remaining, givesBack, share: getBarShare(remaining, total) }
  })

export type BreakdownStep = ReturnType<typeof toBreakdownSteps>[number]
