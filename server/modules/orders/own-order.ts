import type { Order, OrderDetail } from '@dooryard/contract/orders'
import { InternalStatus } from '@dooryard/contract/orders'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { findOwnOrder, listTransitions, type OrderRow } from './orders.queries.ts'
import { presentOrder, presentWaterfall } from './present-order.ts'

type Asker = Pick<Context, 'db' | 'actor'>

/** The actor's order row; NOT_FOUND for anybody else's. */
export async function ownOrderRow({ db, actor }: Asker, campaignId: string, orderId: string): Promise<OrderRow> {
  const row = await findOwnOrder(db, actor.userId, campaignId, orderId)
  if (!row) throw notFound('This order')
  return row
}

export const ownOrder = async (ctx: Asker, campaignId: string, orderId: string): Promise<Order> =>
  presentOrder(await ownOrderRow(ctx, campaignId, orderId))

/** An order with its history and how its leads were chosen. */
export async function orderDetail(ctx: Asker, campaignId: string, orderId: string): Promise<OrderDetail> {
  const row = await ownOrderRow(ctx, campaignId, orderId)
  const history = (await listTransitions(ctx.db, orderId)).map(({ at, fromStatus, toStatus, detail }) => ({
    at: at.toISOString(),
    from: InternalStatus.nullable().parse(fromStatus),
    to: InternalStatus.parse(toStatus),
    detail: detail ?? undefined,
  }))
  return { ...presentOrder(row), history, waterfall: presentWaterfall(row) }
}
