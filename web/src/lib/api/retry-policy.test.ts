import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './errors.ts'
import { getRetryDelay, isFinal, shouldRetry } from './retry-policy.ts'

const busy = new ApiError(503, { message: 'Busy' })

/** How often a query that keeps failing with this error is sent again. */
function countRetries(error: Error): number {
  let failures = 0
  while (shouldRetry(failures, error)) failures += 1
  return failures
}

test('queries are sent again after 1 s, doubling up to 30 s', () => {
  const delays = Array.from({ length: 7 }, (_, failures) => getRetryDelay(failures, busy))
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(getRetryDelay(0, new ApiError(429, {}, 20))).toBe(20_000)
})

test.each([
  ['no answer', new NetworkError('cut'), 3],
  ['an internal error', new ApiError(500, {}), 3],
  ['a server that is busy', busy, 3],
  ['a timeout', new ApiError(408, {}), 3],
  ['too many requests', new ApiError(429, {}, 5), 3],
  ['a limit for the day', new ApiError(429, {}, 3600), 0],
  ['a refusal', new ApiError(422, {}), 0],
  ['something that does not exist', new ApiError(404, {}), 0],
])('%s: the query is sent again %s times', (_what, error, times) => {
  expect(countRetries(error)).toBe(times)
  expect(isFinal(error)).toBe(times === 0)
})
