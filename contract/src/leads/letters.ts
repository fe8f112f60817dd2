import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { enumWithLabels, leadStages } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { maxSuppressionLists } from '../data/suppression-lists.ts'
import { boardFilters, LeadParams } from '../orders/lead-board.ts'
import { maxBulkLeads } from './bulk-changes.ts'
import { letterKinds } from './letter-kinds.ts'
import { LetterSender } from './letter-templates.ts'

/** Leads that a mailing can be chosen from. */
export const maxMailingLeads = 20_000
/** Mailings that a user keeps. */
export const maxMailings = 1_000
export const defaultPeriodDays = 90

export const mailingExclusions = enumWithLabels({
  NO_ADDRESS: ['No full mailing address', 'Street, city, state or ZIP is missing, or the address is outside the US'],
  SUPPRESSED: ['On a suppression list', 'The property or the mailing address is on one of the lists'],
  SENT_RECENTLY: ['Sent recently', 'Got mail from you within the period'],
  DUPLICATE: ['Same owner and address', 'Another lead of this mailing has the same owner and mailing address'],
})
export type MailingExclusion = z.infer<typeof mailingExclusions.schema>

export const mailingFormats = enumWithLabels({
  SHEETS: ['PDF', 'The letters, or the postcards with front and back in turn'],
  LABELS: ['Address labels', 'PDF for Avery 5160: 30 labels on a US Letter sheet'],
  CSV: ['CSV', 'The same recipients, for a mail house'],
})
export type MailingFormat = z.infer<typeof mailingFormats.schema>

export const repeatScopes = enumWithLabels({
  ANY: ['Any mail', 'Excludes people who got any letter or postcard from you'],
  TEMPLATE: ['This template', 'Excludes people who got this template'],
})

export const printOrders = enumWithLabels({
  ZIP: ['ZIP', 'In the order in which the post office sorts mail'],
  NAME: ['Name', 'By the name of the recipient'],
})

/** Which of the delivered leads; all conditions apply. */
const Audience = z
  .strictObject({
    ...boardFilters,
    campaignId: z.uuid('There is no such campaign').optional(),
    listId: z.uuid('There is no such list').optional().describe('Leads whose property is in the list'),
    stages: z.array(leadStages.schema).max(leadStages.values.length).optional(),
    leads: z
      .array(LeadParams)
      .min(1, 'Select at least one lead')
      .max(maxBulkLeads, `Select at most ${maxBulkLeads} leads`)
      .optional(),
  })
  .meta({ id: 'MailingAudience', example: { stages: ['NEW', 'CONTACTED'] } })
export type Audience = z.infer<typeof Audience>

const choices = {
  templateId: z.uuid('There is no such template'),
  audience: Audience,
  periodDays: z
    .int('A period is a number of days')
    .min(0, 'A period is 0 days or more')
    .max(3_650, 'A period is 3,650 days or less')
    .default(defaultPeriodDays)
    .describe('Excludes people who got mail within so many days; 0 excludes nobody'),
  repeatScope: repeatScopes.schema.default('ANY'),
  suppressionListIds: z
    .array(z.uuid('There is no such suppression list'))
    .max(maxSuppressionLists, `Choose at most ${maxSuppressionLists} lists`)
    .default([]),
}

const queryExample = {
  templateId: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
  audience: { stages: ['NEW'] },
  periodDays: 90,
  repeatScope: 'ANY',
  suppressionListIds: [],
} as const

export const MailingQuery = z.strictObject(choices).meta({ id: 'MailingQuery', example: queryExample })
export type MailingQuery = z.infer<typeof MailingQuery>

const dateMessage = 'Enter a date like 2026-11-30'
// The database has no year 0.
const sentOn = z.iso.date(dateMessage).refine((day) => day >= '1900', dateMessage)

export const NewMailing = z
  .strictObject({
    name: textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
    ...choices,
    printOrder: printOrders.schema.default('ZIP'),
    sentOn: sentOn.optional().describe('Marks it as sent at once'),
  })
  .meta({
    id: 'NewMailing',
    example: { name: 'Absentee owners, first letter', ...queryExample, printOrder: 'ZIP' },
  })
export type NewMailing = z.infer<typeof NewMailing>

const counts = {
  recipients: z.int(),
  excluded: z
    .array(z.object({ reason: mailingExclusions.schema, leads: z.int() }))
    .describe('The excluded leads, each under its first reason'),
}

