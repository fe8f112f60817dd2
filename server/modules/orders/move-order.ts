import { InternalStatus } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import type { Clock } from '../../platform/clock.ts'
import { announce } from '../../platform/live/hub.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { insertTransition, lockOrder, type OrderProgress, updateOrder } from './orders.queries.ts'
import { tellOfOrder } from './tell-of-order.ts'
import { isOver, mayMove } from './transitions.ts'

export const orderTopic = (orderId: string) => `order:${orderId}`

type Services = { db: Db; clock: Clock }

type Move = {
  to: InternalStatus
  progress?: OrderProgress
  detail?: string
  /** What else belongs to the move, done before anybody is told of it. */
  settle?: () => Promise<void>
}

/**
 * Moves an order to its next status inside the caller's transaction: the row of its history, the event on its stream and
 * what webhooks are told come with it. False when the order is no longer where such a move may start; nothing has
 * changed then.
 */
export async function moveOrder(
  services: Services,
  orderId: string,
  { to, progress = {}, detail, settle }: Move,
): Promise<boolean> {
  const { db, clock } = services
  const { userId, campaignType, internalStatus } = await lockOrder(db, orderId)
  const from = InternalStatus.parse(internalStatus)
  if (!mayMove(campaignTypes.schema.parse(campaignType), from, to)) return false
  await updateOrder(db, orderId, to, { ...progress, updatedAt: clock.now() })
  await insertTransition(db, { orderId, from, to, at: clock.now(), ...(detail !== undefined && { detail }) })
  await settle?.()
  await announce(db, orderTopic(orderId))
  await tellOfMove(services, { orderId, userId, from, to })
  return true
}

type Moved = { orderId: string; userId: string; from: InternalStatus; to: InternalStatus }

async function tellOfMove(services: Services, { from, to, ...order }: Moved): Promise<void> {
  await tellOfOrder(services, 'order.status_changed', { ...order, from, to })
  if (isOver(to)) await tellOfOrder(services, to === 'READY' ? 'order.completed' : 'order.failed', order)
}
