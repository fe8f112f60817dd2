import type { Criteria } from '@dooryard/contract/criteria'
import { Box, Skeleton } from '@mantine/core'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useMemo } from 'react'
import { PropertyMap } from '../../../map/late-map.tsx'
import { LoadFailure } from '../../../ui/display/state-view.tsx'
import { type FinderState, type OnFinder, readMapView, writeMapView } from '../finder-state.ts'
import type { Finder } from '../search/use-finder.ts'
import type { Selection } from '../selection/use-selection.ts'
import classes from '../table/results-table.module.css'
import { ResultsTable } from '../table/results-table.tsx'
import { useHoveredId, useHoverState } from './hover-state.ts'

const NothingMatches = lazy(async () => ({ default: (await import('./nothing-matches.tsx')).NothingMatches }))

type ResultsProps = { finder: Finder; criteria: Criteria; state: FinderState; isPhone: boolean; onState: OnFinder }

export function Results({ finder, criteria, state, isPhone, onState }: ResultsProps) {
  const { rows, ask } = finder
  const { error, data, refetch } = rows.first
  const isFailed = error !== null && !data
  if (isFailed || (data && rows.total === 0))
    return (
      <Box className={classes.instead} flex={1} mih={0} p={16} bg="var(--mantine-color-body)">
        {isFailed ? (
          <LoadFailure what="The properties" error={error} onRetry={() => void refetch()} />
        ) : (
          <Suspense fallback={null}>
            <NothingMatches criteria={criteria} onAsk={ask} />
          </Suspense>
        )}
      </Box>
    )
  if (!rows.shown) return <RowsSkeleton />
  return <ResultsTable finder={finder} state={state} isPhone={isPhone} onState={onState} />
}

const RowsSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading the properties">
    {Array.from({ length: 24 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place
      <div key={index}>
        <Skeleton height={12} width={`${88 - ((index * 7) % 5) * 9}%`} />
      </div>
    ))}
  </div>
)

type ResultsMapProps = {
  criteria: Criteria
  isWanted: boolean
  state: FinderState
  selection: Selection
  onAsk: (criteria: Criteria, how: { byMap: true }) => void
  onState: OnFinder
  onOpen: (propertyId: string) => void
}

/** Where the properties are that match; what is pointed at in the table stands out here, and the other way round. */
export function ResultsMap({ criteria, isWanted, state, selection, onAsk, onState, onOpen }: ResultsMapProps) {
  const hover = useHoverState()
  const hoveredId = useHoveredId()
  const view = useMemo(() => readMapView(state.map), [state.map])
  const keepView = useDebouncedCallback((next: string) => onState({ map: next }), 300)
  // A screen that is gone back to looks where it looked, not where this one did last.
  useWindowEvent('popstate', () => keepView.cancel())
  return (
    <PropertyMap
      criteria={criteria}
      isWanted={isWanted}
      view={view}
      onView={(next, _bounds, by) => {
        if (by === 'user') keepView(writeMapView(next))
      }}
      active={hoveredId ?? state.property}
      onActive={hover.set}
      onOpen={onOpen}
      selected={selection.selected}
      onSelect={(id) => selection.set([id], !selection.has(id))}
      onLocation={({ ...location } = {}) => {
        const { location: _, ...others } = criteria
        onAsk(Object.keys(location).length > 0 ? { ...others, location } : others, { byMap: true })
        // Whoever leaves this entry of the history and comes back finds both as they belong together.
        keepView.flush()
      }}
      follow={state.follow}
      onFollow={(isOn) => onState({ follow: isOn })}
    />
  )
}
