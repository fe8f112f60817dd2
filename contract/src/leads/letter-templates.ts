import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine, textLines } from '../api/text.ts'
import { LeadParams } from '../orders/lead-board.ts'
import { letterKinds } from './letter-kinds.ts'
import { findMergeProblems } from './merge-fields.ts'

export const maxLetterTemplates = 50
/** Pages of one letter; each is a sheet. */
export const maxLetterPages = 4

const name = textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

/** Refuses fields that do not exist, with their place. */
const mergeText = (schema: z.ZodString) =>
  schema.superRefine((text, context) => {
    for (const { message } of findMergeProblems(text)) context.addIssue({ code: 'custom', message })
  })
const text = mergeText(
  textLines('A text is required')
    .min(1, 'A text is required')
    .max(10_000, 'A text must be less than 10,000 characters'),
)
const backText = mergeText(textLines().max(2_000, 'This text must be less than 2,000 characters'))

const content = {
  kind: letterKinds.schema,
  text: classified('personal', text).describe(
    'Of a postcard, its front. Fields are in braces: {{owner.firstName|Neighbor}}',
  ),
  backText: classified('personal', backText.default('')).describe('POSTCARD: beside the address'),
}

export const NewLetterTemplate = z.strictObject({ name, ...content }).meta({
  id: 'NewLetterTemplate',
  example: {
    name: 'First letter',
    kind: 'LETTER',
    text: '{{owner.greeting}},\n\nI would like to buy {{property.street}}.\n\n{{sender.name}}',
    backText: '',
  },
})
export type NewLetterTemplate = z.infer<typeof NewLetterTemplate>

export const LetterTemplate = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: letterKinds.schema,
    text: classified('personal', z.string()),
    backText: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'LetterTemplate',
    example: {
      id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
      name: 'First letter',
      kind: 'LETTER',
      text: '{{owner.greeting}},\n\nI would like to buy {{property.street}}.\n\n{{sender.name}}',
      backText: '',
      createdAt: '2026-11-02T09:30:03.000Z',
      updatedAt: '2026-11-02T09:30:03.000Z',
    },
  })
export type LetterTemplate = z.infer<typeof LetterTemplate>

const line = (label: string, max: number) => textLine().max(max, `${label} must be less than ${max} characters`)
const requiredLine = (label: string, max: number) =>
  textLine(`${label} is required`)
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${max} characters`)

/** The return address, and what letters say of their sender. */
export const LetterSender = z
  .strictObject({
    name: classified('personal', requiredLine('Name', 50)),
    company: classified('personal', line('Company', 50).default('')),
    street: classified('personal', requiredLine('Street', 50)),
    unit: classified('personal', line('Unit', 20).default('')),
    city: classified('personal', requiredLine('City', 40)),
    state: classified(
      'personal',
      textLine('State is required')
        .overwrite((code) => code.toUpperCase())
        .regex(/^[A-Z]{2}$/, 'Enter a state like TN'),
    ),
    zip: classified('personal', textLine('ZIP is required').regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP like 37064')),
    phone: classified('personal', line('Phone', 30).default('')),
  })
  .meta({
    id: 'LetterSender',
    example: {
      name: 'Casey Example',
      company: 'Example Home Buyers',
      street: '40 Sample Plaza',
      unit: 'Ste 4',
      city: 'Knoxville',
      state: 'TN',
      zip: '37902',
      phone: '(615) 555-0142',
    },
  })
export type LetterSender = z.infer<typeof LetterSender>

/** A text on a page, in points from the top left; `y` is its baseline. */
const PageText = z.object({
  text: classified(['public-record', 'personal'], z.string()),
  x: z.number(),
  y: z.number(),
  size: z.number(),
  width: z.number(),
  isBold: z.boolean(),
})
export type PageText = z.infer<typeof PageText>

const PageBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type PageBox = z.infer<typeof PageBox>

export const LetterPage = z
  .object({
    width: z.number(),
    height: z.number(),
    texts: z.array(PageText),
    boxes: z.array(PageBox).describe('Printed outlines, such as the place of the stamp'),
    window: PageBox.optional().describe('What the window of a #10 envelope shows for certain; not printed'),
  })
  .meta({ id: 'LetterPage' })
export type LetterPage = z.infer<typeof LetterPage>

export const LetterPreviewQuery = z
  .strictObject({ ...content, lead: LeadParams.optional().describe('A made-up one if omitted') })
  .meta({
    id: 'LetterPreviewQuery',
    example: { kind: 'LETTER', text: '{{owner.greeting}},\n\nI would like to buy {{property.street}}.', backText: '' },
  })
export type LetterPreviewQuery = z.infer<typeof LetterPreviewQuery>

const LetterPreview = z
  .object({
    pages: z.array(LetterPage).describe('As the PDF has them'),
    hasSender: z.boolean().describe('False while a made-up return address stands for the missing one'),
  })
  .meta({ id: 'LetterPreview', example: { pages: [], hasSender: true } })
export type LetterPreview = z.infer<typeof LetterPreview>

const TemplateParams = z.object({ id: z.uuid('There is no such template') })
const letterEndpoint = endpointFactory({ tag: 'Letters', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const letterTemplates = {
  list: letterEndpoint('GET /v1/letter-templates', 'List your letter and postcard templates by name', {
    response: z.object({ items: z.array(LetterTemplate) }),
    data: ['personal'],
  }),
  create: letterEndpoint('POST /v1/letter-templates', `Create a template, up to ${maxLetterTemplates}`, {
    body: NewLetterTemplate,
    response: LetterTemplate,
    data: ['personal'],
    status: 201,
    idempotent: true,
    errors: ['UNPROCESSABLE'],
  }),
  change: letterEndpoint('PUT /v1/letter-templates/{id}', 'Replace a template; mailings keep the text they had', {
    params: TemplateParams,
    body: NewLetterTemplate,
    response: LetterTemplate,
    data: ['personal'],
    errors: ['UNPROCESSABLE'],
  }),
  remove: letterEndpoint('DELETE /v1/letter-templates/{id}', 'Delete a template; its mailings stay', {
    params: TemplateParams,
    status: 204,
  }),
  preview: letterEndpoint('POST /v1/letter-templates/preview', 'Lay out a text for one of your leads', {
    reads: true,
    body: LetterPreviewQuery,
    response: LetterPreview,
    data: ['personal'],
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
  sender: letterEndpoint('GET /v1/letter-sender', 'Get your return address; null before it is saved', {
    response: z.object({ sender: LetterSender.nullable() }),
    data: ['personal'],
  }),
  saveSender: letterEndpoint('PUT /v1/letter-sender', 'Save your return address', {
    body: LetterSender,
    response: LetterSender,
    data: ['personal'],
    errors: ['UNPROCESSABLE'],
  }),
}
