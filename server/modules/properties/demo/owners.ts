import type { SimpleFaker } from '@faker-js/faker'
import { toOwnerKey } from '../derive/owner-names.ts'
import { getCountyState } from '../places/states.ts'
import type { DemoCounty } from './counties.ts'
import type { CountyPlans } from './layout/demo-plans.ts'
import { companyBaseName, lenders, makeCompanyWord, makeFamilyName, makePeople, makePlaceName } from './names.ts'

type Maker<Value> = (random: SimpleFaker) => Value
/** `weight` counts owners, not properties: a fund holds hundreds. The default is one property. */
type OwnerProfile = { weight: number; names: Maker<string[]>; holds?: Maker<number> }

const makePersonNames: Maker<string[]> = (random) =>
  random.datatype.boolean(0.06) ? [`${makeFamilyName(random)} FAMILY TRUST`] : makePeople(random)

const makeCompanyNames: Maker<string[]> = (random) => {
  const number = random.datatype.boolean(0.3) ? ` ${random.number.int({ min: 2, max: 40 })}` : ''
  return [`${companyBaseName(random)}${number} LLC`]
}

const pickOne = ({ helpers }: SimpleFaker, list: string) => helpers.arrayElement(list.split('|'))

/** Small numbers are common and large ones rare, as with real landlords. */
const randomUpTo =
  (max: number): Maker<number> =>
  ({ number }) =>
    Math.max(1, Math.floor(max ** number.float()))

const ownerProfiles = {
  OCCUPANT: { weight: 820, names: makePersonNames },
  ABSENTEE: { weight: 118, names: makePersonNames },
  LANDLORD: {
    weight: 24,
    names: makePersonNames,
    holds: ({ number, datatype }) =>
      number.int({ min: 2, max: 3 }) + (datatype.boolean(0.2) ? number.int({ min: 1, max: 5 }) : 0),
  },
  LLC: { weight: 24, names: makeCompanyNames, holds: randomUpTo(20) },
  FLIPPER: { weight: 5, names: makeCompanyNames, holds: randomUpTo(8) },
  FUND: {
    weight: 0.35,
    names: (random) => [
      `${makeCompanyWord(random)} RESIDENTIAL FUND ${random.number.int({ min: 1, max: 9 })} ${pickOne(random, 'LP|CORP|INC')}`,
    ],
    holds: ({ number }) => number.int({ min: 40, max: 160 }),
  },
  BUILDER: {
    weight: 2,
    names: (random) => [`${makeFamilyName(random)} BUILDERS ${pickOne(random, 'LLC|INC')}`],
    holds: randomUpTo(30),
  },
  LENDER: { weight: 1.2, names: ({ helpers }) => [helpers.arrayElement(lenders).lender], holds: randomUpTo(12) },
  GOVERNMENT: {
    weight: 1.4,
    names: (random) => [
      random.datatype.boolean(0.5) ? `CITY OF ${makePlaceName(random)}` : `${makePlaceName(random)} HOUSING AUTHORITY`,
    ],
    holds: randomUpTo(40),
  },
  NONPROFIT: {
    weight: 6,
    names: (random) => [`${makePlaceName(random)} ${pickOne(random, 'CHURCH|FOUNDATION|ACADEMY|LAND TRUST')}`],
  },
  ESTATE: { weight: 10, names: (random) => [`ESTATE OF ${makePeople(random)[0]}`] },
} satisfies Record<string, OwnerProfile>

export type OwnerKind = keyof typeof ownerProfiles

const kindWeights = Object.entries(ownerProfiles).map(([kind, { weight }]) => ({ value: kind as OwnerKind, weight }))

export function makeOwner(
  random: SimpleFaker,
  plans: CountyPlans,
  county: DemoCounty,
  counties: readonly DemoCounty[],
) {
  const kind = random.helpers.weightedArrayElement(kindWeights)
  const { names: makeNames, holds }: OwnerProfile = ownerProfiles[kind]
  const names = makeNames(random)
  const isAtHome = kind === 'OCCUPANT' || (kind === 'ESTATE' && random.datatype.boolean(0.5))
  const mailing = isAtHome ? null : makeMailing(random, plans, kind, county, counties)
  return {
    kind,
    names,
    holds: holds?.(random) ?? 1,
    /** The mailing address of the tax bills. Occupants get theirs at home, so they have no key of their own. */
    mailing,
    key: mailing && toOwnerKey(names, { ...mailing, state: mailing.state ?? '', zip: mailing.zip ?? '' }),
    ...makeContacts(random, names, county),
  }
}

export type DemoOwner = ReturnType<typeof makeOwner>

const foreign = [
  { address: '18 TARRAMORE QUAY', city: 'TORONTO', state: null, zip: null, country: 'CA' },
  { address: '7 QUILLENDER MEWS', city: 'LONDON', state: null, zip: null, country: 'GB' },
]

const absenteeShare: Partial<Record<OwnerKind, number>> = { FUND: 0.75, GOVERNMENT: 0, NONPROFIT: 0 }

function makeMailing(
  random: SimpleFaker,
  plans: CountyPlans,
  kind: OwnerKind,
  county: DemoCounty,
  counties: readonly DemoCounty[],
) {
  const { datatype, helpers, number } = random
  if (kind === 'ABSENTEE' && datatype.boolean(0.012)) return helpers.arrayElement(foreign)
  const home = datatype.boolean(absenteeShare[kind] ?? 0.27) ? helpers.arrayElement(counties) : county
  const { zip, city } = helpers.arrayElement(home.zips)
  const hasSuite = kind === 'FUND' || kind === 'LENDER' || datatype.boolean(0.08)
  const suite = hasSuite ? ` STE ${number.int({ min: 100, max: 990 })}` : ''
  const address = datatype.boolean(0.1)
    ? `PO BOX ${number.int({ min: 100, max: 9900 })}`
    : plans.pickAddress(random, home, zip) + suite
  return { address, city, state: getCountyState(home.fips), zip, country: datatype.boolean(0.3) ? 'US' : null }
}

function makeContacts({ datatype, helpers, number }: SimpleFaker, names: string[], { areaCodes }: DemoCounty) {
  if (!datatype.boolean(0.72)) return { phones: [], emails: [] }
  const howMany = datatype.boolean(0.9) ? number.int({ min: 1, max: 3 }) : 0
  // 555-0100 to 555-0199 are reserved for fiction in every area code.
  const makePhone = () => `${helpers.arrayElement(areaCodes)}${number.int({ min: 5_550_100, max: 5_550_199 })}`
  const phones = [...new Set(Array.from({ length: howMany }, makePhone))]
  const mailbox = (names[0] ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '.')
  return { phones, emails: datatype.boolean(0.6) ? [`${mailbox}@example.com`] : [] }
}
