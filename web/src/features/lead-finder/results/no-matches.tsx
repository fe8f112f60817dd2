import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Button } from '@mantine/core'
import { CheckCheck, SearchX } from 'lucide-react'
import { isFullyPurchased, useCount, useFilterBreakdown } from '../../../criteria/count/count.data.ts'
import { findMostRestrictiveFilter } from '../../../criteria/count/filter-impact.ts'
import { useCountyName } from '../../../criteria/places/places.data.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { StateView } from '../../../ui/feedback/state-view.tsx'

export function NoMatches({
  criteria,
  onCriteriaChange,
}: {
  criteria: Criteria
  onCriteriaChange: (criteria: Criteria) => void
}) {
  const { data } = useFilterBreakdown(criteria)
  const countyName = useCountyName(criteria.location?.counties)
  const best = findMostRestrictiveFilter(data?.waterfall, criteria, countyName)
  const isAllTheirs = isFullyPurchased(useCount(criteria))
  return (
    <StateView
      icon={isAllTheirs ? CheckCheck : SearchX}
      title={isAllTheirs ? 'You have purchased all leads that match' : 'No property matches all of these'}
      text={
        best
          ? `Without “${best.words}” ${formatNumber(best.givesBack)} ${best.givesBack === 1 ? 'matches' : 'match'}.`
          : 'Take a filter away, or start over.'
      }
      action={
        <>
          {best && <Button onClick={() => onCriteriaChange(best.without)}>Drop this filter</Button>}
          <Button variant="default" onClick={() => onCriteriaChange({})}>
            Clear filters
          </Button>
        </>
      }
    />
  )
}
