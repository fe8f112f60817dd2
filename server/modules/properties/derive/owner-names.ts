import { normalizeAddress } from './address.ts'
import { collapseBlanks } from './collapse-blanks.ts'
import { hash64 } from './ids.ts'

// Whole words that end a line continued in the next, or begin a continuation.
const endsWithConnector = /\b(?:AND|OF|THE|FOR)$|&$/i
const startsWithConnector = /^(?:OF|AND|FOR|DEPT OF|DEPARTMENT OF)\b|^&/i
const entityTail = new RegExp(
  `^(?:${[
    'AUTH(?:ORITY)?|TRUST|TRUSTEES?|L.?L.?C.?|L.?P.?|LTD|INC.?|CORP.?|COMPANY|PARTNERSHIP',
    'CHURCH|ASSOC(?:IATION)?|FOUNDATION|SOCIETY|UNIVERSITY|DISTRICT',
  ].join('|')})$`,
  'i',
)

/** Fields have a fixed width: `REDEVELOPMENT AUTHORITY` / `OF EXAMPLETON` is one owner. */
export function joinOwnerNames(fields: readonly string[]): string[] {
  const names: string[] = []
  for (const field of fields) {
    const name = collapseBlanks(field)
    const last = names.at(-1)
    if (name === '' || names.includes(name)) continue
    if (last !== undefined && (endsWithConnector.test(last) || startsWithConnector.test(name) || entityTail.test(name)))
      names[names.length - 1] = `${last} ${name}`
    else names.push(name)
  }
  return names
}

/** Tenancy and trusteeship markers, and words that rolls include inconsistently. */
export const noiseWordList =
  'ETAL ETUX ETVIR HUSBAND WIFE JTWROS JTTEN TENCOM ATTN TTEE TTEES TR TRS TRUSTEE TRUSTEES AND THE'.split(' ')
const noiseWords = new Set(noiseWordList)
export const noisePairs = /\bET (?:AL|UX|VIR)\b|\bH\/W\b|\bW\/H\b|\bC\/O\b|\bJT TEN\b|\bTEN COM\b/g
export const spacedLlc = /\bL[ .]L[ .]C\b/

// Most names are only words and blanks, and millions are read: a single test tells whether any of the above occurs.
const isUnclean = new RegExp(`[^A-Z0-9 ]|^ | $| {2}|\\b(?:ET|JT|TEN|L) |\\b(?:${noiseWordList.join('|')})\\b`)

/** Normalizes a name for comparison: capitals, no punctuation, no tenancy markers, words sorted. */
export function normalizeName(name: string): string {
  const upper = name.toUpperCase()
  const words = isUnclean.test(upper) ? splitCleanWords(upper) : upper.split(' ')
  // SMITH JOHN and JOHN SMITH are the same person at the same address.
  return sortTexts(words).join(' ')
}

const splitCleanWords = (upper: string) =>
  upper
    .replace(noisePairs, ' ')
    .replace(spacedLlc, 'LLC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !noiseWords.has(word))

/** Insertion sort in place: `sort` allocates for large arrays, for each of millions of names. */
function sortTexts(texts: string[]): string[] {
  for (let from = 1; from < texts.length; from += 1) {
    const text = texts[from] ?? ''
    let at = from
    for (let before = texts[at - 1]; before !== undefined && before > text; before = texts[at - 1]) {
      texts[at] = before
      at -= 1
    }
    texts[at] = text
  }
  return texts
}

export type MailingAddress = { address: string; city: string; state: string; zip: string }

/** Returns null without names or an address: otherwise two owners of one name would be merged. */
export function toOwnerKey(
  names: readonly string[],
  mailing: MailingAddress,
  { street, unit } = normalizeAddress(mailing.address),
): bigint | null {
  const said = names.map(normalizeName).filter((name) => name !== '')
  const place = mailing.zip.slice(0, 5) || `${mailing.city} ${mailing.state}`.trim()
  if (said.length === 0 || street === '' || place === '') return null
  return hash64(`${sortTexts(said).join('|')}@${street}#${unit}@${place.toUpperCase()}`)
}
