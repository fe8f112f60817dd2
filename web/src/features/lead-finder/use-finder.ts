import type { Criteria } from '@dooryard/contract/criteria'
import { useCallback, useMemo, useRef } from 'react'
import { useCounted, useLatestCount } from '../../criteria/criteria.data.ts'
import { isSameCriteria } from '../../criteria/save-search-rules.ts'
import { sentenceFor } from '../../lib/errors.ts'
import { toastFailure } from '../../ui/toasts/toasts.ts'
import { type AskStep, changedFields, isSameStep } from './ask-step.ts'
import type { FinderState, OnFinder } from './finder-state.ts'
import { useColumns } from './use-columns.ts'
import { useSelection } from './use-selection.ts'
import { useNeighbours, useRefreshedRows, useShownRows } from './use-shown-rows.ts'

export type Finder = ReturnType<typeof useFinder>

/** Everything that the parts of the screen share: what is asked, counted, shown and selected. */
export function useFinder(criteria: Criteria, state: FinderState, onState: OnFinder) {
  const { sort, order, at, property } = state
  const isCounted = useCounted(criteria)
  const question = useMemo(() => ({ criteria, sort, order }), [criteria, sort, order])
  const rows = useShownRows(question, isCounted, at)
  useRefreshedRows(rows.total, useLatestCount(criteria), rows.isStale)
  const { placeOf, idAt } = useNeighbours(rows.shown, rows.listed)
  const selection = useSelection(question, idAt)
  const columns = useColumns(state.columns, onState)
  const scrollTo = useRef<(index: number) => void>(undefined)
  const latest = useRef({ criteria, onState, property })
  latest.current = { criteria, onState, property }
  const latestStep = useRef<AskStep>(undefined)
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
    const place = property === undefined ? undefined : placeOf(property)
    if (place === undefined) return
    try {
      const next = await idAt(place + by)
      // Somebody who has closed the drawer in the meantime wants no other.
      if (!next || latest.current.property !== property) return
      onState({ property: next })
      scrollTo.current?.(place + by)
    } catch (error) {
      toastFailure(sentenceFor(error))
    }
  }
  return { isCounted, rows, selection, columns, scrollTo, placeOf, ask, edit, open, close, step }
}
