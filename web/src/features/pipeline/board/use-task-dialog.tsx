import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { formatOwner } from '../../../entities/lead/lead-labels.ts'
import { leadDetailQuery } from '../../../entities/lead/notes/notes.data.ts'
import { toError } from '../../../lib/errors/to-error.ts'
import { formatStreetLine } from '../../../lib/format/address.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { showFailureToast } from '../../../ui/toasts/toasts.ts'

const loadDialog = async () => (await import('../../../entities/lead/tasks/task-dialog.tsx')).TaskDialog
type Target = Omit<Parameters<Awaited<ReturnType<typeof loadDialog>>>[0], 'opened' | 'onClose'>

/** The dialog for the next action of leads of the board: a change of the one that a lead has, or a new one. */
export function useTaskDialog() {
  const cache = useQueryClient()
  const [target, setTarget] = useState<Target>({ leads: [], about: '' })
  const [dialog, openDialog] = useDialog(loadDialog)
  const open = (next: Target) => {
    setTarget(next)
    openDialog()
  }
  const [openFor] = useState(() => async (lead: BoardLead) => {
    const { nextTask } = lead
    // The card has not all of the task.
    const loaded = nextTask && (await cache.fetchQuery(leadDetailQuery(toLeadKey(lead))).catch(toError))
    if (loaded instanceof Error) return showFailureToast(loaded)
    const edited = loaded?.tasks.find(({ id }) => id === nextTask?.id)
    open({ leads: [lead], about: [formatOwner(lead), formatStreetLine(lead)].join(', '), edited })
  })
  const openForAll = (leads: readonly BoardLead[]) => open({ leads, about: `For ${pluralize(leads.length, 'lead')}` })
  return { openFor, openForAll, element: dialog(target) }
}
