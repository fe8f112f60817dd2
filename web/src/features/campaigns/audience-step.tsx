import type { Criteria } from '@dooryard/contract/criteria'
import type { useCount } from '../../criteria/criteria.data.ts'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { CriteriaPanel } from '../../criteria/criteria-panel.tsx'
import { LiveCount } from '../../criteria/live-count.tsx'
import { NobodyNew } from '../../criteria/nobody-new.tsx'
import { SampleRows } from '../../criteria/sample-rows.tsx'
import classes from './create-campaign.module.css'

type AudienceStepProps = {
  criteria: Criteria
  count: ReturnType<typeof useCount>
  onChange: (criteria: Criteria) => void
}

/** Whom to reach: the same filters as the lead finder's, with a few of those who match. */
export function AudienceStep({ criteria, count, onChange }: AudienceStepProps) {
  return (
    <div className={classes.audience}>
      <section className={classes.filters} aria-label="Filters">
        <CriteriaPanel criteria={criteria} onChange={onChange} />
      </section>
      <div className={classes.matches}>
        <div className={classes.matchesHead}>
          <LiveCount count={count} />
        </div>
        <CriteriaChips criteria={criteria} onChange={onChange} />
        <NobodyNew count={count} />
        <SampleRows criteria={criteria} count={count} />
      </div>
    </div>
  )
}
