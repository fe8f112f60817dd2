import { isChunkError, isClientError, isNetworkError } from '../api/errors.ts'
import { reportError } from './report-error.ts'

const seen = new Set<string>()

/** Reports the error of an event: one that `logError` dispatched, or one that nothing caught. */
export function reportEvent(event: Event) {
  const error: unknown = event instanceof PromiseRejectionEvent ? event.reason : (event as ErrorEvent).error
  if (isNetworkError(error) || isChunkError(error)) return
  if (!event.isTrusted || isWorthReporting(error)) reportError(error)
}

/** An error that nothing caught is shown nowhere: a refused call, an abort or the code of others is none of ours. */
function isWorthReporting(error: unknown): boolean {
  if (!(error instanceof Error) || isClientError(error)) return false
  if (['AbortError', 'CancelledError'].includes(error.name)) return false
  const text = `${error.message}\n${error.stack}`
  // Each turn of a loop throws another error.
  if (/\b\w+-extension:\/\//.test(text) || seen.has(text)) return false
  seen.add(text)
  return true
}
