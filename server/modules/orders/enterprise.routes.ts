import { enterprise } from '@dooryard/contract/enterprise'
import type { Context } from '../../platform/context.ts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import type { ContactDesk } from '../contacts/index.ts'
import { changeOrder } from './change-order.ts'
import { downloadCertificate, downloadOrder } from './download-order.ts'
import { allOrders } from './list-orders.ts'
import { orderLeads } from './order-leads.ts'
import { orderDetail } from './own-order.ts'
import { placeEnterpriseOrder } from './place-enterprise-order.ts'
import { quoteOrder } from './quote-order.ts'

/** A program knows an order by its id alone. */
const placeOf = ({ id }: { id: string }) => ({ orderId: id })

/** A program is on no page of the portal, so it is told the whole address. */
const whole = async ({ publicUrl }: Context, link: Promise<{ url: string }>) => ({
  url: publicUrl + (await link).url,
})

/** The routes of orders that programs call, with an API key. */
export const enterpriseRoutes = ({ contacts }: { contacts: ContactDesk }): Route[] =>
  handlers(enterprise, {
    count: (ctx, { body }) => quoteOrder(ctx, contacts, body),
    place: (ctx, { body }) => placeEnterpriseOrder(ctx, body),
    list: (ctx, { query }) => allOrders(ctx, { ...query, sort: 'createdAt' }),
    get: (ctx, { params }) => orderDetail(ctx, placeOf(params)),
    change: (ctx, { params, body }) => changeOrder(ctx, placeOf(params), body),
    leads: (ctx, { params, query }) => orderLeads(ctx, placeOf(params), query),
    download: (ctx, { params, query }) => whole(ctx, downloadOrder(ctx, placeOf(params), query)),
    certificate: (ctx, { params, query }) => whole(ctx, downloadCertificate(ctx, placeOf(params), query)),
  })
