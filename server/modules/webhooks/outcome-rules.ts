import { dayMs } from '@dooryard/contract/time'
import { webhookFailingDays, webhookRetryMs } from '@dooryard/contract/webhooks'

const gone = 410

/** How the sending of one attempt ended; taken where `error` is null. */
export type Outcome = {
  id: string
  lease: string
  webhookId: string
  /** Which webhook was asked, and how far along the schedule it was. */
  version: number
  step: number
  sentAt: Date
  durationMs: number
  responseCode: number | null
  responseBody: string | null
  error: string | null
  /** It kept us waiting: it took long, and was not taken or never ended. */
  isHung: boolean
}

export type Standing = { failingSince: Date | null; lastTimeoutAt: Date | null }

export type Disabling = { reason: 'GONE' | 'FAILING'; at: Date }

const endOf = ({ sentAt, durationMs }: Outcome) => new Date(sentAt.getTime() + durationMs)

export function nextTry(outcome: Outcome): Date | null {
  const pause = webhookRetryMs[outcome.step]
  return outcome.error === null || pause === undefined ? null : new Date(endOf(outcome).getTime() + pause)
}

/** It fails from its first failure until its next success, and hangs until its next answer in time. */
export function standingAfter(
  before: Standing,
  outcomes: readonly Outcome[],
): Standing & { disabling: Disabling | null } {
  let { failingSince, lastTimeoutAt } = before
  for (const outcome of outcomes.toSorted((a, b) => endOf(a).getTime() - endOf(b).getTime())) {
    const at = endOf(outcome)
    failingSince = outcome.error === null ? null : (failingSince ?? at)
    lastTimeoutAt = outcome.isHung ? at : null
    if (outcome.responseCode === gone) return { failingSince, lastTimeoutAt, disabling: { reason: 'GONE', at } }
    if (failingSince && at.getTime() - failingSince.getTime() >= webhookFailingDays * dayMs)
      return { failingSince, lastTimeoutAt, disabling: { reason: 'FAILING', at } }
  }
  return { failingSince, lastTimeoutAt, disabling: null }
}
