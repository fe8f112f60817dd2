import type { EndpointInput } from '@dooryard/contract/api/endpoint'
import { adminTestOrders, testOrders } from '@dooryard/contract/integrations/test-orders'
import type { enterprise } from '@dooryard/contract/orders/enterprise'
import type { Context } from '../../../../platform/context.ts'
import { handlers } from '../../../../platform/http/handlers.ts'
import { placeTestOrder } from './place-test-order.ts'
import { presentTestOrderDetail } from './present-test-order.ts'
import {
  changeTestOrder,
  listAllTestOrders,
  listTestOrderLeads,
  listTestOrders,
  requireTestOrder,
} from './read-test-orders.ts'
import { downloadTestCertificate, downloadTestOrder, exportTestOrder, previewTestExport } from './test-order-files.ts'

/** Test orders as their owner sees them in the portal; test keys use the calls of live keys. */
export const testOrderRoutes = [
  ...handlers(testOrders, {
    list: (ctx, { query }) => listTestOrders(ctx, query),
    download: async (ctx, { params }) => downloadTestOrder(ctx, await requireTestOrder(ctx, params.id)),
  }),
  ...handlers(adminTestOrders, { list: (ctx, { query }) => listAllTestOrders(ctx, query) }),
]

export type EnterpriseInput<Name extends keyof typeof enterprise> = EndpointInput<(typeof enterprise)[Name]>

/** The calls of test keys, which read and write test orders alone; counts are those of live keys. */
export const testHandlers = {
  place: (ctx: Context, { body }: EnterpriseInput<'place'>) => placeTestOrder(ctx, body),
  list: (ctx: Context, { query }: EnterpriseInput<'list'>) => listTestOrders(ctx, query),
  get: async (ctx: Context, { params }: EnterpriseInput<'get'>) =>
    presentTestOrderDetail(await requireTestOrder(ctx, params.id)),
  change: (ctx: Context, { params, body }: EnterpriseInput<'change'>) => changeTestOrder(ctx, params.id, body),
  leads: (ctx: Context, { params, query }: EnterpriseInput<'leads'>) => listTestOrderLeads(ctx, params.id, query),
  download: async (ctx: Context, { params }: EnterpriseInput<'download'>) =>
    downloadTestOrder(ctx, await requireTestOrder(ctx, params.id)),
  previewExport: async (ctx: Context, { params, body }: EnterpriseInput<'previewExport'>) =>
    previewTestExport(ctx, await requireTestOrder(ctx, params.id), body),
  export: async (ctx: Context, { params, body }: EnterpriseInput<'export'>) =>
    exportTestOrder(ctx, await requireTestOrder(ctx, params.id), body),
  certificate: async (ctx: Context, { params }: EnterpriseInput<'certificate'>) =>
    downloadTestCertificate(ctx, await requireTestOrder(ctx, params.id)),
}
