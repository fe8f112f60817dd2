import { collapseBlanks } from '../collapse-blanks.ts'
import { classifyOwner } from '../owner-type.ts'
import { givenNames } from './given-names.ts'
import { surnameParticles } from './name-case.ts'
import { surnames } from './surnames.ts'

export type PersonName = { first: string; middle: string; last: string; suffix: string }
/** `people` is empty where no part is a person; `company` is the first owner that is none. */
export type OwnerPeople = { people: PersonName[]; company: string | null }

/** Trusteeship, tenancy and marital status, which counties write into the name. */
const markers = new RegExp(
  `(?:^|[\\s,(]+)(?:${[
    'CO[- ]?TRUSTEES?|TRUSTEES?|CO[- ]?TRS?|SUCC(?:ESSOR)? TRS?|TTEES?|TRS?',
    'ET ?AL|ET ?UX|ET ?VIR|H ?/ ?W|W ?/ ?H|H&W|HUSBAND AND WIFE|HUSBAND|WIFE|HIS WIFE|JTWROS|JT ?TEN|J/?T|TEN(?: BY)? ENT|TEN ?COM|T/E|T/C|TIC',
    'L/E|L/T|L E|LIFE EST(?:ATE)?|LIFE TENANT|REMAINDERMEN',
  ].join('|')})\\)?(?=$|[\\s,;)])`,
  'g',
)
const suffixes = new Set('JR SR II III IV 2ND 3RD 4TH ESQ'.split(' '))
// Two letters at least stand before the slash, so that C/O, T/C and A/B HOLDINGS are left alone.
const slashSurname = new RegExp(
  `^((?:(?:${[...surnameParticles].join('|')}) )*[\\p{L}'-]{2,}(?: (?:${[...suffixes].join('|')}))?)/\\s*(?=\\p{L})`,
  'u',
)
/** Two surnames joined by a slash are of two owners, or of one with both: the file does not say. */
const doubleSurname = new RegExp(`^[\\p{L}'-]{2,}/\\s*(?:${[...surnames].join('|')})(?![\\p{L}'-])`, 'u')
const slashSuffix = new RegExp(`/\\s*(?=(?:${[...suffixes].join('|')}|ET ?AL|ET ?UX|ET ?VIR|TRS?|TRUST)\\b)`, 'g')
/** Trusts and trust agreements behind a slash, by their initials. */
const slashTrust = /\/\s*(?:RLTS?|RTA?S?|LTS?|TAS?|FT|FLP)\b/g
const titles = new Set('MR MRS MS DR REV MD PHD DDS DVM CPA'.split(' '))
/** A middle name of one letter or an initial with a point. */
const isInitial = (word: string | undefined) => word !== undefined && /^\p{L}\.?$/u.test(word)
const isGiven = (word: string | undefined) => word !== undefined && givenNames.has(word.replace(/\./g, ''))

/**
 * Splits the owners of a deed into people. Counties write `SMITH JOHN A`, `SMITH, JOHN A` or `JOHN A SMITH`, with more
 * owners behind `&`, who often share the surname. Words are in capitals, as on the deed; see docs/data-sources.md for
 * the share of right splits.
 */
export function parseOwnerPeople(names: readonly string[]): OwnerPeople {
  const people: PersonName[] = []
  let company: string | null = null
  for (const name of names) {
    const parsed = parsePeople(name)
    if (parsed === null) company ??= collapseBlanks(name)
    else for (const person of parsed) if (!people.some((known) => isSamePerson(known, person))) people.push(person)
  }
  return { people, company }
}

const isSamePerson = (a: PersonName, b: PersonName) =>
  a.last === b.last && a.first === b.first && a.middle === b.middle && a.suffix === b.suffix

