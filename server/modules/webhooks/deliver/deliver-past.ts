import type { Dispatcher } from 'undici'
import type { Services } from '../../../platform/context.ts'
import { findNextPastAttempt } from './deliver-past.queries.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type CompleteBody, createSigner, sendAttempt } from './send-attempt.ts'

type PastDelivery = {
  /** Where every request goes. */
  agent: Dispatcher
  until: Date
  completeBody: CompleteBody
}

/**
 * Sends what a demo's history has emitted, and the retries of what failed, one attempt after another, each at the instant
 * when it is due. A dispatcher sends none of them: they are leased.
 */
export async function deliverPastEvents(services: Services, { agent, until, completeBody }: PastDelivery) {
  const signal = new AbortController().signal
  for (;;) {
    const attempt = await findNextPastAttempt(services.db, until)
    if (!attempt) return
    const clock = { now: () => attempt.at }
    const sign = createSigner(services.secrets, attempt, attempt.at)
    const sent = await sendAttempt(attempt, { agent, clock, sign, signal, completeBody })
    await recordOutcomes({ ...services, clock }, [{ ...sent, isHung: false }])
  }
}
