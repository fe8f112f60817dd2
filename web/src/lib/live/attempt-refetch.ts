import type { WebhookAttempt } from '@dooryard/contract/integrations/webhooks'
import { isClientError } from '../api/errors.ts'

const imminentMs = 10_000

/** Milliseconds until attempts are refetched: 2 seconds while one is running or due soon, else 10. */
export const getRefetchInterval = (attempts: readonly WebhookAttempt[] | undefined, now: number) =>
  attempts?.some(({ status, at }) => status === 'PENDING' && Date.parse(at) - now < imminentMs) ? 2000 : 10_000

type AttemptsQuery = { state: { data?: { items: WebhookAttempt[] } | undefined; error: Error | null } }

/**
 * The interval for the attempts of one event; false once none is pending, or the request was refused and the user has
 * to retry.
 */
export const refetchWhilePending = ({ state: { data, error } }: AttemptsQuery, now: number) =>
  isClientError(error) || data?.items.every(({ status }) => status !== 'PENDING')
    ? false
    : getRefetchInterval(data?.items, now)
