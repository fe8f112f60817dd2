import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { leadStages } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine, textLines } from '../api/text.ts'
import { LeadRef, maxBulkLeads } from './bulk-changes.ts'
import { LeadTask, TaskDue, taskReminders } from './lead-task.ts'

/** Tasks of a lead, open and done. */
export const maxTasksPerLead = 100

/** How long a deleted task can be restored. */
export const taskRestorableHours = 24

const title = textLine('A task is required')
  .min(1, 'A task is required')
  .max(100, 'A task must be less than 100 characters')
const note = textLines().max(2000, 'A note must be less than 2,000 characters')

export const NewLeadTask = z
  .strictObject({
    title,
    note: note.optional(),
    due: TaskDue,
    reminder: taskReminders.schema.default('ON_TIME'),
  })
  .meta({
    id: 'NewLeadTask',
    example: {
      title: 'Call',
      due: { day: '2026-11-02', time: '14:30', timeZone: 'America/Chicago' },
      reminder: 'ON_TIME',
    },
  })
export type NewLeadTask = z.infer<typeof NewLeadTask>

const NewLeadTasks = NewLeadTask.extend({
  leads: z.array(LeadRef).min(1, 'Select at least one lead').max(maxBulkLeads, `Select at most ${maxBulkLeads} leads`),
}).meta({
  id: 'NewLeadTasks',
  example: {
    leads: [{ orderId: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002', propertyId: '11694027471264031877' }],
    title: 'Call',
    due: { day: '2026-11-02', time: '14:30', timeZone: 'America/Chicago' },
    reminder: 'ON_TIME',
  },
})
export type NewLeadTasks = z.infer<typeof NewLeadTasks>

export const LeadTaskChange = z
  .strictObject({
    taskIds: z
      .array(z.uuid('There is no such task'))
      .min(1, 'Choose at least one task')
      .max(maxBulkLeads, `Choose at most ${maxBulkLeads} tasks`),
    title: title.optional(),
    note: note.optional().describe('Empty for none'),
    due: TaskDue.optional(),
    reminder: taskReminders.schema.optional(),
    isDone: z.boolean().optional(),
    isDeleted: z.boolean().optional().describe('A deleted task can be restored for 24 hours'),
  })
  .refine(({ taskIds: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    message: 'Choose what to change',
    path: ['title'],
  })
  .meta({ id: 'LeadTaskChange', example: { taskIds: ['0199f3c2-7a51-7c43-9d1e-2b64c0a7f002'], isDone: true } })
export type LeadTaskChange = z.infer<typeof LeadTaskChange>

export const taskStates = ['DUE', 'UPCOMING', 'DONE'] as const

/** A task with what names its lead. */
export const ListedLeadTask = LeadTask.extend({
  lead: z.object({
    orderId: z.uuid(),
    propertyId: z.string(),
    stage: leadStages.schema,
    ownerName: classified('public-record', z.string().nullable()),
    address: classified('public-record', z.string().nullable()),
    city: classified('public-record', z.string().nullable()),
    state: classified('public-record', z.string()),
    zip: classified('public-record', z.string().nullable()),
  }),
}).meta({ id: 'ListedLeadTask', example: { title: 'Call', reminder: 'ON_TIME' } })
export type ListedLeadTask = z.infer<typeof ListedLeadTask>

const taskEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })
const answer = { response: z.object({ items: z.array(LeadTask) }), data: ['contact', 'personal'] } as const

export const leadTasks = {
  list: taskEndpoint(
    'GET /v1/lead-tasks',
    'List the tasks of your leads, those due first on top; done ones latest first',
    {
      query: PageQuery.extend({
        state: z
          .enum(taskStates, `A state is one of ${taskStates.join(', ')}`)
          .default('DUE')
          .describe('DUE: open, overdue or due today; UPCOMING: open, due on a later day'),
      }),
      response: pageSchema(ListedLeadTask),
      data: ['contact', 'personal'],
    },
  ),
  create: taskEndpoint('POST /v1/lead-tasks', `Add a task to each of up to ${maxBulkLeads} leads`, {
    body: NewLeadTasks,
    ...answer,
    status: 201,
    idempotent: true,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
  change: taskEndpoint('PATCH /v1/lead-tasks', 'Change, finish, reopen, delete or restore tasks', {
    body: LeadTaskChange,
    ...answer,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
}
