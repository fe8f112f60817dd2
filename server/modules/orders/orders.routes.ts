import type { Input } from '@dooryard/contract/endpoint'
import { leadBoard } from '@dooryard/contract/lead-board'
import { orderQuotes } from '@dooryard/contract/order-quote'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { Context } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { ContactDesk } from '../contacts/index.ts'
import { moveLead } from './change-lead.ts'
import { changeOrder } from './change-order.ts'
import { downloadCertificate, downloadOrder } from './download-order.ts'
import { leadDetail, leadsByStage, listLeads } from './lead-board.ts'
import { addNote, removeNote, restoreNote } from './lead-notes.ts'
import { allOrders, campaignOrders } from './list-orders.ts'
import { changeLead, orderLeads } from './order-leads.ts'
import { type OrderPlace, orderDetail } from './own-order.ts'
import { placeOrder, placePrivateOrder } from './place-order.ts'
import { quoteOrder } from './quote-order.ts'
import { refreshDnc } from './refresh-dnc.ts'
import { watchOrder } from './watch-order.ts'

type Options = { contacts: ContactDesk }

type Given<Call extends keyof typeof orders> = Omit<Input<(typeof orders)[Call]>, 'params'>

/** The calls about one order, alike for orders of campaigns and of none; `placeOf` says where its path says it is. */
const callsOf = <Params>(placeOf: (params: Params) => OrderPlace) => ({
  get: (ctx: Context, { params }: { params: Params }) => orderDetail(ctx, placeOf(params)),
  change: (ctx: Context, { params, body }: { params: Params } & Given<'change'>) =>
    changeOrder(ctx, placeOf(params), body),
  leads: (ctx: Context, { params, query }: { params: Params } & Given<'leads'>) =>
    orderLeads(ctx, placeOf(params), query),
  changeLead: (ctx: Context, { params, body }: { params: Params & { propertyId: string } } & Given<'changeLead'>) =>
    changeLead(ctx, { ...placeOf(params), propertyId: params.propertyId }, body),
  download: (ctx: Context, { params, query }: { params: Params } & Given<'download'>) =>
    downloadOrder(ctx, placeOf(params), query),
  certificate: (ctx: Context, { params, query }: { params: Params } & Given<'certificate'>) =>
    downloadCertificate(ctx, placeOf(params), query),
  refreshDnc: (ctx: Context, { params }: { params: Params }) => refreshDnc(ctx, placeOf(params)),
  watchStatus: (ctx: Context, { params }: { params: Params }) => watchOrder(ctx, placeOf(params)),
})

/** The routes of orders: of campaigns, of consumers, and what an order would come to. */
export const orderRoutes = ({ contacts }: Options): Route[] => [
  ...handlers(orders, {
    listAll: (ctx, { query }) => allOrders(ctx, query),
    list: (ctx, { params, query }) => campaignOrders(ctx, params.campaignId, query),
    place: (ctx, { params, body }) => placeOrder(ctx, params.campaignId, body),
    ...callsOf(({ campaignId, orderId }: { campaignId: string; orderId: string }) => ({ campaignId, orderId })),
  }),
  ...handlers(privateOrders, {
    list: (ctx, { query }) => allOrders(ctx, query),
    place: (ctx, { body }) => placePrivateOrder(ctx, body),
    ...callsOf(({ id }: { id: string }) => ({ campaignId: null, orderId: id })),
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
