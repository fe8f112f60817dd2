import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { useCount } from '../../criteria/criteria.data.ts'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { CriteriaPanel } from '../../criteria/criteria-panel.tsx'
import { LiveCount } from '../../criteria/live-count.tsx'
import { NobodyNew } from '../../criteria/nobody-new.tsx'
import { SampleRows } from '../../criteria/sample-rows.tsx'
import classes from './audience-step.module.css'
import type { Draft } from './draft.ts'
import { withFilters } from './saved-search.ts'
import { SavedSearchStart } from './saved-search-start.tsx'

type AudienceStepProps = {
  draft: Draft
  count: ReturnType<typeof useCount>
  onChange: (criteria: Criteria) => void
  onPick: (search: SavedSearch) => void
}

/** Whom to reach: the same filters as the lead finder's, with a few of those who match. */
export function AudienceStep({ draft, count, onChange, onPick }: AudienceStepProps) {
  const { criteria, campaignType } = draft
  // Whom to leave out is chosen in the next step, and stays when the filters are cleared.
  const changeFilters = (filters: Criteria) => onChange(withFilters(criteria, filters))
  return (
    <div className={classes.audience}>
      <div className={classes.filtersColumn}>
        <SavedSearchStart draft={draft} onPick={onPick} />
        <section className={classes.filters} aria-label="Filters">
          <CriteriaPanel criteria={criteria} onChange={changeFilters} />
        </section>
      </div>
      <div className={classes.matches}>
        <div className={classes.matchesHead}>
          <LiveCount count={count} />
        </div>
        <CriteriaChips criteria={criteria} onChange={changeFilters} />
        {campaignType === 'MAIL_READY' && <NobodyNew count={count} />}
        <SampleRows criteria={criteria} count={count} />
      </div>
    </div>
  )
}
