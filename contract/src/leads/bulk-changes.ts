import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { leadStages } from '../api/enums.ts'
import { LeadParams } from '../orders/lead-board.ts'
import { maxTagsPerLead } from './lead-labels.ts'

/** Leads of one bulk change. */
export const maxBulkLeads = 500

const tooMany = `Select at most ${maxBulkLeads} leads`
export const LeadRef = LeadParams.meta({ id: 'LeadRef' })
const tagIds = z.array(z.uuid('There is no such tag')).max(maxTagsPerLead, `Choose at most ${maxTagsPerLead} tags`)
const assigneeId = z.uuid('There is no such assignee').nullable().describe('Null for nobody')

export const BulkLeadChange = z
  .strictObject({
    leads: z.array(LeadRef).min(1, 'Select at least one lead').max(maxBulkLeads, tooMany),
    stage: leadStages.schema.optional(),
    addTags: tagIds.optional(),
    removeTags: tagIds.optional(),
    assigneeId: assigneeId.optional(),
  })
  .refine(({ leads: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    message: 'Choose a stage, tags or an assignee',
    path: ['stage'],
  })
  .meta({
    id: 'BulkLeadChange',
    example: {
      leads: [{ orderId: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002', propertyId: '11694027471264031877' }],
      stage: 'CONTACTED',
    },
  })
export type BulkLeadChange = z.infer<typeof BulkLeadChange>

const LeadState = LeadRef.extend({
  stage: leadStages.schema.optional(),
  tagIds: tagIds.optional(),
  assigneeId: assigneeId.optional(),
}).meta({ id: 'LeadState' })
export type LeadState = z.infer<typeof LeadState>

export const LeadStates = z
  .strictObject({ leads: z.array(LeadState).min(1, 'Select at least one lead').max(maxBulkLeads, tooMany) })
  .meta({
    id: 'LeadStates',
    example: {
      leads: [
        {
          orderId: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
          propertyId: '11694027471264031877',
          stage: 'NEW',
          tagIds: [],
        },
      ],
    },
  })
export type LeadStates = z.infer<typeof LeadStates>

const BulkChangeResult = z
  .object({
    changed: z.int().describe('Leads that were different before'),
    before: z.array(LeadState).describe('What changed of each, as it was: send it to `PUT /v1/leads/states` to undo'),
  })
  .meta({ id: 'BulkChangeResult', example: { changed: 0, before: [] } })
export type BulkChangeResult = z.infer<typeof BulkChangeResult>

const leadEndpoint = endpointFactory({ tag: 'Leads', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })

export const bulkLeads = {
  change: leadEndpoint('PATCH /v1/leads', `Change the stage, tags or assignee of up to ${maxBulkLeads} leads`, {
    body: BulkLeadChange,
    response: BulkChangeResult,
    errors: ['NOT_FOUND', 'UNPROCESSABLE'],
  }),
  restore: leadEndpoint('PUT /v1/leads/states', 'Set the stages, tags and assignees of leads, to undo a change', {
    body: LeadStates,
    response: BulkChangeResult,
    errors: ['NOT_FOUND'],
  }),
}
