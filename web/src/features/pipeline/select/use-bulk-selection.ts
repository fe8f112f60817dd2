import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BulkLeadChange } from '@dooryard/contract/leads/bulk-changes'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { useBulkChange } from './bulk.data.ts'
import { useLeadSelection } from './use-lead-selection.ts'

/** The selection, and the changes of all that is selected. */
export function useBulkSelection() {
  const selection = useLeadSelection()
  const { mutate, isPending } = useBulkChange()
  const { leads } = selection.selection
  const onChange = (change: Omit<BulkLeadChange, 'leads'>, outcome: string) => {
    const refs = [...leads.values()].map(({ orderId, propertyId }) => ({ orderId, propertyId }))
    const done = change.stage === undefined ? undefined : selection.clear
    mutate({ change: { leads: refs, ...change }, outcome }, { onSuccess: done })
  }
  /** Moves all that is selected if the lead is one of several; false otherwise. */
  const moveWith = (lead: BoardLead, to: LeadStage) => {
    if (leads.size < 2 || !leads.has(toLeadKey(lead))) return false
    onChange({ stage: to }, `moved to ${leadStages.label(to)}`)
    return true
  }
  return { selection, isPending, onChange, moveWith }
}
