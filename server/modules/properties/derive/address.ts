/** A normalized street line, for comparison only. */
export type NormalAddress = { street: string; unit: string }

const parseSpellings = (list: string): Map<string, string> =>
  new Map(
    list
      .trim()
      .split(/\n\s*/)
      .flatMap((line) => {
        const [short = '', ...long] = line.split(' ')
        return long.map((word): [string, string] => [word, short])
      }),
  )

const suffixes = parseSpellings(`
  ALY ALLEY ALLY
  AVE AVENUE AV AVEN
  BLVD BOULEVARD BLV BOUL
  CIR CIRCLE CIRC
  CT COURT CRT
  CV COVE
  DR DRIVE DRV
  EXPY EXPRESSWAY
  EXT EXTENSION
  HTS HEIGHTS
  HWY HIGHWAY
  LN LANE LA
  LNDG LANDING
  PIKE PK
  PKWY PARKWAY PKY PWY
  PL PLACE PLC
  PLZ PLAZA
  RD ROAD
  SQ SQUARE
  ST STREET STR
  TER TERRACE TERR
  TPKE TURNPIKE
  TRL TRAIL
  WAY WY
  XING CROSSING`)

const directions = parseSpellings(`
  N NORTH
  S SOUTH
  E EAST
  W WEST
  NE NORTHEAST
  NW NORTHWEST
  SE SOUTHEAST
  SW SOUTHWEST`)

const ordinals = parseSpellings(`
  1ST FIRST
  2ND SECOND
  3RD THIRD
  4TH FOURTH
  5TH FIFTH
  6TH SIXTH
  7TH SEVENTH
  8TH EIGHTH
  9TH NINTH
  10TH TENTH`)

// No word is in two of the lists.
export const abbreviations: ReadonlyMap<string, string> = new Map([...suffixes, ...directions, ...ordinals])

const shortSuffixes = new Set([...suffixes.values(), 'WALK', 'RUN', 'ROW', 'PATH', 'LOOP', 'PIKE', 'MALL', 'PARK'])
const isSuffix = (token: string | undefined) => token !== undefined && shortSuffixes.has(suffixes.get(token) ?? token)

const unitNames = 'APT|APARTMENT|UNIT|UNT|UN|U|STE|SUITE|RM|ROOM|FL|FLR|FLOOR|BLDG|BUILDING|LOT|SPC|NO|REAR|RR|FRNT'
const unitWord = new Set(['#', ...unitNames.split('|')])
const unitWords = new RegExp(`\\b(?:${unitNames})\\b`, 'g')
const numberedUnit = /^(?:UNIT|UN|U|APT|STE)\d+[A-Z]?$/
const bareUnit = /^(?:[A-Z]?\d{1,4}[A-Z]?|[A-Z])$/
const ordinal = /^\d+(?:ST|ND|RD|TH)$/
const postBox = /\b(?:P\s?O|POST OFFICE)\s?(?:BOX|BX|B)\s?#?\s?(\w+)/

/**
 * Spells suffixes, directions, ordinals and PO boxes as the postal service does, and reduces a number range to its
 * first number.
 */
export function normalizeAddress(line: string, unit = ''): NormalAddress {
  const plain = cleanLine(line)
  const box = /\bP/.test(plain) && postBox.exec(plain)
  if (box) return { street: `PO BOX ${box[1]}`, unit: '' }
  const tokens = plain.split(' ')
  const end = findUnitStart(tokens)
  const rawUnit = unit || (end < tokens.length ? tokens.slice(end).join(' ') : '')
  return { street: normalizeStreet(tokens, end), unit: normalizeUnit(rawUnit) }
}

// Most lines need no cleaning, and millions are read.
const isUnclean = /[^A-Z0-9 ]|\s\s|^\s|\s$/