export const MailingPreview = z
  .object({
    leads: z.int(),
    ...counts,
    unsent: z.int().describe('Of the recipients, those in a mailing that is not marked as sent yet'),
  })
  .meta({
    id: 'MailingPreview',
    example: { leads: 120, recipients: 101, excluded: [{ reason: 'SENT_RECENTLY', leads: 19 }], unsent: 0 },
  })
export type MailingPreview = z.infer<typeof MailingPreview>

export const Mailing = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: letterKinds.schema,
    templateId: z.uuid().nullable().describe('Null once the template is deleted'),
    templateName: z.string(),
    ...counts,
    sentOn: z.iso.date().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'Mailing',
    example: {
      id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
      name: 'Absentee owners, first letter',
      kind: 'LETTER',
      templateId: null,
      templateName: 'First letter',
      recipients: 101,
      excluded: [{ reason: 'SENT_RECENTLY', leads: 19 }],
      sentOn: '2026-11-02',
      createdAt: '2026-11-02T09:30:03.000Z',
    },
  })
export type Mailing = z.infer<typeof Mailing>

const MailingDetail = Mailing.extend({
  text: classified('personal', z.string()).describe('As it was when the mailing was made'),
  backText: classified('personal', z.string()),
  sender: LetterSender,
}).meta({ id: 'MailingDetail' })
export type MailingDetail = z.infer<typeof MailingDetail>

export const MailingRecipient = z
  .object({
    position: z.int().describe('In the order of print, from 1'),
    orderId: z.uuid(),
    propertyId: z.string(),
    addressee: classified('public-record', z.string()),
    street: classified('public-record', z.string()),
    city: classified('public-record', z.string()),
    state: classified('public-record', z.string()),
    zip: classified('public-record', z.string()),
  })
  .meta({ id: 'MailingRecipient' })
export type MailingRecipient = z.infer<typeof MailingRecipient>

export const MailingChange = z
  .strictObject({ sentOn: sentOn.nullable().describe('Null undoes it') })
  .meta({ id: 'MailingChange', example: { sentOn: '2026-11-02' } })
export type MailingChange = z.infer<typeof MailingChange>

export const MailingFile = z
  .object({
    format: mailingFormats.schema,
    status: z.enum(['MAKING', 'READY', 'FAILED']).describe('FAILED is told once: the next call starts again'),
    done: z.int().describe('Recipients written so far'),
    url: classified('secret', z.string().optional()).describe('A link to the file, once it is ready'),
  })
  .meta({ id: 'MailingFile', example: { format: 'SHEETS', status: 'MAKING', done: 40 } })
export type MailingFile = z.infer<typeof MailingFile>

const MailingParams = z.object({ id: z.uuid('There is no such mailing') })
const letterEndpoint = endpointFactory({ tag: 'Letters', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const mailings = {
  preview: letterEndpoint(
    'POST /v1/mailings/preview',
    'Count the recipients of a mailing, and the leads that are excluded',
    { reads: true, body: MailingQuery, response: MailingPreview, errors: ['NOT_FOUND', 'UNPROCESSABLE'] },
  ),
  create: letterEndpoint(
    'POST /v1/mailings',
    'Create a mailing: its recipients, text and return address stay as they are',
    {
      body: NewMailing,
      response: Mailing,
      status: 201,
      idempotent: true,
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      limits: [{ name: 'mailings', per: 'account', times: 60, seconds: 3600 }],
    },
  ),
  list: letterEndpoint('GET /v1/mailings', 'List your mailings, newest first', {
    query: PageQuery,
    response: pageSchema(Mailing),
  }),
  get: letterEndpoint('GET /v1/mailings/{id}', 'Get a mailing with its text', {
    params: MailingParams,
    response: MailingDetail,
    data: ['personal'],
  }),
  recipients: letterEndpoint('GET /v1/mailings/{id}/recipients', 'List the recipients in the order of print', {
    params: MailingParams,
    query: PageQuery,
    response: pageSchema(MailingRecipient),
  }),
  change: letterEndpoint(
    'PATCH /v1/mailings/{id}',
    'Mark a mailing as sent on a day, which its leads then show, or undo that',
    { params: MailingParams, body: MailingChange, response: Mailing, errors: ['UNPROCESSABLE'] },
  ),
  remove: letterEndpoint('DELETE /v1/mailings/{id}', 'Delete a mailing that is not marked as sent', {
    params: MailingParams,
    status: 204,
    errors: ['CONFLICT'],
  }),
  makeFile: letterEndpoint(
    'POST /v1/mailings/{id}/files/{format}',
    'Make a file of a mailing: call again until it is ready; it is deleted after a day and can be made again',
    { params: MailingParams.extend({ format: mailingFormats.schema }), response: MailingFile, data: ['secret'] },
  ),
}
