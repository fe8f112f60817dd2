import type { Criteria } from '@dooryard/contract/criteria'
import { useCallback, useMemo, useRef } from 'react'
import { useCounted, useLatestCount } from '../../../criteria/count/count.data.ts'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { sentenceFor } from '../../../lib/errors.ts'
import { toastFailure } from '../../../ui/toasts/toasts.ts'
import type { FinderState, OnFinder } from '../finder-state.ts'
import { useSelection } from '../selection/use-selection.ts'
import { useColumnChoice } from '../table/column-choice.ts'
import { useNeighbors, useRefreshedRows, useShownRows } from '../table/use-virtual-rows.ts'
import { changedFields, type FilterHistoryEntry, isSameStep } from './filter-history.ts'

export type Finder = ReturnType<typeof useFinder>

/** Everything that the parts of the screen share: what is asked, counted, shown and selected. */
export function useFinder(criteria: Criteria, state: FinderState, onState: OnFinder) {
  const { sort, order, at, property } = state
  const isCounted = useCounted(criteria)
  const question = useMemo(() => ({ criteria, sort, order }), [criteria, sort, order])
  const rows = useShownRows(question, isCounted, at)
  useRefreshedRows(rows.total, useLatestCount(criteria), rows.isStale)
  const { findPlace, fetchIdAt } = useNeighbors(rows.shown, rows.listed)
  const selection = useSelection(question, fetchIdAt)
  const columns = useColumnChoice(state.columns, onState)
  const scrollTo = useRef<(index: number) => void>(undefined)
  const latest = useRef({ criteria, onState, property })
  latest.current = { criteria, onState, property }
  const latestStep = useRef<FilterHistoryEntry>(undefined)
  const ask = useCallback((next: Criteria, { byMap = false } = {}) => {
    const { criteria: now, onState } = latest.current
    const isCleared = Object.keys(next).length === 0
    // Another place than the map looks at, unless it is the map that asks.
    const isElsewhere = !byMap && !isSameCriteria({ location: now.location }, { location: next.location })
    const step = { fields: changedFields(now, next), at: performance.now() }
    const push = !isSameStep(latestStep.current, step)
    latestStep.current = step
    onState(
      { criteria: next, at: 0, ...(isCleared && { saved: undefined }), ...(isElsewhere && { map: undefined }) },
      { push },
    )
  }, [])
  const edit = useCallback((change: (now: Criteria) => Criteria) => ask(change(latest.current.criteria)), [ask])
  const open = useCallback((id: string) => latest.current.onState({ property: id }, { push: true }), [])
  const close = useCallback(() => latest.current.onState({ property: undefined }), [])
  const step = async (by: 1 | -1) => {
    const place = property === undefined ? undefined : findPlace(property)
    if (place === undefined) return
    try {
      const next = await fetchIdAt(place + by)
      // Somebody who has closed the drawer in the meantime wants no other.
      if (!next || latest.current.property !== property) return
      onState({ property: next })
      scrollTo.current?.(place + by)
    } catch (error) {
      toastFailure(sentenceFor(error))
    }
  }
  return { isCounted, rows, selection, columns, scrollTo, findPlace, ask, edit, open, close, step }
}
