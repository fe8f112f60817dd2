import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { campaignTypes, leadStages } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine, textLines } from '../api/text.ts'
import { CountyValues } from '../leads/lead-changes.ts'
import { LeadTask, NextTask } from '../leads/lead-task.ts'
import { letterKinds } from '../leads/letter-kinds.ts'
import { contactResults, PhoneResult } from '../leads/phone-results.ts'
import { Lead, LeadChange } from './leads.ts'
import { propertyParam } from './order-endpoints.ts'

export const maxNotesPerLead = 200

/** How long a deleted note can be restored. */
export const noteRestorableHours = 24

export const BoardLead = Lead.omit({ rank: true, isRepeat: true })
  .extend({
    orderId: z.string(),
    orderName: z.string(),
    campaignId: z.string().optional().describe('Of the order, if it was placed in a campaign'),
    campaignType: campaignTypes.schema,
    deliveredAt: z.iso.datetime(),
    callableUntil: z.iso
      .datetime()
      .optional()
      .describe('CALL_READY: until when its numbers may be called before they are checked again'),
    stagedAt: z.iso.datetime().describe('When it came to its stage'),
    notes: z.int().describe('Number of notes'),
    tagIds: z.array(z.uuid()),
    assigneeId: z.uuid().nullable(),
    phoneResults: z.array(PhoneResult).describe('The last result of each phone that was called'),
    nextTask: NextTask.optional().describe('The open task that is due first'),
  })
  .meta({ id: 'BoardLead', example: { tagIds: ['3f1c8a52-6f5e-4a52-9d8c-8f2f0d3e7a11'] } })
export type BoardLead = z.infer<typeof BoardLead>

export const LeadActivity = z
  .object({
    id: z.string(),
    kind: z.enum(['STAGE', 'NOTE', 'CONTACT', 'LETTER']),
    at: z.iso.datetime(),
    by: classified(
      'personal',
      z.string().describe('The name of the user; `Support` for an administrator who impersonated them'),
    ),
    from: leadStages.schema.optional(),
    to: leadStages.schema.optional(),
    text: classified('contact', z.string().optional()).describe('Of a note, or a note on the result of a call'),
    mailing: z
      .object({ id: z.uuid(), name: z.string(), kind: letterKinds.schema })
      .optional()
      .describe('LETTER: the mailing it was sent with'),
    phone: classified('contact', z.string().optional()),
    result: contactResults.schema.optional(),
  })
  .meta({ id: 'LeadActivity', example: { kind: 'NOTE', text: 'Asked to be called after the holidays' } })
export type LeadActivity = z.infer<typeof LeadActivity>

const BoardLeadDetail = BoardLead.extend({
  valuesAtDelivery: CountyValues,
  activity: z
    .array(LeadActivity)
    .describe('Newest first: all notes and results of calls, the last 300 moves, and the last 100 letters'),
  tasks: z.array(LeadTask).describe('The open ones, those due first on top, and then those done, the latest first'),
}).meta({ id: 'BoardLeadDetail', example: { tagIds: ['3f1c8a52-6f5e-4a52-9d8c-8f2f0d3e7a11'] } })
export type BoardLeadDetail = z.infer<typeof BoardLeadDetail>

export const NewNote = z
  .strictObject({
    text: textLines('A note is required')
      .min(1, 'A note is required')
      .max(2000, 'A note must be less than 2,000 characters'),
  })
  .meta({ id: 'NewNote', example: { text: 'Asked to be called after the holidays' } })
export type NewNote = z.infer<typeof NewNote>

export const taskFilters = ['OVERDUE', 'TODAY', 'NONE'] as const
export type TaskFilter = (typeof taskFilters)[number]

export const boardFilters = {
  orderId: z.uuid('There is no such order').optional(),
  search: textLine().max(100).optional().describe('Any part of an owner or an address'),
  tag: z.uuid('There is no such tag').optional(),
  assignee: z
    .union([z.uuid(), z.literal('NONE')], 'An assignee is an id, or NONE')
    .optional()
    .describe('`NONE` for leads without one'),
  task: z
    .enum(taskFilters, `A task filter is one of ${taskFilters.join(', ')}`)
    .optional()
    .describe('By the open tasks: one is OVERDUE, one is due TODAY, or there is NONE'),
}

const cursorMessage = 'A place is the time, the order and the property of a lead, with commas between them'
const cursorPattern =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z,[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12},\d{1,20}$/

const after = z
  .string()
  .regex(cursorPattern, cursorMessage)
  .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), cursorMessage)
  .optional()
  .describe(
    'Only the leads behind this one: `stagedAt,orderId,propertyId` of the last that was read. However leads move ' +
      'meanwhile, none comes twice that did not move itself, and none that stayed is left out. Not together with `page`; ' +
      'the totals are those of all matching leads, and an empty page is the end',
  )

export const LeadParams = z.object({ orderId: z.uuid('There is no such order'), ...propertyParam })
const NoteParams = LeadParams.extend({ noteId: z.uuid('There is no such note') })

const leadEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const leadBoard = {
  list: leadEndpoint('GET /v1/leads', 'List the leads delivered to you, most recently moved first', {
    query: PageQuery.extend({ ...boardFilters, stage: leadStages.schema.optional(), after }).refine(
      (query) => query.after === undefined || query.page === 1,
      { path: ['page'], message: '`page` cannot be combined with a position' },
    ),
    response: pageSchema(BoardLead),
    data: ['contact'],
  }),
  stages: leadEndpoint('GET /v1/leads/stages', 'Count the leads at each stage', {
    query: z.object(boardFilters),
    response: z.object({ stages: z.array(z.object({ stage: leadStages.schema, count: z.int() })) }),
  }),
  get: leadEndpoint('GET /v1/leads/{orderId}/{propertyId}', 'Get a lead with its activity', {
    params: LeadParams,
    response: BoardLeadDetail,
    data: ['contact', 'personal'],
  }),
  change: leadEndpoint('PATCH /v1/leads/{orderId}/{propertyId}', 'Move a lead to a stage', {
    params: LeadParams,
    body: LeadChange,
    response: BoardLead,
    data: ['contact'],
  }),
  addNote: leadEndpoint('POST /v1/leads/{orderId}/{propertyId}/notes', 'Add a note to a lead', {
    params: LeadParams,
    body: NewNote,
    response: LeadActivity,
    data: ['contact', 'personal'],
    status: 201,
    idempotent: true,
    errors: ['UNPROCESSABLE'],
  }),
  removeNote: leadEndpoint('DELETE /v1/leads/{orderId}/{propertyId}/notes/{noteId}', 'Delete a note', {
    params: NoteParams,
    status: 204,
  }),
  restoreNote: leadEndpoint(
    'POST /v1/leads/{orderId}/{propertyId}/notes/{noteId}/restore',
    'Restore a deleted note, within 24 hours',
    { params: NoteParams, response: LeadActivity, data: ['contact', 'personal'], errors: ['UNPROCESSABLE'] },
  ),
}
