import { getIssuedAt } from './jwt.ts'

const storageKey = 'dooryard.clock-ahead-ms'

/** Tokens carry whole seconds and take some time to arrive. */
const toleranceMs = 5000

const readStoredOffset = () => {
  try {
    return Number(localStorage.getItem(storageKey)) || 0
  } catch {
    return undefined
  }
}

let offsetMs = readStoredOffset() ?? 0

/** The server's time, from this browser's clock and its last measured offset. */
export const getServerTime = () => Date.now() - (readStoredOffset() ?? offsetMs)

/**
 * Computes the clock offset from a newly issued access token. With a wrong clock, every token would otherwise seem
 * expired from the start, or valid after its expiry.
 */
export function syncClock(accessToken: string) {
  const issued = getIssuedAt(accessToken)
  if (issued === undefined) return
  const currentOffsetMs = Date.now() - issued * 1000
  offsetMs = Math.abs(currentOffsetMs) < toleranceMs ? 0 : currentOffsetMs
  try {
    localStorage.setItem(storageKey, String(offsetMs))
  } catch {
    // Without storage each tab computes its own offset.
  }
}
