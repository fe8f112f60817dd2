import { leadStages } from '@dooryard/contract/api/enums'
import { type LeadTask, NextTask, type TaskDue, taskReminders } from '@dooryard/contract/leads/lead-task'
import type { ListedLeadTask } from '@dooryard/contract/leads/tasks'
import type { ListedTaskRow, TaskRow } from './lead-tasks.queries.ts'

type DueRow = { dueDay: string; dueTime: string | null; timeZone: string }

export const getTaskDue = ({ dueDay: day, dueTime, timeZone }: DueRow): TaskDue => ({
  day,
  ...(dueTime !== null && { time: dueTime }),
  timeZone,
})

/** Administrators are shown as Support, not by name. */
export const presentTask = (row: TaskRow): LeadTask => ({
  id: row.id,
  title: row.title,
  ...(row.note !== null && { note: row.note }),
  due: getTaskDue(row),
  dueAt: row.dueAt.toISOString(),
  reminder: taskReminders.schema.parse(row.reminder),
  by: row.actorId === row.userId ? `${row.firstName} ${row.lastName}` : 'Support',
  createdAt: row.createdAt.toISOString(),
  ...(row.doneAt && { doneAt: row.doneAt.toISOString() }),
})

export function presentListedTask(row: ListedTaskRow): ListedLeadTask {
  const { orderId, propertyId, ownerName, address, city, state, zip } = row
  const named = { orderId, propertyId, ownerName, address, city, state: state ?? '', zip }
  return { ...presentTask(row), lead: { ...named, stage: leadStages.schema.parse(row.stage) } }
}

type NextTaskJson = { id: string; title: string; day: string; time: string | null; timeZone: string; dueAt: string }

/** JSON of the database writes times with another precision and zone. */
export function presentNextTask(json: unknown): NextTask | undefined {
  // Built only by `selectNextTask`.
  const task = json as NextTaskJson | null
  if (!task) return undefined
  const { id, title, day, time, timeZone, dueAt } = task
  const due = getTaskDue({ dueDay: day, dueTime: time, timeZone })
  return NextTask.parse({ id, title, due, dueAt: new Date(dueAt).toISOString() })
}
