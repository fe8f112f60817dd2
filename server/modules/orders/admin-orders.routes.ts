import { adminOrders } from '@dooryard/contract/admin-orders'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { adminOrderDetail } from './admin-order.ts'
import { downloadCertificate, downloadOrder } from './download-order.ts'
import { exportOrders } from './export-orders.ts'
import { failByAdministrator } from './fail-by-administrator.ts'
import { everybodysOrders } from './list-everybodys-orders.ts'
import { orderLeads } from './order-leads.ts'
import { retryOrder } from './retry-order.ts'
import { watchOrder } from './watch-order.ts'

/** Where administrators look for an order: among everybody's. */
const placeOf = ({ id }: { id: string }) => ({ anybodysId: id })

/** The routes of everybody's orders. */
export const adminOrderRoutes: Route[] = handlers(adminOrders, {
  listOfCampaigns: (ctx, { query }) => everybodysOrders(ctx, query, { kind: 'ENTERPRISE' }),
  listOfCampaign: (ctx, { params, query }) => everybodysOrders(ctx, query, { campaignId: params.campaignId }),
  getOfCampaign: (ctx, { params }) =>
    adminOrderDetail(ctx, { anybodysId: params.orderId, campaignId: params.campaignId }),
  list: (ctx, { query: { kind, ...query } }) => everybodysOrders(ctx, query, { kind }),
  export: (ctx, { query }) => exportOrders(ctx, query),
  get: (ctx, { params }) => adminOrderDetail(ctx, placeOf(params)),
  leads: (ctx, { params, query }) => orderLeads(ctx, placeOf(params), query),
  download: (ctx, { params, query }) => downloadOrder(ctx, placeOf(params), query),
  certificate: (ctx, { params, query }) => downloadCertificate(ctx, placeOf(params), query),
  retry: (ctx, { params, body }) => retryOrder(ctx, params.id, body),
  fail: (ctx, { params, body }) => failByAdministrator(ctx, params.id, body),
  watchStatus: (ctx, { params }) => watchOrder(ctx, placeOf(params)),
})
