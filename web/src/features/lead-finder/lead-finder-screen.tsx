import type { Criteria } from '@dooryard/contract/criteria'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { CriteriaCount } from '../../criteria/count/live-count.tsx'
import { CriteriaPanel } from '../../criteria/panel/criteria-panel.tsx'
import { savedSearch, savedSearchList } from '../../criteria/saved-searches/saved-searches.data.ts'
import { useTitle } from '../../lib/use-title.ts'
import { FinderFrame, useFinderFrame } from '../../ui/layout/finder-frame.tsx'
import { Split } from '../../ui/layout/split.tsx'
import type { FinderState, OnFinder } from './finder-state.ts'
import { PropertyDrawer } from './property/property-drawer.tsx'
import { createHoverState, HoverContext } from './results/hover-state.ts'
import { Results, ResultsMap } from './results/results.tsx'
import { FinderHead } from './search/finder-head.tsx'
import { useFinder } from './search/use-finder.ts'
import { ResultsFoot } from './selection/order-bar.tsx'

type LeadFinderProps = {
  state: FinderState
  /** False where some of the criteria that the address has cannot be read. */
  isWhole: boolean
  onState: OnFinder
}

export function LeadFinderScreen(props: LeadFinderProps) {
  const { criteria } = props.state
  useInitialCriteria(props.state, props.onState)
  return criteria ? <Finder {...props} criteria={criteria} /> : <Opening />
}

/** The saved search that the address names, else the default one; null where there is none, undefined until that is known. */
function useNamedSearch(saved: string | undefined, isWanted: boolean): string | null | undefined {
  // The list and not the call for the default: where there is none that answers with an error.
  const first = useQuery({ ...savedSearchList({ limit: 1 }), enabled: isWanted && saved === undefined })
  if (saved !== undefined) return saved
  if (first.isError) return null
  if (!first.data || first.isPlaceholderData) return undefined
  return first.data.items.find(({ isDefault }) => isDefault)?.id ?? null
}

/**
 * Opens the saved search that the address names where it has no criteria, else the default one, else everything. The
 * address takes it over, in place of itself.
 */
function useInitialCriteria({ criteria, saved }: FinderState, onState: OnFinder) {
  const isOpen = criteria !== undefined
  const named = useNamedSearch(saved, !isOpen)
  const { data, isError } = useQuery({ ...savedSearch(named ?? ''), enabled: !isOpen && typeof named === 'string' })
  const wantsToOpen = !isOpen && (named === null || isError || data !== undefined)
  const open = useEffectEvent(() => onState({ criteria: data?.criteria ?? {}, saved: data?.id }))
  useEffect(() => {
    if (wantsToOpen) open()
  }, [wantsToOpen])
}

function Opening() {
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

function Finder({ criteria, state, isWhole, onState }: LeadFinderProps & { criteria: Criteria }) {
  const { saved } = state
  const frame = useFinderFrame()
  const [hover] = useState(createHoverState)
  const finder = useFinder(criteria, state, onState)
  const { isCounted, rows, selection, columns, open, ask, edit } = finder
  const view = frame.isPhone && state.view === 'both' ? 'table' : state.view
  const isEmpty = rows.total === 0 && rows.first.data !== undefined
  return (
    <HoverContext value={hover}>
      <FinderFrame
        frame={frame}
        filters={<CriteriaPanel criteria={criteria} onChange={ask} />}
        count={<CriteriaCount criteria={criteria} />}
        foot={<ResultsFoot {...{ criteria, isEmpty, selection, isCounted, saved, onState }} onEdit={edit} />}
        isFixed
      >
        <FinderHead {...{ criteria, isWhole, view, saved, frame, columns, onState }} onAsk={ask} />
        <Split
          name="lead-finder"
          label="Room for the map"
          top={
            view !== 'table' && (
              <ResultsMap {...{ criteria, selection, state, onState }} isWanted={isCounted} onAsk={ask} onOpen={open} />
            )
          }
          bottom={view !== 'map' && <Results {...{ finder, criteria, state, onState }} isPhone={frame.isPhone} />}
        />
      </FinderFrame>
      <PropertyDrawer id={state.property} onClose={finder.close} onStep={finder.step} findPlace={finder.findPlace} />
    </HoverContext>
  )
}
