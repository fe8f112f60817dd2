import { type LeadTask, type TaskReminder, taskReminders } from '@dooryard/contract/leads/lead-task'
import { NewLeadTask } from '@dooryard/contract/leads/tasks'
import { z } from 'zod'
import { userTimeZone } from '../../../lib/format/format.ts'
import { addDays } from './due-day.ts'

/** The fields as typed; an empty time is none. */
export const toTaskValues = (task?: LeadTask) => ({
  title: task?.title ?? '',
  day: task?.due.day ?? addDays(1),
  time: task?.due.time ?? '',
  reminder: (task?.reminder ?? 'ON_TIME') as string,
  note: task?.note ?? '',
})

export type TaskValues = ReturnType<typeof toTaskValues>

export const toTask = ({ title, day, time, reminder, note }: TaskValues) => ({
  title,
  due: { day, ...(time && { time }), timeZone: userTimeZone },
  reminder: taskReminders.values.find((one) => one === reminder) ?? ('ON_TIME' satisfies TaskReminder),
  note,
})

/** `due.day` is the field `day`. */
export const toTaskField = (path: string) => path.replace(/^due\./, '')

/** The contract's rules for the typed values. */
export const taskSchema = z.custom<TaskValues>().superRefine((values, ctx) => {
  const { error } = NewLeadTask.safeParse(toTask(values))
  for (const { path, message } of error?.issues ?? [])
    ctx.addIssue({ code: 'custom', path: [toTaskField(path.join('.'))], message })
})
