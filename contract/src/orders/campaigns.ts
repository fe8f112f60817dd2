import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { Criteria } from '../criteria/criteria.ts'
import { CriteriaSummary } from '../criteria/criteria-summary.ts'
import { StoredCriteria } from '../criteria/stored-criteria.ts'

export const maxActiveCampaigns = 200

export const maxCampaigns = 2_000

export const CampaignId = z.uuid('There is no such campaign')
const CampaignParams = z.object({ campaignId: CampaignId })
const name = textLine('Campaign name is required')
  .min(1, 'Campaign name is required')
  .max(100, 'Campaign name must be less than 100 characters')
export const campaignStatuses = ['ACTIVE', 'ARCHIVED'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

export const ListedCampaign = z
  .object({
    id: z.string(),
    name: z.string(),
    campaignType: campaignTypes.schema,
    criteriaSummary: CriteriaSummary,
    status: z.enum(campaignStatuses),
    orderCount: z.int(),
    leadsDelivered: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ListedCampaign' })
export type ListedCampaign = z.infer<typeof ListedCampaign>

export const Campaign = ListedCampaign.extend({ criteria: Criteria }).meta({ id: 'Campaign' })
export type Campaign = z.infer<typeof Campaign>

export const NewCampaign = z.strictObject({ name, campaignType: campaignTypes.schema, criteria: StoredCriteria }).meta({
  id: 'NewCampaign',
  example: {
    name: 'Davidson absentee owners',
    campaignType: 'MAIL_READY',
    criteria: { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
  },
})
export type NewCampaign = z.infer<typeof NewCampaign>

export const CampaignChange = z
  .strictObject({
    name: name.optional(),
    criteria: StoredCriteria.optional(),
    status: z.enum(campaignStatuses).optional(),
  })
  .meta({ id: 'CampaignChange', example: { name: 'Davidson, second round', status: 'ACTIVE' } })
export type CampaignChange = z.infer<typeof CampaignChange>

const campaignEndpoint = endpointFactory({ tag: 'Campaigns', access: ['ENTERPRISE_USER'] })

export const campaigns = {
  list: campaignEndpoint(
    'GET /v1/enterprise-private/campaigns',
    "List the user's campaigns, newest first, with a summary of their criteria",
    {
      query: PageQuery.extend({ search: textLine().max(100).optional(), status: z.enum(campaignStatuses).optional() }),
      response: pageSchema(ListedCampaign),
    },
  ),
  create: campaignEndpoint(
    'POST /v1/enterprise-private/campaigns',
    `Create a campaign; a user can have at most ${maxActiveCampaigns} active ones`,
    { body: NewCampaign, response: Campaign, status: 201, idempotent: true, errors: ['UNPROCESSABLE'] },
  ),
  get: campaignEndpoint('GET /v1/enterprise-private/campaigns/{campaignId}', 'Get a campaign', {
    params: CampaignParams,
    response: Campaign,
  }),
  change: campaignEndpoint(
    'PATCH /v1/enterprise-private/campaigns/{campaignId}',
    'Rename, archive or reactivate a campaign, or change its criteria; existing orders keep theirs',
    { params: CampaignParams, body: CampaignChange, response: Campaign, errors: ['UNPROCESSABLE'] },
  ),
}
