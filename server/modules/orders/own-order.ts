import type { OrderChange } from '@dooryard/contract/new-order'
import { InternalStatus, type Order, type OrderDetail, type OrderStatusEvent } from '@dooryard/contract/order'
import { type Context, ownScope } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { failOrder, orderTopic } from './move-order.ts'
import { listFiles, listNotices } from './order-files.queries.ts'
import { findCriteria, findOrderIn, listTransitions, type OrderRow, updateOrder } from './orders.queries.ts'
import { presentFile, presentNotice, presentOrder, presentWaterfall } from './present-order.ts'
import { progressOf } from './transitions.ts'

type Asker = Pick<Context, 'db' | 'actor' | 'clock'>

/** `campaignId`: null looks among the orders of none, which are consumers'; undefined among all. */
export type OrderPlace = { campaignId?: string | null; orderId: string }

/** It has no `orderId`, so that nothing that changes an order for its owner takes it. */
export type AdminOrderPlace = { adminOrderId: string; campaignId?: string }

export type ReadablePlace = OrderPlace | AdminOrderPlace

export const orderIdAt = (place: ReadablePlace): string => ('orderId' in place ? place.orderId : place.adminOrderId)

/** The actor's order, or for an administrator anybody's; NOT_FOUND for any other, and in another campaign than said. */
export async function readableOrderRow(asker: Pick<Asker, 'db' | 'actor'>, place: ReadablePlace): Promise<OrderRow> {
  const isOwn = 'orderId' in place
  // Whatever route asks.
  if (!isOwn && asker.actor.role !== 'SUPER_ADMIN') throw notFound('This order')
  const row = await findOrderIn(asker.db, isOwn ? ownScope(asker) : 'ALL', orderIdAt(place), place.campaignId)
  if (!row) throw notFound('This order')
  return row
}

export async function ownOrder(ctx: Asker, place: OrderPlace): Promise<Order> {
  const row = await readableOrderRow(ctx, place)
  return { ...presentOrder(row, ctx.clock.now()), criteria: await findCriteria(ctx.db, row.id) }
}

export async function orderDetail(ctx: Asker, place: ReadablePlace): Promise<OrderDetail> {
  const row = await readableOrderRow(ctx, place)
  const [criteria, transitions, files, notices] = await Promise.all([
    findCriteria(ctx.db, row.id),
    listTransitions(ctx.db, row.id),
    listFiles(ctx.db, row.id),
    listNotices(ctx.db, row.id),
  ])
  const history = transitions.map(({ at, fromStatus, toStatus, detail }) => ({
    at: at.toISOString(),
    from: InternalStatus.nullable().parse(fromStatus),
    to: InternalStatus.parse(toStatus),
    detail: detail ?? undefined,
  }))
  return {
    ...presentOrder(row, ctx.clock.now()),
    criteria,
    history,
    waterfall: presentWaterfall(row),
    files: files.map(presentFile),
    notices: notices.map(presentNotice),
  }
}

/** Renames an order, or cancels it while it is still pending and gives its credits back; CONFLICT once it has begun. */
export const changeOrder = (ctx: Context, place: OrderPlace, { orderName, cancel }: OrderChange): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    const { id } = await readableOrderRow(inside, place)
    if (orderName !== undefined) await updateOrder(inside.db, id, { orderName, updatedAt: inside.clock.now() })
    if (cancel) {
      const { userId, impersonator } = inside.actor
      const ending = { to: 'CANCELLED', actor: impersonator?.userId ?? userId } as const
      if (!(await failOrder(inside, id, 'Cancelled before it began.', ending)))
        throw appError('CONFLICT', 'Only a pending order can be cancelled; this one has begun or is over.')
    }
    return ownOrder(inside, place)
  })

type Watched = { topics: string[]; read: () => Promise<OrderStatusEvent> }

export const watchOrder = (ctx: Context, place: ReadablePlace): Watched => ({
  topics: [orderTopic(orderIdAt(place))],
  read: async () => {
    const row = await readableOrderRow(ctx, place)
    const { userFacingStatus, internalStatus, campaignType, ...order } = presentOrder(row, ctx.clock.now())
    return {
      userFacingStatus,
      internalStatus,
      progress: progressOf(campaignType, internalStatus),
      ...(row.stepProgress !== null &&
        row.stepTotal !== null && { step: { done: row.stepProgress, of: row.stepTotal } }),
      fileVersion: order.fileVersion,
      isRefreshing: order.isRefreshing,
    }
  },
})
