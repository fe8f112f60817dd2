import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { CriteriaSummary } from './criteria-summary.ts'
import { callsWith } from './endpoint.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import { StoredCriteria } from './stored-criteria.ts'
import { campaignTypes } from './vocabularies.ts'

export const mostActiveCampaigns = 200

export const mostCampaigns = 2_000

export const CampaignId = z.uuid('There is no such campaign')
const CampaignParams = z.object({ campaignId: CampaignId })
const name = line('Campaign name is required')
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

const campaignCall = callsWith({ tag: 'Campaigns', access: ['ENTERPRISE_USER'] })

export const campaigns = {
  list: campaignCall(
    'GET /v1/enterprise-private/campaigns',
    "The user's campaigns, newest first, with a summary of the criteria of each",
    {
      query: PageQuery.extend({ search: line().max(100).optional(), status: z.enum(campaignStatuses).optional() }),
      response: pageOf(ListedCampaign),
    },
  ),
  create: campaignCall(
    'POST /v1/enterprise-private/campaigns',
    `Create a campaign, of which a user has ${mostActiveCampaigns} active ones at most`,
    { body: NewCampaign, response: Campaign, status: 201, idempotent: true, errors: ['UNPROCESSABLE'] },
  ),
  get: campaignCall('GET /v1/enterprise-private/campaigns/{campaignId}', 'One campaign', {
    params: CampaignParams,
    response: Campaign,
  }),
  change: campaignCall(
    'PATCH /v1/enterprise-private/campaigns/{campaignId}',
    'Rename, retarget, archive or reactivate a campaign; orders already placed keep their criteria',
    { params: CampaignParams, body: CampaignChange, response: Campaign, errors: ['UNPROCESSABLE'] },
  ),
}
