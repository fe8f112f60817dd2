import { buyers } from '@dooryard/contract/buyers'
import type { Criteria } from '@dooryard/contract/criteria'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { properties } from '@dooryard/contract/properties'
import { type Told, toldByPeer, toPeerId } from './agree.ts'
import type { Place } from './portal.ts'
import { buyersSql } from './postgres-buyers-sql.ts'
import { addressesSql, countSql, facetsSql, pageSql, sameOwnerSql, takeSql, waterfallSql } from './postgres-sql.ts'
import type { AtRim, Circle } from './rim.ts'

/** What must hold at 10 million properties: how many times faster than PostgreSQL; at 155 million: milliseconds. */
type Target = {
  timesPostgres?: number
  nationalMs?: number
  /** What the API may wait on purpose, beyond its reads. */
  waitsMs?: number
}

/** The day PostgreSQL is asked on, `YYYY-MM-DD`, and what it takes at a circle's rim: its own distances unless said. */
export type Moment = { today: string; atRim?: AtRim | undefined }

export type Question = {
  name: string
  target?: Target
  /** The call, or the drawing of leads that an order makes, which has none. Each turn asks something new. */
  ask: (turn: number) => { endpoint: AnyEndpoint; body?: object; at?: Place } | { take: Criteria; quantity: number }
  /** The same in PostgreSQL. */
  postgres: (turn: number, moment: Moment) => string
  /** What its rows say, to hold against the API's answer. */
  told: (rows: readonly Record<string, unknown>[]) => Told
  /** The circle it is about, at whose rim the two measure differently. */
  circle?: (turn: number) => Circle
}

const of = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T

export const counties = ['06037', '17031', '48201', '04013', '12086', '36047', '47037', '42101', '53033', '25025']
const states = ['CA', 'TX', 'FL', 'NY', 'PA', 'OH', 'IL', 'TN', 'MA', 'GA']
const zips = ['90011', '60629', '77084', '85032', '33012', '11226', '37211', '19124', '98103', '02124']
/** Of the circles and polygons that are asked for. */
export const middles = [
  [36.15, -86.78],
  [34.05, -118.25],
  [41.85, -87.65],
  [29.76, -95.37],
  [39.95, -75.16],
] as const

/** A price that no turn before asked for. */
const price = (turn: number) => ({ min: 100_000 + 37 * turn })

const absentee = ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] as const

/** What somebody looks for who narrows down by five clauses. */
const narrow = (turn: number): Criteria => ({
  property: { assetClasses: ['RESIDENTIAL'], yearBuilt: { max: 1980 }, estimatedValue: price(turn) },
  owner: { occupancies: [...absentee] },
  signals: { anyOf: ['HIGH_EQUITY', 'FREE_AND_CLEAR'] },
})

const facets = ['property.assetClasses', 'owner.ownerTypes', 'owner.occupancies'] as const

/** Another one each turn. */
export function octagon([lat, lng]: readonly [number, number], turn: number): [number, number][] {
  const size = 0.05 + 0.0001 * turn
  return Array.from({ length: 9 }, (_, at) => {
    const angle = ((at % 8) * Math.PI) / 4
    return [lng + size * Math.cos(angle), lat + size * Math.sin(angle)]
  })
}

const count = (name: string, criteria: (turn: number) => Criteria, target?: Target): Question => ({
  name,
  ...(target && { target }),
  ask: (turn) => ({ endpoint: properties.count, body: { criteria: criteria(turn) } }),
  postgres: (turn) => countSql(criteria(turn)),
  told: toldByPeer.count,
})

const countInCircle = (name: string, near: (turn: number) => Circle['near']): Question => {
  const criteria = (turn: number) => ({ location: { near: near(turn) }, property: { estimatedValue: price(turn) } })
  return {
    ...count(name, criteria),
    postgres: (turn, { atRim }) => countSql(criteria(turn), atRim),
    circle: (turn) => ({ table: 'properties', near: near(turn) }),
  }
}

const steps = (name: string, criteria: (turn: number) => Criteria, target: Target): Question => ({
  name,
  target,
  ask: (turn) => ({ endpoint: properties.count, body: { criteria: criteria(turn), waterfall: true } }),
  postgres: (turn) => waterfallSql(criteria(turn)),
  told: toldByPeer.waterfall,
})

const split = (name: string, criteria: (turn: number) => Criteria, target?: Target): Question => ({
  name,
  ...(target && { target }),
  ask: (turn) => ({ endpoint: properties.count, body: { criteria: criteria(turn), facets } }),
  postgres: (turn) => facetsSql(criteria(turn)),
  told: toldByPeer.facets,
})

export type BuyerQuestion = {
  subject: { lat: number; lng: number }
  miles: 5 | 25
  months: 24
  price: { min: number }
  limit: 25
}

