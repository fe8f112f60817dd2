import { dictionary } from '@zxcvbn-ts/language-common'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { listContextWords, normalizeText, type PasswordOwner, removeWords } from './context-words.ts'

/** The most common passwords, which are tried first: some 18,000 with eight or more characters. */
const commonPasswords = new Set(dictionary['passwords-common'])

/** Minimum number of characters besides known words: four letters are half a million combinations. */
const minRemainder = 5

/**
 * Rejects a password that is long enough and yet among the first guesses: one of the most common, a sequence, or one
 * made of what is known of the person and of the portal. Required by OWASP ASVS 5.0, 6.2.4 and 6.2.11, and NIST SP
 * 800-63B-4, 3.1.1.2; the words are those of `listContextWords`. NIST wants the whole password judged, so one with
 * enough of its own may contain any word. VALIDATION, on the field that shows the error.
 */
export function rejectGuessablePassword(
  portal: Pick<Services, 'publicUrl'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): void {
  const message = findPasswordWeakness(password, listContextWords(portal, owner))
  if (message) throw appError('VALIDATION', message, { issues: [{ path: field, message }] })
}

function findPasswordWeakness(password: string, words: readonly string[]): string | null {
  if (commonPasswords.has(password.toLowerCase()))
    return 'This is one of the most common passwords. Please choose another.'
  const text = normalizeText(password)
  // Also without signs, which stand for letters in `d@@ryard` and for nothing in `(615) 555-0120`.
  const variants = [text, text.replace(/[^\p{L}\p{N}]/gu, '')].map((read) => {
    const left = removeWords(read, words)
    return { left, taken: read.length - left.length, hasWords: left.length < removeWords(read, []).length }
  })
  if (variants.some(({ left, taken, hasWords }) => hasWords && left.length < minRemainder && taken > text.length / 2))
    return (
      'This password is mostly your name, email, phone or company, the name of this portal, or a word like “admin”. ' +
      'Please use other words.'
    )
  if (variants.some(({ left, hasWords }) => hasWords && left.length >= minRemainder && commonPasswords.has(left)))
    return 'This is a common password with a word added that is guessed as soon. Please choose another.'
  // Random text contains short sequences too.
  const withoutSequences = removeWords(text, [])
  if (text === '' || withoutSequences.length < Math.min(minRemainder, text.length / 4))
    return 'This password is mostly a sequence, a year or a repetition, which is guessed first. Please choose another.'
  return null
}
