import { type BulkLeadChange, bulkLeads, type LeadState } from '@dooryard/contract/leads/bulk-changes'
import { leadLabels } from '@dooryard/contract/leads/lead-labels'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'

/** Whatever a change of leads or their labels may have changed. */
export const changedByLabels = [leadLabels.list, leadBoard.list, leadBoard.stages, leadBoard.get]

type BulkInput = { change: BulkLeadChange /** `moved to Contacted` */; outcome: string }

/** Changes many leads in one call, and offers an undo that restores what they were. */
export function useBulkChange() {
  const refresh = useInvalidate([...changedByLabels, orders.leads, privateOrders.leads])
  const { mutate: restore } = useMutation({
    mutationFn: (leads: LeadState[]) => api.call(bulkLeads.restore, { body: { leads } }),
    onSettled: () => void refresh(),
  })
  return useMutation({
    mutationFn: ({ change }: BulkInput) => api.call(bulkLeads.change, { body: change }),
    onSuccess: ({ changed, before }, { outcome }) => {
      if (changed === 0) return showSuccessToast('No changes: these leads already have it')
      showUndoToast(`${pluralize(changed, 'lead')} ${outcome}`, () => restore(before), { topic: 'bulk change' })
    },
    onSettled: () => void refresh(),
  })
}
