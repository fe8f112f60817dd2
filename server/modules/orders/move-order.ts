import { InternalStatus, type Waterfall } from '@dooryard/contract/order'
import { campaignTypes } from '@dooryard/contract/vocabularies'
import type { WebhookData, WebhookEventType } from '@dooryard/contract/webhook-events'
import type { Services } from '../../platform/context.ts'
import { announce } from '../../platform/live/hub.ts'
import { settleHold } from '../credits/index.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { dropLeads } from './leads.queries.ts'
import { findOrder, insertTransition, lockOrder, type OrderProgress, setOrderStatus } from './orders.queries.ts'
import { presentOrder } from './present-order.ts'
import { isOver, mayMove } from './transitions.ts'

export const orderTopic = (orderId: string) => `order:${orderId}`

type Inside = Pick<Services, 'db' | 'clock'> & Partial<Pick<Services, 'log'>>

type Move = {
  to: InternalStatus
  progress?: OrderProgress
  detail?: string
  /** What else belongs to the move, done before anybody is told of it. */
  settle?: () => Promise<void>
}

/** Inside the caller's transaction. False, and nothing has changed, when the order may not move like that. */
export async function moveOrder(
  services: Inside,
  orderId: string,
  { to, progress = {}, detail, settle }: Move,
): Promise<boolean> {
  const { db, clock } = services
  const { userId, campaignType, internalStatus } = await lockOrder(db, orderId)
  const from = InternalStatus.parse(internalStatus)
  if (!mayMove(campaignTypes.schema.parse(campaignType), from, to)) return false
  await setOrderStatus(db, orderId, to, { ...progress, updatedAt: clock.now() })
  await insertTransition(db, { orderId, from, to, at: clock.now(), ...(detail !== undefined && { detail }) })
  await settle?.()
  await announce(db, orderTopic(orderId))
  await tellOfOrder(services, 'order.status_changed', { orderId, userId, from, to })
  if (isOver(to)) await tellOfOrder(services, to === 'READY' ? 'order.completed' : 'order.failed', { orderId, userId })
  return true
}

/** Inside the caller's transaction; `reason` is what the user reads. False when the order is over. */
export async function failOrder(
  services: Inside,
  orderId: string,
  reason: string,
  {
    to = 'FAILED',
    actor = 'system',
    waterfall,
  }: { to?: 'FAILED' | 'CANCELLED'; actor?: string; waterfall?: Waterfall } = {},
): Promise<boolean> {
  const at = services.clock.now()
  const progress = { failureReason: reason, completedAt: at, ...(waterfall && { waterfall }) }
  const settle = async () => {
    // Nobody has bought them.
    await dropLeads(services.db, orderId)
    if (!(await settleHold(services.db, { orderId, capture: 0, reason, actor, at })))
      throw new Error(`the hold of order ${orderId} was settled before it ended`)
  }
  return moveOrder(services, orderId, { to, progress, detail: reason, settle })
}

type OrderEvent = Extract<WebhookEventType, `order.${string}`>

type Told<Type extends OrderEvent> = { orderId: string; userId: string } & Omit<WebhookData<Type>, 'order'>

/** Called after all else that belongs to what happened: the event has the order as it stands then. */
export const tellOfOrder = <Type extends OrderEvent>(
  services: Inside,
  type: Type,
  { orderId, userId, ...more }: Told<Type>,
): Promise<void> =>
  tellWebhooks(services, userId, type, async () => {
    const order = await findOrder(services.db, orderId)
    if (!order) throw new Error(`order ${orderId} is not there to be told of`)
    // What `Told` leaves out is the order.
    return { order: presentOrder(order, services.clock.now()), ...more } as unknown as WebhookData<Type>
  })
