import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { CriteriaCount } from '../../criteria/count/live-count.tsx'
import { CriteriaPanel } from '../../criteria/panel/criteria-panel.tsx'
import { savedSearchListQuery, savedSearchQuery } from '../../criteria/saved-searches/saved-searches.data.ts'
import { useTitle } from '../../lib/navigation/use-title.ts'
import { FinderFrame, useFinderFrame } from '../../ui/layout/frames/finder-frame.tsx'
import { Split } from '../../ui/layout/split.tsx'
import type { FinderState, OnFinderStateChange } from './finder-state.ts'
import { PropertyDrawer } from './property/property-drawer.tsx'
import { createHoverState, HoverContext } from './results/hover-state.ts'
import { Results, ResultsMap } from './results/results.tsx'
import { FinderHeader } from './search/finder-header.tsx'
import { useFinder } from './search/use-finder.ts'
import { ResultsFoot } from './selection/order-bar.tsx'

const RefusedSearch = lazy(async () => ({ default: (await import('./results/refused-search.tsx')).RefusedSearch }))

type LeadFinderProps = {
  state: FinderState
  /** False when some criteria in the URL cannot be parsed. */
  isComplete: boolean
  onState: OnFinderStateChange
}

export function LeadFinderScreen(props: LeadFinderProps) {
  const { criteria } = props.state
  useInitialCriteria(props.state, props.onState)
  return criteria ? <Finder {...props} criteria={criteria} /> : <FinderSkeleton />
}

/** The saved search from the URL, else the default one; null when there is none, undefined while loading. */
function useNamedSearch(saved: string | undefined, isEnabled: boolean): string | null | undefined {
  // Uses the list rather than the call for the default, which returns an error when there is none.
  const first = useQuery({ ...savedSearchListQuery({ limit: 1 }), enabled: isEnabled && saved === undefined })
  if (saved !== undefined) return saved
  if (first.isError) return null
  if (!first.data || first.isPlaceholderData) return undefined
  return first.data.items.find(({ isDefault }) => isDefault)?.id ?? null
}

/**
 * If the URL has no criteria, opens the saved search it names, else the default one, else everything. Replaces the
 * current history entry.
 */
function useInitialCriteria({ criteria, saved }: FinderState, onState: OnFinderStateChange) {
  const isOpen = criteria !== undefined
  const named = useNamedSearch(saved, !isOpen)
  const { data, isError } = useQuery({
    ...savedSearchQuery(named ?? ''),
    enabled: !isOpen && typeof named === 'string',
  })
  const shouldOpen = !isOpen && (named === null || isError || data !== undefined)
  const open = useEffectEvent(() => onState({ criteria: data?.criteria ?? {}, saved: data?.id }))
  useEffect(() => {
    if (shouldOpen) open()
  }, [shouldOpen])
}

function FinderSkeleton() {
  useTitle('Lead Finder')
  return (
    <FinderFrame frame={useFinderFrame()} filters={null} count={null} isFixed>
      <Stack
        gap={20}
        flex={1}
        px={16}
        py={24}
        bg="var(--mantine-color-body)"
        role="status"
        aria-label="Loading the lead finder"
      >
        <Skeleton height={24} width={240} />
        <Skeleton height={240} />
        <Skeleton height={16} width="80%" />
        <Skeleton height={16} width="60%" />
      </Stack>
    </FinderFrame>
  )
}

function Finder({ criteria, state, isComplete, onState }: LeadFinderProps & { criteria: Criteria }) {
  const { saved, sort, order } = state
  const frame = useFinderFrame()
  const [hover] = useState(createHoverState)
  const finder = useFinder(criteria, state, onState)
  const { isCounted, refusal, rows, selection, columns, open, applyCriteria, edit } = finder
  const view = frame.isPhone && state.view === 'both' ? 'table' : state.view
  const isEmpty = rows.total === 0 && rows.first.data !== undefined
  return (
    <HoverContext value={hover}>
      <FinderFrame
        frame={frame}
        filters={<CriteriaPanel criteria={criteria} onChange={applyCriteria} />}
        count={<CriteriaCount criteria={criteria} onChange={applyCriteria} />}
        foot={
          <ResultsFoot
            {...{ criteria, isEmpty, selection, isCounted, saved, onState }}
            isRefused={refusal !== undefined}
            sorting={{ sort, order }}
            total={rows.total}
            onEdit={edit}
          />
        }
        isFixed
      >
        <FinderHeader
          {...{ criteria, isComplete, view, saved, frame, columns, onState }}
          onCriteriaChange={applyCriteria}
        />
        {refusal ? (
          <Suspense fallback={null}>
            <RefusedSearch error={refusal} criteria={criteria} onCriteriaChange={applyCriteria} />
          </Suspense>
        ) : (
          <Split
            name="lead-finder"
            label="Room for the map"
            top={
              view !== 'table' && (
                <ResultsMap
                  {...{ criteria, selection, state, onState }}
                  isEnabled={isCounted}
                  onCriteriaChange={applyCriteria}
                  onOpen={open}
                />
              )
            }
            bottom={view !== 'map' && <Results {...{ finder, criteria, state, onState }} isPhone={frame.isPhone} />}
          />
        )}
      </FinderFrame>
      <PropertyDrawer id={state.property} onClose={finder.close} onStep={finder.step} findIndex={finder.findIndex} />
    </HoverContext>
  )
}
