import { normaliseAddress } from './address.ts'
import { hash64 } from './ids.ts'

// Whole words that end a line which goes on in the next, or begin one that goes on from the last.
const goesOn = /\b(?:AND|OF|THE|FOR)$|&$/i
const continues = /^(?:OF|AND|FOR|DEPT OF|DEPARTMENT OF)\b|^&/i
const entityTail = new RegExp(
  `^(?:${[
    'AUTH(?:ORITY)?|TRUST|TRUSTEES?|L.?L.?C.?|L.?P.?|LTD|INC.?|CORP.?|COMPANY|PARTNERSHIP',
    'CHURCH|ASSOC(?:IATION)?|FOUNDATION|SOCIETY|UNIVERSITY|DISTRICT',
  ].join('|')})$`,
  'i',
)

/**
 * The owners of a roll's name fields. Fields have a fixed width, so one name may run on into the next: `REDEVELOPMENT
 * AUTHORITY` / `OF EXAMPLETON` is one owner. Names stay as published but for blanks.
 */
export function joinOwnerNames(fields: readonly string[]): string[] {
  const names: string[] = []
  for (const field of fields) {
    const name = field.replace(/\s+/g, ' ').trim()
    const last = names.at(-1)
    if (name === '') continue
    if (last !== undefined && (goesOn.test(last) || continues.test(name) || entityTail.test(name)))
      names[names.length - 1] = `${last} ${name}`
    else if (!names.includes(name)) names.push(name)
  }
  return names
}

// Marks of tenancy and of trusteeship, and words that come and go.
const noise = new Set(
  'ETAL ETUX ETVIR HUSBAND WIFE JTWROS JTTEN TENCOM ATTN TTEE TTEES TR TRS TRUSTEE TRUSTEES AND THE'.split(' '),
)
const pairs = /\bET (?:AL|UX|VIR)\b|\bH\/W\b|\bW\/H\b|\bC\/O\b|\bJT TEN\b|\bTEN COM\b/g
const apartLlc = /\bL[ .]L[ .]C\b/

const isPlain = /^[A-Z0-9 ]*$/

/** One spelling of a name, for comparing only: capitals, no punctuation, no marks of tenancy, words in order. */
export function normaliseName(name: string): string {
  const upper = name.toUpperCase().replace(pairs, ' ').replace(apartLlc, 'LLC')
  // Most names are plain, and millions of them are read.
  const words = isPlain.test(upper) ? upper.split(' ') : upper.split(/[^\p{L}\p{N}]+/u)
  const kept = words.filter((word) => word !== '' && !noise.has(word))
  // SMITH JOHN and JOHN SMITH are the same person at the same address.
  return kept.sort().join(' ')
}

export type MailingAddress = { address: string; city: string; state: string; zip: string }

/**
 * The same number for every property that one owner holds: a hash of the names and the mailing address. Without either,
 * two owners of one name would be taken for one, so there is none.
 */
export function ownerKeyOf(
  names: readonly string[],
  mailing: MailingAddress,
  { street, unit } = normaliseAddress(mailing.address),
): bigint | null {
  const said = names.map(normaliseName).filter((name) => name !== '')
  const place = mailing.zip.slice(0, 5) || `${mailing.city} ${mailing.state}`.trim()
  if (said.length === 0 || street === '' || place === '') return null
  return hash64(`${said.sort().join('|')}@${street}#${unit}@${place.toUpperCase()}`)
}
