import { type ErrorBody, errorStatus } from '@dooryard/contract/errors'
import { clientGoneStatus, isClientGone } from '../client-gone.ts'
import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { isLostConnection } from '../postgres/database.ts'

type ErrorAnswer = { status: number; body: ErrorBody | null; headers?: Record<string, string> }

/** A store that is busy or restarts is back in seconds. */
const comeAgain = { 'Retry-After': '2' }

/** What we did not foresee is logged whole and told to the caller by its id only. */
export function errorAnswer(error: unknown, requestId: string, log: Log): ErrorAnswer {
  if (isAppError(error)) {
    if (error.code === 'UNAVAILABLE' && error.cause) log.warn({ err: error.cause, requestId }, error.message)
    return {
      status: errorStatus[error.code],
      body: { message: error.message, code: error.code, requestId, ...error.extra },
      ...(error.code === 'UNAVAILABLE' && { headers: comeAgain }),
      ...(error.retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(error.retryAfterSeconds) } }),
    }
  }
  if (isLostConnection(error)) {
    log.warn({ err: error, requestId }, 'request lost the database')
    const message = 'The database cannot be reached just now. Please try again in a moment.'
    return { status: errorStatus.UNAVAILABLE, body: { message, code: 'UNAVAILABLE', requestId }, headers: comeAgain }
  }
  if (isClientGone(error)) {
    // The line of the request says so by its status. Nobody is there to read an answer.
    return { status: clientGoneStatus, body: null }
  }
  log.error({ err: error, requestId }, 'request failed unexpectedly')
  const message = 'Something went wrong on our side. Please try again.'
  return { status: errorStatus.INTERNAL, body: { message, code: 'INTERNAL', requestId } }
}
