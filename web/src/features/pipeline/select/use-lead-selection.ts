import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { useMemo, useState } from 'react'
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
