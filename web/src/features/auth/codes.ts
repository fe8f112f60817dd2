import { auth, type SignedIn } from '@dooryard/contract/auth'
import { session } from '../../lib/session.ts'

export type CodePurpose = 'verify' | 'reset'

export const codeMails = { verify: auth.resendVerification, reset: auth.forgotPassword }

/** Codes go out no faster than one a minute. */
const secondsBetweenCodes = 60

const storageKey = 'dooryard.next-code'

const nameOf = (purpose: CodePurpose, email: string) => `${purpose} ${email.toLowerCase()}`

/** From when on each of the codes asked for here may be asked for again, as an instant in milliseconds. */
function waits(): Record<string, number> {
  try {
    const kept: Record<string, unknown> | null = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const entries = Object.entries(kept ?? {}).filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** When the next code may be asked for, as an instant in milliseconds; 0 for now. */
export const nextCodeAt = (purpose: CodePurpose, email: string): number => waits()[nameOf(purpose, email)] ?? 0

/** Notes that a code has gone out, or how long the server wants to be left alone. A reload does not forget it. */
export function holdNextCode(purpose: CodePurpose, email: string, seconds = secondsBetweenCodes): number {
  const at = Date.now() + seconds * 1000
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...waits(), [nameOf(purpose, email)]: at }))
  } catch {
    // Without storage a reload forgets it, and the server says how long to wait.
  }
  return at
}

/** Forgets who asked for codes here: whoever gets in needs none any more. */
export function forgetNextCodes() {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing was kept.
  }
}

/** Keeps the session of whoever signs in before anything else happens. */
export function startSession(signedIn: SignedIn) {
  forgetNextCodes()
  session.start(signedIn)
}
