import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { textLine } from '../api/text.ts'

/** Labels of each kind that a user can have. */
export const maxLeadLabels = 50
export const maxTagsPerLead = 10

export const labelColors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type LabelColor = (typeof labelColors)[number]

const kind = z.enum(['TAG', 'ASSIGNEE']).describe('A lead has up to ten tags and one assignee, who needs no account')
const name = textLine('Name is required').min(1, 'Name is required').max(40, 'Name must be less than 40 characters')
const color = z.enum(labelColors, `A color is one of ${labelColors.join(', ')}`)

export const LeadLabel = z
  .object({
    id: z.uuid(),
    kind,
    name: classified('personal', z.string()),
    color,
    leads: z.int().describe('How many leads have it'),
  })
  .meta({
    id: 'LeadLabel',
    example: { id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002', kind: 'TAG', name: 'Hot', color: 'red', leads: 12 },
  })
export type LeadLabel = z.infer<typeof LeadLabel>

export const NewLeadLabel = z
  .strictObject({ kind, name, color: color.default('gray') })
  .meta({ id: 'NewLeadLabel', example: { kind: 'ASSIGNEE', name: 'Dana', color: 'blue' } })
export type NewLeadLabel = z.infer<typeof NewLeadLabel>

export const LeadLabelChange = z
  .strictObject({ name: name.optional(), color: color.optional() })
  .refine((change) => change.name !== undefined || change.color !== undefined, 'Change the name or the color')
  .meta({ id: 'LeadLabelChange', example: { name: 'Hot lead' } })
export type LeadLabelChange = z.infer<typeof LeadLabelChange>

const LabelParams = z.object({ id: z.uuid('There is no such label') })
const labelEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const leadLabels = {
  list: labelEndpoint('GET /v1/lead-labels', 'List your tags and assignees by name', {
    response: z.object({ items: z.array(LeadLabel) }),
    data: ['personal'],
  }),
  create: labelEndpoint('POST /v1/lead-labels', `Create a tag or an assignee, up to ${maxLeadLabels} of each`, {
    body: NewLeadLabel,
    response: LeadLabel,
    data: ['personal'],
    status: 201,
    idempotent: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  change: labelEndpoint('PATCH /v1/lead-labels/{id}', 'Rename a tag or assignee, or change its color', {
    params: LabelParams,
    body: LeadLabelChange,
    response: LeadLabel,
    data: ['personal'],
    errors: ['CONFLICT'],
  }),
  remove: labelEndpoint('DELETE /v1/lead-labels/{id}', 'Delete a tag or assignee, and remove it from its leads', {
    params: LabelParams,
    status: 204,
  }),
}