function cleanLine(line: string): string {
  const upper = line.toUpperCase()
  if (!isUnclean.test(upper)) return upper
  return upper
    .replace(/[.,;:'"()]/g, ' ')
    .replace(/#/g, ' # ')
    .trim()
    .replace(/^(\d+)[A-Z]?\s?-\s?\d+[A-Z]?\b/, '$1')
    .replace(/-/g, ' ')
    .replace(/\s+/g, ' ')
}

/** The index where the unit begins: at a unit word, or at a short number or letter after the suffix. */
function findUnitStart(tokens: string[]): number {
  const last = tokens.length - 1
  const at = tokens.findIndex((token, index) => index > 1 && (unitWord.has(token) || numberedUnit.test(token)))
  // The 2ND of 2ND FLOOR belongs to the unit.
  if (at > 0) return ordinal.test(tokens[at - 1] ?? '') && !isSuffix(tokens[at - 1]) ? at - 1 : at
  const isBare = last > 2 && isSuffix(tokens[last - 1]) && bareUnit.test(tokens[last] ?? '')
  return isBare && !directions.has(tokens[last] ?? '') && !shortDirections.has(tokens[last] ?? '')
    ? last
    : tokens.length
}

export const shortDirections: ReadonlySet<string> = new Set(directions.values())

function normalizeStreet(tokens: readonly string[], end: number): string {
  let street = tokens[0] ?? ''
  street = ordinals.get(street) ?? street
  for (let at = 1; at < end; at += 1) {
    const token = tokens[at] ?? ''
    const short = abbreviations.get(token) ?? token
    // A street named North keeps its name: `12 NORTH ST`.
    const isNamed = short !== token && directions.has(token) && at + 1 < end && isSuffix(tokens[at + 1])
    street += ` ${isNamed ? token : short}`
  }
  if (street.includes('MC ')) street = street.replace(/\bMC (?=[A-Z])/, 'MC')
  return street.includes(' SAINT ') ? street.replace(' SAINT ', ' ST ') : street
}

function normalizeUnit(unit: string): string {
  if (unit === '') return ''
  return unit
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .replace(unitWords, ' ')
    .replace(/\b(?:UNIT|UN|U|APT|STE)(?=\d)/, '')
    .replace(/ /g, '')
    .replace(/^0+(?=.)/, '')
}

export function looksLikeStreet(line: string): boolean {
  const plain = line.toUpperCase().replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim()
  if (postBox.test(plain)) return true
  const tokens = plain.split(' ')
  return /^\d/.test(plain) && tokens.slice(1).some(isSuffix)
}

export const looksLikeUnit = (line: string) =>
  /^(#|(APT|APARTMENT|UNIT|STE|SUITE|RM|ROOM|FL|FLOOR)\b|\d+(ST|ND|RD|TH)\s+(FL|FLR|FLOOR)\b)/.test(line.toUpperCase())

export const isSameAddress = (a: NormalAddress, b: NormalAddress) => a.street === b.street && isSameUnit(a, b)

/** `12 SAMPLE AVE` and `12 SAMPLE ST`: within one ZIP, a different suffix or a missing direction is a typo. */
export const isNearlySameAddress = (a: NormalAddress, b: NormalAddress) => {
  if (a.street === b.street) return isSameUnit(a, b)
  // The house number is never omitted.
  if (firstWord(a.street) !== firstWord(b.street)) return false
  const [first, second] = [parseStreetCore(a.street), parseStreetCore(b.street)]
  return first.name === second.name && isCompatible(first.direction, second.direction) && isSameUnit(a, b)
}

const firstWord = (street: string) => street.slice(0, street.indexOf(' '))
const isCompatible = (a: string, b: string) => a === '' || b === '' || a === b
const isSameUnit = (a: NormalAddress, b: NormalAddress) => isCompatible(a.unit, b.unit)

function parseStreetCore(street: string): { name: string; direction: string } {
  const tokens = street.split(' ')
  const isNamed = (kept: string[]) => kept.length >= 2
  const withoutSuffix = isSuffix(tokens.at(-1)) && isNamed(tokens.slice(0, -1)) ? tokens.slice(0, -1) : tokens
  const at = withoutSuffix.findIndex((token, index) => index > 0 && shortDirections.has(token))
  const rest = withoutSuffix.filter((_, index) => index !== at)
  return at > 0 && isNamed(rest)
    ? { name: rest.join(' '), direction: withoutSuffix[at] ?? '' }
    : { name: withoutSuffix.join(' '), direction: '' }
}
