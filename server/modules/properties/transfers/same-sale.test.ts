import { BuyerSearch } from '@dooryard/contract/properties/buyers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchBuyers } from '../buyers/search-buyers.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { openOwners } from '../records/owners/open-owners.fixture.ts'
import { createIngestTables } from '../rolls/ingest/ingest-tables.queries.ts'
import { latestSalesSql } from '../rolls/ingest/latest-sales.queries.ts'
import { mergeTransfers } from './merge-transfers.ts'
import { insertDeeds } from './rows.fixture.ts'
import { saleCases } from './sale-cases.fixture.ts'
import { findTransfers } from './transfers.queries.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let latest: Map<string, LatestSale>
let bought: Map<string, { day: string; price: number | null }[]>

type LatestSale = {
  last_day: string | null
  last_price: number | null
  previous_day: string | null
  previous_price: number | null
}

const place = { state: 'TN', county_fips: '47037', lat: 36.16, lng: -86.78 }
const toParcelId = (at: number) => String(at + 1)

beforeAll(async () => {
  store = await createPropertyServices()
  const rows = saleCases.flatMap(({ reported }, at) =>
    reported.map(({ roll, day, isMonthOnly = false, price, document = '' }) => ({
      ...{ source: roll, property_id: toParcelId(at), ...place, recorded_on: day, is_month_only: isMonthOnly, price },
      ...{ document, buyer: 'TESTWELL', buyer_key: toParcelId(at), buyer_type: 'LLC' },
    })),
  )
  const { clickhouse } = store.services
  await insertDeeds(clickhouse, rows)
  latest = await readLatestByParcel()
  bought = await readBoughtByParcel()
})
afterAll(() => store.close())

/** The last sale of each parcel in searches, after the last roll is loaded. */
async function readLatestByParcel() {
  const { clickhouse } = store.services
  const tables = await createIngestTables(clickhouse, 'd-roll')
  await clickhouse.run(`insert into ${tables.transfers} select * from transfers where source = 'd-roll'`)
  const incoming = { source: 'd-roll', tables, counties: [place.county_fips], wasInterrupted: false }
  const found = await clickhouse.rows<LatestSale & { property_id: string }>(
    `select property_id, last_day, last_price, previous_day, previous_price
     from (${latestSalesSql('select property_id from transfers', incoming)})`,
    { counties: incoming.counties },
  )
  return new Map(found.map(({ property_id, ...sale }) => [property_id, sale]))
}

/** The purchases shown for the buyer of each parcel. */
async function readBoughtByParcel() {
  const ctx = {
    ...store.services,
    clock: { now: () => new Date('2025-08-31T12:00:00Z') },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER' as const, sessionId: '1' },
  }
  const search = BuyerSearch.parse({ subject: { lat: place.lat, lng: place.lng }, miles: 1, months: 12, limit: 100 })
  const { items } = await searchBuyers(ctx, openOwners, search)
  return new Map(
    items.map(({ buyerKey, transfers }) => [
      buyerKey,
      transfers.map(({ recordedOn, price }) => ({ day: recordedOn, price })),
    ]),
  )
}

const byJson = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

describe.each(saleCases.map((each, at) => ({ ...each, parcel: toParcelId(at) })))('$name', ({ parcel, sales }) => {
  test('on the property page, whichever roll is loaded first', async () => {
    const records = await findTransfers(store.services.clickhouse, {
      propertyId: parcel,
      state: place.state,
      countyFips: place.county_fips,
    })
    for (const order of [records, records.toReversed()])
      expect(
        mergeTransfers(order).map(({ recordedOn, price, sources }) => ({ day: recordedOn, price, rolls: sources })),
      ).toEqual(sales)
  })

  test('in the last and previous sale of searches', () => {
    const [last] = sales
    const previous = sales.find(({ day }) => day < (last?.day ?? ''))
    expect(latest.get(parcel)).toEqual({
      last_day: last?.day,
      last_price: last?.price,
      previous_day: previous?.day ?? null,
      previous_price: previous?.price ?? null,
    })
  })

  test('in the purchases of a buyer', () => {
    const purchases = sales.map(({ day, price }) => ({ day, price }))
    expect(bought.get(parcel)?.toSorted(byJson)).toEqual(purchases.toSorted(byJson))
  })
})
