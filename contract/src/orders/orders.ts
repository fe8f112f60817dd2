import { z } from 'zod'
import { rangeBound } from '../api/date-time.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { PageQuery, pageSchema, SortOrder } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { CampaignId } from './campaigns.ts'
import { NewOrder, NewPrivateOrder } from './new-order.ts'
import { ListedOrder, Order, UserFacingStatus } from './order.ts'
import { orderEndpoints, propertyParam } from './order-endpoints.ts'

const enterpriseAccess = ['ENTERPRISE_USER'] as const
const consumerAccess = ['CONSUMER_USER'] as const
const campaignOrdersPath = '/v1/enterprise-private/campaigns/{campaignId}/orders' as const
const consumerOrdersPath = '/v1/order-private' as const

const OrderListQuery = PageQuery.extend({
  search: textLine().max(100).optional(),
  status: UserFacingStatus.optional(),
})

const orderId = z.uuid('There is no such order')

const AllOrdersQuery = OrderListQuery.extend({
  orderId: orderId.optional().describe('Only this order'),
  campaignType: campaignTypes.schema.optional(),
  fromDate: rangeBound('From'),
  toDate: rangeBound('To'),
  sort: z.enum(['createdAt', 'orderName', 'quantity', 'totalPrice']).default('createdAt'),
  order: SortOrder.default('desc'),
})

const CampaignParams = z.object({ campaignId: CampaignId })
const OrderParams = CampaignParams.extend({ orderId })
const ConsumerOrderParams = z.object({ id: orderId })

const enterpriseOrderEndpoint = endpointFactory({ tag: 'Orders', access: enterpriseAccess })
const consumerOrderEndpoint = endpointFactory({ tag: 'Orders', access: consumerAccess })

const placeOrderOptions = {
  response: Order,
  data: ['money'],
  status: 201,
  idempotent: true,
  errors: ['INSUFFICIENT_CREDITS', 'UNPROCESSABLE', 'CONFLICT'],
} as const

export const orders = {
  listAll: enterpriseOrderEndpoint(
    'GET /v1/enterprise-private/campaigns/orders',
    "List the user's orders over all campaigns",
    {
      query: AllOrdersQuery,
      response: pageSchema(ListedOrder),
      data: ['money'],
    },
  ),
  list: enterpriseOrderEndpoint(`GET ${campaignOrdersPath}`, 'List the orders of a campaign, newest first', {
    params: CampaignParams,
    query: OrderListQuery,
    response: pageSchema(ListedOrder),
    data: ['money'],
  }),
  place: enterpriseOrderEndpoint(
    `POST ${campaignOrdersPath}`,
    'Place an order: its credits are held until it is delivered; refused if no lead can be delivered',
    {
      params: CampaignParams,
      body: NewOrder,
      ...placeOrderOptions,
    },
  ),
  ...orderEndpoints({
    access: enterpriseAccess,
    path: `${campaignOrdersPath}/{orderId}`,
    stream: '/v1/sse/enterprise-private/campaigns/{campaignId}/orders/{orderId}/status-subscribe',
    params: OrderParams,
    leadParams: OrderParams.extend(propertyParam),
  }),
}

export const privateOrders = {
  list: consumerOrderEndpoint(`GET ${consumerOrdersPath}`, "List the user's orders", {
    query: AllOrdersQuery.extend({
      isSingle: z
        .stringbool('Give true or false')
        .optional()
        .describe('Whether to list orders of one lead, or the others; both by default'),
    }),
    response: pageSchema(ListedOrder),
    data: ['money'],
  }),
  place: consumerOrderEndpoint(
    `POST ${consumerOrdersPath}`,
    'Place an order: its credits are held until it is delivered; refused if no lead can be delivered',
    {
      body: NewPrivateOrder,
      ...placeOrderOptions,
    },
  ),
  ...orderEndpoints({
    access: consumerAccess,
    path: `${consumerOrdersPath}/{id}`,
    stream: '/v1/sse/order-private/{id}/status-subscribe',
    params: ConsumerOrderParams,
    leadParams: ConsumerOrderParams.extend(propertyParam),
  }),
}
