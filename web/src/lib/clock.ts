import { issuedAt } from './jwt.ts'

const storageKey = 'dooryard.clock-ahead-ms'

/** A token says whole seconds, and takes some time to arrive. */
const unnoticedMs = 5000

const kept = () => {
  try {
    return Number(localStorage.getItem(storageKey)) || 0
  } catch {
    return undefined
  }
}

let aheadMs = kept() ?? 0

/** The server's time, by this browser's clock and how far it was ahead when it was last compared. */
export const serverNow = () => Date.now() - (kept() ?? aheadMs)

/**
 * Compares the clocks by an access token that has just been issued. Where the browser's is wrong, every token would
 * otherwise seem to have expired at its birth, or to live on after its end.
 */
export function compareClocks(accessToken: string) {
  const issued = issuedAt(accessToken)
  if (issued === undefined) return
  const aheadNow = Date.now() - issued * 1000
  aheadMs = Math.abs(aheadNow) < unnoticedMs ? 0 : aheadNow
  try {
    localStorage.setItem(storageKey, String(aheadMs))
  } catch {
    // Without storage each tab compares for itself.
  }
}
