import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { contactResults } from '@dooryard/contract/leads/phone-results'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatPhone } from '../../../lib/format/format.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'

/** What a change of results or numbers refetches. */
export const resultRefreshes = [leadBoard.get, leadBoard.list]

/**
 * Logs the result of a call and says so. The undo deletes the entry alone, since a number leaves the do-not-call list
 * only when asked to.
 */
export function useLogResult() {
  const remove = useEndpointMutation(contactResultLog.remove, { refreshes: resultRefreshes })
  return useEndpointMutation(contactResultLog.add, {
    refreshes: resultRefreshes,
    isIdempotent: true,
    isQueued: true,
    onSuccess: ({ id }, { params, body: { phone, result } }) => {
      const label = contactResults.label(result).toLowerCase()
      const message =
        result === 'DO_NOT_CALL'
          ? `${formatPhone(phone)} is on your do-not-call list. Undo deletes the log entry; the number stays on the list.`
          : `${formatPhone(phone)}: ${label} logged`
      showUndoToast(message, () => remove.mutate({ params: { ...params, resultId: id } }), { topic: `result ${id}` })
    },
  })
}
