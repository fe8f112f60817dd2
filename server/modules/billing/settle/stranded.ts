import type { BillingServices } from '../billing-context.ts'
import type { ProviderName } from '../provider.ts'
import { type End, lapseWith, noteEnd } from './record-end.ts'
import { inRecording, type Recording } from './recording.ts'
import { listStranded, lockStranded, type Stranded, updateRecorded } from './subscription-rows.queries.ts'
import { tellOfSubscription } from './tell-of-subscription.ts'

/**
 * Ends the subscriptions that another provider than the one in use had charged, each with its month: nobody renews them
 * here, and nobody tells of their end. Where payments are off nothing ends, since that may be for an hour. One that
 * cannot be ended now holds up no other, and is ended by the next round.
 */
export async function endStranded(services: BillingServices): Promise<void> {
  const { db, log, provider } = services
  if (!provider) return
  const now = await provider.now()
  for (const { userId } of await listStranded(db, provider.name, now)) {
    try {
      await inRecording(services, (inside) => endWithMonth(inside, { userId, provider: provider.name, now }))
    } catch (error) {
      log.warn({ err: error, userId }, 'a subscription of another provider could not be ended')
    }
  }
}

type At = { userId: string; provider: ProviderName; now: Date }

async function endWithMonth(inside: Recording, { userId, provider, now }: At): Promise<void> {
  const stranded = await lockStranded(inside.db, provider, userId)
  if (!stranded || lastDayOf(stranded) > now) return
  await lapseWith(inside, await end(inside, stranded, lastDayOf(stranded), now))
}

/** Whoever subscribes anew has that subscription from then on; what is left of the credits of the other one stays. */
export async function giveWay(inside: Recording, { userId, provider, now }: At): Promise<void> {
  const stranded = await lockStranded(inside.db, provider, userId)
  if (stranded) await end(inside, stranded, now, now)
}

const lastDayOf = ({ graceUntil, periodEnd }: Stranded) => graceUntil ?? periodEnd

async function end(inside: Recording, stranded: Stranded, endedAt: Date, updatedAt: Date): Promise<End> {
  const reason = stranded.status === 'PAST_DUE' ? 'PAYMENT_FAILED' : 'CANCELLED'
  const none = { nextPlanId: null, nextPrice: null, nextCredits: null, graceUntil: null }
  await updateRecorded(inside.db, stranded.id, {
    ...none,
    status: 'INACTIVE',
    endedAt,
    endReason: reason,
    updatedAt,
  })
  const ended = { ...stranded, endedAt, reason } as const
  noteEnd(inside, ended)
  await tellOfSubscription(inside, stranded, 'subscription.updated')
  return ended
}
