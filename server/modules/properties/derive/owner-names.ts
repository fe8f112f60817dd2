import { normaliseAddress } from './address.ts'
import { oneBlank } from './blanks.ts'
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

/** Fields have a fixed width: `REDEVELOPMENT AUTHORITY` / `OF EXAMPLETON` is one owner. */
export function joinOwnerNames(fields: readonly string[]): string[] {
  const names: string[] = []
  for (const field of fields) {
    const name = oneBlank(field)
    const last = names.at(-1)
    if (name === '') continue
    if (last !== undefined && (goesOn.test(last) || continues.test(name) || entityTail.test(name)))
      names[names.length - 1] = `${last} ${name}`
    else if (!names.includes(name)) names.push(name)
  }
  return names
}

/** Marks of tenancy and of trusteeship, and words that come and go. */
export const noise =
  'ETAL ETUX ETVIR HUSBAND WIFE JTWROS JTTEN TENCOM ATTN TTEE TTEES TR TRS TRUSTEE TRUSTEES AND THE'.split(' ')
const noiseWords = new Set(noise)
export const pairs = /\bET (?:AL|UX|VIR)\b|\bH\/W\b|\bW\/H\b|\bC\/O\b|\bJT TEN\b|\bTEN COM\b/g
export const apartLlc = /\bL[ .]L[ .]C\b/

// Most names are but words and blanks, and millions of them are read: one look tells whether any of the above is there.
const isUnclean = new RegExp(`[^A-Z0-9 ]|^ | $| {2}|\\b(?:ET|JT|TEN|L) |\\b(?:${noise.join('|')})\\b`)

/** One spelling of a name, for comparing only: capitals, no punctuation, no marks of tenancy, words in order. */
export function normaliseName(name: string): string {
  const upper = name.toUpperCase()
  const words = isUnclean.test(upper) ? cleanWords(upper) : upper.split(' ')
  // SMITH JOHN and JOHN SMITH are the same person at the same address.
  return inOrder(words).join(' ')
}

const cleanWords = (upper: string) =>
  upper
    .replace(pairs, ' ')
    .replace(apartLlc, 'LLC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !noiseWords.has(word))

/** Puts a few texts in order, each at its place: a sort makes room for many, for every name there is. */
function inOrder(texts: string[]): string[] {
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

/** Without names or an address there is none: two owners of one name would be taken for one. */
export function ownerKeyOf(
  names: readonly string[],
  mailing: MailingAddress,
  { street, unit } = normaliseAddress(mailing.address),
): bigint | null {
  const said = names.map(normaliseName).filter((name) => name !== '')
  const place = mailing.zip.slice(0, 5) || `${mailing.city} ${mailing.state}`.trim()
  if (said.length === 0 || street === '' || place === '') return null
  return hash64(`${inOrder(said).join('|')}@${street}#${unit}@${place.toUpperCase()}`)
}
