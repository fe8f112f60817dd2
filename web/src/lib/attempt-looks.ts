import type { WebhookAttempt } from '@dooryard/contract/webhooks'
import { isRefusal } from './errors.ts'

const soonMs = 10_000

/** Milliseconds until a log is worth another look: soon while something in it is sent or about to be. */
export const lookAgainIn = (attempts: readonly WebhookAttempt[] | undefined, now: number) =>
  attempts?.some(({ status, at }) => status === 'PENDING' && Date.parse(at) - now < soonMs) ? 2000 : 10_000

type Looked = { state: { data?: { items: WebhookAttempt[] } | undefined; error: Error | null } }

/** The same of one event, until nothing of it waits, or the look was refused: then somebody has to ask for another. */
export const lookWhilePending = ({ state: { data, error } }: Looked, now: number) =>
  isRefusal(error) || data?.items.every(({ status }) => status !== 'PENDING') ? false : lookAgainIn(data?.items, now)
