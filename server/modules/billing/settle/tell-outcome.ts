import { outcomeMails } from '../../../platform/mail/templates/subscriptions.ts'
import type { PlanTerms } from '../provider.ts'
import type { Look } from './look-at-subscription.ts'
import { mailTo } from './mail-to.ts'
import type { Recording } from './recording.ts'
import type { RecordedSubscription, SubscriptionState } from './subscription-rows.queries.ts'

type Plans = Pick<SubscriptionState, 'planId' | 'nextPlanId' | 'cancelAtPeriodEnd'>

/** What comes after the period: nothing, another plan, or the same one. An end goes before a plan that was chosen. */
const outcomeOf = ({ cancelAtPeriodEnd, nextPlanId }: Plans) => (cancelAtPeriodEnd ? 'END' : (nextPlanId ?? 'SAME'))

/** What there is to tell once something else comes after the period than did. */
export function newsOf(before: Plans, now: Plans): keyof typeof outcomeMails | undefined {
  const [was, is] = [outcomeOf(before), outcomeOf(now)]
  if (was === is) return undefined
  if (is === 'END') return 'CANCELLED'
  if (is !== 'SAME') return 'NEXT_PLAN'
  if (was === 'END') return 'KEPT'
  // The plan that waited has come, or another at once: its receipt tells.
  return before.planId === now.planId ? 'PLAN_KEPT' : undefined
}

type Change = { before: RecordedSubscription; now: SubscriptionState; paid: PlanTerms }

/** Tells a subscriber once that a cancellation or a smaller plan is noted for the end of the period, or no longer is. */
export async function tellOutcome(inside: Recording, { subscription }: Look, { before, now, paid }: Change) {
  const news = newsOf(before, now)
  if (!news) return
  // Unpaid, it goes on until the grace is over.
  const { graceUntil, periodEnd } = now
  const given = { planName: paid.name, until: graceUntil ?? periodEnd, periodEnd, next: subscription.plan }
  await mailTo(inside, before.userId, (reader) => outcomeMails[news](inside, reader, given))
}
