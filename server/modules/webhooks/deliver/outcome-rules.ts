import { dayMs } from '@dooryard/contract/api/time'
import { webhookFailingDays, webhookRetryMs } from '@dooryard/contract/integrations/webhooks'

const httpGone = 410

/** The result of one attempt; successful when `error` is null. */
export type DeliveryOutcome = {
  id: string
  lease: string
  webhookId: string
  /** The webhook's version and the step of the retry schedule when it was sent. */
  version: number
  step: number
  sentAt: Date
  durationMs: number
  responseCode: number | null
  responseBody: string | null
  error: string | null
  /** The request took long and failed or never ended. */
  isHung: boolean
}

export type WebhookHealthState = { failingSince: Date | null; lastTimeoutAt: Date | null }

export type DisableDecision = { reason: 'GONE' | 'FAILING'; at: Date }

const getEndTime = ({ sentAt, durationMs }: DeliveryOutcome) => new Date(sentAt.getTime() + durationMs)

export function getNextAttemptAt(outcome: DeliveryOutcome): Date | null {
  const delayMs = webhookRetryMs[outcome.step]
  return outcome.error === null || delayMs === undefined ? null : new Date(getEndTime(outcome).getTime() + delayMs)
}

/** A webhook fails from its first failure until its next success, and hangs until its next response in time. */
export function updateHealthState(
  before: WebhookHealthState,
  outcomes: readonly DeliveryOutcome[],
): WebhookHealthState & { disabling: DisableDecision | null } {
  let { failingSince, lastTimeoutAt } = before
  for (const outcome of outcomes.toSorted((a, b) => getEndTime(a).getTime() - getEndTime(b).getTime())) {
    const at = getEndTime(outcome)
    failingSince = outcome.error === null ? null : (failingSince ?? at)
    lastTimeoutAt = outcome.isHung ? at : null
    if (outcome.responseCode === httpGone) return { failingSince, lastTimeoutAt, disabling: { reason: 'GONE', at } }
    if (failingSince && at.getTime() - failingSince.getTime() >= webhookFailingDays * dayMs)
      return { failingSince, lastTimeoutAt, disabling: { reason: 'FAILING', at } }
  }
  return { failingSince, lastTimeoutAt, disabling: null }
}
