import { adminOrders } from '@dooryard/contract/admin-orders'
import type { Input } from '@dooryard/contract/endpoint'
import { enterprise } from '@dooryard/contract/enterprise'
import { leadBoard } from '@dooryard/contract/lead-board'
import { orderQuotes } from '@dooryard/contract/order-quote'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { adminScope, type Context, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { ContactDesk } from '../contacts/index.ts'
import { adminOrderDetail, failByAdministrator, retryOrder } from './admin-order.ts'
import { downloadCertificate, downloadOrder } from './download-order.ts'
import { addNote, leadDetail, leadsByStage, listLeads, moveLead, removeNote, restoreNote } from './lead-board.ts'
import { exportOrders, listOrders } from './list-orders.ts'
import { changeLead, orderLeads } from './order-leads.ts'
import { changeOrder, type OrderPlace, orderDetail, type ReadablePlace, watchOrder } from './own-order.ts'
import { placeEnterpriseOrder, placeOrder, placePrivateOrder } from './place-order.ts'
import { quoteOrder } from './quote-order.ts'
import { refreshDnc } from './refresh-dnc.job.ts'

type Options = { contacts: ContactDesk }

type Given<Call extends keyof typeof orders> = Omit<Input<(typeof orders)[Call]>, 'params'>

const readingCalls = <Params>(placeOf: (params: Params) => ReadablePlace) => ({
  leads: (ctx: Context, { params, query }: { params: Params } & Given<'leads'>) =>
    orderLeads(ctx, placeOf(params), query),
  download: (ctx: Context, { params, query }: { params: Params } & Given<'download'>) =>
    downloadOrder(ctx, placeOf(params), query),
  certificate: (ctx: Context, { params, query }: { params: Params } & Given<'certificate'>) =>
    downloadCertificate(ctx, placeOf(params), query),
  watchStatus: (ctx: Context, { params }: { params: Params }) => watchOrder(ctx, placeOf(params)),
})

const ownerCalls = <Params>(placeOf: (params: Params) => OrderPlace) => ({
  ...readingCalls(placeOf),
  get: (ctx: Context, { params }: { params: Params }) => orderDetail(ctx, placeOf(params)),
  change: (ctx: Context, { params, body }: { params: Params } & Given<'change'>) =>
    changeOrder(ctx, placeOf(params), body),
  changeLead: (ctx: Context, { params, body }: { params: Params & { propertyId: string } } & Given<'changeLead'>) =>
    changeLead(ctx, { ...placeOf(params), propertyId: params.propertyId }, body),
  refreshDnc: (ctx: Context, { params }: { params: Params }) => refreshDnc(ctx, placeOf(params)),
})

export const orderRoutes = ({ contacts }: Options): Route[] => [
  ...adminRoutes,
  ...enterpriseRoutes({ contacts }),
  ...handlers(orders, {
    listAll: (ctx, { query }) => listOrders(ctx, ownScope(ctx), query),
    list: (ctx, { params, query }) =>
      listOrders(ctx, ownScope(ctx), { ...query, ...params, sort: 'createdAt', order: 'desc' }),
    place: (ctx, { params, body }) => placeOrder(ctx, params.campaignId, body),
    ...ownerCalls(({ campaignId, orderId }: { campaignId: string; orderId: string }) => ({ campaignId, orderId })),
  }),
  ...handlers(privateOrders, {
    list: (ctx, { query }) => listOrders(ctx, ownScope(ctx), query),
    place: (ctx, { body }) => placePrivateOrder(ctx, body),
    ...ownerCalls(({ id }: { id: string }) => ({ campaignId: null, orderId: id })),
  }),
  ...handlers(leadBoard, {
    list: (ctx, { query }) => listLeads(ctx, query),
    stages: (ctx, { query }) => leadsByStage(ctx, query),
    get: (ctx, { params }) => leadDetail(ctx, params),
    change: (ctx, { params, body }) => moveLead(ctx, params, body),
    addNote: (ctx, { params, body }) => addNote(ctx, params, body),
    removeNote: (ctx, { params }) => removeNote(ctx, params),
    restoreNote: (ctx, { params }) => restoreNote(ctx, params),
  }),
  ...handlers(orderQuotes, { quote: (ctx, { body }) => quoteOrder(ctx, contacts, body) }),
]

const adminRoutes = handlers(adminOrders, {
  listOfCampaigns: (ctx, { query }) => listOrders(ctx, adminScope(ctx), { ...query, kind: 'ENTERPRISE' }),
  listOfCampaign: (ctx, { params, query }) => listOrders(ctx, adminScope(ctx), { ...query, ...params }),
  getOfCampaign: (ctx, { params }) =>
    adminOrderDetail(ctx, { adminOrderId: params.orderId, campaignId: params.campaignId }),
  list: (ctx, { query }) => listOrders(ctx, adminScope(ctx), query),
  export: (ctx, { query }) => exportOrders(ctx, query),
  get: (ctx, { params }) => adminOrderDetail(ctx, { adminOrderId: params.id }),
  retry: (ctx, { params, body }) => retryOrder(ctx, params.id, body),
  fail: (ctx, { params, body }) => failByAdministrator(ctx, params.id, body),
  ...readingCalls(({ id }: { id: string }) => ({ adminOrderId: id })),
})

/** A program is on no page of the portal, so it is told the whole address. */
const whole = async ({ publicUrl }: Context, link: Promise<{ url: string }>) => ({
  url: publicUrl + (await link).url,
})

/** A program's API key; it knows an order by its id alone. */
const enterpriseRoutes = ({ contacts }: Options): Route[] => {
  const calls = ownerCalls(({ id }: { id: string }) => ({ orderId: id }))
  return handlers(enterprise, {
    count: (ctx, { body }) => quoteOrder(ctx, contacts, body),
    place: (ctx, { body }) => placeEnterpriseOrder(ctx, body),
    list: (ctx, { query }) => listOrders(ctx, ownScope(ctx), { ...query, sort: 'createdAt' }),
    get: calls.get,
    change: calls.change,
    leads: calls.leads,
    download: (ctx, asked) => whole(ctx, calls.download(ctx, asked)),
    certificate: (ctx, asked) => whole(ctx, calls.certificate(ctx, asked)),
  })
}
