import { roles } from '@dooryard/contract/roles'

// The words that a password here is guessed with first, and what is left of a password without them.

/** A reset knows the email alone until the code is right. */
export type PasswordOwner = {
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  phone?: string | undefined
  companyName?: string | null | undefined
}

/** The product, what accounts and passwords are called anywhere, and the roles, such as `superadmin`, as whole names. */
const portalWords = [
  ...['dooryard', 'portal', 'demo', 'test', 'account', 'login', 'signin', 'welcome', 'guest', 'default'],
  ...['admin', 'administrator', 'superuser', 'root'],
  ...['password', 'passcode', 'passphrase', 'secret', 'letmein', 'changeme'],
  ...roles,
]

/** Of a name, an email or a host as a whole: a shorter one is found in any random text. */
const shortestFact = 3

/** Of the words in one: shorter ones, such as `the`, `home` and `real`, are in many other words. */
const shortestPart = 5

/** The words, as `plain` gives them, that a password must not be made of: the portal's, its host's and the person's. */
export function contextWords({ publicUrl }: { publicUrl: string }, owner: PasswordOwner): string[] {
  const { email, firstName = '', lastName = '', phone = '', companyName } = owner
  const [mailbox = '', mailHost = ''] = email.split('@')
  const hosts = [new URL(publicUrl).hostname, mailHost]
  // The last label of a host says nothing.
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
  const whole = [...portalWords, ...facts].map(plain).filter((word) => word.length >= shortestFact)
  const parts = facts.flatMap(splitWords).map(plain)
  return [...new Set([...whole, ...parts.filter((word) => word.length >= shortestPart)])]
}

/** `tess.sampleton87` has `tess`, `sampleton87`, `sampleton` and `87`. */
const splitWords = (text: string) => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(splitDigits)
const splitDigits = (part: string) => [part, ...(part.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [])]

/** Text as it is compared: lower case, without accents, and without what words are put together with. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s._-]/gu, '')

/** The letters that a digit or a sign is written for. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'il', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ '@': 'a', $: 's', '!': 'i', '|': 'il', '+': 't', '€': 'e', '(': 'c' },
}

/** What fingers and counting make: three in a row of one of these, forwards or backwards, say nothing. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', '!@#$%^&*()', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const sequences = [...rows, ...rows.map((row) => [...row].toReversed().join(''))]

/**
 * What is left of plain text where as much as possible is taken out: these words, also with digits and signs for letters,
 * years, and sequences like `123` or `qwerty`; then of what repeats itself all but once.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  // From its end to its start, the shortest that can be left of each rest of the text.
  const left: string[] = Array(text.length + 1).fill('')
  for (let at = text.length - 1; at >= 0; at--) {
    const taken = [...words.filter((word) => isAt(text, at, word)).map(({ length }) => length), ...plainRuns(text, at)]
    const rests = [text.charAt(at) + left[at + 1], ...taken.map((length) => left[at + length] ?? '')]
    left[at] = rests.reduce((best, rest) => (rest.length < best.length ? rest : best))
  }
  return (left[0] ?? '').replace(/(.+?)\1{2,}/gu, '$1')
}

function isAt(text: string, at: number, word: string): boolean {
  for (let n = 0; n < word.length; n++) {
    const typed = text.charAt(at + n)
    const meant = word.charAt(n)
    if (typed !== meant && !lookalikes[typed]?.includes(meant)) return false
  }
  return true
}

/** The lengths of what begins here and is guessed by its form: a year, or a sequence. */
function plainRuns(text: string, at: number): number[] {
  const year = /^(19|20)\d\d/.test(text.slice(at, at + 4)) ? [4] : []
  let longest = 2
  while (at + longest < text.length && sequences.some((row) => row.includes(text.slice(at, at + longest + 1))))
    longest++
  return longest > 2 ? [...year, longest] : year
}
