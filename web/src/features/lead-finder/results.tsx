import type { Criteria } from '@dooryard/contract/criteria'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import type { FinderState, OnFinder } from './finder-state.ts'
import classes from './lead-finder.module.css'
import { ResultsTable } from './results-table.tsx'
import type { Finder } from './use-finder.ts'

const NothingMatches = lazy(async () => ({ default: (await import('./nothing-matches.tsx')).NothingMatches }))

type ResultsProps = { finder: Finder; criteria: Criteria; state: FinderState; isPhone: boolean; onState: OnFinder }

/** The rows, or why there are none. */
export function Results({ finder, criteria, state, isPhone, onState }: ResultsProps) {
  const { rows } = finder
  const { error, data, refetch } = rows.first
  if (error && !data) {
    return (
      <div className={classes.instead}>
        <LoadFailure what="The properties" error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (data && rows.total === 0) {
    return (
      <div className={classes.instead}>
        <Suspense fallback={null}>
          <NothingMatches criteria={criteria} onAsk={finder.ask} />
        </Suspense>
      </div>
    )
  }
  if (!rows.shown) return <RowsWaiting />
  return (
    <ResultsTable
      rows={rows}
      columns={finder.columns.columns}
      isPhone={isPhone}
      sorting={state}
      selection={finder.selection}
      opened={state.property}
      startAt={state.at}
      scroller={finder.scrollTo}
      onState={onState}
      onOpen={finder.open}
    />
  )
}

/** Rows of the height that the real ones will have. */
const RowsWaiting = () => (
  <div className={classes.rowsWaiting} role="status" aria-label="Loading the properties">
    {Array.from({ length: 24 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
      <div key={index}>
        <Skeleton height={12} width={`${88 - ((index * 7) % 5) * 9}%`} />
      </div>
    ))}
  </div>
)
