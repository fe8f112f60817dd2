import type { CriteriaSummary } from '@dooryard/contract/criteria/criteria-summary'
import { pluralize } from '../../lib/format/format.ts'

/** A one-line summary of criteria for a table row: `Davidson County, TN and 2 more · 3 filters`. */
export function formatCriteriaSummary({ places, stacked, chosen, filters }: CriteriaSummary): string {
  const about = [
    ...(places ? [places] : []),
    ...(stacked > 0 ? [`A stack of ${pluralize(stacked, 'search', 'searches')}`] : []),
    ...(chosen > 0 ? [pluralize(chosen, 'chosen property', 'chosen properties')] : []),
  ]
  if (filters === 0) return about.join(' · ') || 'Everything'
  return [...(about.length > 0 ? about : ['Anywhere']), pluralize(filters, 'filter')].join(' · ')
}