/** The people of one owner field, or null for a company, a trust, an estate, or a public body. */
function parsePeople(name: string): PersonName[] | null {
  const plain = collapseBlanks(
    name
      .toUpperCase()
      .replace(/"/g, ' ')
      .replace(/^.*\/.*$/, readSlashes)
      .replace(markers, ' ')
      .replace(/\(.*?\)/g, ' ')
      .replace(/\s+AND\s+/g, ' & '),
  )
  // Without its trustee a trust is a person; LIVING TRUST and the like remain.
  const owner = plain.replace(/^[&,\s]+|[&,\s]+$/g, '').replace(/(?<=\S[ ,]+\S.*)[ ,]+LE(?=$| &)/g, '')
  if (owner === '' || /\d/.test(owner.replace(/\b[234](?:ND|RD|TH)\b/g, ''))) return null
  if (classifyOwner([owner.replaceAll(',', ' ')]) !== 'INDIVIDUAL') return null
  const parts = owner.split(/\s*[&;]\s*/).filter((part) => part !== '')
  const people = readParts(parts)
  return people.length > 0 ? people : null
}

/**
 * `SAMPLE/AVERY G/JR & CASEY` is read as `SAMPLE, AVERY G JR & CASEY`; a name with other slashes, as of two surnames,
 * stays as it is.
 */
function readSlashes(name: string): string {
  if (!slashSurname.test(name.trim())) return name
  const owners = name.split(/\s*(?:[&;]|\bAND\b)\s*/)
  return owners.map((owner) => readSlashedOwner(owner.trim())).join(' & ')
}

function readSlashedOwner(owner: string): string {
  const plain = owner.replace(slashTrust, ' ').replace(slashSuffix, ' ')
  if (doubleSurname.test(plain)) return plain
  // Single letters on both sides are a sign, such as H/W.
  return plain.replace(slashSurname, '$1, ').replace(/(?<!(?<!\p{L})\p{L})\/|\/(?!\p{L}(?!\p{L}))/gu, ' ')
}

/** What remains of a name when suffix and titles are taken out; `surname` is what stood before a comma. */
type NameWords = { words: string[]; surname: string[] | null; suffix: string }

function readWords(part: string): NameWords {
  const [head = '', ...tail] = part.split(/\s*,\s*/).filter((piece) => piece !== '')
  let suffix = ''
  const clean = (text: string) =>
    text.split(/\s+/).filter((word) => {
      const letters = word.replace(/\./g, '')
      if (suffixes.has(letters)) suffix = letters
      return letters !== '' && !suffixes.has(letters) && !titles.has(letters)
    })
  const before = clean(head)
  const after = clean(tail.join(' '))
  // `SMITH JOHN, JR` has nothing but a suffix behind its comma.
  if (after.length === 0 || before.length === 0) return { words: [...before, ...after], surname: null, suffix }
  return { words: after, surname: before, suffix }
}

function readParts(parts: readonly string[]): PersonName[] {
  const [first, ...others] = parts.map(readWords)
  if (!first) return []
  const next = others[0]
  // JOHN & MARY SMITH, JOHN A & MARY B SMITH: the surname stands at the end of the second part.
  if (next && lacksSurname(first) && !isGivenOnly(next) && next.surname === null) {
    const last = readFirstLast(next)
    return [{ ...readGiven(first, last.last) }, last, ...readOthers(others.slice(1), last.last)]
  }
  const person = readPerson(first)
  return [person, ...readOthers(others, person.last, first.surname !== null)]
}

const readOthers = (others: readonly NameWords[], surname: string, hasCommas = false) =>
  others.filter(({ words }) => words.length > 0).map((other) => readOther(other, surname, hasCommas))

/**
 * An owner after `&` shares the surname, unless the name begins with one of its own. Where the first has a comma behind
 * the surname, another with an own surname has one too.
 */
function readOther(other: NameWords, surname: string, hasCommas: boolean): PersonName {
  const { words } = other
  if (other.surname !== null) return readPerson(other)
  const startsGiven = isGiven(words[0]) && !isGiven(words[1])
  const sharesIt = hasCommas || words.length === 1 || isGivenOnly(other) || startsGiven
  const own = readPerson(other)
  if (own.last === surname) return own
  return sharesIt ? (endsWithSurname(words, surname) ?? readGiven(other, surname)) : own
}

/** `& MARY SMITH` behind `SMITH JOHN` repeats the surname at its end. */
const endsWithSurname = (words: readonly string[], surname: string): PersonName | null =>
  words.length > 1 && words.at(-1) === surname ? { ...splitGiven(words.slice(0, -1)), last: surname, suffix: '' } : null

const lacksSurname = ({ words, surname }: NameWords) =>
  surname === null && (words.length === 1 || (words.length === 2 && isGiven(words[0]) && isInitial(words[1])))

const isGivenOnly = ({ words, surname }: NameWords) =>
  surname === null && (words.length === 1 || (words.length === 2 && (isInitial(words[1]) || words.every(isGiven))))

const splitGiven = ([first = '', ...middle]: readonly string[]) => ({ first, middle: middle.join(' ') })

const readGiven = ({ words, suffix }: NameWords, last: string): PersonName => ({ ...splitGiven(words), last, suffix })

function readPerson(name: NameWords): PersonName {
  const { words, surname, suffix } = name
  if (surname !== null) return { ...splitGiven(words), last: surname.join(' '), suffix }
  if (words.length <= 1) return { first: '', middle: '', last: words.join(' '), suffix }
  return isFirstLast(words) ? readFirstLast(name) : readLastFirst(name)
}

/** Counties write the surname first; a given name or an initial in another place says otherwise. */
function isFirstLast(words: readonly string[]): boolean {
  const [first, second, last] = [words[0], words[1], words.at(-1)]
  if (isInitial(last)) return false
  // JOHN A SMITH
  if (words.length > 2 && isInitial(second)) return isGiven(first) && !isGiven(last)
  // MARIA DE LA CRUZ
  const isNamedSo = isGiven(first) && !words.slice(1).some(isGiven)
  return isNamedSo && words.slice(1, -1).every((word) => surnameParticles.has(word))
}

/** The surname is the last word, with the particles before it. */
function readFirstLast({ words, suffix }: NameWords): PersonName {
  let at = words.length - 1
  while (at > 1 && surnameParticles.has(words[at - 1] ?? '')) at -= 1
  return { ...splitGiven(words.slice(0, at)), last: words.slice(at).join(' '), suffix }
}

/** The surname is the first word, with the particles before it, or two where all behind them are given names. */
function readLastFirst({ words, suffix }: NameWords): PersonName {
  let end = 0
  while (end < words.length - 2 && surnameParticles.has(words[end] ?? '')) end += 1
  end += 1
  const isDouble = words.length - end >= 3 && !isGiven(words[end]) && words.slice(end + 1).every(isGiven)
  if (isDouble && !isInitial(words[end])) end += 1
  return { ...splitGiven(words.slice(end)), last: words.slice(0, end).join(' '), suffix }
}
