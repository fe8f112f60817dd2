import { formatDay } from '../../../platform/format.ts'
import { subscriptionEndedMails } from '../../../platform/mail/templates/subscriptions.ts'
import { lapseSubscriptionCredits } from '../../credits/index.ts'
import { mailTo } from './mail-to.ts'
import type { Recording } from './recording.ts'

/** How a subscription ended. */
export type End = {
  id: string
  userId: string
  planName: string
  endedAt: Date
  reason: 'CANCELLED' | 'PAYMENT_FAILED'
}

/** Notes the end of a subscription in the audit log. */
export function noteEnd({ entries }: Recording, { id, userId: user, planName: plan, endedAt, reason }: End): void {
  const after = { user, plan, endedAt, because: reason === 'CANCELLED' ? 'Cancelled' : 'Not paid' }
  entries.push({ action: 'subscription.ended', object: { type: 'subscription', id }, after })
}

/** The credits of a subscription end with it, and its subscriber is told. */
export async function lapseWith(inside: Recording, { userId, planName, endedAt, reason }: End): Promise<void> {
  const says = `${planName} ended on ${formatDay(endedAt)}, and its credits with it`
  const lapsed = await lapseSubscriptionCredits(inside.db, { userId, reason: says })
  await mailTo(inside, userId, (reader) =>
    subscriptionEndedMails[reason](inside, reader, { planName, endedAt, lapsed }),
  )
}
