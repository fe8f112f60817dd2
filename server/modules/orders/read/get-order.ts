import type { OrderChange } from '@dooryard/contract/orders/new-order'
import { InternalStatus, type Order, type OrderDetail, type OrderStatusEvent } from '@dooryard/contract/orders/order'
import { type Context, ownScope } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { listOrderFiles, listOrderNotices, listRechecks } from '../export/order-files.queries.ts'
import { getOrderProgress } from '../fulfil/order-status-rules.ts'
import { failOrder, toOrderTopic } from '../fulfil/transition-order.ts'
import { findCriteria, findOrderInScope, listTransitions, type OrderRow, updateOrder } from '../orders.queries.ts'
import {
  presentAvailable,
  presentBreakdown,
  presentFile,
  presentNotice,
  presentOrder,
  presentQuote,
} from './present-order.ts'

type OrderReadContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** `campaignId`: null matches orders without a campaign, which are consumers'; undefined matches all. */
export type OwnedOrderRef = { campaignId?: string | null; orderId: string }

/** Has no `orderId`, so functions that change an order for its owner do not accept it. */
export type AdminOrderRef = { adminOrderId: string; campaignId?: string }

export type ReadableOrderRef = OwnedOrderRef | AdminOrderRef

export const getOrderId = (ref: ReadableOrderRef): string => ('orderId' in ref ? ref.orderId : ref.adminOrderId)

/**
 * The actor's order, or any order for an administrator. NOT_FOUND for other users' orders and for an order outside the
 * given campaign.
 */
export async function requireReadableOrder(
  ctx: Pick<OrderReadContext, 'db' | 'actor'>,
  ref: ReadableOrderRef,
): Promise<OrderRow> {
  const isOwned = 'orderId' in ref
  // Checked independently of the route.
  if (!isOwned && ctx.actor.role !== 'SUPER_ADMIN') throw notFound('This order')
  const row = await findOrderInScope(ctx.db, isOwned ? ownScope(ctx) : 'ALL', getOrderId(ref), ref.campaignId)
  if (!row) throw notFound('This order')
  return row
}

/** Whether the order exists in the campaign; for callers that have checked whose campaign it is. */
export const hasCampaignOrder = async (
  db: Db,
  { campaignId, orderId }: { campaignId: string; orderId: string },
): Promise<boolean> => (await findOrderInScope(db, 'ALL', orderId, campaignId)) !== undefined

export async function getOwnedOrder(ctx: OrderReadContext, ref: OwnedOrderRef): Promise<Order> {
  const row = await requireReadableOrder(ctx, ref)
  return { ...presentOrder(row, ctx.clock.now()), criteria: await findCriteria(ctx.db, row.id) }
}

export async function getOrderDetail(ctx: OrderReadContext, ref: ReadableOrderRef): Promise<OrderDetail> {
  const row = await requireReadableOrder(ctx, ref)
  const [criteria, transitions, files, rechecks, notices] = await Promise.all([
    findCriteria(ctx.db, row.id),
    listTransitions(ctx.db, row.id),
    listOrderFiles(ctx.db, row.id),
    listRechecks(ctx.db, row.id),
    listOrderNotices(ctx.db, row.id),
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
    quote: presentQuote(row),
    available: presentAvailable(row),
    waterfall: presentBreakdown(row),
    // Written only by `insertOrder`.
    savedSearch: (row.sourceSearch as OrderDetail['savedSearch'] | null) ?? undefined,
    files: files.map((file) => presentFile(file, rechecks)),
    notices: notices.map(presentNotice),
  }
}

/** Renames an order, or cancels it while pending and releases its credits. CONFLICT once it has started. */
export const changeOrder = (ctx: Context, ref: OwnedOrderRef, { orderName, cancel }: OrderChange): Promise<Order> =>
  inTransaction(ctx, async (tx) => {
    const { id } = await requireReadableOrder(tx, ref)
    if (orderName !== undefined) await updateOrder(tx.db, id, { orderName, updatedAt: tx.clock.now() })
    if (cancel) {
      const { userId, impersonator } = tx.actor
      const cancellation = { to: 'CANCELLED', actor: impersonator?.userId ?? userId } as const
      if (!(await failOrder(tx, id, 'Cancelled before it started.', cancellation)))
        throw appError('CONFLICT', 'Only a pending order can be cancelled; this one has started or ended.')
    }
    return getOwnedOrder(tx, ref)
  })

type OrderStatusStream = { topics: string[]; read: () => Promise<OrderStatusEvent> }

export const watchOrder = (ctx: Context, ref: ReadableOrderRef): OrderStatusStream => ({
  topics: [toOrderTopic(getOrderId(ref))],
  read: async () => {
    const row = await requireReadableOrder(ctx, ref)
    const { userFacingStatus, internalStatus, campaignType, ...order } = presentOrder(row, ctx.clock.now())
    return {
      userFacingStatus,
      internalStatus,
      progress: getOrderProgress(campaignType, internalStatus),
      ...(row.stepProgress !== null &&
        row.stepTotal !== null && { step: { done: row.stepProgress, of: row.stepTotal } }),
      fileVersion: order.fileVersion,
      isRefreshing: order.isRefreshing,
    }
  },
})
