import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import type { useCount } from '../../criteria/count/count.data.ts'
import { LiveCount, NobodyNew } from '../../criteria/count/live-count.tsx'
import { SampleRows } from '../../criteria/count/sample-rows.tsx'
import { CriteriaChips } from '../../criteria/describe/criteria-chips.tsx'
import { CriteriaPanel } from '../../criteria/panel/criteria-panel.tsx'
import { SaveSearchButton } from '../../criteria/saved-searches/save-search-button.tsx'
import { savedSearch } from '../../criteria/saved-searches/saved-searches.data.ts'
import { isMissing } from '../../lib/errors.ts'
import classes from './audience-step.module.css'
import type { Draft } from './draft.ts'
import { withFilters } from './saved-search.ts'
import { SavedSearchStart, useOpenSearch } from './saved-search-start.tsx'

type AudienceStepProps = {
  draft: Draft
  count: ReturnType<typeof useCount>
  onChange: (criteria: Criteria) => void
  onPick: (search: SavedSearch) => void
  onSaved: (search: SavedSearch) => void
}

/** Whom to reach: the same filters as the lead finder's, with a few of those who match. */
export function AudienceStep({ draft, count, onChange, onPick, onSaved }: AudienceStepProps) {
  const { criteria, campaignType, source } = draft
  const from = useQuery({ ...savedSearch(source?.id ?? ''), enabled: source?.id !== undefined })
  // One that was deleted since is not updated, but saved anew.
  const saved = source?.id === undefined || isMissing(from.error) ? undefined : from.data
  // Whom to leave out is chosen in the next step, and stays when the filters are cleared.
  const { open, isPending } = useOpenSearch(onPick)
  // The filters of a search that is being opened would overwrite what is set meanwhile.
  const changeFilters = (filters: Criteria) => !isPending && onChange(withFilters(criteria, filters))
  return (
    <div className={classes.audience}>
      <div className={classes.filtersColumn}>
        <SavedSearchStart draft={draft} isOpening={isPending} onOpen={open} />
        <section className={classes.filters} aria-label="Filters" inert={isPending}>
          <CriteriaPanel criteria={criteria} onChange={changeFilters} exclusions={false} />
        </section>
      </div>
      <div className={classes.matches}>
        <div className={classes.matchesHead}>
          <LiveCount count={count} />
          {!isEmptyCriteria(withFilters({}, criteria)) && (
            <SaveSearchButton criteria={criteria} saved={saved} onSaved={onSaved} />
          )}
        </div>
        <CriteriaChips criteria={criteria} onChange={changeFilters} exclusions={false} />
        {campaignType === 'MAIL_READY' && <NobodyNew count={count} />}
        <SampleRows criteria={criteria} count={count} />
      </div>
    </div>
  )
}
