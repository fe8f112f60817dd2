import type { EndpointInput } from '@dooryard/contract/api/endpoint'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { exportPresets } from '@dooryard/contract/orders/export/export-presets'
import { orderSending } from '@dooryard/contract/orders/export/send-order'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { singleLeads } from '@dooryard/contract/orders/single-leads'
import { adminScope, type Context, ownScope } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { ContactProvider } from '../contacts/index.ts'
import { failOrderAsAdmin, getAdminOrderDetail, retryOrder } from './admin/admin-order.ts'
import { refreshDnc } from './expiry/refresh-dnc.job.ts'
import { downloadCertificate, downloadOrder } from './export/download-order.ts'
import { sendOrder } from './export/send-order.ts'
import { exportOrder, previewExport } from './exports/export-order.ts'
import {
  changeExportPreset,
  createExportPreset,
  listExportPresets,
  removeExportPreset,
} from './exports/export-presets.ts'
import { leadRoutes } from './leads/leads.routes.ts'
import { changeLead, listOrderLeads } from './leads/order-leads.ts'
import { getSingleLead, orderSingleLead } from './leads/single/single-leads.ts'
import { prepareEnterpriseOrder, prepareOrder, preparePrivateOrder } from './place/place-order.ts'
import { previewOrder } from './place/preview-order.ts'
import { quoteOrder } from './place/quote-order.ts'
import { recurringRoutes } from './place/recurring/recurring.routes.ts'
import { type EnterpriseInput, testHandlers, testOrderRoutes } from './place/test-mode/test-order.routes.ts'
import { changeOrder, getOrderDetail, type OwnedOrderRef, type ReadableOrderRef, watchOrder } from './read/get-order.ts'
import { exportOrders, listOrders } from './read/list-orders.ts'
import { suppressionRoutes } from './suppression/suppression.routes.ts'

type OrderRouteOptions = { contacts: ContactProvider }

type OrderInput<Name extends keyof typeof orders> = Omit<EndpointInput<(typeof orders)[Name]>, 'params'>

const readHandlers = <Params>(toRef: (params: Params) => ReadableOrderRef) => ({
  leads: (ctx: Context, { params, query }: { params: Params } & OrderInput<'leads'>) =>
    listOrderLeads(ctx, toRef(params), query),
  download: (ctx: Context, { params, query }: { params: Params } & OrderInput<'download'>) =>
    downloadOrder(ctx, toRef(params), query),
  certificate: (ctx: Context, { params, query }: { params: Params } & OrderInput<'certificate'>) =>
    downloadCertificate(ctx, toRef(params), query),
  watchStatus: (ctx: Context, { params }: { params: Params }) => watchOrder(ctx, toRef(params)),
})

const ownerHandlers = <Params>(toRef: (params: Params) => OwnedOrderRef) => ({
  ...readHandlers(toRef),
  get: (ctx: Context, { params }: { params: Params }) => getOrderDetail(ctx, toRef(params)),
  change: (ctx: Context, { params, body }: { params: Params } & OrderInput<'change'>) =>
    changeOrder(ctx, toRef(params), body),
  changeLead: (
    ctx: Context,
    { params, body }: { params: Params & { propertyId: string } } & OrderInput<'changeLead'>,
  ) => changeLead(ctx, { ...toRef(params), propertyId: params.propertyId }, body),
  previewExport: (ctx: Context, { params, body }: { params: Params } & OrderInput<'previewExport'>) =>
    previewExport(ctx, toRef(params), body),
  export: (ctx: Context, { params, body }: { params: Params } & OrderInput<'export'>) =>
    exportOrder(ctx, toRef(params), body),
  refreshDnc: (ctx: Context, { params }: { params: Params }) => refreshDnc(ctx, toRef(params)),
})

