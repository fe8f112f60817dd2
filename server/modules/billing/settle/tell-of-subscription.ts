import { tellWebhooks } from '../../webhooks/index.ts'
import { findSubscription, presentSubscription } from '../subscriptions.queries.ts'
import type { Recording } from './recording.ts'
import type { RecordedSubscription, SubscriptionState } from './subscription-rows.queries.ts'
import { hasChanged } from './subscription-state-rules.ts'

type Subscriber = { id: string; userId: string }
type SubscriptionEvent = 'subscription.updated' | 'subscription.payment_failed'

/** Has its subscriber's webhooks told of a subscription as it stands by now in the transaction that records it. */
export const tellOfSubscription = (inside: Recording, { id, userId }: Subscriber, type: SubscriptionEvent) =>
  tellWebhooks(inside, userId, type, async () => {
    const row = await findSubscription(inside.db, id)
    if (!row) throw new Error(`subscription ${id} is not there to be told of`)
    return { subscription: presentSubscription(row) }
  })

/**
 * The same of what a look at it found: nothing where that is what was recorded before. `before` is undefined of one that
 * has just begun.
 */
export async function tellOfLook(
  inside: Recording,
  subscriber: Subscriber,
  before: RecordedSubscription | undefined,
  now: SubscriptionState,
): Promise<void> {
  if (before && !hasChanged(before, now)) return
  await tellOfSubscription(inside, subscriber, 'subscription.updated')
  if (now.status === 'PAST_DUE' && before?.status !== 'PAST_DUE')
    await tellOfSubscription(inside, subscriber, 'subscription.payment_failed')
}
