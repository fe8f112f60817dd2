import type { ErrorCode } from '@dooryard/contract/api/errors'
import type { Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { isAppError } from '../../errors/app-error.ts'
import type { RequestVariables } from '../handlers.ts'
import { type RateLimitCount, refundRateLimit, setRateLimitHeaders } from './rate-limits.ts'

type RateLimitCounts = { before: readonly RateLimitCount[]; own: readonly RateLimitCount[] }

/**
 * Counts a call before its outcome is known, so that concurrent calls count too; a call that was not attempted is
 * refunded.
 */
export async function withRateLimitRefunds(
  request: HonoContext<{ Variables: RequestVariables }>,
  { log }: Context,
  { before, own }: RateLimitCounts,
  reply: () => Promise<Response>,
) {
  const setHeadersWithRefunds = (given: readonly RateLimitCount[]) =>
    setRateLimitHeaders(request, [
      ...before,
      ...own.map((one) => (given.includes(one) ? { ...one, left: one.left + 1 } : one)),
    ])
  // The work is done, and its response matters more than an exact count.
  const refund = (given: readonly RateLimitCount[]) =>
    refundRateLimit(given).catch((error) => log.warn({ err: error }, 'a count could not be refunded'))
  const failureCounts = own.filter(({ limit }) => limit.counts === 'failures')
  // A response takes the headers that are set before it.
  setHeadersWithRefunds(failureCounts)
  try {
    const response = await reply()
    await refund(failureCounts)
    return response
  } catch (error) {
    const given = isNotAttempted(error) ? own : isNoFailure(error) ? failureCounts : []
    setHeadersWithRefunds(given)
    await refund(given)
    throw error
  }
}

/**
 * An invalid call, or one refused for lack of capacity, was not attempted. A wrong password or code counts as
 * attempted.
 */
const isNotAttempted = (error: unknown) =>
  isAppError(error) && (error.code === 'VALIDATION' || error.code === 'UNAVAILABLE')

const noFailureCodes: readonly ErrorCode[] = ['CONFLICT', 'NOT_FOUND', 'SECOND_FACTOR_REQUIRED']

/**
 * No wrong guess: the state conflicts with the input, what the path names does not exist, or a second factor is asked for
 * after the right password.
 */
const isNoFailure = (error: unknown) => isAppError(error) && noFailureCodes.includes(error.code)
