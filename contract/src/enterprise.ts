import { z } from 'zod'
import { CampaignId, NewCampaign } from './campaigns.ts'
import { Criteria } from './criteria.ts'
import { callsWith } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { rangeEnd } from './instant.ts'
import { NewOrder, OrderChange } from './new-order.ts'
import { ListedOrder, Order, OrderDetail, UserFacingStatus } from './order.ts'
import { FileLink, fileCall, leadsCall } from './order-calls.ts'
import { OrderQuote, OrderQuoteQuery } from './order-quote.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { StoredCriteria } from './stored-criteria.ts'
import { campaignTypes } from './vocabularies.ts'

const keyCall = callsWith({ tag: 'Public API', access: 'API_KEY' })
const orders = '/v1/enterprise/orders'

const OrderParams = z.object({ id: z.uuid('There is no such order') })

export const NewEnterpriseOrder = z
  .strictObject({
    ...NewOrder.shape,
    criteria: StoredCriteria.optional().describe("The campaign's, unless given; needed with `campaign`"),
    campaignId: CampaignId.optional(),
    campaign: NewCampaign.pick({ name: true, campaignType: true })
      .optional()
      .describe('In place of `campaignId`: your active campaign of this name and type, made if there is none'),
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

export const enterprise = {
  count: keyCall(
    `POST ${orders}/count`,
    'Count what an order could deliver, what it leaves out and why, and what it would cost; free',
    {
      scope: 'counts:read',
      body: OrderQuoteQuery,
      response: OrderQuote,
      data: ['money'],
      reads: true,
      // It searches the properties each time.
      limits: [{ name: 'enterprise-count', per: 'key', times: 120, seconds: 60 }],
      errors: ['UNPROCESSABLE'],
    },
  ),
  place: keyCall(`POST ${orders}`, 'Place an order: its credits are held until it is delivered', {
    scope: 'orders:write',
    body: NewEnterpriseOrder,
    response: Order,
    data: ['money'],
    status: 201,
    idempotent: true,
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'UNPROCESSABLE', 'CONFLICT'],
  }),
  list: keyCall(`GET ${orders}`, 'Your orders, over all campaigns, with a summary of the criteria of each', {
    scope: 'orders:read',
    query: PageQuery.extend({
      status: UserFacingStatus.optional(),
      campaignType: campaignTypes.schema.optional(),
      fromDate: rangeEnd('From'),
      toDate: rangeEnd('To'),
      order: SortOrder.default('desc').describe('By creation'),
    }),
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  get: keyCall(`GET ${orders}/{id}`, 'One order with its history', {
    scope: 'orders:read',
    params: OrderParams,
    response: OrderDetail,
    data: ['money'],
  }),
  change: keyCall(`PATCH ${orders}/{id}`, 'Rename an order, or cancel it while it is pending', {
    scope: 'orders:write',
    params: OrderParams,
    body: OrderChange,
    response: Order,
    data: ['money'],
    errors: ['CONFLICT'],
  }),
  leads: keyCall(`GET ${orders}/{id}/leads`, 'The leads that an order delivered, as JSON', {
    scope: 'orders:read',
    params: OrderParams,
    ...leadsCall,
  }),
  download: keyCall(`GET ${orders}/{id}/download`, 'A link to the CSV of a completed order, good for five minutes', {
    scope: 'orders:read',
    params: OrderParams,
    ...fileCall,
    response: FileUrl,
  }),
  certificate: keyCall(
    `GET ${orders}/{id}/certificate`,
    'A link to the signed proof of the do-not-call check, good for five minutes',
    { scope: 'orders:read', params: OrderParams, ...fileCall, response: FileUrl },
  ),
}
