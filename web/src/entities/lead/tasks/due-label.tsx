import type { LeadTask } from '@dooryard/contract/leads/lead-task'
import { formatDue, getUrgency } from './due-day.ts'
import classes from './tasks.module.css'

type DueLabelProps = { task: Pick<LeadTask, 'due' | 'dueAt'>; now?: number }

/** When a task is due, in red once it is overdue. */
export function DueLabel({ task, now = Date.now() }: DueLabelProps) {
  const urgency = getUrgency(task, now)
  return (
    <time className={classes.due} data-urgency={urgency} dateTime={task.dueAt}>
      {urgency === 'overdue' && <span className="visually-hidden">Overdue: </span>}
      {formatDue(task.due, now)}
    </time>
  )
}
