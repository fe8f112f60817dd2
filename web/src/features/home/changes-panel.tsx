import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { countInWords } from '../../criteria/saved-searches/saved-search-rules.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { changedSearches } from './changes.data.ts'
import classes from './changes-panel.module.css'
import list from './home.module.css'
import { Newest } from './newest.tsx'

function ChangeLine({ search }: { search: ListedSavedSearch }) {
  const { id, name, visitedAt, changes } = search
  const { entered = 0, left = 0 } = changes ?? {}
  const words = `${formatNumber(entered)} entered, ${formatNumber(left)} left`
  return (
    <li className={list.line}>
      <div className={list.what}>
        <Link
          to="/portal/settings/saved-searches"
          search={entered + left > 0 ? { changes: id, change: entered > 0 ? 'ENTERED' : 'LEFT' } : { search: name }}
        >
          <strong>{name}</strong>
        </Link>
        <span>
          {countInWords(search) ?? 'Not counted'}
          {visitedAt && ` · since ${formatDay(visitedAt)}`}
        </span>
      </div>
      <span className={classes.changes}>
        <span className="visually-hidden">{changes ? words : 'Not followed'}</span>
        <span aria-hidden="true">
          {entered > 0 && <strong data-tone="good">+{formatNumber(entered)}</strong>}
          {left > 0 && <strong data-tone="bad">−{formatNumber(left)}</strong>}
          {changes && entered + left === 0 && 'No change'}
        </span>
      </span>
    </li>
  )
}

/** The saved searches of which most has changed since they were looked at. */
export function ChangesPanel({ emptyText }: { emptyText: string }) {
  return (
    <Panel
      title="Saved searches: what changed"
      aside={
        <Link to="/portal/settings/saved-searches" className={list.all}>
          All saved searches
        </Link>
      }
      flush
    >
      <Newest
        what="Saved searches"
        result={useQuery(changedSearches())}
        row={(search) => <ChangeLine key={search.id} search={search} />}
        empty={<StateView icon={Bookmark} title="No saved searches yet" text={emptyText} />}
      />
    </Panel>
  )
}
