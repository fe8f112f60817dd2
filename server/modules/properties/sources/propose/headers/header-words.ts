import words from './words.json' with { type: 'json' }

/** What a word of a header can mean: `ST` is a street or a state. Words that no list has mean nothing. */
export type HeaderWord = { text: string; meanings: ReadonlySet<string>; isGuessed?: boolean }
export type HeaderName = { words: readonly HeaderWord[]; isCut: boolean }

const meaningsBySpelling = readSpellings()

/**
 * The words of a header, whether it writes them apart (`SALE_DATE`, `Sale Date`, `SaleDate`) or together (`SALEDATE`).
 * In a table whose names are cut, as shapefiles cut them to ten letters, a last word that is no word can be the
 * beginning of several.
 */
export function readHeader(header: string, isCut: boolean): HeaderName {
  const parts = splitWords(header)
  const words = parts.flatMap((part, at) => readWord(part, isCut && at === parts.length - 1))
  return { words: readParty(words), isCut }
}

/** Whether letters are a word of assessors. */
export const isWord = (text: string) => meaningsBySpelling.has(text)

/** A header as exact names are compared: lower case, without blanks and punctuation. */
export const toPlainName = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function splitWords(header: string): string[] {
  const apart = header
    .replaceAll('#', ' number ')
    .replaceAll(/(?<![a-z])e?911/gi, 'situs ')
    .replaceAll(/postal[_ ]?(?:code|cd)/gi, 'zip')
    .replaceAll(/(zip[a-z]*)[_ ]?5\b/gi, '$1')
    .replaceAll(/(zip[a-z]*)[_ ]?4\b/gi, '$1 four')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]{2,})([a-z]{2,})/g, splitCapitals)
    .toLowerCase()
  return (apart.match(/[a-z]+\d[a-z]+\d+|[a-z]+|\d+/g) ?? []).filter((part) => part !== '')
}

/** `SQFTmain` is SQFT and main, `APNNumber` APN and Number. */
const splitCapitals = (_: string, capitals: string, small: string) =>
  meaningsBySpelling.has(capitals.toLowerCase())
    ? `${capitals} ${small}`
    : `${capitals.slice(0, -1)} ${capitals.slice(-1)}${small}`

function readWord(part: string, isCut: boolean): HeaderWord[] {
  if (/^\d+$/.test(part)) return [{ text: part, meanings: new Set([`N${Number(part)}`]) }]
  const known = meaningsBySpelling.get(part)
  if (known && !(isCut && part.length === 1)) return [{ text: part, meanings: known }]
  if (isCut && part.length <= 3) return [{ text: part, meanings: findCompletions(part), isGuessed: true }]
  const initial = readInitial(part)
  if (initial) return initial
  const glued = splitGlued(part)
  if (glued) return glued
  return [{ text: part, meanings: isCut ? findCompletions(part) : new Set(), isGuessed: isCut }]
}

function findCompletions(beginning: string): ReadonlySet<string> {
  const found = new Set(meaningsBySpelling.get(beginning))
  for (const [spelling, meanings] of meaningsBySpelling)
    if (spelling.length > beginning.length && spelling.startsWith(beginning))
      for (const meaning of meanings) found.add(meaning)
  return found
}

const partyOfInitial: Record<string, string> = { m: 'MAIL', o: 'OWNER', p: 'SITUS', s: 'SITUS' }
const partsOfAddress = ['ADDRESS', 'CITY', 'STATE', 'ZIP', 'STREET', 'UNIT', 'COUNTRY']

/** `MCITY` is the mailing city, `SZIP` the ZIP of the site. */
function readInitial(part: string): HeaderWord[] | null {
  const party = partyOfInitial[part.charAt(0)]
  const rest = part.slice(1)
  const meanings = meaningsBySpelling.get(rest)
  if (!party || !meanings || rest.length < 2 || !partsOfAddress.some((one) => meanings.has(one))) return null
  return [
    { text: part.charAt(0), meanings: new Set([party]) },
    { text: rest, meanings },
  ]
}

const partsOfSale = ['DATE', 'PRICE', 'VALUE']

/**
 * `O_ADDR1` is the owner's address, `S_ZIP` the ZIP of the site, `N_CITY` that of notices, `S_DATE` the day of a sale.
 */
function readParty([first, second, ...rest]: readonly HeaderWord[]): HeaderWord[] {
  if (!first || !second) return first ? [first] : []
  if (first.text === 's' && partsOfSale.some((one) => second.meanings.has(one)))
    return [{ text: 's', meanings: new Set(['SALE']) }, second, ...rest]
  const party = first.text === 'n' ? 'MAIL' : partyOfInitial[first.text]
  const parts = first.text === 'o' ? [...partsOfAddress, 'NAME', 'SECOND'] : partsOfAddress
  const isParty = party !== undefined && parts.some((one) => second.meanings.has(one))
  return [isParty ? { text: first.text, meanings: new Set([party]) } : first, second, ...rest]
}

type Split = { cost: number; pieces: { text: string; isKnown: boolean }[] }

const costOfUnknown = 2
const leastKnownShare = 0.55

/**
 * The words that a glued name most likely consists of: few and long ones, with unknown letters between them only where
 * there is no other way. Pieces of one letter are no evidence.
 */
function splitGlued(part: string): HeaderWord[] | null {
  const best: (Split | null)[] = [{ cost: 0, pieces: [] }]
  for (let end = 1; end <= part.length; end++) {
    const splits = Array.from({ length: end }, (_, start) => extendSplit(best[start] ?? null, part.slice(start, end)))
    best[end] = splits.reduce((one, other) => (other && (!one || other.cost < one.cost) ? other : one), null)
  }
  const pieces = best[part.length]?.pieces ?? []
  const known = pieces.filter(({ isKnown }) => isKnown)
  const letters = known.reduce((sum, { text }) => sum + text.length, 0)
  // Many short pieces fit any row of letters.
  const isLikely = known.some(({ text }) => text.length >= 3) && letters >= part.length * leastKnownShare
  if (!isLikely || pieces.length > 4) return null
  return pieces.map(({ text, isKnown }) => ({ text, meanings: (isKnown && meaningsBySpelling.get(text)) || new Set() }))
}

function extendSplit(before: Split | null, text: string): Split | null {
  if (!before) return null
  const isKnown = text.length > 1 && meaningsBySpelling.has(text)
  const cost = isKnown ? (text.length === 2 ? 1.6 : 1) : costOfUnknown + text.length
  return { cost: before.cost + cost, pieces: [...before.pieces, { text, isKnown }] }
}

function readSpellings(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [meaning, spellings] of Object.entries(words))
    for (const spelling of [spellings].flat().flatMap((line) => line.split(' '))) {
      const plain = spelling.replaceAll(/[^a-z0-9]/g, '')
      if (plain !== '') found.set(plain, (found.get(plain) ?? new Set()).add(meaning))
    }
  return found
}
