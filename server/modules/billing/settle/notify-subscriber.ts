import { outcomeMails } from '../../../platform/mail/templates/subscriptions.ts'
import { tellWebhooks } from '../../webhooks/index.ts'
import type { PlanTerms } from '../provider.ts'
import {
  findSubscription,
  presentSubscription,
  type SubscriptionRow,
  type SubscriptionState,
} from '../subscriptions.queries.ts'
import { mailTo } from './mail-to.ts'
import type { Recording } from './recording.ts'
import { hasChanged, type Look } from './subscription-state-rules.ts'

type Subscriber = { id: string; userId: string }
type SubscriptionEvent = 'subscription.updated' | 'subscription.payment_failed'

export const emitSubscriptionEvent = (inside: Recording, { id, userId }: Subscriber, type: SubscriptionEvent) =>
  tellWebhooks(inside, userId, type, async () => {
    const row = await findSubscription(inside.db, id)
    if (!row) throw new Error(`subscription ${id} is not there to be told of`)
    return { subscription: presentSubscription(row) }
  })

/** `before` is undefined of one that has just begun. */
export async function emitSubscriptionChange(
  inside: Recording,
  subscriber: Subscriber,
  before: SubscriptionRow | undefined,
  now: SubscriptionState,
): Promise<void> {
  if (before && !hasChanged(before, now)) return
  await emitSubscriptionEvent(inside, subscriber, 'subscription.updated')
  if (now.status === 'PAST_DUE' && before?.status !== 'PAST_DUE')
    await emitSubscriptionEvent(inside, subscriber, 'subscription.payment_failed')
}

type Plans = Pick<SubscriptionState, 'planId' | 'nextPlanId' | 'cancelAtPeriodEnd'>

/** An end goes before a plan that was chosen. */
const outcomeOf = ({ cancelAtPeriodEnd, nextPlanId }: Plans) => (cancelAtPeriodEnd ? 'END' : (nextPlanId ?? 'SAME'))

export function newsOf(before: Plans, now: Plans): keyof typeof outcomeMails | undefined {
  const [was, is] = [outcomeOf(before), outcomeOf(now)]
  if (was === is) return undefined
  if (is === 'END') return 'CANCELLED'
  if (is !== 'SAME') return 'NEXT_PLAN'
  if (was === 'END') return 'KEPT'
  // The plan that waited has come, or another at once: its receipt tells.
  return before.planId === now.planId ? 'PLAN_KEPT' : undefined
}

type Change = { before: SubscriptionRow; now: SubscriptionState; paid: PlanTerms }

/** Mails once that a cancellation or a smaller plan is noted for the end of the period, or no longer is. */
export async function notifyOutcome(inside: Recording, { subscription }: Look, { before, now, paid }: Change) {
  const news = newsOf(before, now)
  if (!news) return
  // Unpaid, it goes on until the grace is over.
  const { graceUntil, periodEnd } = now
  const given = { planName: paid.name, until: graceUntil ?? periodEnd, periodEnd, next: subscription.plan }
  await mailTo(inside, before.userId, (reader) => outcomeMails[news](inside, reader, given))
}
