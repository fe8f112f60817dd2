import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'
import { campaignTypes } from './vocabularies.ts'

const enterprise = ['ENTERPRISE_USER'] as const

export const CampaignId = z.uuid('There is no such campaign')
const CampaignParams = z.object({ campaignId: CampaignId })
const name = line('Campaign name is required')
  .min(1, 'Campaign name is required')
  .max(100, 'Campaign name must be less than 100 characters')
export const campaignStatuses = ['ACTIVE', 'ARCHIVED'] as const

export const Campaign = z
  .object({
    id: z.string(),
    name: z.string(),
    campaignType: campaignTypes.schema,
    criteria: Criteria,
    status: z.enum(campaignStatuses),
    orderCount: z.int(),
    leadsDelivered: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Campaign',
    example: {
      id: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10',
      name: 'Davidson absentee owners',
      campaignType: 'MAIL_READY',
      criteria: { location: { counties: ['47037'] }, owner: { occupancies: ['ABSENTEE_OUT_OF_STATE'] } },
      status: 'ACTIVE',
      orderCount: 2,
      leadsDelivered: 1500,
      createdAt: '2026-11-02T09:30:00.000Z',
      updatedAt: '2026-11-02T09:30:00.000Z',
    },
  })
export type Campaign = z.infer<typeof Campaign>

export const NewCampaign = z.strictObject({ name, campaignType: campaignTypes.schema, criteria: Criteria }).meta({
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
    criteria: Criteria.optional(),
    status: z.enum(campaignStatuses).optional(),
  })
  .meta({ id: 'CampaignChange', example: { name: 'Davidson, second round', status: 'ACTIVE' } })
export type CampaignChange = z.infer<typeof CampaignChange>

export const campaigns = {
  list: endpoint({
    method: 'GET',
    path: '/v1/enterprise-private/campaigns',
    summary: "The user's campaigns, newest first",
    tag: 'Campaigns',
    access: enterprise,
    query: PageQuery.extend({ search: line().max(100).optional() }),
    response: pageOf(Campaign),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/enterprise-private/campaigns',
    summary: 'Create a campaign',
    tag: 'Campaigns',
    access: enterprise,
    body: NewCampaign,
    response: Campaign,
    status: 201,
    idempotent: true,
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
    summary: 'Rename, retarget or archive a campaign; orders already placed keep their criteria',
    tag: 'Campaigns',
    access: enterprise,
    params: CampaignParams,
    body: CampaignChange,
    response: Campaign,
  }),
}
