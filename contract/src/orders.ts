import { z } from 'zod'
import { CampaignId } from './campaigns.ts'
import { callsWith } from './endpoint.ts'
import { rangeEnd } from './instant.ts'
import { line } from './line.ts'
import { NewOrder, NewPrivateOrder } from './new-order.ts'
import { ListedOrder, Order, UserFacingStatus } from './order.ts'
import { orderCalls, propertyParam } from './order-calls.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { campaignTypes } from './vocabularies.ts'

const enterprise = ['ENTERPRISE_USER'] as const
const consumer = ['CONSUMER_USER'] as const
const orders_ = '/v1/enterprise-private/campaigns/{campaignId}/orders' as const
const private_ = '/v1/order-private' as const

const OrderListQuery = PageQuery.extend({
  search: line().max(100).optional(),
  status: UserFacingStatus.optional(),
})

const AllOrdersQuery = OrderListQuery.extend({
  campaignType: campaignTypes.schema.optional(),
  fromDate: rangeEnd('From'),
  toDate: rangeEnd('To'),
  sort: z.enum(['createdAt', 'orderName', 'quantity', 'totalPrice']).default('createdAt'),
  order: SortOrder.default('desc'),
})

const CampaignParams = z.object({ campaignId: CampaignId })
const orderId = z.uuid('There is no such order')
const OrderParams = CampaignParams.extend({ orderId })
const PrivateParams = z.object({ id: orderId })

const enterpriseCall = callsWith({ tag: 'Orders', access: enterprise })
const consumerCall = callsWith({ tag: 'Orders', access: consumer })

const placing = {
  response: Order,
  data: ['money'],
  status: 201,
  idempotent: true,
  errors: ['INSUFFICIENT_CREDITS', 'UNPROCESSABLE', 'CONFLICT'],
} as const

export const orders = {
  listAll: enterpriseCall('GET /v1/enterprise-private/campaigns/orders', "The user's orders over all campaigns", {
    query: AllOrdersQuery,
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  list: enterpriseCall(`GET ${orders_}`, 'The orders of one campaign, newest first', {
    params: CampaignParams,
    query: OrderListQuery,
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  place: enterpriseCall(`POST ${orders_}`, 'Place an order: its credits are held until it is delivered', {
    params: CampaignParams,
    body: NewOrder,
    ...placing,
  }),
  ...orderCalls({
    access: enterprise,
    path: `${orders_}/{orderId}`,
    stream: '/v1/sse/enterprise-private/campaigns/{campaignId}/orders/{orderId}/status-subscribe',
    params: OrderParams,
    leadParams: OrderParams.extend(propertyParam),
  }),
}

export const privateOrders = {
  list: consumerCall(`GET ${private_}`, "The user's orders", {
    query: AllOrdersQuery,
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  place: consumerCall(`POST ${private_}`, 'Place an order: its credits are held until it is delivered', {
    body: NewPrivateOrder,
    ...placing,
  }),
  ...orderCalls({
    access: consumer,
    path: `${private_}/{id}`,
    stream: '/v1/sse/order-private/{id}/status-subscribe',
    params: PrivateParams,
    leadParams: PrivateParams.extend(propertyParam),
  }),
}
