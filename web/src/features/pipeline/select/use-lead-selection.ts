import type { LeadStage } from '@dooryard/contract/api/enums'
import { maxBulkLeads } from '@dooryard/contract/leads/bulk-changes'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { showErrorToast } from '../../../ui/toasts/toasts.ts'
import { type BoardFilter, fetchColumnLeads } from '../board/board.data.ts'
import { addLeads, emptySelection, removeLeads, selectRange, toggleLead } from './selection-rules.ts'

/** The leads selected on the board, and the ways to change them, which stay the same. */
export function useLeadSelection() {
  const [selection, setSelection] = useState(emptySelection)
  const actions = useMemo(
    () => ({
      toggle: (lead: BoardLead) => setSelection((old) => toggleLead(old, lead)),
      extend: (column: readonly BoardLead[], to: BoardLead) => setSelection((old) => selectRange(old, column, to)),
      add: (leads: readonly BoardLead[]) => setSelection((old) => addLeads(old, leads)),
      remove: (leads: readonly BoardLead[]) => setSelection((old) => removeLeads(old, leads)),
      clear: () => setSelection(emptySelection),
    }),
    [],
  )
  return { selection, ...actions }
}

export type LeadSelectionState = ReturnType<typeof useLeadSelection>

/** Selects the leads of a stage, up to the maximum of a bulk change, also those that are not on the screen yet. */
export function useStageSelection({ add }: LeadSelectionState, filter: BoardFilter) {
  const cache = useQueryClient()
  return (stage: LeadStage) =>
    fetchColumnLeads(cache, { stage, filter, max: maxBulkLeads }).then(add, () => {
      showErrorToast('The leads could not be loaded. Please try again.')
    })
}
