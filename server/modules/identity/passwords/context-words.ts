import { roles } from '@dooryard/contract/api/roles'

// The words that guesses of a password here start with, and what remains of a password without them.

/** A password reset knows only the email until the code is verified. */
export type PasswordOwner = {
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  phone?: string | undefined
  companyName?: string | null | undefined
}

/** The product name, common words for accounts and passwords, and the roles as whole names, such as `superadmin`. */
const portalWords = [
  ...['dooryard', 'portal', 'demo', 'test', 'account', 'login', 'signin', 'welcome', 'guest', 'default'],
  ...['admin', 'administrator', 'superuser', 'root'],
  ...['password', 'passcode', 'passphrase', 'secret', 'letmein', 'changeme'],
  ...roles,
]

/** Minimum length of a whole name, email or host: shorter ones occur in any random text. */
const minFactLength = 3

/** Minimum length of the words in them: shorter ones such as `the`, `home` and `real` are part of many other words. */
const minPartLength = 5

/**
 * Lists the words, normalized by `normalizeText`, that a password must not consist of: those of the portal, its host
 * and the person.
 */
export function listContextWords({ publicUrl }: { publicUrl: string }, owner: PasswordOwner): string[] {
  const { email, firstName = '', lastName = '', phone = '', companyName } = owner
  const [mailbox = '', mailHost = ''] = email.split('@')
  const hosts = [new URL(publicUrl).hostname, mailHost]
  // The last label of a host is a common suffix.
  const labels = hosts.flatMap((host) => host.split('.').slice(0, -1))
  const facts = [
    email,
    mailbox,
    phone,
    companyName ?? '',
    firstName,
    lastName,
    firstName + lastName,
    ...hosts,
    ...labels,
  ]
  const wholeWords = [...portalWords, ...facts].map(normalizeText).filter((word) => word.length >= minFactLength)
  const parts = facts.flatMap(splitWords).map(normalizeText)
  return [...new Set([...wholeWords, ...parts.filter((word) => word.length >= minPartLength)])]
}

/** `tess.sampleton87` yields `tess`, `sampleton87`, `sampleton` and `87`. */
const splitWords = (text: string) => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(splitDigits)
const splitDigits = (part: string) => [part, ...(part.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [])]

/** Normalizes text for comparison: lower case, without accents and word separators. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s._-]/gu, '')

/** The letters that digits and signs commonly replace. */
const lettersByLookalike: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'il', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ '@': 'a', $: 's', '!': 'i', '|': 'il', '+': 't', '€': 'e', '(': 'c' },
}

/** Keyboard and counting sequences: three in a row, forwards or backwards, are removed. */
const sequenceRows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '!@#$%^&*()', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const sequences = [...sequenceRows, ...sequenceRows.map((row) => [...row].toReversed().join(''))]

/**
 * Removes as much as possible from normalized text: these words, also with digits and signs for letters, years, and
 * sequences such as `123` or `qwerty`; then collapses what repeats. Returns the rest.
 */
export function removeWords(text: string, words: readonly string[]): string {
  // Works from the end to the start, keeping the shortest possible remainder of each suffix.
  const left: string[] = Array(text.length + 1).fill('')
  for (let at = text.length - 1; at >= 0; at--) {
    const removableLengths = [
      ...words.filter((word) => isWordAt(text, at, word)).map(({ length }) => length),
      ...getRunLengths(text, at),
    ]
    const remainders = [text.charAt(at) + left[at + 1], ...removableLengths.map((length) => left[at + length] ?? '')]
    left[at] = remainders.reduce((shortest, rest) => (rest.length < shortest.length ? rest : shortest))
  }
  return (left[0] ?? '').replace(/(.+?)\1{2,}/gu, '$1')
}

function isWordAt(text: string, at: number, word: string): boolean {
  for (let n = 0; n < word.length; n++) {
    const typed = text.charAt(at + n)
    const expected = word.charAt(n)
    if (typed !== expected && !lettersByLookalike[typed]?.includes(expected)) return false
  }
  return true
}

/** Returns the lengths of the years and sequences that begin at this position. */
function getRunLengths(text: string, at: number): number[] {
  const year = /^(19|20)\d\d/.test(text.slice(at, at + 4)) ? [4] : []
  let longest = 2
  while (at + longest < text.length && sequences.some((row) => row.includes(text.slice(at, at + longest + 1))))
    longest++
  return longest > 2 ? [...year, longest] : year
}
