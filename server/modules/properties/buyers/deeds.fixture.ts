import { type DeedType, deedTypes, type OwnerType } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import { SimpleFaker } from '@faker-js/faker'

/** A row of the transfers table, as ClickHouse inserts it. */
export type DeedRow = {
  source: string
  property_id: string
  state: string
  county_fips: string
  lat: number | null
  lng: number | null
  recorded_on: string
  is_month_only: boolean
  price: number | null
  deed_type: DeedType
  is_deed_inferred: boolean
  buyer: string
  buyer_key: string
  buyer_type: OwnerType
  seller: string
  loan_amount: number | null
  cash_purchase: boolean | null
  arms_length: boolean | null
  document: string
}

/** A row of the properties table, with the columns that buyers need. */
export type HoldingRow = {
  source: string
  property_id: string
  state: string
  county_fips: string
  address: string
  city: string
  zip: string
  lat: number | null
  lng: number | null
  owner_key: string
  owner_names: string[]
  mailing_address: string
  mailing_city: string
  mailing_state: string
  mailing_zip: string
  occupancy: string
}

const places = [
  { state: 'TN', county_fips: '47037', city: 'NASHVILLE', zip: '37209', lat: 36.16, lng: -86.78 },
  { state: 'TN', county_fips: '47187', city: 'FRANKLIN', zip: '37064', lat: 35.92, lng: -86.87 },
  // Far out in the Pacific, on both sides of the 180th meridian.
  { state: 'AK', county_fips: '02016', city: 'EXAMPLE BAY', zip: '99546', lat: 52, lng: 180 },
] as const satisfies object[]

type Party = { name: string; key: string; type: OwnerType }

const partyTypes = [
  'INDIVIDUAL',
  'LLC',
  'LLC',
  'TRUST',
  'BUILDER',
  'LENDER',
  'GOVERNMENT',
  'NONPROFIT',
  'CORPORATION',
  'UNKNOWN',
] as const satisfies OwnerType[]

const makeParties = (random: SimpleFaker): [Party, ...Party[]] => [
  // The last key exceeds a signed 64-bit integer.
  { name: 'TESTWELL EXAMPLE LLC', key: '18446744073709551615', type: 'LLC' },
  ...Array.from({ length: 150 }, (_, at) => ({
    name: `TESTWELL ${at}`,
    // Some parties have no mailing address, and some share a name.
    key: at % 7 === 0 ? '0' : String(10n ** 18n + BigInt(at)),
    type: random.helpers.arrayElement(partyTypes),
  })),
]

const subtractDays = (today: string, days: number) =>
  new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10)

/** Deeds and holdings of two overlapping rolls, with missing values wherever a roll may have them. */
export function makeMarket(today: string, parcels: number) {
  const random = new SimpleFaker({ seed: 7 })
  const parties = makeParties(random)
  const deeds: DeedRow[] = []
  const holdings: HoldingRow[] = []
  for (let at = 0; at < parcels; at += 1) {
    const parcel = makeParcel(random, at)
    const count = Math.floor(random.number.float() * 5)
    for (let nth = 0; nth < count; nth += 1)
      deeds.push(...makeDeedReports(random, makeDeed(random, parcel, parties, today)))
    holdings.push(makeHolding(random, parcel, pickParty(random, parties)))
  }
  return { deeds, holdings }
}

/** A few parties buy and hold a lot, most only a little. */
const pickParty = (random: SimpleFaker, parties: readonly [Party, ...Party[]]) =>
  parties[Math.floor(random.number.float() ** 3 * parties.length)] ?? parties[0]

type Parcel = ReturnType<typeof makeParcel>

function makeParcel(random: SimpleFaker, at: number) {
  const { lat, lng, ...place } = random.helpers.arrayElement(places)
  const spread = random.helpers.arrayElement([0.02, 0.1, 0.6])
  const east = lng + (random.number.float() - 0.5) * spread
  const known = random.number.float() > 0.04
  return {
    ...place,
    property_id: String(5n * 10n ** 18n + BigInt(at)),
    lat: known ? lat + (random.number.float() - 0.5) * spread : null,
    lng: known ? (east > 180 ? east - 360 : east) : null,
  }
}

function makeDeed(
  random: SimpleFaker,
  { city: _, zip: __, ...parcel }: Parcel,
  parties: [Party, ...Party[]],
  today: string,
) {
  const buyer = pickParty(random, parties)
  const maybe = <Value>(value: Value) => (random.number.float() < 0.7 ? value : null)
  return {
    source: 'example-rolls',
    ...parcel,
    recorded_on: subtractDays(today, Math.floor(random.number.float() ** 2 * 1_600) - 3),
    is_month_only: false,
    price: maybe(Math.round(random.number.float() * 40) * 10_000),
    deed_type: random.helpers.arrayElement(deedTypes.values),
    is_deed_inferred: random.number.float() < 0.2,
    // A key is derived from a name, so only buyers without a key may lack a name.
    buyer: buyer.key === '0' && random.number.float() < 0.3 ? '' : buyer.name,
    buyer_key: buyer.key,
    buyer_type: buyer.type,
    seller: random.helpers.arrayElement(parties).name,
    loan_amount: maybe(Math.round(random.number.float() * 3) * 50_000),
    cash_purchase: maybe(random.number.float() < 0.5),
    arms_length: maybe(random.number.float() < 0.8),
    document: String(Math.floor(random.number.float() * 1e9)),
  } satisfies DeedRow
}

/** A sales roll repeats some deeds: by month only, without the buyer's address, or unchanged. */
function makeDeedReports(random: SimpleFaker, deed: DeedRow): DeedRow[] {
  if (random.number.float() < 0.6) return [deed]
  const again = { ...deed, source: random.helpers.arrayElement(['example-sales', 'another-sales']) }
  if (random.number.float() < 0.5) again.buyer_key = '0'
  if (random.number.float() < 0.3) again.arms_length = null
  if (random.number.float() < 0.5) return [deed, again]
  return [deed, { ...again, recorded_on: `${deed.recorded_on.slice(0, 7)}-01`, is_month_only: true }]
}

const makeHolding = (random: SimpleFaker, { ...parcel }: Parcel, owner: Party): HoldingRow => ({
  source: random.helpers.arrayElement(['example-rolls', 'another-rolls']),
  ...parcel,
  address: `${parcel.property_id.slice(-4)} EXAMPLE ORCHARD LN`,
  owner_key: owner.key,
  // Some rolls do not publish names.
  owner_names: random.number.float() < 0.7 ? [owner.name] : [],
  mailing_address: `${owner.key.slice(-3)} SAMPLE PLAZA`,
  mailing_city: 'FRANKLIN',
  mailing_state: 'TN',
  mailing_zip: random.helpers.arrayElement(['37064', '37064', '']),
  occupancy: random.helpers.arrayElement(['OWNER_OCCUPIED', 'ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE', 'UNKNOWN']),
})
