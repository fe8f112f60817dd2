import type { LeadTask } from '@dooryard/contract/leads/lead-task'
import { type LeadTaskChange, leadTasks } from '@dooryard/contract/leads/tasks'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { useMutation, useMutationState } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useEndpointMutation, useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import { formatDue, postpone } from './due-day.ts'

/** Whatever shows tasks, or leads by their tasks. */
const refreshes = [leadTasks.list, leadBoard.get, leadBoard.list, leadBoard.stages, singleLeads.get]

export const useCreateTasks = () => useEndpointMutation(leadTasks.create, { refreshes, isIdempotent: true })

export const useEditTask = () => useEndpointMutation(leadTasks.change, { refreshes })

const changeKey = ['change-task']

type TaskAction = {
  change: LeadTaskChange
  /** Of a change that can be undone. */
  report?: { message: string; undo: LeadTaskChange }
}

/**
 * Changes tasks, each change with its own report, also of several in quick succession. Pending until what is shown has
 * been fetched again, so that a task that is done does not come back.
 */
function useChangeTasks() {
  const refresh = useInvalidate(refreshes)
  const { mutate } = useMutation({
    mutationKey: changeKey,
    mutationFn: ({ change }: TaskAction) => api.call(leadTasks.change, { body: change }),
    onSuccess: (_, { change, report }) => {
      if (report)
        showUndoToast(report.message, () => mutate({ change: report.undo }), { topic: `task ${change.taskIds.join()}` })
    },
    onSettled: () => refresh(),
  })
  return mutate
}

/** The changes of tasks that are not shown yet, by task. */
export function usePendingChanges(): ReadonlyMap<string, LeadTaskChange> {
  const pending = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => (state.variables as TaskAction).change, // the variables of `useChangeTasks`
  })
  return new Map(pending.flatMap((change) => change.taskIds.map((id) => [id, change] as const)))
}

type Undoable = Pick<LeadTask, 'id' | 'title' | 'due'>
type Change = Omit<LeadTaskChange, 'taskIds'>

/** The quick changes of a task, each with an undo. */
export function useTaskActions() {
  const mutate = useChangeTasks()
  const act = ({ id }: Undoable, change: Change, message: string, undo: Change) => {
    const taskIds = [id]
    mutate({ change: { taskIds, ...change }, report: { message, undo: { taskIds, ...undo } } })
  }
  return {
    finish: (task: Undoable) => act(task, { isDone: true }, `Done: ${task.title}`, { isDone: false }),
    reopen: ({ id }: Undoable) => mutate({ change: { taskIds: [id], isDone: false } }),
    remove: (task: Undoable) => act(task, { isDeleted: true }, `Task deleted: ${task.title}`, { isDeleted: false }),
    postponeBy: (task: Undoable, days: number) => {
      const due = postpone(task.due, days)
      act(task, { due }, `${task.title}: due ${formatDue(due)}`, { due: task.due })
    },
  }
}

export const usualTasks = ['Call', 'Send letter', 'Visit', 'Follow up'] as const
