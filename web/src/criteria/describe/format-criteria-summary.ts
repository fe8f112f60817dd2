import type { CriteriaSummary } from '@dooryard/contract/criteria-summary'
import { plural } from '../../lib/format.ts'

/** What criteria come to in one line, for a row of a table: `Davidson County, TN and 2 more · 3 filters`. */
export function formatCriteriaSummary({ places, stacked, chosen, filters }: CriteriaSummary): string {
  const about = [
    ...(places ? [places] : []),
    ...(stacked > 0 ? [`A stack of ${plural(stacked, 'search', 'searches')}`] : []),
    ...(chosen > 0 ? [plural(chosen, 'chosen property', 'chosen properties')] : []),
  ]
  if (filters === 0) return about.join(' · ') || 'Everything'
  return [...(about.length > 0 ? about : ['Anywhere']), plural(filters, 'filter')].join(' · ')
}
