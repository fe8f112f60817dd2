import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { buyers } from '@dooryard/contract/properties/buyers'
import { properties } from '@dooryard/contract/properties/properties'
import { type AnswerValues, peerParsers, toPeerId } from '../compare/answer-values.ts'
import { buyersSql } from '../compare/postgres-buyers-sql.ts'
import {
  addressesSql,
  breakdownSql,
  countSql,
  facetsSql,
  pageSql,
  sameOwnerSql,
  selectLeadsSql,
} from '../compare/postgres-sql.ts'
import type { AtRim, Circle } from '../compare/rim.ts'
import type { CallLocation } from '../runner/portal.ts'

/** Targets: how many times faster than PostgreSQL at 10 million properties, and milliseconds at 155 million. */
type QuestionTarget = {
  timesPostgres?: number
  nationalMs?: number
  /** Milliseconds that the API may wait deliberately, in addition to its reads. */
  waitsMs?: number
}

/**
 * The current date for PostgreSQL, `YYYY-MM-DD`, and the properties to count as inside at a circle's rim; by default
 * PostgreSQL's own distances decide.
 */
export type QuestionContext = { today: string; atRim?: AtRim | undefined }

export type Question = {
  name: string
  target?: QuestionTarget
  /** The request, or the selection of leads for an order, which has no endpoint. Every turn is a different request. */
  ask: (
    turn: number,
  ) => { endpoint: AnyEndpoint; body?: object; at?: CallLocation } | { take: Criteria; quantity: number }
  /** The same question for PostgreSQL. */
  postgres: (turn: number, context: QuestionContext) => string
  /** Converts PostgreSQL's rows to values, to compare them with the API's answer. */
  toValues: (rows: readonly Record<string, unknown>[]) => AnswerValues
  /** The circle of the question, at whose rim the two databases measure differently. */
  circle?: (turn: number) => Circle
}

const pickByTurn = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T

export const counties = ['06037', '17031', '48201', '04013', '12086', '36047', '47037', '42101', '53033', '25025']
const states = ['CA', 'TX', 'FL', 'NY', 'PA', 'OH', 'IL', 'TN', 'MA', 'GA']
const zips = ['90011', '60629', '77084', '85032', '33012', '11226', '37211', '19124', '98103', '02124']
/** The centers of circles and polygons. */
export const metroCenters = [
  [36.15, -86.78],
  [34.05, -118.25],
  [41.85, -87.65],
  [29.76, -95.37],
  [39.95, -75.16],
] as const

/** A price that no earlier turn used. */
const buildUniquePrice = (turn: number) => ({ min: 100_000 + 37 * turn })

const absentee = ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] as const

/** A typical search with five filters. */
const buildNarrowCriteria = (turn: number): Criteria => ({
  property: { assetClasses: ['RESIDENTIAL'], yearBuilt: { max: 1980 }, estimatedValue: buildUniquePrice(turn) },
  owner: { occupancies: [...absentee] },
  signals: { anyOf: ['HIGH_EQUITY', 'FREE_AND_CLEAR'] },
})

const facets = ['property.assetClasses', 'owner.ownerTypes', 'owner.occupancies'] as const

/** A different one each turn. */
export function buildOctagon([lat, lng]: readonly [number, number], turn: number): [number, number][] {
  const size = 0.05 + 0.0001 * turn
  return Array.from({ length: 9 }, (_, at) => {
    const angle = ((at % 8) * Math.PI) / 4
    return [lng + size * Math.cos(angle), lat + size * Math.sin(angle)]
  })
}

const buildCountQuestion = (name: string, criteria: (turn: number) => Criteria, target?: QuestionTarget): Question => ({
  name,
  ...(target && { target }),
  ask: (turn) => ({ endpoint: properties.count, body: { criteria: criteria(turn) } }),
  postgres: (turn) => countSql(criteria(turn)),
  toValues: peerParsers.count,
})

const buildCircleCountQuestion = (name: string, near: (turn: number) => Circle['near']): Question => {
  const criteria = (turn: number) => ({
    location: { near: near(turn) },
    property: { estimatedValue: buildUniquePrice(turn) },
  })
  return {
    ...buildCountQuestion(name, criteria),
    postgres: (turn, { atRim }) => countSql(criteria(turn), atRim),
    circle: (turn) => ({ table: 'properties', near: near(turn) }),
  }
}

const buildBreakdownQuestion = (
  name: string,
  criteria: (turn: number) => Criteria,
  target: QuestionTarget,
): Question => ({
  name,
  target,
  ask: (turn) => ({ endpoint: properties.count, body: { criteria: criteria(turn), waterfall: true } }),
  postgres: (turn) => breakdownSql(criteria(turn)),
  toValues: peerParsers.waterfall,
})

const buildFacetsQuestion = (
  name: string,
  criteria: (turn: number) => Criteria,
  target?: QuestionTarget,
): Question => ({
  name,
  ...(target && { target }),
  ask: (turn) => ({ endpoint: properties.count, body: { criteria: criteria(turn), facets } }),
  postgres: (turn) => facetsSql(criteria(turn)),
  toValues: peerParsers.facets,
})

export type BuyerQuestion = {
  subject: { lat: number; lng: number }
  miles: 5 | 25
  months: 24
  price: { min: number }
  limit: 25
}

function buildBuyerQuestion(turn: number, miles: 5 | 25): BuyerQuestion {
  const [lat, lng] = pickByTurn(metroCenters, turn)
  return { subject: { lat, lng }, miles, months: 24, price: { min: 20_000 + 37 * turn }, limit: 25 }
}

