import { InternalStatus } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import type { Clock } from '../../platform/clock.ts'
import { announce } from '../../platform/live/hub.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { insertTransition, lockOrder, type OrderProgress, updateOrder } from './orders.queries.ts'
import { mayMove } from './transitions.ts'

export const orderTopic = (orderId: string) => `order:${orderId}`

type Move = { to: InternalStatus; progress?: OrderProgress; detail?: string }

/**
 * Moves an order to its next status inside the caller's transaction: the row of its history and the event on its stream
 * come with it. False when the order is no longer where such a move may start; nothing has changed then.
 */
export async function moveOrder(
  { db, clock }: { db: Db; clock: Clock },
  orderId: string,
  { to, progress = {}, detail }: Move,
): Promise<boolean> {
  const locked = await lockOrder(db, orderId)
  const from = InternalStatus.parse(locked.internalStatus)
  if (!mayMove(campaignTypes.schema.parse(locked.campaignType), from, to)) return false
  await updateOrder(db, orderId, to, progress)
  await insertTransition(db, { orderId, from, to, at: clock.now(), ...(detail !== undefined && { detail }) })
  await announce(db, orderTopic(orderId))
  return true
}