export const orderRoutes = ({ contacts }: OrderRouteOptions): Route[] => [
  ...adminRoutes,
  ...suppressionRoutes,
  ...recurringRoutes,
  ...testOrderRoutes,
  ...enterpriseRoutes({ contacts }),
  ...handlers(orders, {
    listAll: (ctx, { query }) => listOrders(ctx, ownScope(ctx), query),
    list: (ctx, { params, query }) =>
      listOrders(ctx, ownScope(ctx), { ...query, ...params, sort: 'createdAt', order: 'desc' }),
    place: { prepare: (ctx, { params, body }) => prepareOrder({ ...ctx, contacts }, params.campaignId, body) },
    ...ownerHandlers(({ campaignId, orderId }: { campaignId: string; orderId: string }) => ({ campaignId, orderId })),
  }),
  ...handlers(orderSending, { send: (ctx, { params, body }) => sendOrder(ctx, params, body) }),
  ...handlers(privateOrders, {
    list: (ctx, { query }) => listOrders(ctx, ownScope(ctx), query),
    place: { prepare: (ctx, { body }) => preparePrivateOrder({ ...ctx, contacts }, body) },
    ...ownerHandlers(({ id }: { id: string }) => ({ campaignId: null, orderId: id })),
  }),
  ...leadRoutes,
  ...handlers(exportPresets, {
    list: (ctx) => listExportPresets(ctx),
    create: (ctx, { body }) => createExportPreset(ctx, body),
    change: (ctx, { params, body }) => changeExportPreset(ctx, params.id, body),
    remove: (ctx, { params }) => removeExportPreset(ctx, params.id),
  }),
  ...handlers(singleLeads, {
    get: (ctx, { params }) => getSingleLead(ctx, params.propertyId),
    order: (ctx, { params, body }) => orderSingleLead({ ...ctx, contacts }, params.propertyId, body),
  }),
  ...handlers(orderQuotes, {
    quote: (ctx, { body }) => quoteOrder(ctx, contacts, body),
    preview: (ctx, { body }) => previewOrder(ctx, body),
  }),
]

const adminRoutes = handlers(adminOrders, {
  listOfCampaigns: (ctx, { query }) => listOrders(ctx, adminScope(ctx), { ...query, kind: 'ENTERPRISE' }),
  listOfCampaign: (ctx, { params, query }) => listOrders(ctx, adminScope(ctx), { ...query, ...params }),
  getOfCampaign: (ctx, { params }) =>
    getAdminOrderDetail(ctx, { adminOrderId: params.orderId, campaignId: params.campaignId }),
  list: (ctx, { query }) => listOrders(ctx, adminScope(ctx), query),
  export: (ctx, { query }) => exportOrders(ctx, query),
  get: (ctx, { params }) => getAdminOrderDetail(ctx, { adminOrderId: params.id }),
  retry: (ctx, { params, body }) => retryOrder(ctx, params.id, body),
  fail: (ctx, { params, body }) => failOrderAsAdmin(ctx, params.id, body),
  ...readHandlers(({ id }: { id: string }) => ({ adminOrderId: id })),
})

/** API clients have no portal origin, so they get an absolute URL. */
const withAbsoluteUrl = async ({ publicUrl }: Context, link: Promise<{ url: string }>) => ({
  url: publicUrl + (await link).url,
})

/** Picks the handler by the mode of the key. */
const byKey =
  <Input, Result>(live: (ctx: Context, input: Input) => Result, test: (ctx: Context, input: Input) => Result) =>
  (ctx: Context, input: Input) =>
    (ctx.actor.isTest ? test : live)(ctx, input)

/** Routes for API keys, which address an order by its id alone. */
const enterpriseRoutes = ({ contacts }: OrderRouteOptions): Route[] => {
  const live = ownerHandlers(({ id }: { id: string }) => ({ orderId: id }))
  const download = byKey(live.download, testHandlers.download)
  const exportOrderFile = byKey(live.export, testHandlers.export)
  const certificate = byKey(live.certificate, testHandlers.certificate)
  return handlers(enterprise, {
    count: (ctx, { body }) => quoteOrder(ctx, contacts, body),
    place: {
      prepare: async (ctx, input) =>
        ctx.actor.isTest
          ? (given) => testHandlers.place(given, input)
          : prepareEnterpriseOrder({ ...ctx, contacts }, input.body),
    },
    list: byKey(
      (ctx, { query }: EnterpriseInput<'list'>) => listOrders(ctx, ownScope(ctx), { ...query, sort: 'createdAt' }),
      testHandlers.list,
    ),
    get: byKey(live.get, testHandlers.get),
    change: byKey(live.change, testHandlers.change),
    leads: byKey(live.leads, testHandlers.leads),
    download: (ctx, input) => withAbsoluteUrl(ctx, download(ctx, input)),
    previewExport: byKey(live.previewExport, testHandlers.previewExport),
    export: (ctx, input) => withAbsoluteUrl(ctx, exportOrderFile(ctx, input)),
    certificate: (ctx, input) => withAbsoluteUrl(ctx, certificate(ctx, input)),
  })
}
