import { BuyerSearch } from '@dooryard/contract/buyers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchBuyers } from '../buyers/search-buyers.ts'
import { latestSales } from '../intake/latest-sales.queries.ts'
import { createIntake } from '../intake/tables.queries.ts'
import { propertyServices } from '../property-services.fixture.ts'
import { mergeTransfers } from './merge-transfers.ts'
import { insertDeeds } from './rows.fixture.ts'
import { saleCases } from './sale-cases.fixture.ts'
import { findTransfers } from './transfers.queries.ts'

let store: Awaited<ReturnType<typeof propertyServices>>
let latest: Map<string, LatestSale>
let bought: Map<string, { day: string; price: number | null }[]>

type LatestSale = {
  last_day: string | null
  last_price: number | null
  previous_day: string | null
  previous_price: number | null
}

const place = { state: 'TN', county_fips: '47037', lat: 36.16, lng: -86.78 }
const parcelOf = (at: number) => String(at + 1)

beforeAll(async () => {
  store = await propertyServices()
  const rows = saleCases.flatMap(({ told }, at) =>
    told.map(({ roll, day, isMonthOnly = false, price, document = '' }) => ({
      ...{ source: roll, property_id: parcelOf(at), ...place, recorded_on: day, is_month_only: isMonthOnly, price },
      ...{ document, buyer: 'TESTWELL', buyer_key: parcelOf(at), buyer_type: 'LLC' },
    })),
  )
  const { clickhouse } = store.services
  await insertDeeds(clickhouse, rows)
  latest = await latestByParcel()
  bought = await boughtByParcel()
})
afterAll(() => store.close())

/** What the search says of each parcel once the last of the rolls is in. */
async function latestByParcel() {
  const { clickhouse } = store.services
  const tables = await createIntake(clickhouse, 'd-roll')
  await clickhouse.run(`insert into ${tables.transfers} select * from transfers where source = 'd-roll'`)
  const newcomer = { source: 'd-roll', tables, counties: [place.county_fips], isAfterCut: false }
  const found = await clickhouse.rows<LatestSale & { property_id: string }>(
    `select property_id, last_day, last_price, previous_day, previous_price
     from (${latestSales('select property_id from transfers', newcomer)})`,
    { counties: newcomer.counties },
  )
  return new Map(found.map(({ property_id, ...sale }) => [property_id, sale]))
}

/** What the buyer of each parcel is shown to have bought. */
async function boughtByParcel() {
  const ctx = {
    ...store.services,
    clock: { now: () => new Date('2025-08-31T12:00:00Z') },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER' as const, sessionId: '1' },
  }
  const search = BuyerSearch.parse({ subject: { lat: place.lat, lng: place.lng }, miles: 1, months: 12, limit: 100 })
  const { items } = await searchBuyers(ctx, search)
  return new Map(
    items.map(({ buyerKey, transfers }) => [
      buyerKey,
      transfers.map(({ recordedOn, price }) => ({ day: recordedOn, price })),
    ]),
  )
}

const byWords = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

describe.each(saleCases.map((each, at) => ({ ...each, parcel: parcelOf(at) })))('$name', ({ parcel, sales }) => {
  test('in the drawer of a property, whichever roll was loaded first', async () => {
    const told = await findTransfers(store.services.clickhouse, {
      propertyId: parcel,
      state: place.state,
      countyFips: place.county_fips,
    })
    for (const order of [told, told.toReversed()])
      expect(
        mergeTransfers(order).map(({ recordedOn, price, sources }) => ({ day: recordedOn, price, rolls: sources })),
      ).toEqual(sales)
  })

  test('in what the search says of the last sale and the one before', () => {
    const [last] = sales
    const previous = sales.find(({ day }) => day < (last?.day ?? ''))
    expect(latest.get(parcel)).toEqual({
      last_day: last?.day,
      last_price: last?.price,
      previous_day: previous?.day ?? null,
      previous_price: previous?.price ?? null,
    })
  })

  test('among the purchases of a buyer', () => {
    const purchases = sales.map(({ day, price }) => ({ day, price }))
    expect(bought.get(parcel)?.toSorted(byWords)).toEqual(purchases.toSorted(byWords))
  })
})
