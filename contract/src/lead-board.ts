import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { Lead, LeadChange } from './leads.ts'
import { line, lines } from './line.ts'
import { propertyParam } from './order-calls.ts'
import { PageQuery, pageOf } from './paging.ts'
import { campaignTypes, leadStages } from './vocabularies.ts'

export const mostNotes = 200

/** How long a note that was deleted can be had back. */
export const noteRestorableHours = 24

export const BoardLead = Lead.omit({ rank: true, isRepeat: true })
  .extend({
    orderId: z.string(),
    orderName: z.string(),
    campaignType: campaignTypes.schema,
    deliveredAt: z.iso.datetime(),
    stagedAt: z.iso.datetime().describe('When it came to its stage'),
    notes: z.int().describe('How many notes it has'),
  })
  .meta({ id: 'BoardLead' })
export type BoardLead = z.infer<typeof BoardLead>

export const LeadActivity = z
  .object({
    id: z.string(),
    kind: z.enum(['STAGE', 'NOTE']),
    at: z.iso.datetime(),
    by: classified(
      'personal',
      z.string().describe('The name of who did it; `Support` for an administrator who acted as the user'),
    ),
    from: leadStages.schema.optional(),
    to: leadStages.schema.optional(),
    text: classified('contact', z.string().optional()),
  })
  .meta({ id: 'LeadActivity', example: { kind: 'NOTE', text: 'Asked to be called after the holidays' } })
export type LeadActivity = z.infer<typeof LeadActivity>

const BoardLeadDetail = BoardLead.extend({
  activity: z.array(LeadActivity).describe('The newest first: all notes, and the last 300 moves'),
}).meta({ id: 'BoardLeadDetail' })
export type BoardLeadDetail = z.infer<typeof BoardLeadDetail>

export const NewNote = z
  .strictObject({
    text: lines('A note is required')
      .min(1, 'A note is required')
      .max(2000, 'A note must be less than 2,000 characters'),
  })
  .meta({ id: 'NewNote', example: { text: 'Asked to be called after the holidays' } })
export type NewNote = z.infer<typeof NewNote>

const asked = {
  orderId: z.uuid('There is no such order').optional(),
  search: line().max(100).optional().describe('Any part of an owner or an address'),
}

const aPlace = 'A place is the time, the order and the property of a lead, with commas between them'
const place =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z,[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12},\d{1,20}$/

const after = z
  .string()
  .regex(place, aPlace)
  .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), aPlace)
  .optional()
  .describe(
    'Only the leads behind this one: `stagedAt,orderId,propertyId` of the last that was read. However leads move ' +
      'meanwhile, none comes twice that did not move itself, and none that stayed is left out. Not together with `page`; ' +
      'the totals stay those of all leads asked for, and an empty answer is the end',
  )

const LeadParams = z.object({ orderId: z.uuid('There is no such order'), ...propertyParam })
const NoteParams = LeadParams.extend({ noteId: z.uuid('There is no such note') })

const leadCall = callsWith({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const leadBoard = {
  list: leadCall('GET /v1/leads', 'The leads delivered to you, those that came to their stage last first', {
    query: PageQuery.extend({ ...asked, stage: leadStages.schema.optional(), after }).refine(
      (query) => query.after === undefined || query.page === 1,
      { path: ['page'], message: 'Behind a place there are no pages: leave out `page`' },
    ),
    response: pageOf(BoardLead),
    data: ['contact'],
  }),
  stages: leadCall('GET /v1/leads/stages', 'How many leads are at each stage', {
    query: z.object(asked),
    response: z.object({ stages: z.array(z.object({ stage: leadStages.schema, count: z.int() })) }),
  }),
  get: leadCall('GET /v1/leads/{orderId}/{propertyId}', 'One lead with what happened to it', {
    params: LeadParams,
    response: BoardLeadDetail,
    data: ['contact', 'personal'],
  }),
  change: leadCall('PATCH /v1/leads/{orderId}/{propertyId}', 'Move a lead to a stage', {
    params: LeadParams,
    body: LeadChange,
    response: BoardLead,
    data: ['contact'],
  }),
  addNote: leadCall('POST /v1/leads/{orderId}/{propertyId}/notes', 'Write down something about a lead', {
    params: LeadParams,
    body: NewNote,
    response: LeadActivity,
    data: ['contact', 'personal'],
    status: 201,
    idempotent: true,
    errors: ['UNPROCESSABLE'],
  }),
  removeNote: leadCall('DELETE /v1/leads/{orderId}/{propertyId}/notes/{noteId}', 'Delete a note', {
    params: NoteParams,
    status: 204,
  }),
  restoreNote: leadCall(
    'POST /v1/leads/{orderId}/{propertyId}/notes/{noteId}/restore',
    'Take back that a note was deleted, within 24 hours',
    { params: NoteParams, response: LeadActivity, data: ['contact', 'personal'], errors: ['UNPROCESSABLE'] },
  ),
}
