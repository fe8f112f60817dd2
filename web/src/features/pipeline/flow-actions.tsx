import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { Search } from 'lucide-react'
import { SaveSearchButton } from '../../criteria/save-search.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import classes from './flow.module.css'

// The button itself says that it is saved, and the searches that are stacked stay chosen.
const nothingElse = () => undefined

type FlowActionsProps = { criteria: Criteria; searches: readonly SavedSearch[] }

/** What else can be done with what the searches find together. */
export function FlowActions({ criteria, searches }: FlowActionsProps) {
  return (
    <div className={classes.actions}>
      <LinkButton
        to="/portal/lead-finder"
        search={{ criteria }}
        variant="default"
        leftSection={<Search size={16} aria-hidden="true" />}
      >
        Open in the lead finder
      </LinkButton>
      {searches.length > 1 && <SaveSearchButton criteria={criteria} saved={undefined} onSaved={nothingElse} />}
    </div>
  )
}
