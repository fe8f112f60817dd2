import { outcomeMails } from '../../../platform/mail/templates/subscriptions.ts'
import { emitWebhookEvent } from '../../webhooks/index.ts'
import type { PlanTerms } from '../provider/provider.ts'
import {
  findSubscription,
  presentSubscription,
  type SubscriptionRow,
  type SubscriptionState,
} from '../subscription/subscriptions.queries.ts'
import { queueMailTo } from './queue-mail-to.ts'
import type { RecordingTransaction } from './recording-transaction.ts'
import { hasChanged, type SubscriptionSnapshot } from './subscription-state-rules.ts'

type SubscriberRef = { id: string; userId: string }
type SubscriptionEvent = 'subscription.updated' | 'subscription.payment_failed'

export const emitSubscriptionEvent = (
  tx: RecordingTransaction,
  { id, userId }: SubscriberRef,
  type: SubscriptionEvent,
) =>
  emitWebhookEvent(tx, userId, type, async () => {
    const row = await findSubscription(tx.db, id)
    if (!row) throw new Error(`subscription ${id} was not found for its event`)
    return { subscription: presentSubscription(row) }
  })

/** `before` is undefined for a new subscription. */
export async function emitSubscriptionChange(
  tx: RecordingTransaction,
  subscriber: SubscriberRef,
  before: SubscriptionRow | undefined,
  now: SubscriptionState,
): Promise<void> {
  if (before && !hasChanged(before, now)) return
  await emitSubscriptionEvent(tx, subscriber, 'subscription.updated')
  if (now.status === 'PAST_DUE' && before?.status !== 'PAST_DUE')
    await emitSubscriptionEvent(tx, subscriber, 'subscription.payment_failed')
}

type PlanState = Pick<SubscriptionState, 'planId' | 'nextPlanId' | 'cancelAtPeriodEnd'>

/** A cancellation takes precedence over a chosen plan. */
const getOutcome = ({ cancelAtPeriodEnd, nextPlanId }: PlanState) =>
  cancelAtPeriodEnd ? 'END' : (nextPlanId ?? 'SAME')

export function diffOutcomes(before: PlanState, now: PlanState): keyof typeof outcomeMails | undefined {
  const [was, is] = [getOutcome(before), getOutcome(now)]
  if (was === is) return undefined
  if (is === 'END') return 'CANCELLED'
  if (is !== 'SAME') return 'NEXT_PLAN'
  if (was === 'END') return 'KEPT'
  // The scheduled plan has started, or another plan at once; its receipt reports that.
  return before.planId === now.planId ? 'PLAN_KEPT' : undefined
}

type OutcomeChange = { before: SubscriptionRow; now: SubscriptionState; paid: PlanTerms }

/** Mails once that a cancellation or a downgrade is scheduled for the end of the period, or no longer is. */
export async function notifyOutcome(
  tx: RecordingTransaction,
  { subscription }: SubscriptionSnapshot,
  { before, now, paid }: OutcomeChange,
) {
  const news = diffOutcomes(before, now)
  if (!news) return
  // While unpaid, it continues until the grace period ends.
  const { graceUntil, periodEnd } = now
  const mail = { planName: paid.name, until: graceUntil ?? periodEnd, periodEnd, next: subscription.plan }
  await queueMailTo(tx, before.userId, (reader) => outcomeMails[news](tx, reader, mail))
}
