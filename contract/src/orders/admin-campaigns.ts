import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { rangeBound } from '../api/date-time.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { PageQuery, pageSchema, SortOrder } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { Owner, userIdsFilter } from '../identity/owner.ts'
import { Campaign, CampaignId, ListedCampaign } from './campaigns.ts'

export const adminListSorts = ['createdAt', 'updatedAt', 'totalPrice'] as const

export const adminListFilters = {
  search: textLine().max(100).optional().describe("Any part of the name, or of the owner's name, email or company"),
  userId: userIdsFilter,
  campaignType: campaignTypes.schema.optional(),
  fromDate: rangeBound('From'),
  toDate: rangeBound('To'),
}

export const adminListSorting = {
  sort: z.enum(adminListSorts).default('createdAt'),
  order: SortOrder.default('desc'),
}

export const maxCountedRows = 10_000

export const countedPageSchema = <Item extends z.ZodType>(item: Item) =>
  pageSchema(item).extend({
    hasMore: z
      .boolean()
      .describe(
        `More are found than \`totalCount\`, which is ${maxCountedRows.toLocaleString('en-US')} then; narrow the search to see them`,
      ),
  })

export const csvExportOptions = {
  response: classified(['personal', 'money'], z.string()),
  data: ['personal', 'money'],
  answers: 'file',
  mediaType: 'text/csv',
  limits: [{ name: 'admin-export', per: 'account', times: 60, seconds: 3600 }],
} as const

const adminFields = {
  user: Owner,
  totalPrice: classified(
    'money',
    z.int().describe('Credits of its orders: captured, or held while an order is in progress'),
  ),
}

export const ListedAdminCampaign = ListedCampaign.extend(adminFields).meta({ id: 'ListedAdminCampaign' })
export type ListedAdminCampaign = z.infer<typeof ListedAdminCampaign>

export const AdminCampaign = Campaign.extend(adminFields).meta({ id: 'AdminCampaign' })
export type AdminCampaign = z.infer<typeof AdminCampaign>

const CampaignFilters = z.object(adminListFilters)
export const AdminCampaignQuery = PageQuery.extend({ ...adminListFilters, ...adminListSorting })
export type AdminCampaignQuery = z.infer<typeof AdminCampaignQuery>

export const adminCampaigns = {
  list: adminEndpoint('GET /v1/admin/campaigns', 'List the campaigns of all users', {
    query: AdminCampaignQuery,
    response: countedPageSchema(ListedAdminCampaign),
    data: ['personal', 'money'],
  }),
  export: adminEndpoint(
    'GET /v1/admin/campaigns/export',
    'Export the campaigns of all users as CSV, all pages, in the requested order',
    {
      query: CampaignFilters.extend(adminListSorting),
      ...csvExportOptions,
    },
  ),
  get: adminEndpoint('GET /v1/admin/campaigns/{id}', 'Get the campaign of any user', {
    params: z.object({ id: CampaignId }),
    response: AdminCampaign,
    data: ['personal', 'money'],
  }),
}
