import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { useCallback, useMemo, useRef } from 'react'
import { useCountRefusal, useIsCountSettled, useLatestCount } from '../../../criteria/count/count.data.ts'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import type { FinderState, OnFinderStateChange } from '../finder-state.ts'
import { useSelection } from '../selection/use-selection.ts'
import { useColumnChoice } from '../table/column-choice.ts'
import { useNeighbors, useRefreshOnCountChange, useResultRows } from '../table/use-virtual-rows.ts'
import { type FilterHistoryEntry, isSameStep, listChangedFields } from './filter-history.ts'

export type Finder = ReturnType<typeof useFinder>

/** The state shared by the parts of the screen: criteria, counts, rows and selection. */
export function useFinder(criteria: Criteria, state: FinderState, onState: OnFinderStateChange) {
  const { sort, order, at, property } = state
  const refusal = useCountRefusal(criteria)
  const isCounted = useIsCountSettled(criteria) && refusal === undefined
  const propertyQuery = useMemo(() => ({ criteria, sort, order }), [criteria, sort, order])
  const rows = useResultRows(propertyQuery, isCounted, at)
  useRefreshOnCountChange(rows.total, useLatestCount(criteria)?.count, rows.isStale)
  const { findIndex, fetchIdAt } = useNeighbors(rows.shown, rows.listed)
  const selection = useSelection(propertyQuery, fetchIdAt)
  const columns = useColumnChoice(state.columns, onState)
  const scrollTo = useRef<(index: number) => void>(undefined)
  const latest = useRef({ criteria, onState, property })
  latest.current = { criteria, onState, property }
  const latestStep = useRef<FilterHistoryEntry>(undefined)
  const applyCriteria = useCallback((next: Criteria, { byMap: fromMap = false } = {}) => {
    const { criteria: current, onState } = latest.current
    const isCleared = Object.keys(next).length === 0
    // The location no longer matches the map view, unless the map made the change.
    const isOtherLocation = !fromMap && !isSameCriteria({ location: current.location }, { location: next.location })
    const step = { fields: listChangedFields(current, next), at: performance.now() }
    const push = !isSameStep(latestStep.current, step)
    latestStep.current = step
    onState(
      { criteria: next, at: 0, ...(isCleared && { saved: undefined }), ...(isOtherLocation && { map: undefined }) },
      { push },
    )
  }, [])
  const edit = useCallback(
    (change: (current: Criteria) => Criteria) => applyCriteria(change(latest.current.criteria)),
    [applyCriteria],
  )
  const open = useCallback((id: string) => latest.current.onState({ property: id }, { push: true }), [])
  const close = useCallback(() => latest.current.onState({ property: undefined }), [])
  const step = async (by: 1 | -1) => {
    const index = property === undefined ? undefined : findIndex(property)
    if (index === undefined) return
    try {
      const next = await fetchIdAt(index + by)
      // Ignored if the user closed the drawer meanwhile.
      if (!next || latest.current.property !== property) return
      onState({ property: next })
      scrollTo.current?.(index + by)
    } catch (error) {
      showErrorToast(getErrorMessage(error))
    }
  }
  return { isCounted, refusal, rows, selection, columns, scrollTo, findIndex, applyCriteria, edit, open, close, step }
}
