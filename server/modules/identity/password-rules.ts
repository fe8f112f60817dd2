import { dictionary } from '@zxcvbn-ts/language-common'
import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { contextWords, type PasswordOwner, plain, withoutWords } from './context-words.ts'

/** What people choose first, and so what is tried first: some 18,000 of eight characters and more. */
const common = new Set(dictionary['passwords-common'])

/** Fewer characters beside what is guessed first are soon tried out: four letters are half a million. */
const leastLeft = 5

/**
 * Refuses a password that is long enough and yet guessed within the first tries: one of the most common, a sequence, or
 * one made of what is known of the person and of the portal. Asked for by OWASP ASVS 5.0, 6.2.4 and 6.2.11, and NIST SP
 * 800-63B-4, 3.1.1.2; its words are those of `contextWords`. NIST wants the whole password judged, so one with enough of
 * its own may have any word in it. VALIDATION, on the field where the refusal is shown.
 */
export function refuseGuessable(
  portal: Pick<Services, 'publicUrl'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): void {
  const message = findWeakness(password, contextWords(portal, owner))
  if (message) throw appError('VALIDATION', message, { issues: [{ path: field, message }] })
}

function findWeakness(password: string, words: readonly string[]): string | null {
  if (common.has(password.toLowerCase())) return 'This is one of the most common passwords. Please choose another.'
  const text = plain(password)
  // Also without its signs, which stand for letters in `d@@ryard` and for nothing in `(615) 555-0120`.
  const readings = [text, text.replace(/[^\p{L}\p{N}]/gu, '')].map((read) => {
    const left = withoutWords(read, words)
    return { left, taken: read.length - left.length, hasWords: left.length < withoutWords(read, []).length }
  })
  if (readings.some(({ left, taken, hasWords }) => hasWords && left.length < leastLeft && taken > text.length / 2))
    return (
      'This password is mostly your name, email, phone or company, the name of this portal, or a word like “admin”. ' +
      'Please use other words.'
    )
  if (readings.some(({ left, hasWords }) => hasWords && left.length >= leastLeft && common.has(left)))
    return 'This is a common password with a word added that is guessed as soon. Please choose another.'
  // A little of them is in random text too.
  const bare = withoutWords(text, [])
  if (text === '' || bare.length < Math.min(leastLeft, text.length / 4))
    return 'This password is mostly a sequence, a year or a repetition, which is guessed first. Please choose another.'
  return null
}
