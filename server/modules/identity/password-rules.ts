import { dictionary } from '@zxcvbn-ts/language-common'
import { appError } from '../../platform/errors.ts'

/** What people choose first, and so what is tried first: some 18,000 of eight characters and more. */
const common = new Set(dictionary['passwords-common'])

/**
 * Refuses a password that is long enough and yet guessed within the first tries: one of the most common, or what is
 * known of the person. Asked for by OWASP ASVS 5.0, 6.2.4 and 6.2.11. `field` is where the refusal is shown.
 */
export function refuseGuessable(password: string, facts: readonly (string | undefined)[], field = 'password'): void {
  const message = weaknessOf(password, facts)
  if (message) throw appError('VALIDATION', message, { issues: [{ path: field, message }] })
}

/** Why a password is soon guessed; null when it is not. */
function weaknessOf(password: string, facts: readonly (string | undefined)[]): string | null {
  const typed = password.toLowerCase()
  if (common.has(typed)) return 'This is one of the most common passwords. Please choose another.'
  const known = facts.flatMap((fact) => (fact ? [fact, ...fact.split(/[@ ]/)] : []))
  const isKnown = known.some((fact) => fact.toLowerCase() === typed)
  return isKnown || /^(.)\1*$/.test(typed) ? 'This password is too easy to guess. Please choose another.' : null
}