function buyerSearch(turn: number, miles: 5 | 25): BuyerQuestion {
  const [lat, lng] = of(middles, turn)
  return { subject: { lat, lng }, miles, months: 24, price: { min: 20_000 + 37 * turn }, limit: 25 }
}

const who = (name: string, miles: 5 | 25, target?: Target): Question => ({
  name,
  ...(target && { target }),
  ask: (turn) => ({ endpoint: buyers.search, body: buyerSearch(turn, miles) }),
  postgres: (turn, moment) => buyersSql(buyerSearch(turn, miles), moment),
  told: toldByPeer.buyers,
  circle: (turn) => ({ table: 'transfers', near: { ...buyerSearch(turn, miles).subject, miles } }),
})

const inState = (turn: number): Criteria => ({ location: { states: [of(states, turn)] }, ...narrow(turn) })
const inCounty = (turn: number): Criteria => ({
  location: { counties: [of(counties, turn)] },
  property: { estimatedValue: price(turn) },
})

/** What is in two of three searches of one county. */
const inTwo = (turn: number): Criteria => {
  const location = { counties: [of(counties, turn)] }
  const asked: Criteria[] = [
    { property: { yearBuilt: { max: 1980 }, estimatedValue: price(turn) } },
    { owner: { occupancies: [...absentee] } },
    { signals: { anyOf: ['HIGH_EQUITY', 'FREE_AND_CLEAR'] } },
  ]
  return { stack: { of: asked.map((criteria) => ({ criteria: { location, ...criteria } })), atLeast: 2 } }
}

const streets = ['ORCHARD', 'QUARRY', 'CHAPEL', 'SUMMIT'] as const
/** A house number that no turn before typed. */
const houseAt = (turn: number) => 100 + 13 * turn

/** `owned` are properties whose owners hold others. */
export const questions = (owned: readonly string[]): readonly Question[] => [
  {
    name: 'address half typed',
    ask: (turn) => ({
      endpoint: properties.addresses,
      at: { query: { search: `${houseAt(turn)} example ${of(streets, turn).toLowerCase()}` } },
    }),
    postgres: (turn) => addressesSql(houseAt(turn), 'EXAMPLE', of(streets, turn)),
    told: toldByPeer.addresses,
  },
  {
    name: 'same owner',
    ask: (turn) => ({ endpoint: properties.sameOwner, at: { params: { id: of(owned, turn) } } }),
    postgres: (turn) => sameOwnerSql(toPeerId(of(owned, turn))),
    told: toldByPeer.page,
  },
  count('stack, 2 of 3 in a county', inTwo),
  count('ZIP', (turn) => ({ location: { zips: [of(zips, turn)] }, property: { estimatedValue: price(turn) } })),
  count('county', inCounty, { nationalMs: 30 }),
  count('state', inState, { timesPostgres: 4, nationalMs: 150 }),
  count('nation', narrow, { timesPostgres: 8, nationalMs: 1000 }),
  count('rare signals, nation', (turn) => ({
    property: { estimatedValue: price(turn) },
    signals: { anyOf: ['AUCTION', 'CODE_VIOLATION'] },
  })),
  split(
    'facets, state',
    (turn) => ({ location: { states: [of(states, turn)] }, property: { estimatedValue: price(turn) } }),
    {
      timesPostgres: 8,
    },
  ),
  split('facets, nation', (turn) => ({ property: { estimatedValue: price(turn) } }), { timesPostgres: 8 }),
  steps('waterfall, nation', narrow, { nationalMs: 1000 }),
  // What the county gives back is a count of the nation, which an answer waits for a little and then does without.
  steps('waterfall, county', (turn) => ({ location: { counties: [of(counties, turn)] }, ...narrow(turn) }), {
    nationalMs: 200,
    waitsMs: 150,
  }),
  {
    name: 'first page, county',
    ask: (turn) => ({ endpoint: properties.search, body: { criteria: inCounty(turn), limit: 25 } }),
    postgres: (turn) => pageSql(inCounty(turn)),
    told: toldByPeer.page,
  },
  countInCircle('radius, 10 miles', (turn) => {
    const [lat, lng] = of(middles, turn)
    return { lat, lng, miles: 10 }
  }),
  count('polygon', (turn) => ({
    location: { polygons: [{ type: 'Polygon', coordinates: [octagon(of(middles, turn), turn)] }] },
    property: { estimatedValue: price(turn) },
  })),
  who('buyers, 5 miles', 5),
  // Over a whole metropolitan area, which is where it is hard.
  who('buyers, 25 miles', 25, { timesPostgres: 8 }),
  {
    name: 'take 5,000, state',
    ask: (turn) => ({ take: inState(turn), quantity: 5000 }),
    postgres: (turn) => takeSql(inState(turn), 5000, turn),
    told: toldByPeer.take,
  },
]
