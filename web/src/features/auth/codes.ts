import { auth, type SignedIn } from '@dooryard/contract/identity/auth'
import { queuePersonToConnect } from '../../lib/external-sign-in/unconnected-person.ts'
import { session } from '../../lib/session/session.ts'

export type CodePurpose = 'verify' | 'reset'

export const codeEndpoints = { verify: auth.resendVerification, reset: auth.forgotPassword }

/** Codes are sent at most once a minute. */
const codeIntervalSeconds = 60

const storageKey = 'dooryard.next-code'

const toCodeKey = (purpose: CodePurpose, email: string) => `${purpose} ${email.toLowerCase()}`

/** Loads when each code can be requested again, in milliseconds since the epoch. */
function loadNextCodeTimes(): Record<string, number> {
  try {
    const stored: Record<string, unknown> | null = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const entries = Object.entries(stored ?? {}).filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** Returns when the next code can be requested, in milliseconds since the epoch; 0 for now. */
export const getNextCodeTime = (purpose: CodePurpose, email: string): number =>
  loadNextCodeTimes()[toCodeKey(purpose, email)] ?? 0

/**
 * Stores when the next code can be requested: after a code was sent, or after the server's retry delay. Survives a
 * reload.
 */
export function setNextCodeTime(purpose: CodePurpose, email: string, seconds = codeIntervalSeconds): number {
  const at = Date.now() + seconds * 1000
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...loadNextCodeTimes(), [toCodeKey(purpose, email)]: at }))
  } catch {
    // Without storage the time is lost on reload, and the server says how long to wait.
  }
  return at
}

/** Clears the stored times: a signed-in user needs no more codes. */
export function clearNextCodeTimes() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing was saved.
  }
}

/**
 * Starts the session of the signed-in user before anything else runs. If they came from a provider that did not know
 * their account, and vouches for their email, the portal connects it.
 */
export function startSession(signedIn: SignedIn) {
  clearNextCodeTimes()
  session.start(signedIn)
  queuePersonToConnect()
}
