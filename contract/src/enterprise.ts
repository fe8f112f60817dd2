import { z } from 'zod'
import { CampaignId, NewCampaign } from './campaigns.ts'
import { Criteria } from './criteria.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { rangeEnd } from './instant.ts'
import { Lead } from './leads.ts'
import { NewOrder, OrderChange } from './new-order.ts'
import { ListedOrder, Order, OrderDetail, UserFacingStatus } from './order.ts'
import { FileLink, Version } from './order-calls.ts'
import { OrderQuote, OrderQuoteQuery } from './order-quote.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { StoredCriteria } from './stored-criteria.ts'
import { campaignTypes, leadStages } from './vocabularies.ts'

const access = 'API_KEY'
const tag = 'Public API'
const orders = '/v1/enterprise/orders'

const OrderParams = z.object({ id: z.uuid('There is no such order') })

/** An order of one of the user's campaigns, named by its id, or by name and type: then it is made where there is none. */
export const NewEnterpriseOrder = z
  .strictObject({
    ...NewOrder.shape,
    criteria: StoredCriteria.optional().meta({ description: "The campaign's, unless given; needed with `campaign`" }),
    campaignId: CampaignId.optional(),
    campaign: NewCampaign.pick({ name: true, campaignType: true }).optional().meta({
      description: 'In place of `campaignId`: your active campaign of this name and type, made if there is none',
    }),
  })
  .refine(({ campaignId, campaign }) => (campaignId === undefined) !== (campaign === undefined), {
    message: 'Give either campaignId or campaign',
    path: ['campaignId'],
  })
  .refine(({ campaign, criteria }) => !campaign || criteria !== undefined, {
    message: 'Criteria are needed with campaign',
    path: ['criteria'],
  })
  .meta({
    id: 'NewEnterpriseOrder',
    example: {
      campaign: { name: 'Davidson absentee owners', campaignType: 'MAIL_READY' },
      orderName: 'First mailing',
      quantity: 50,
      criteria: exampleOf(Criteria),
    },
  })
export type NewEnterpriseOrder = z.infer<typeof NewEnterpriseOrder>

/** Where a file is, as a program gets it: whoever has the whole address needs no key, as long as it is good. */
const FileUrl = FileLink.meta({
  id: 'FileUrl',
  example: { url: `https://portal.example.com${exampleOf(FileLink).url}` },
})

/** What an API key opens: the calls for the programs of an enterprise user. */
export const enterprise = {
  count: endpoint({
    method: 'POST',
    path: `${orders}/count`,
    summary: 'Count what an order could deliver, what it leaves out and why, and what it would cost; free',
    tag,
    access,
    scope: 'counts:read',
    body: OrderQuoteQuery,
    response: OrderQuote,
    data: ['money'],
    reads: true,
    // It searches the properties each time.
    limits: [{ name: 'enterprise-count', per: 'key', times: 120, seconds: 60 }],
    errors: ['UNPROCESSABLE'],
  }),
  place: endpoint({
    method: 'POST',
    path: orders,
    summary: 'Place an order: its credits are held until it is delivered',
    tag,
    access,
    scope: 'orders:write',
    body: NewEnterpriseOrder,
    response: Order,
    data: ['money'],
    status: 201,
    idempotent: true,
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'UNPROCESSABLE', 'CONFLICT'],
  }),
  list: endpoint({
    method: 'GET',
    path: orders,
    summary: 'Your orders, over all campaigns, with a summary of the criteria of each',
    tag,
    access,
    scope: 'orders:read',
    query: PageQuery.extend({
      status: UserFacingStatus.optional(),
      campaignType: campaignTypes.schema.optional(),
      fromDate: rangeEnd('From'),
      toDate: rangeEnd('To'),
      order: SortOrder.default('desc').meta({ description: 'By creation' }),
    }),
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  get: endpoint({
    method: 'GET',
    path: `${orders}/{id}`,
    summary: 'One order with its history',
    tag,
    access,
    scope: 'orders:read',
    params: OrderParams,
    response: OrderDetail,
    data: ['money'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${orders}/{id}`,
    summary: 'Rename an order, or cancel it while it is pending',
    tag,
    access,
    scope: 'orders:write',
    params: OrderParams,
    body: OrderChange,
    response: Order,
    data: ['money'],
    errors: ['CONFLICT'],
  }),
  leads: endpoint({
    method: 'GET',
    path: `${orders}/{id}/leads`,
    summary: 'The leads that an order delivered, as JSON',
    tag,
    access,
    scope: 'orders:read',
    params: OrderParams,
    query: PageQuery.extend({ stage: leadStages.schema.optional() }),
    response: pageOf(Lead),
    data: ['contact'],
  }),
  download: endpoint({
    method: 'GET',
    path: `${orders}/{id}/download`,
    summary: 'A link to the CSV of a completed order, good for five minutes',
    tag,
    access,
    scope: 'orders:read',
    params: OrderParams,
    query: Version,
    response: FileUrl,
    data: ['secret'],
    errors: ['CONFLICT'],
  }),
  certificate: endpoint({
    method: 'GET',
    path: `${orders}/{id}/certificate`,
    summary: 'A link to the signed proof of the do-not-call check, good for five minutes',
    tag,
    access,
    scope: 'orders:read',
    params: OrderParams,
    query: Version,
    response: FileUrl,
    data: ['secret'],
    errors: ['CONFLICT'],
  }),
}
