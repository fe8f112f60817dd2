import type { WebhookData, WebhookEventType } from '@dooryard/contract/webhook-events'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { findOrder } from './orders.queries.ts'
import { presentOrder } from './present-order.ts'

type OrderEvent = Extract<WebhookEventType, `order.${string}`>

/** Of what, and what is told beside the order. */
type Told<Type extends OrderEvent> = { orderId: string; userId: string } & Omit<WebhookData<Type>, 'order'>

/**
 * Has its owner's webhooks told of an order as it stands by now in the caller's transaction: after all else that belongs
 * to what happened.
 */
export const tellOfOrder = <Type extends OrderEvent>(
  services: { db: Db; clock: Clock; log?: Log },
  type: Type,
  { orderId, userId, ...more }: Told<Type>,
): Promise<void> =>
  tellWebhooks(services, userId, type, async () => {
    const order = await findOrder(services.db, orderId)
    if (!order) throw new Error(`order ${orderId} is not there to be told of`)
    // What `Told` leaves out is the order.
    return { order: presentOrder(order, services.clock.now()), ...more } as unknown as WebhookData<Type>
  })
