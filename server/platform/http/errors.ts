import { type ErrorBody, statusByErrorCode } from '@dooryard/contract/api/errors'
import type { Context as HonoContext } from 'hono'
import { isAppError } from '../errors/app-error.ts'
import { clientClosedStatus, isClientClosed } from '../errors/client-closed.ts'
import type { Log } from '../log.ts'
import { isLostConnection } from '../postgres/database.ts'
import type { RequestVariables } from './handlers.ts'

type ErrorResponse = { status: number; body: ErrorBody | null; headers?: Record<string, string> }

/** A store that is busy or restarting is back within seconds. */
const retryAfterHeader = { 'Retry-After': '2' }

/** An unforeseen error is logged in full; the caller gets only its request id. */
export function toErrorResponse(error: unknown, requestId: string, log: Log): ErrorResponse {
  if (isAppError(error)) {
    if (error.code === 'UNAVAILABLE' && error.cause) log.warn({ err: error.cause, requestId }, error.message)
    return {
      status: statusByErrorCode[error.code],
      body: { message: error.message, code: error.code, requestId, ...error.extra },
      ...(error.code === 'UNAVAILABLE' && { headers: retryAfterHeader }),
      ...(error.retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(error.retryAfterSeconds) } }),
    }
  }
  if (isLostConnection(error)) {
    log.warn({ err: error, requestId }, 'request lost the database')
    const message = 'The database cannot be reached just now. Please try again in a moment.'
    return {
      status: statusByErrorCode.UNAVAILABLE,
      body: { message, code: 'UNAVAILABLE', requestId },
      headers: retryAfterHeader,
    }
  }
  if (isClientClosed(error)) {
    // The request's log line has the status. The client has gone and reads no answer.
    return { status: clientClosedStatus, body: null }
  }
  log.error({ err: error, requestId }, 'request failed unexpectedly')
  const message = 'Something went wrong on our side. Please try again.'
  return { status: statusByErrorCode.INTERNAL, body: { message, code: 'INTERNAL', requestId } }
}

/** What an error report says of its request: neither its parameters nor its body. */
export const getRequestFacts = (request: HonoContext<{ Variables: RequestVariables }>) => ({
  requestId: request.get('requestId'),
  place: request.get('route'),
  userId: request.get('actor')?.userId,
})
