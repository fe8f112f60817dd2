import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Box, Skeleton } from '@mantine/core'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useMemo } from 'react'
import { PropertyMap } from '../../../map/lazy-map.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { type FinderState, formatMapView, type OnFinderStateChange, parseMapView } from '../finder-state.ts'
import type { Finder } from '../search/use-finder.ts'
import type { Selection } from '../selection/use-selection.ts'
import classes from '../table/results-table.module.css'
import { ResultsTable } from '../table/results-table.tsx'
import { useHoveredId, useHoverState } from './hover-state.ts'

const NoMatches = lazy(async () => ({ default: (await import('./no-matches.tsx')).NoMatches }))

type ResultsProps = {
  finder: Finder
  criteria: Criteria
  state: FinderState
  isPhone: boolean
  onState: OnFinderStateChange
}

export function Results({ finder, criteria, state, isPhone, onState }: ResultsProps) {
  const { rows, applyCriteria } = finder
  const { error, data, refetch } = rows.first
  const isFailed = error !== null && !data
  if (isFailed || (data && rows.total === 0))
    return (
      <Box className={classes.instead} flex={1} mih={0} p={16} bg="var(--mantine-color-body)">
        {isFailed ? (
          <LoadFailure what="The properties" error={error} onRetry={() => void refetch()} />
        ) : (
          <Suspense fallback={null}>
            <NoMatches criteria={criteria} onCriteriaChange={applyCriteria} />
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
  isEnabled: boolean
  state: FinderState
  selection: Selection
  onCriteriaChange: (criteria: Criteria, how: { byMap: true }) => void
  onState: OnFinderStateChange
  onOpen: (propertyId: string) => void
}

/** The map of the matching properties; hovering in the table highlights here and vice versa. */
export function ResultsMap({
  criteria,
  isEnabled,
  state,
  selection,
  onCriteriaChange,
  onState,
  onOpen,
}: ResultsMapProps) {
  const hover = useHoverState()
  const hoveredId = useHoveredId()
  const view = useMemo(() => parseMapView(state.map), [state.map])
  const keepView = useDebouncedCallback((next: string) => onState({ map: next }), 300)
  // Going back restores that entry's view, not the last one of this screen.
  useWindowEvent('popstate', () => keepView.cancel())
  return (
    <PropertyMap
      criteria={criteria}
      isWanted={isEnabled}
      view={view}
      onView={(next, _bounds, by) => {
        if (by === 'user') keepView(formatMapView(next))
      }}
      active={hoveredId ?? state.property}
      onActive={hover.set}
      onOpen={onOpen}
      selected={selection}
      onSelect={(id) => selection.set([id], !selection.has(id))}
      onLocation={({ ...location } = {}) => {
        const { location: _, ...others } = criteria
        onCriteriaChange(Object.keys(location).length > 0 ? { ...others, location } : others, { byMap: true })
        // Saves the view at once, so that coming back to this history entry restores the criteria and the view
        // together.
        keepView.flush()
      }}
      follow={state.follow}
      onFollow={(isOn) => onState({ follow: isOn })}
      layers={state.layers}
      onLayers={(layers) => onState({ layers })}
    />
  )
}
