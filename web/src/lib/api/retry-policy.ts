import { ApiError, isClientError } from './errors.ts'

const maxRetries = 3
const maxDelayMs = 30_000

const getRequestedDelay = (error: Error) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0)

const isTemporary = (error: Error) => error instanceof ApiError && [408, 429].includes(error.status)

/**
 * Whether a failed query is sent again, after so many failures before this one: three times. A 4xx is final, because it
 * refuses the request itself, except 408 (it came too slowly) and 429 (there were too many), unless the server asks to
 * wait longer than anybody looks at a placeholder, as for a daily limit.
 */
export const shouldRetry = (failures: number, error: Error) =>
  failures < maxRetries && (!isClientError(error) || (isTemporary(error) && getRequestedDelay(error) <= maxDelayMs))

/** Whether the same request would be answered alike for as long as anybody looks at it, so that no retry is offered. */
export const isFinal = (error: Error) => !shouldRetry(0, error)

/** The back-off of failed queries: 1 s, doubling, at most 30 s; later if the server asks for it. */
export const getRetryDelay = (failures: number, error: Error) =>
  Math.max(Math.min(1000 * 2 ** failures, maxDelayMs), getRequestedDelay(error))
