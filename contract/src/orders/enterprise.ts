import { z } from 'zod'
import { rangeBound } from '../api/date-time.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { PageQuery, pageSchema, SortOrder } from '../api/paging.ts'
import { Criteria } from '../criteria/criteria.ts'
import { StoredCriteria } from '../criteria/stored-criteria.ts'
import { CampaignId, NewCampaign } from './campaigns.ts'
import { exportPreviewOptions } from './export/export-preview.ts'
import { NewOrder, OrderChange } from './new-order.ts'
import { ListedOrder, Order, OrderDetail, UserFacingStatus } from './order.ts'
import {
  certificateLinkOptions,
  exportLinkOptions,
  FileLink,
  fileLinkOptions,
  leadListOptions,
} from './order-endpoints.ts'
import { OrderQuote, OrderQuoteQuery } from './quote/order-quote.ts'

const publicApiEndpoint = endpointFactory({ tag: 'Public API', access: 'API_KEY' })
const ordersPath = '/v1/enterprise/orders'

const OrderParams = z.object({ id: z.uuid('There is no such order') })

export const NewEnterpriseOrder = z
  .strictObject({
    ...NewOrder.shape,
    criteria: StoredCriteria.optional().describe('The criteria of the campaign by default; required with `campaign`'),
    campaignId: CampaignId.optional(),
    campaign: NewCampaign.pick({ name: true, campaignType: true })
      .optional()
      .describe('Instead of `campaignId`: your active campaign of this name and type, created if there is none'),
  })
  .refine(({ campaignId, campaign }) => (campaignId === undefined) !== (campaign === undefined), {
    message: 'Send either campaignId or campaign',
    path: ['campaignId'],
  })
  .refine(({ campaign, criteria }) => !campaign || criteria !== undefined, {
    message: 'Criteria are required with campaign',
    path: ['criteria'],
  })
  .meta({
    id: 'NewEnterpriseOrder',
    example: {
      campaign: { name: 'Davidson absentee owners', campaignType: 'MAIL_READY' },
      orderName: 'First mailing',
      quantity: 50,
      criteria: getExample(Criteria),
    },
  })
export type NewEnterpriseOrder = z.infer<typeof NewEnterpriseOrder>

/** The URL of a file for API clients: it needs no API key while it is valid. */
const FileUrl = z.object(FileLink.shape).meta({
  id: 'FileUrl',
  example: { url: `https://portal.example.com${getExample(FileLink).url}` },
})

export const enterprise = {
  count: publicApiEndpoint(
    `POST ${ordersPath}/count`,
    'Count the leads an order can deliver, with exclusions and price; free',
    {
      scope: 'counts:read',
      testKeys: true,
      body: OrderQuoteQuery,
      response: OrderQuote,
      data: ['money'],
      reads: true,
      // Every call searches the properties.
      limits: [{ name: 'enterprise-count', per: 'key', times: 120, seconds: 60 }],
      errors: ['UNPROCESSABLE'],
    },
  ),
  place: publicApiEndpoint(
    `POST ${ordersPath}`,
    'Place an order: its credits are held until it is delivered; refused if no lead can be delivered',
    {
      scope: 'orders:write',
      testKeys: true,
      body: NewEnterpriseOrder,
      response: Order,
      data: ['money'],
      status: 201,
      idempotent: true,
      errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'UNPROCESSABLE', 'CONFLICT'],
    },
  ),
  list: publicApiEndpoint(
    `GET ${ordersPath}`,
    'List your orders over all campaigns, with a summary of their criteria',
    {
      scope: 'orders:read',
      testKeys: true,
      query: PageQuery.extend({
        status: UserFacingStatus.optional(),
        campaignType: campaignTypes.schema.optional(),
        fromDate: rangeBound('From'),
        toDate: rangeBound('To'),
        order: SortOrder.default('desc').describe('Sorted by creation time'),
      }),
      response: pageSchema(ListedOrder),
      data: ['money'],
    },
  ),
  get: publicApiEndpoint(`GET ${ordersPath}/{id}`, 'Get an order with its history', {
    scope: 'orders:read',
    testKeys: true,
    params: OrderParams,
    response: OrderDetail,
    data: ['money'],
  }),
  change: publicApiEndpoint(`PATCH ${ordersPath}/{id}`, 'Rename an order, or cancel it while it is pending', {
    scope: 'orders:write',
    testKeys: true,
    params: OrderParams,
    body: OrderChange,
    response: Order,
    data: ['money'],
    errors: ['CONFLICT'],
  }),
  leads: publicApiEndpoint(`GET ${ordersPath}/{id}/leads`, 'List the delivered leads of an order as JSON', {
    scope: 'orders:read',
    testKeys: true,
    params: OrderParams,
    ...leadListOptions,
  }),
  download: publicApiEndpoint(
    `GET ${ordersPath}/{id}/download`,
    'Get a link to the CSV of a completed order, valid for five minutes',
    {
      scope: 'orders:read',
      testKeys: true,
      params: OrderParams,
      ...fileLinkOptions,
      response: FileUrl,
    },
  ),
  previewExport: publicApiEndpoint(
    `POST ${ordersPath}/{id}/export/preview`,
    'Get the first rows of an export of a completed order',
    { scope: 'orders:read', testKeys: true, params: OrderParams, ...exportPreviewOptions },
  ),
  export: publicApiEndpoint(
    `POST ${ordersPath}/{id}/export`,
    'Export a completed order in your own layout, and get a link to the file, valid for five minutes; free',
    { scope: 'orders:read', testKeys: true, params: OrderParams, ...exportLinkOptions, response: FileUrl },
  ),
  certificate: publicApiEndpoint(
    `GET ${ordersPath}/{id}/certificate`,
    'Get a link to the signed do-not-call certificate, valid for five minutes',
    { scope: 'orders:read', testKeys: true, params: OrderParams, ...certificateLinkOptions, response: FileUrl },
  ),
}
