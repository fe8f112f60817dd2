import { orders } from '@dooryard/contract/orders'
import { handlers } from '../../platform/http/handlers.ts'
import { changeOrder } from './change-order.ts'
import { downloadOrder } from './download-order.ts'
import { allOrders, campaignOrders, orderLeads } from './list-orders.ts'
import { orderDetail } from './own-order.ts'
import { placeOrder } from './place-order.ts'
import { watchOrder } from './watch-order.ts'

export const orderRoutes = handlers(orders, {
  listAll: (ctx, { query }) => allOrders(ctx, query),
  list: (ctx, { params, query }) => campaignOrders(ctx, params.campaignId, query),
  place: (ctx, { params, body }) => placeOrder(ctx, params.campaignId, body),
  get: (ctx, { params }) => orderDetail(ctx, params.campaignId, params.orderId),
  change: (ctx, { params, body }) => changeOrder(ctx, params, body),
  leads: (ctx, { params, query }) => orderLeads(ctx, params, query),
  download: (ctx, { params }) => downloadOrder(ctx, params),
  watchStatus: (ctx, { params }) => watchOrder(ctx, params.campaignId, params.orderId),
})
