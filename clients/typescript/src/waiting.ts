const firstWaitMs = 500
const maxBackoffMs = 8_000

/** A longer wait is left to the caller. */
const maxRetryAfterMs = 60_000

/** The wait after a failed attempt: exponential back-off with jitter. */
const getBackoffMs = (attempt: number) => Math.min(firstWaitMs * 2 ** attempt, maxBackoffMs) * (0.5 + Math.random() / 2)

/** `Retry-After` in milliseconds; the header has seconds or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/**
 * The wait before the next attempt: longer than the server requests, so that clients refused together do not retry at
 * once. Undefined where the server requests more than a call may take.
 */
export function getRetryDelay(attempt: number, response?: Response): number | undefined {
  const retryAfterMs = parseRetryAfter(response?.headers.get('retry-after') ?? null) ?? 0
  return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs + getBackoffMs(attempt)
}

/** Waits, unless the signal is aborted earlier. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })

/** Runs work with a signal that is aborted after a timeout, or when another signal is. */
export async function withTimeout<Value>(
  ms: number,
  createError: () => Error,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(createError()), ms)
  try {
    return await work(signal ? AbortSignal.any([signal, ending.signal]) : ending.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** The maximum of a timer, which fires immediately for longer times. */
const maxTimerMs = 2 ** 31 - 1

/** Throws where the timeout is invalid. */
export function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs > 0 && timeoutMs <= maxTimerMs))
    throw new TypeError(`timeoutMs is a number of milliseconds, from 1 to ${maxTimerMs}`)
}
