import { type ErrorBody, errorStatus } from '@dooryard/contract/errors'
import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'

/** The answer to a failed request. What we did not foresee is logged whole and told to the caller by its id only. */
export function errorAnswer(error: unknown, requestId: string, log: Log): { status: number; body: ErrorBody } {
  if (isAppError(error))
    return {
      status: errorStatus[error.code],
      body: { message: error.message, code: error.code, requestId, ...error.extra },
    }
  log.error({ err: error, requestId }, 'request failed unexpectedly')
  const message = 'Something went wrong on our side. Please try again.'
  return { status: errorStatus.INTERNAL, body: { message, code: 'INTERNAL', requestId } }
}
