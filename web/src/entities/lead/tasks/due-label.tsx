import type { LeadTask } from '@dooryard/contract/leads/lead-task'
import { formatDue, getUrgency } from './due-day.ts'
import classes from './tasks.module.css'

/** When a task is due, in red once it is overdue. */
export function DueLabel({ task }: { task: Pick<LeadTask, 'due' | 'dueAt'> }) {
  const urgency = getUrgency(task)
  return (
    <time className={classes.due} data-urgency={urgency} dateTime={task.dueAt}>
      {urgency === 'overdue' && <span className="visually-hidden">Overdue: </span>}
      {formatDue(task.due)}
    </time>
  )
}
