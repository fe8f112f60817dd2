import type { Criteria } from '@dooryard/contract/criteria'
import { Button } from '@mantine/core'
import { CheckCheck, SearchX } from 'lucide-react'
import { hasEverybody, useCount, useWaterfall } from '../../../criteria/count/count.data.ts'
import { tightest } from '../../../criteria/count/filter-costs.ts'
import { useCountyName } from '../../../criteria/places/places.data.ts'
import { formatNumber } from '../../../lib/format.ts'
import { StateView } from '../../../ui/display/state-view.tsx'

export function NothingMatches({ criteria, onAsk }: { criteria: Criteria; onAsk: (criteria: Criteria) => void }) {
  const { data } = useWaterfall(criteria)
  const countyName = useCountyName(criteria.location?.counties)
  const best = tightest(data?.waterfall, criteria, countyName)
  const isAllTheirs = hasEverybody(useCount(criteria))
  return (
    <StateView
      icon={isAllTheirs ? CheckCheck : SearchX}
      title={isAllTheirs ? 'You have everybody who matches' : 'No property matches all of these'}
      text={
        best
          ? `Without “${best.words}” ${formatNumber(best.givesBack)} ${best.givesBack === 1 ? 'matches' : 'match'}.`
          : 'Take a filter away, or start over.'
      }
      action={
        <>
          {best && <Button onClick={() => onAsk(best.without)}>Drop this filter</Button>}
          <Button variant="default" onClick={() => onAsk({})}>
            Clear filters
          </Button>
        </>
      }
    />
  )
}
