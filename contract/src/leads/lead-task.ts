import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { timeOfDay, timeZone } from '../api/date-time.ts'
import { enumWithLabels } from '../api/enums.ts'

/** When a task notifies its user; a task without a time counts as one of 8 am. */
export const taskReminders = enumWithLabels({
  NONE: ['No reminder', 'On the Today screen only'],
  ON_TIME: ['When it is due', 'At its time, or at 8 am on its day'],
  HOUR_BEFORE: ['An hour before', 'An hour before its time, or at 7 am on its day'],
  DAY_BEFORE: ['A day before', 'A day before its time, or at 8 am on the day before'],
})
export type TaskReminder = z.infer<typeof taskReminders.schema>

const dayMessage = 'Choose a day like 2026-11-02'

export const TaskDue = z
  .strictObject({
    day: z.iso
      .date(dayMessage)
      .refine((day) => day >= '2000' && day < '2100', 'The year must be between 2000 and 2099')
      .describe('A calendar day in the time zone'),
    time: timeOfDay.optional(),
    timeZone,
  })
  .meta({ id: 'TaskDue', example: { day: '2026-11-02', time: '14:30', timeZone: 'America/Chicago' } })
export type TaskDue = z.infer<typeof TaskDue>

export const LeadTask = z
  .object({
    id: z.uuid(),
    title: classified('contact', z.string()),
    note: classified('contact', z.string().optional()),
    due: TaskDue,
    dueAt: z.iso.datetime().describe('It is overdue from then on: its time, or without one the end of its day'),
    reminder: taskReminders.schema,
    by: classified(
      'personal',
      z.string().describe('The name of the user; `Support` for an administrator who impersonated them'),
    ),
    createdAt: z.iso.datetime(),
    doneAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'LeadTask', example: { title: 'Call', note: 'Asks for an offer in writing', reminder: 'ON_TIME' } })
export type LeadTask = z.infer<typeof LeadTask>

/** The open task of a lead that is due first, as the board shows it. */
export const NextTask = LeadTask.pick({ id: true, title: true, due: true, dueAt: true }).meta({
  id: 'NextTask',
  example: { title: 'Call' },
})
export type NextTask = z.infer<typeof NextTask>
