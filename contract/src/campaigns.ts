import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { CriteriaSummary } from './criteria-summary.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import { StoredCriteria } from './stored-criteria.ts'
import { campaignTypes } from './vocabularies.ts'

const enterprise = ['ENTERPRISE_USER'] as const

/** How many active campaigns a user can have. */
export const mostActiveCampaigns = 200

/** How many campaigns a user can have, active and archived. */
export const mostCampaigns = 2_000

export const CampaignId = z.uuid('There is no such campaign')
const CampaignParams = z.object({ campaignId: CampaignId })
const name = line('Campaign name is required')
  .min(1, 'Campaign name is required')
  .max(100, 'Campaign name must be less than 100 characters')
export const campaignStatuses = ['ACTIVE', 'ARCHIVED'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** A campaign as it stands on a list. */
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
  .meta({
    id: 'ListedCampaign',
    example: {
      id: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10',
      name: 'Davidson absentee owners',
      campaignType: 'MAIL_READY',
      criteriaSummary: { filters: 1, places: 'Davidson County, TN', stacked: 0, chosen: 0, excludesSearches: false },
      status: 'ACTIVE',
      orderCount: 2,
      leadsDelivered: 1500,
      createdAt: '2026-11-02T09:30:00.000Z',
      updatedAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type ListedCampaign = z.infer<typeof ListedCampaign>

export const Campaign = ListedCampaign.extend({ criteria: Criteria }).meta({
  id: 'Campaign',
  example: {
    ...exampleOf(ListedCampaign),
    criteria: { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
  },
})
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

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: '/v1/enterprise-private/campaigns',
    summary: "The user's campaigns, newest first, with a summary of the criteria of each",
    tag: 'Campaigns',
    access: enterprise,
    query: PageQuery.extend({ search: line().max(100).optional(), status: z.enum(campaignStatuses).optional() }),
    response: pageOf(ListedCampaign),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/enterprise-private/campaigns',
    summary: `Create a campaign, of which a user has ${mostActiveCampaigns} active ones at most`,
    tag: 'Campaigns',
    access: enterprise,
    body: NewCampaign,
    response: Campaign,
    status: 201,
    idempotent: true,
    errors: ['UNPROCESSABLE'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/enterprise-private/campaigns/{campaignId}',
    summary: 'One campaign',
    tag: 'Campaigns',
    access: enterprise,
    params: CampaignParams,
    response: Campaign,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/enterprise-private/campaigns/{campaignId}',
    summary: 'Rename, retarget, archive or reactivate a campaign; orders already placed keep their criteria',
    tag: 'Campaigns',
    access: enterprise,
    params: CampaignParams,
    body: CampaignChange,
    response: Campaign,
    errors: ['UNPROCESSABLE'],
  }),
}
