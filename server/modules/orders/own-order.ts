import type { Order, OrderDetail } from '@dooryard/contract/order'
import { InternalStatus } from '@dooryard/contract/order'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { listFiles, listNotices } from './order-files.queries.ts'
import { findCriteria, findOrder, findOwnOrder, listTransitions, type OrderRow } from './orders.queries.ts'
import { presentFile, presentNotice, presentOrder, presentWaterfall } from './present-order.ts'

type Asker = Pick<Context, 'db' | 'actor' | 'clock'>

/**
 * Where an order is looked for: in a campaign, with null among those of none, which are consumers', or where no campaign
 * is said, among all.
 */
export type OrderPlace = { campaignId?: string | null; orderId: string }

/** The actor's order row; NOT_FOUND for anybody else's, and for one that stands elsewhere. */
export async function ownOrderRow({ db, actor }: Pick<Asker, 'db' | 'actor'>, place: OrderPlace): Promise<OrderRow> {
  const row = await findOwnOrder(db, actor.userId, place)
  if (!row) throw notFound('This order')
  return row
}

/**
 * An order of anybody's, in one campaign where one is said. It has no `orderId`, so that nothing that changes an order for
 * its owner takes it.
 */
export type AnybodysPlace = { anybodysId: string; campaignId?: string }

/** An order that may be read: the actor's own, or for administrators anybody's. */
export type ReadablePlace = OrderPlace | AnybodysPlace

export const orderIdAt = (place: ReadablePlace): string => ('orderId' in place ? place.orderId : place.anybodysId)

/**
 * The row of an order that the actor may read: their own, or as an administrator anybody's. NOT_FOUND for any other, and
 * for one that stands elsewhere.
 */
export async function readableOrderRow(
  { db, actor }: Pick<Asker, 'db' | 'actor'>,
  place: ReadablePlace,
): Promise<OrderRow> {
  if ('orderId' in place) return ownOrderRow({ db, actor }, place)
  // Whatever route asks.
  const row = actor.role === 'SUPER_ADMIN' ? await findOrder(db, place.anybodysId) : undefined
  if (!row || (place.campaignId !== undefined && row.campaignId !== place.campaignId)) throw notFound('This order')
  return row
}

export async function ownOrder(ctx: Asker, place: OrderPlace): Promise<Order> {
  const row = await ownOrderRow(ctx, place)
  return { ...presentOrder(row, ctx.clock.now()), criteria: await findCriteria(ctx.db, row.id) }
}

/** An order with its history, how its leads were chosen, the versions of its file and what happened to it since. */
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
