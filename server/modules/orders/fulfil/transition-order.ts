import { campaignTypes } from '@dooryard/contract/api/enums'
import type { WebhookData, WebhookEventType } from '@dooryard/contract/integrations/webhook-events'
import { InternalStatus } from '@dooryard/contract/orders/order'
import type { Services } from '../../../platform/context.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { captureHold } from '../../credits/index.ts'
import { emitWebhookEvent } from '../../webhooks/index.ts'
import { deleteCandidateLeads } from '../leads/leads.queries.ts'
import { findOrder, insertTransition, lockOrder, type OrderProgress, setOrderStatus } from '../orders.queries.ts'
import { presentOrder } from '../read/present-order.ts'
import { type NotifyContext, notifyOfOutcome } from './notify-owner.ts'
import { canTransition, isFinished } from './order-status-rules.ts'

export const toOrderTopic = (orderId: string) => `order:${orderId}`

type OrderEventContext = Pick<Services, 'db' | 'clock'> & Partial<Pick<Services, 'log'>>

/** A transition also notifies the owner when it completes or fails the order. */
type TransitionContext = OrderEventContext & NotifyContext

type OrderTransition = {
  to: InternalStatus
  progress?: OrderProgress
  detail?: string
  /** Further changes of the same transition, applied before events are emitted. */
  applyEffects?: () => Promise<void>
}

/** Runs in the caller's transaction. False, with no changes, when the transition is not allowed. */
export async function transitionOrder(
  services: TransitionContext,
  orderId: string,
  { to, progress = {}, detail, applyEffects }: OrderTransition,
): Promise<boolean> {
  const { db, clock } = services
  const { userId, campaignType, internalStatus } = await lockOrder(db, orderId)
  const from = InternalStatus.parse(internalStatus)
  if (!canTransition(campaignTypes.schema.parse(campaignType), from, to)) return false
  await setOrderStatus(db, orderId, to, { ...progress, updatedAt: clock.now() })
  await insertTransition(db, { orderId, from, to, at: clock.now(), ...(detail !== undefined && { detail }) })
  await applyEffects?.()
  await publishTopic(db, toOrderTopic(orderId))
  await emitOrderEvent(services, 'order.status_changed', { orderId, userId, from, to })
  if (isFinished(to))
    await emitOrderEvent(services, to === 'READY' ? 'order.completed' : 'order.failed', { orderId, userId })
  if (to === 'READY' || to === 'FAILED') await notifyOfOutcome(services, orderId)
  return true
}

/** Runs in the caller's transaction; `reason` is shown to the user. False when the order is finished. */
export async function failOrder(
  services: TransitionContext,
  orderId: string,
  reason: string,
  {
    to = 'FAILED',
    actor = 'system',
    ...counts
  }: { to?: 'FAILED' | 'CANCELLED'; actor?: string } & Pick<OrderProgress, 'waterfall' | 'quote'> = {},
): Promise<boolean> {
  const at = services.clock.now()
  const progress = { failureReason: reason, completedAt: at, ...counts }
  const applyEffects = async () => {
    // The leads were never purchased.
    await deleteCandidateLeads(services.db, orderId)
    if (!(await captureHold(services.db, { orderId, capture: 0, reason, actor, at })))
      throw new Error(`the hold of order ${orderId} was settled before it ended`)
  }
  return transitionOrder(services, orderId, { to, progress, detail: reason, applyEffects })
}

type OrderEventType = Extract<WebhookEventType, `order.${string}`>

type OrderEventInput<Type extends OrderEventType> = { orderId: string; userId: string } & Omit<
  WebhookData<Type>,
  'order'
>

/** Call this after all other changes: the event contains the order as it is then. */
export const emitOrderEvent = <Type extends OrderEventType>(
  services: OrderEventContext,
  type: Type,
  { orderId, userId, ...more }: OrderEventInput<Type>,
): Promise<void> =>
  emitWebhookEvent(services, userId, type, async () => {
    const order = await findOrder(services.db, orderId)
    if (!order) throw new Error(`order ${orderId} was not found for its event`)
    // `OrderEventInput` omits only the order.
    return { order: presentOrder(order, services.clock.now()), ...more } as unknown as WebhookData<Type>
  })