const buildBuyersQuestion = (name: string, miles: 5 | 25, target?: QuestionTarget): Question => ({
  name,
  ...(target && { target }),
  ask: (turn) => ({ endpoint: buyers.search, body: buildBuyerQuestion(turn, miles) }),
  postgres: (turn, context) => buyersSql(buildBuyerQuestion(turn, miles), context),
  toValues: peerParsers.buyers,
  circle: (turn) => ({ table: 'transfers', near: { ...buildBuyerQuestion(turn, miles).subject, miles } }),
})

const buildStateCriteria = (turn: number): Criteria => ({
  location: { states: [pickByTurn(states, turn)] },
  ...buildNarrowCriteria(turn),
})
const buildCountyFilter = (turn: number): Criteria => ({
  location: { counties: [pickByTurn(counties, turn)] },
  property: { estimatedValue: buildUniquePrice(turn) },
})

/** Properties that are in two of three searches of one county. */
const buildStackCriteria = (turn: number): Criteria => {
  const location = { counties: [pickByTurn(counties, turn)] }
  const asked: Criteria[] = [
    { property: { yearBuilt: { max: 1980 }, estimatedValue: buildUniquePrice(turn) } },
    { owner: { occupancies: [...absentee] } },
    { signals: { anyOf: ['HIGH_EQUITY', 'FREE_AND_CLEAR'] } },
  ]
  return { stack: { of: asked.map((criteria) => ({ criteria: { location, ...criteria } })), atLeast: 2 } }
}

const streets = ['ORCHARD', 'QUARRY', 'CHAPEL', 'SUMMIT'] as const
/** A house number that no earlier turn used. */
const buildUniqueHouseNumber = (turn: number) => 100 + 13 * turn

/** `owned` are properties whose owners have others. */
export const buildQuestions = (owned: readonly string[]): readonly Question[] => [
  {
    name: 'address half typed',
    ask: (turn) => ({
      endpoint: properties.addresses,
      at: { query: { search: `${buildUniqueHouseNumber(turn)} example ${pickByTurn(streets, turn).toLowerCase()}` } },
    }),
    postgres: (turn) => addressesSql(buildUniqueHouseNumber(turn), 'EXAMPLE', pickByTurn(streets, turn)),
    toValues: peerParsers.addresses,
  },
  {
    name: 'same owner',
    ask: (turn) => ({ endpoint: properties.sameOwner, at: { params: { id: pickByTurn(owned, turn) } } }),
    postgres: (turn) => sameOwnerSql(toPeerId(pickByTurn(owned, turn))),
    toValues: peerParsers.page,
  },
  buildCountQuestion('stack, 2 of 3 in a county', buildStackCriteria),
  buildCountQuestion('ZIP', (turn) => ({
    location: { zips: [pickByTurn(zips, turn)] },
    property: { estimatedValue: buildUniquePrice(turn) },
  })),
  buildCountQuestion('county', buildCountyFilter, { nationalMs: 30 }),
  buildCountQuestion('state', buildStateCriteria, { timesPostgres: 4, nationalMs: 150 }),
  buildCountQuestion('nation', buildNarrowCriteria, { timesPostgres: 8, nationalMs: 1000 }),
  buildCountQuestion('rare signals, nation', (turn) => ({
    property: { estimatedValue: buildUniquePrice(turn) },
    signals: { anyOf: ['AUCTION', 'CODE_VIOLATION'] },
  })),
  buildFacetsQuestion(
    'facets, state',
    (turn) => ({
      location: { states: [pickByTurn(states, turn)] },
      property: { estimatedValue: buildUniquePrice(turn) },
    }),
    {
      timesPostgres: 8,
    },
  ),
  buildFacetsQuestion('facets, nation', (turn) => ({ property: { estimatedValue: buildUniquePrice(turn) } }), {
    timesPostgres: 8,
  }),
  buildBreakdownQuestion('waterfall, nation', buildNarrowCriteria, { nationalMs: 1000 }),
  // What removing the county filter adds is a count of the nation, which an answer waits for briefly and then omits.
  buildBreakdownQuestion(
    'waterfall, county',
    (turn) => ({ location: { counties: [pickByTurn(counties, turn)] }, ...buildNarrowCriteria(turn) }),
    {
      nationalMs: 200,
      waitsMs: 150,
    },
  ),
  {
    name: 'first page, county',
    ask: (turn) => ({ endpoint: properties.search, body: { criteria: buildCountyFilter(turn), limit: 25 } }),
    postgres: (turn) => pageSql(buildCountyFilter(turn)),
    toValues: peerParsers.page,
  },
  buildCircleCountQuestion('radius, 10 miles', (turn) => {
    const [lat, lng] = pickByTurn(metroCenters, turn)
    return { lat, lng, miles: 10 }
  }),
  buildCountQuestion('polygon', (turn) => ({
    location: { polygons: [{ type: 'Polygon', coordinates: [buildOctagon(pickByTurn(metroCenters, turn), turn)] }] },
    property: { estimatedValue: buildUniquePrice(turn) },
  })),
  buildBuyersQuestion('buyers, 5 miles', 5),
  // Over a whole metropolitan area, which is the hard case.
  buildBuyersQuestion('buyers, 25 miles', 25, { timesPostgres: 8 }),
  {
    name: 'take 5,000, state',
    ask: (turn) => ({ take: buildStateCriteria(turn), quantity: 5000 }),
    postgres: (turn) => selectLeadsSql(buildStateCriteria(turn), 5000, turn),
    toValues: peerParsers.take,
  },
]
