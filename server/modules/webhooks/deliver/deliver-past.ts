import type { Dispatcher } from 'undici'
import type { Services } from '../../../platform/context.ts'
import { findNextPastAttempt } from './deliver-past.queries.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type CompleteBody, createSigner, sendAttempt } from './send-attempt.ts'

type PastDelivery = {
  /** Where every request goes. */
  agent: Dispatcher
  /** Of the webhooks that receive them; a visitor may have added others. */
  urls: readonly string[]
  until: Date
  completeBody: CompleteBody
  signal: AbortSignal
}

/**
 * Sends what a demo's history has emitted, and the retries of what failed, one attempt after another, each at the instant
 * when it is due. A dispatcher sends none of them: they are leased.
 */
export async function deliverPastEvents(services: Services, { urls, until, signal, ...options }: PastDelivery) {
  while (!signal.aborted) {
    const attempt = await findNextPastAttempt(services.db, { urls, until })
    if (!attempt) return
    const clock = { now: () => attempt.at }
    const sign = createSigner(services.secrets, attempt, attempt.at)
    const sent = await sendAttempt(attempt, { ...options, clock, sign, signal })
    // One that was cut off is sent by the next start.
    if (signal.aborted && sent.responseCode === null) return
    await recordOutcomes({ ...services, clock }, [{ ...sent, isHung: false }])
  }
}
