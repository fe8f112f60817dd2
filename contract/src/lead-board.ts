import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { Lead, LeadChange } from './leads.ts'
import { line, lines } from './line.ts'
import { propertyParam } from './order-calls.ts'
import { PageQuery, pageOf } from './paging.ts'
import { campaignTypes, leadStages } from './vocabularies.ts'

/** How many notes a lead may have. */
export const mostNotes = 200

/** How long a note that was deleted can be had back. */
export const noteRestorableHours = 24

const owners = ['CONSUMER_USER', 'ENTERPRISE_USER'] as const

/** A delivered lead on its user's board, with the order that brought it. */
export const BoardLead = Lead.omit({ rank: true, isRepeat: true })
  .extend({
    orderId: z.string(),
    orderName: z.string(),
    campaignType: campaignTypes.schema,
    deliveredAt: z.iso.datetime(),
    stagedAt: z.iso.datetime().meta({ description: 'When it came to its stage' }),
    notes: z.int().meta({ description: 'How many notes it has' }),
  })
  .meta({
    id: 'BoardLead',
    example: {
      propertyId: '11694027471264031877',
      address: '1208 EXAMPLE ORCHARD LN',
      city: 'NASHVILLE',
      state: 'TN',
      zip: '37209',
      ownerName: 'TESTWELL HOLDINGS LLC',
      mailingAddress: '40 SAMPLE PLAZA',
      mailingCity: 'KNOXVILLE',
      mailingState: 'TN',
      mailingZip: '37902',
      stage: 'CONTACTED',
      orderId: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49',
      orderName: 'First mailing',
      campaignType: 'MAIL_READY',
      deliveredAt: '2026-11-02T09:30:00.000Z',
      stagedAt: '2026-11-04T14:12:00.000Z',
      notes: 1,
    },
  })
export type BoardLead = z.infer<typeof BoardLead>

/** What happened to a lead: it came to a stage, or somebody wrote something down. */
export const LeadActivity = z
  .object({
    id: z.string(),
    kind: z.enum(['STAGE', 'NOTE']),
    at: z.iso.datetime(),
    by: classified(
      'personal',
      z.string().meta({ description: 'The name of who did it; `Support` for an administrator who acted as the user' }),
    ),
    from: leadStages.schema.optional(),
    to: leadStages.schema.optional(),
    text: classified('contact', z.string().optional()),
  })
  .meta({
    id: 'LeadActivity',
    example: {
      id: '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a50',
      kind: 'NOTE',
      at: '2026-11-04T14:12:00.000Z',
      by: 'Casey Consumer',
      text: 'Asked to be called after the holidays',
    },
  })
export type LeadActivity = z.infer<typeof LeadActivity>

const BoardLeadDetail = BoardLead.extend({
  activity: z.array(LeadActivity).meta({ description: 'The newest first: all notes, and the last 300 moves' }),
}).meta({
  id: 'BoardLeadDetail',
  example: { ...exampleOf(BoardLead), activity: [exampleOf(LeadActivity)] },
})
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
  search: line().max(100).optional().meta({ description: 'Any part of an owner or an address' }),
}

const aPlace = 'A place is the time, the order and the property of a lead, with commas between them'
const place =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z,[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12},\d{1,20}$/

const after = z
  .string()
  .regex(place, aPlace)
  .refine((text) => !Number.isNaN(Date.parse(text.slice(0, 24))), aPlace)
  .optional()
  .meta({
    description:
      'Only the leads behind this one: `stagedAt,orderId,propertyId` of the last that was read. However leads move ' +
      'meanwhile, none comes twice that did not move itself, and none that stayed is left out. Not together with `page`; ' +
      'the totals stay those of all leads asked for, and an empty answer is the end',
  })

const LeadParams = z.object({ orderId: z.uuid('There is no such order'), ...propertyParam })
const NoteParams = LeadParams.extend({ noteId: z.uuid('There is no such note') })

/** The delivered leads of a user over all orders, by how far they have come. */
export const leadBoard = {
  list: endpoint({
    method: 'GET',
    path: '/v1/leads',
    summary: 'The leads delivered to you, those that came to their stage last first',
    tag: 'Leads',
    access: owners,
    query: PageQuery.extend({ ...asked, stage: leadStages.schema.optional(), after }).refine(
      (query) => query.after === undefined || query.page === 1,
      { path: ['page'], message: 'Behind a place there are no pages: leave out `page`' },
    ),
    response: pageOf(BoardLead),
    data: ['contact'],
  }),
  stages: endpoint({
    method: 'GET',
    path: '/v1/leads/stages',
    summary: 'How many leads are at each stage',
    tag: 'Leads',
    access: owners,
    query: z.object(asked),
    response: z.object({ stages: z.array(z.object({ stage: leadStages.schema, count: z.int() })) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/leads/{orderId}/{propertyId}',
    summary: 'One lead with what happened to it',
    tag: 'Leads',
    access: owners,
    params: LeadParams,
    response: BoardLeadDetail,
    data: ['contact', 'personal'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/leads/{orderId}/{propertyId}',
    summary: 'Move a lead to a stage',
    tag: 'Leads',
    access: owners,
    params: LeadParams,
    body: LeadChange,
    response: BoardLead,
    data: ['contact'],
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/v1/leads/{orderId}/{propertyId}/notes',
    summary: 'Write down something about a lead',
    tag: 'Leads',
    access: owners,
    params: LeadParams,
    body: NewNote,
    response: LeadActivity,
    data: ['contact', 'personal'],
    status: 201,
    idempotent: true,
    errors: ['UNPROCESSABLE'],
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/v1/leads/{orderId}/{propertyId}/notes/{noteId}',
    summary: 'Delete a note',
    tag: 'Leads',
    access: owners,
    params: NoteParams,
    status: 204,
  }),
  restoreNote: endpoint({
    method: 'POST',
    path: '/v1/leads/{orderId}/{propertyId}/notes/{noteId}/restore',
    summary: 'Take back that a note was deleted, within 24 hours',
    tag: 'Leads',
    access: owners,
    params: NoteParams,
    response: LeadActivity,
    data: ['contact', 'personal'],
    errors: ['UNPROCESSABLE'],
  }),
}
