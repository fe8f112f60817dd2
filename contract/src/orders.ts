import { z } from 'zod'
import { CampaignId } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
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

export const orders = {
  listAll: endpoint({
    method: 'GET',
    path: '/v1/enterprise-private/campaigns/orders',
    summary: "The user's orders over all campaigns",
    tag: 'Orders',
    access: enterprise,
    query: AllOrdersQuery,
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  list: endpoint({
    method: 'GET',
    path: orders_,
    summary: 'The orders of one campaign, newest first',
    tag: 'Orders',
    access: enterprise,
    params: CampaignParams,
    query: OrderListQuery,
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  place: endpoint({
    method: 'POST',
    path: orders_,
    summary: 'Place an order: its credits are held until it is delivered',
    tag: 'Orders',
    access: enterprise,
    params: CampaignParams,
    body: NewOrder,
    response: Order,
    data: ['money'],
    status: 201,
    idempotent: true,
    errors: ['INSUFFICIENT_CREDITS', 'UNPROCESSABLE', 'CONFLICT'],
  }),
  ...orderCalls({
    access: enterprise,
    path: `${orders_}/{orderId}`,
    stream: '/v1/sse/enterprise-private/campaigns/{campaignId}/orders/{orderId}/status-subscribe',
    params: OrderParams,
    leadParams: OrderParams.extend(propertyParam),
  }),
}

/** The orders of consumers, which belong to no campaign. */
export const privateOrders = {
  list: endpoint({
    method: 'GET',
    path: private_,
    summary: "The user's orders",
    tag: 'Orders',
    access: consumer,
    query: AllOrdersQuery,
    response: pageOf(ListedOrder),
    data: ['money'],
  }),
  place: endpoint({
    method: 'POST',
    path: private_,
    summary: 'Place an order: its credits are held until it is delivered',
    tag: 'Orders',
    access: consumer,
    body: NewPrivateOrder,
    response: Order,
    data: ['money'],
    status: 201,
    idempotent: true,
    errors: ['INSUFFICIENT_CREDITS', 'UNPROCESSABLE', 'CONFLICT'],
  }),
  ...orderCalls({
    access: consumer,
    path: `${private_}/{id}`,
    stream: '/v1/sse/order-private/{id}/status-subscribe',
    params: PrivateParams,
    leadParams: PrivateParams.extend(propertyParam),
  }),
}
