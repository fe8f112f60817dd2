import type { SimpleFaker } from '@faker-js/faker'
import { ownerKeyOf } from '../derive/owner-names.ts'
import { stateOfCounty } from '../places/states.ts'
import type { DemoCounty } from './counties.ts'
import { companyStem, familyName, lenders, people, placeName, streetName } from './names.ts'

type Maker<Value> = (random: SimpleFaker) => Value
/** `weight` is by owner, not by property: a fund holds hundreds. One property is held where nothing else is said. */
type Kind = { weight: number; names: Maker<string[]>; holds?: Maker<number> }

const person: Maker<string[]> = (random) =>
  random.datatype.boolean(0.06) ? [`${familyName(random)} FAMILY TRUST`] : people(random)

const company: Maker<string[]> = (random) => {
  const number = random.datatype.boolean(0.3) ? ` ${random.number.int({ min: 2, max: 40 })}` : ''
  return [`${companyStem(random)}${number} LLC`]
}

const oneOf = ({ helpers }: SimpleFaker, list: string) => helpers.arrayElement(list.split('|'))

/** Small numbers are the rule and large ones the exception, as with real landlords. */
const fewUpTo =
  (max: number): Maker<number> =>
  ({ number }) =>
    Math.max(1, Math.floor(max ** number.float()))

const kinds = {
  OCCUPANT: { weight: 820, names: person },
  ABSENTEE: { weight: 118, names: person },
  LANDLORD: {
    weight: 24,
    names: person,
    holds: ({ number, datatype }) =>
      number.int({ min: 2, max: 3 }) + (datatype.boolean(0.2) ? number.int({ min: 1, max: 5 }) : 0),
  },
  LLC: { weight: 24, names: company, holds: fewUpTo(20) },
  FLIPPER: { weight: 5, names: company, holds: fewUpTo(8) },
  FUND: {
    weight: 0.35,
    names: (random) => [
      `${placeName(random)} RESIDENTIAL FUND ${random.number.int({ min: 1, max: 9 })} ${oneOf(random, 'LP|CORP|INC')}`,
    ],
    holds: ({ number }) => number.int({ min: 40, max: 160 }),
  },
  BUILDER: {
    weight: 2,
    names: (random) => [`${familyName(random)} BUILDERS ${oneOf(random, 'LLC|INC')}`],
    holds: fewUpTo(30),
  },
  LENDER: { weight: 1.2, names: ({ helpers }) => [helpers.arrayElement(lenders).lender], holds: fewUpTo(12) },
  GOVERNMENT: {
    weight: 1.4,
    names: (random) => [
      random.datatype.boolean(0.5) ? `CITY OF ${familyName(random)}` : `${placeName(random)} HOUSING AUTHORITY`,
    ],
    holds: fewUpTo(40),
  },
  NONPROFIT: {
    weight: 6,
    names: (random) => [`${placeName(random)} ${oneOf(random, 'CHURCH|FOUNDATION|ACADEMY|LAND TRUST')}`],
  },
  ESTATE: { weight: 10, names: (random) => [`ESTATE OF ${people(random)[0]}`] },
} satisfies Record<string, Kind>

export type OwnerKind = keyof typeof kinds

const kindWeights = Object.entries(kinds).map(([kind, { weight }]) => ({ value: kind as OwnerKind, weight }))

export function makeOwner(random: SimpleFaker, county: DemoCounty, counties: readonly DemoCounty[]) {
  const kind = random.helpers.weightedArrayElement(kindWeights)
  const { names: makeNames, holds }: Kind = kinds[kind]
  const names = makeNames(random)
  const isAtHome = kind === 'OCCUPANT' || (kind === 'ESTATE' && random.datatype.boolean(0.5))
  const mailing = isAtHome ? null : makeMailing(random, kind, county, counties)
  return {
    kind,
    names,
    holds: holds?.(random) ?? 1,
    /** Where its tax bills go; occupants get theirs at home, and so have no key of their own. */
    mailing,
    key: mailing && ownerKeyOf(names, { ...mailing, state: mailing.state ?? '', zip: mailing.zip ?? '' }),
    ...makeContacts(random, names, county),
  }
}

export type DemoOwner = ReturnType<typeof makeOwner>

const foreign = [
  { address: '18 SPECIMEN QUAY', city: 'TORONTO', state: null, zip: null, country: 'CA' },
  { address: '7 EXAMPLE MEWS', city: 'LONDON', state: null, zip: null, country: 'GB' },
]

const awayShare: Partial<Record<OwnerKind, number>> = { FUND: 0.75, GOVERNMENT: 0, NONPROFIT: 0 }

function makeMailing(random: SimpleFaker, kind: OwnerKind, county: DemoCounty, counties: readonly DemoCounty[]) {
  const { datatype, helpers, number } = random
  if (kind === 'ABSENTEE' && datatype.boolean(0.012)) return helpers.arrayElement(foreign)
  const home = datatype.boolean(awayShare[kind] ?? 0.27) ? helpers.arrayElement(counties) : county
  const { zip, city } = helpers.arrayElement(home.zips)
  const hasSuite = kind === 'FUND' || kind === 'LENDER' || datatype.boolean(0.08)
  const suite = hasSuite ? ` STE ${number.int({ min: 100, max: 990 })}` : ''
  const address = datatype.boolean(0.1)
    ? `PO BOX ${number.int({ min: 100, max: 9900 })}`
    : `${number.int({ min: 100, max: 9899 })} ${streetName(random)}${suite}`
  return { address, city, state: stateOfCounty(home.fips), zip, country: datatype.boolean(0.3) ? 'US' : null }
}

function makeContacts({ datatype, helpers, number }: SimpleFaker, names: string[], { areaCodes }: DemoCounty) {
  if (!datatype.boolean(0.72)) return { phones: [], emails: [] }
  const howMany = datatype.boolean(0.9) ? number.int({ min: 1, max: 3 }) : 0
  // 555-0100 to 555-0199 are kept free for fiction in every area code.
  const makePhone = () => `${helpers.arrayElement(areaCodes)}${number.int({ min: 5_550_100, max: 5_550_199 })}`
  const phones = [...new Set(Array.from({ length: howMany }, makePhone))]
  const mailbox = (names[0] ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '.')
  return { phones, emails: datatype.boolean(0.6) ? [`${mailbox}@example.com`] : [] }
}
