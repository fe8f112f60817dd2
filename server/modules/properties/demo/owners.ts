import { ownerKeyOf } from '../derive/owner-names.ts'
import { stateOfCounty } from '../places/states.ts'
import { companyStem, familyName, lenders, people, placeName, streetName } from './names.ts'
import type { DemoCounty, DemoZip } from './places.ts'
import { demoCounties } from './places.ts'
import { type Random, weighted } from './random.ts'

export type OwnerKind =
  | 'OCCUPANT'
  | 'ABSENTEE'
  | 'LANDLORD'
  | 'LLC'
  | 'FLIPPER'
  | 'FUND'
  | 'BUILDER'
  | 'LENDER'
  | 'GOVERNMENT'
  | 'NONPROFIT'
  | 'ESTATE'

export type DemoOwner = {
  kind: OwnerKind
  names: string[]
  /** How many properties it holds. */
  holds: number
  /** Where its tax bills go; occupants get theirs at home. */
  mailing: DemoMailing | null
  /** Null for occupants, whose address is that of their property. */
  key: bigint | null
  phones: string[]
  emails: string[]
}

export type DemoMailing = {
  address: string
  city: string
  state: string | null
  zip: string | null
  country: string | null
}

// By owner, not by property: a fund holds hundreds.
const kinds = weighted<OwnerKind>([
  ['OCCUPANT', 820],
  ['ABSENTEE', 118],
  ['LANDLORD', 24],
  ['LLC', 24],
  ['FLIPPER', 5],
  ['FUND', 0.35],
  ['BUILDER', 2],
  ['LENDER', 1.2],
  ['GOVERNMENT', 1.4],
  ['NONPROFIT', 6],
  ['ESTATE', 10],
])

/** Makes up an owner, and how many properties it holds in a county. */
export function makeOwner(random: Random, county: DemoCounty): DemoOwner {
  const kind = kinds(random)
  const names = namesOf(kind, random)
  const isAtHome = kind === 'OCCUPANT' || (kind === 'ESTATE' && random.chance(0.5))
  const mailing = isAtHome ? null : mailingOf(kind, random, county)
  return {
    kind,
    names,
    holds: holdings(kind, random),
    mailing,
    key: mailing && ownerKeyOf(names, { ...mailing, state: mailing.state ?? '', zip: mailing.zip ?? '' }),
    ...contactsOf(names, random, county),
  }
}

function namesOf(kind: OwnerKind, random: Random): string[] {
  switch (kind) {
    case 'OCCUPANT':
    case 'ABSENTEE':
    case 'LANDLORD':
      return random.chance(0.06) ? [`${familyName(random)} FAMILY TRUST`] : people(random)
    case 'LLC':
    case 'FLIPPER':
      return [`${companyStem(random)}${random.chance(0.3) ? ` ${random.int(2, 40)}` : ''} LLC`]
    case 'FUND':
      return [`${placeName(random)} RESIDENTIAL FUND ${random.int(1, 9)} ${random.pick(['LP', 'CORP', 'INC'])}`]
    case 'BUILDER':
      return [`${familyName(random)} BUILDERS ${random.pick(['LLC', 'INC'])}`]
    case 'LENDER':
      return [random.pick(lenders)[0]]
    case 'GOVERNMENT':
      return [random.chance(0.5) ? `CITY OF ${familyName(random)}` : `${placeName(random)} HOUSING AUTHORITY`]
    case 'NONPROFIT':
      return [`${placeName(random)} ${random.pick(['CHURCH', 'FOUNDATION', 'ACADEMY', 'LAND TRUST'])}`]
    case 'ESTATE':
      return [`ESTATE OF ${people(random)[0]}`]
  }
}

function holdings(kind: OwnerKind, random: Random): number {
  // Small numbers are the rule and large ones the exception, as with real landlords.
  const fewUpTo = (max: number) => Math.max(1, Math.floor(max ** random.next()))
  switch (kind) {
    case 'LANDLORD':
      return random.int(2, 3) + (random.chance(0.2) ? random.int(1, 5) : 0)
    case 'LLC':
      return fewUpTo(20)
    case 'FLIPPER':
      return fewUpTo(8)
    case 'FUND':
      return random.int(40, 160)
    case 'BUILDER':
      return fewUpTo(30)
    case 'LENDER':
      return fewUpTo(12)
    case 'GOVERNMENT':
      return fewUpTo(40)
    default:
      return 1
  }
}

const foreign = [
  { address: '18 SPECIMEN QUAY', city: 'TORONTO', state: null, zip: null, country: 'CA' },
  { address: '7 EXAMPLE MEWS', city: 'LONDON', state: null, zip: null, country: 'GB' },
] as const

function mailingOf(kind: OwnerKind, random: Random, county: DemoCounty): DemoMailing {
  if (kind === 'ABSENTEE' && random.chance(0.012)) return random.pick(foreign)
  const isAway = random.chance(kind === 'FUND' ? 0.75 : kind === 'GOVERNMENT' || kind === 'NONPROFIT' ? 0 : 0.27)
  const home = isAway ? random.pick(demoCounties) : county
  const zip: DemoZip = random.pick(home.zips)
  const suite = kind === 'FUND' || kind === 'LENDER' || random.chance(0.08) ? ` STE ${random.int(100, 990)}` : ''
  const address = random.chance(0.1)
    ? `PO BOX ${random.int(100, 9900)}`
    : `${random.int(100, 9899)} ${streetName(random)}${suite}`
  return {
    address,
    city: zip[1],
    state: stateOfCounty(home.fips),
    zip: zip[0],
    country: random.chance(0.3) ? 'US' : null,
  }
}

const withContacts = 0.72

function contactsOf(names: string[], random: Random, { areaCodes }: DemoCounty): Pick<DemoOwner, 'phones' | 'emails'> {
  if (!random.chance(withContacts)) return { phones: [], emails: [] }
  const howMany = random.chance(0.9) ? random.int(1, 3) : 0
  // 555-0100 to 555-0199 are kept free for fiction in every area code.
  const phones = new Set<string>()
  for (let at = 0; at < howMany; at += 1) phones.add(`${random.pick(areaCodes)}${5_550_100 + random.int(0, 99)}`)
  const mailbox = (names[0] ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '.')
  return { phones: [...phones], emails: random.chance(0.6) ? [`${mailbox}@example.com`] : [] }
}
