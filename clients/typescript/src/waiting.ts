const firstWaitMs = 500
const longestWaitMs = 8_000

/** A longer wait than this is not for a call to sit out: whoever called hears of it. */
const mostAskedMs = 60_000

/** How long to wait after an attempt that failed: doubling, and apart from others who failed at the same moment. */
const backOff = (attempt: number) => Math.min(firstWaitMs * 2 ** attempt, longestWaitMs) * (0.5 + Math.random() / 2)

/** `Retry-After` in milliseconds: it says seconds or a date. */
function askedWait(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/**
 * How long to wait before another attempt: longer than the server asks for, lest all whom it turned away come back at
 * once. Undefined where it asks for more than a call may take.
 */
export function waitBefore(attempt: number, response?: Response): number | undefined {
  const asked = askedWait(response?.headers.get('retry-after') ?? null) ?? 0
  return asked > mostAskedMs ? undefined : asked + backOff(attempt)
}

/** Waits, unless a signal is aborted before. */
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

/** Does something with a signal that is aborted when its time is up, or when another signal is. */
export async function within<Value>(
  ms: number,
  tooLate: () => Error,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(tooLate()), ms)
  try {
    return await work(signal ? AbortSignal.any([signal, ending.signal]) : ending.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** A timer takes no more than this, and fires at once where it is told of more. */
const longestTimerMs = 2 ** 31 - 1

/** Refuses what is no time to wait for. */
export function checkTimeout(timeoutMs: number): void {
  if (!(timeoutMs > 0 && timeoutMs <= longestTimerMs))
    throw new TypeError(`timeoutMs is a number of milliseconds, from 1 to ${longestTimerMs}`)
}
