import { z } from 'zod'
import { Campaign, CampaignId, ListedCampaign } from './campaigns.ts'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { rangeEnd } from './instant.ts'
import { line } from './line.ts'
import { Owner, ownersQuery } from './owner.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { campaignTypes } from './vocabularies.ts'

export const enterpriseSorts = ['createdAt', 'updatedAt', 'totalPrice'] as const

export const enterpriseFilters = {
  search: line().max(100).optional().describe('Any part of the name, or of the name, email or company of whose it is'),
  userId: ownersQuery,
  campaignType: campaignTypes.schema.optional(),
  fromDate: rangeEnd('From'),
  toDate: rangeEnd('To'),
}

export const enterpriseSorting = {
  sort: z.enum(enterpriseSorts).default('createdAt'),
  order: SortOrder.default('desc'),
}

export const mostCounted = 10_000

export const countedPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({
    hasMore: z
      .boolean()
      .describe(
        `More are found than \`totalCount\`, which is ${mostCounted.toLocaleString('en-US')} then; narrow the search to see them`,
      ),
  })

export const enterpriseExport = {
  response: classified(['personal', 'money'], z.string()),
  data: ['personal', 'money'],
  answers: 'file',
  mediaType: 'text/csv',
  limits: [{ name: 'admin-export', per: 'account', times: 60, seconds: 3600 }],
} as const

const shown = {
  user: Owner,
  totalPrice: classified(
    'money',
    z.int().describe('Credits of its orders: captured, or held while an order is under way'),
  ),
}

export const ListedAdminCampaign = ListedCampaign.extend(shown).meta({ id: 'ListedAdminCampaign' })
export type ListedAdminCampaign = z.infer<typeof ListedAdminCampaign>

export const AdminCampaign = Campaign.extend(shown).meta({ id: 'AdminCampaign' })
export type AdminCampaign = z.infer<typeof AdminCampaign>

const CampaignFilters = z.object(enterpriseFilters)
export const AdminCampaignQuery = PageQuery.extend({ ...enterpriseFilters, ...enterpriseSorting })
export type AdminCampaignQuery = z.infer<typeof AdminCampaignQuery>

export const adminCampaigns = {
  list: adminCall('GET /v1/admin/campaigns', "Everybody's campaigns", {
    query: AdminCampaignQuery,
    response: countedPageOf(ListedAdminCampaign),
    data: ['personal', 'money'],
  }),
  export: adminCall('GET /v1/admin/campaigns/export', "Everybody's campaigns as CSV, all pages, as sorted", {
    query: CampaignFilters.extend(enterpriseSorting),
    ...enterpriseExport,
  }),
  get: adminCall('GET /v1/admin/campaigns/{id}', 'One campaign of anybody', {
    params: z.object({ id: CampaignId }),
    response: AdminCampaign,
    data: ['personal', 'money'],
  }),
}
