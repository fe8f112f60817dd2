import { BuyerMatchQuery } from '@dooryard/contract/properties/buyer-matches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { openOwners } from '../../records/owners/open-owners.fixture.ts'
import { toIsoDay } from '../../search/compile/clauses.ts'
import { insertDeeds, insertRows } from '../../transfers/rows.fixture.ts'
import { rankBuyers } from '../buyers.queries.ts'
import { makeMarket } from '../deeds.fixture.ts'
import { resolveQuery } from '../search-buyers.ts'
import { findMatchSubject, listPropertyTypes } from './match-buyers.queries.ts'
import { matchBuyers } from './match-buyers.ts'
import { scoreBuyer } from './match-rules.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context
let subjects: string[]

const busy = { lat: 31, lng: -86 }
const sale = (at: number, { lat = busy.lat, buyer = at } = {}) => ({
  ...{ source: 'example-rolls', state: 'TN', county_fips: '47037', lng: busy.lng, lat, price: 200_000, document: '' },
  ...{ property_id: String(9_000 + at), recorded_on: '2026-08-01', buyer: `TESTWELL ${buyer}`, buyer_type: 'LLC' },
  buyer_key: String(5_000 + buyer),
})
const toHolding = ({ source, property_id, state, county_fips, lat, lng }: ReturnType<typeof sale>) => ({
  ...{ source, property_id, state, county_fips, lat, lng, asset_sub_group: 'SINGLE_FAMILY' },
  estimated_value: 200_000,
})

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = {
    ...store.services,
    clock: { now: () => new Date('2026-08-31T12:00:00Z') },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER', sessionId: '1' },
  }
  const { deeds, holdings } = makeMarket(toIsoDay(ctx.clock.now()), 700)
  const types = ['SINGLE_FAMILY', 'CONDOMINIUM', '']
  const typed = holdings.map((row, at) => ({
    ...row,
    ...{ asset_sub_group: types[at % 3], estimated_value: at % 5 === 0 ? null : 20_000 * (at % 20) },
  }))
  subjects = typed.flatMap(({ lat, property_id }) => (lat === null ? [] : property_id)).slice(0, 12)
  // Three hundred buyers of two houses each, four miles off, and one of a single house next door to the subject.
  const far = Array.from({ length: 600 }, (_, at) => sale(at, { lat: busy.lat + 0.058, buyer: at % 300 }))
  const near = sale(700, { lat: busy.lat + 0.001 })
  await insertDeeds(store.services.clickhouse, [...deeds, ...far, near])
  await insertRows(store.services.clickhouse, 'properties', typed)
  await insertRows(store.services.clickhouse, 'properties', [...far, near, sale(999)].map(toHolding))
})
afterAll(() => store.close())

test('a buyer of one house next door comes before hundreds with more purchases further away', async () => {
  const { items, considered } = await matchBuyers(ctx, openOwners, BuyerMatchQuery.parse({ propertyId: '9999' }))
  expect(considered).toBe(301)
  expect(items).toHaveLength(25)
  expect(items[0]).toMatchObject({ buyer: { names: ['TESTWELL 700'], purchases: 1 } })
  expect(items[0]?.score).toBeGreaterThan((items[1]?.score ?? 100) + 20)
})

test('the database ranks buyers by the score that is shown', async () => {
  const { clickhouse } = ctx
  let compared = 0
  for (const propertyId of subjects) {
    const search = { subject: { propertyId }, miles: 10, months: 24, kind: 'ANY' } as const
    const query = await resolveQuery(ctx, { ...search, sort: 'purchases', order: 'desc' })
    const property = await findMatchSubject(clickhouse, propertyId)
    if (!property) throw new Error('the subject is not there')
    const subject = { ...property, propertyId, lat: query.lat, lng: query.lng }
    const { buyers } = await rankBuyers(clickhouse, { ...query, match: subject }, { limit: 500, offset: 0 })
    expect(buyers.flatMap(({ proofs }) => proofs).some((proof) => proof.propertyId === propertyId)).toBe(false)
    const proofs = buyers.flatMap((buyer) => buyer.proofs)
    const terms = {
      subject,
      miles: 10,
      days: 730,
      today: query.today,
      types: await listPropertyTypes(clickhouse, proofs),
    }
    // Of a buyer with more deeds, the score that is shown reads only the newest.
    const scores = buyers.filter((buyer) => buyer.proofs.length < 25).map((buyer) => scoreBuyer(terms, buyer).score)
    compared += scores.length
    let lowest = 100
    for (const score of scores) {
      // The points that are shown are rounded, each by up to half.
      expect(score).toBeLessThanOrEqual(lowest + 4)
      lowest = Math.min(lowest, score)
    }
  }
  expect(compared).toBeGreaterThan(100)
})
