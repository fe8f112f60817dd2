import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ValuationQuery } from '@dooryard/contract/properties/valuation'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { createXlsx } from '../../../../platform/files/write/xlsx-writer.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { createAnswerCache } from '../../search/answer-cache.ts'
import { insertDeeds, insertRows } from '../../transfers/rows.fixture.ts'
import { makeDeed, makeHome, marketToday } from '../market.fixture.ts'
import { valueProperty } from '../value-property.ts'
import { loadPriceIndex } from './load-price-index.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context

const home = makeHome(1, { living_area_sqft: null })
const elsewhere = makeHome(2, { zip: '37211', lat: null, lng: null })
const office = makeHome(3, { asset_sub_group: 'OFFICE_BUILDING' })

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = {
    ...store.services,
    clock: { now: () => new Date(`${marketToday}T12:00:00Z`) },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER', sessionId: '1' },
  }
  await insertRows(store.services.clickhouse, 'properties', [home, elsewhere, office])
  const sold = { recorded_on: '2019-08-20', price: 200_000 }
  await insertDeeds(
    store.services.clickhouse,
    [home, elsewhere, office].map((one) => makeDeed(one, sold)),
  )
})
beforeEach(() => store.services.clickhouse.run('truncate table house_prices'))
afterAll(() => store.close())

let files = 0
async function load(content: string | Buffer, extension = 'csv') {
  files += 1
  const path = join(store.folder, `index-${files}.${extension}`)
  await writeFile(path, content)
  return loadPriceIndex(store.services, path)
}
const getIndexed = async ({ property_id }: { property_id: string }) =>
  (
    await valueProperty(
      ctx,
      { cache: createAnswerCache({ entries: 1, bytes: 1 }) },
      property_id,
      ValuationQuery.parse({}),
    )
  ).indexed

const zipHeader = 'Five-Digit ZIP Code,Year,Annual Change (%),HPI,HPI with 1990 base,HPI with 2000 base'
const countyRows = [
  ['State', 'County', 'FIPS code', 'Year', 'Annual Change (%)', 'HPI', 'HPI with 1990 base', 'HPI with 2000 base'],
  ['TN', 'Davidson', '47037', '2019', '5.1', '300', '.', '.'],
  ['TN', 'Davidson', '47037', '2025', '5.1', '450.00', '.', '.'],
  ['AL', 'Autauga', '1001', '2019', '.', '.', '.', '.'],
]

test('without an index, there is nothing but the reason', async () => {
  expect(await getIndexed(home)).toBeNull()
})

test('a last sale is brought to the newest period by the index of the smallest area', async () => {
  // Notes stand above the header.
  const [title, ...rows] = [['House Price Indexes'], ['Not seasonally adjusted'], ...countyRows]
  const county = await load(await buffer(createXlsx(title ?? [], rows, ctx.clock.now())), 'xlsx')
  expect(county).toEqual({ kind: 'COUNTY', rowsRead: 3, values: 2, areas: 1, firstYear: 2019, lastYear: 2025 })
  const byCounty = {
    ...{ value: 300_000, lastSaleDate: '2019-08-20', lastSalePrice: 200_000, from: '2019', to: '2025', change: 1.5 },
    indexName: 'FHFA House Price Index, Davidson County, TN, annual',
  }
  expect(await getIndexed(home)).toEqual(byCounty)
  await load(`${zipHeader}\n37209,2019,.,100,.,.\n37209,2024,.,180,.,.\n01001,2019,.,99,.,.\n`)
  expect(await getIndexed(home)).toMatchObject({
    ...{ value: 360_000, to: '2024', indexName: 'FHFA House Price Index, ZIP 37209, annual' },
  })
  expect(await getIndexed(elsewhere)).toEqual(byCounty)
  // An index that ends with the period of the sale says nothing of the time since.
  await load(`${zipHeader}\n37209,2018,.,90,.,.\n37209,2019,.,100,.,.\n`)
  expect(await getIndexed(home)).toEqual(byCounty)
  expect(await getIndexed(office)).toBeNull()
})

test('an index that is loaded again replaces the one before, and quarters are told apart', async () => {
  for (const newest of [180, 120]) {
    await load(`${zipHeader}\n37209,2019,.,100,.,.\n37209,2024,.,${newest},.,.\n`)
    expect(await getIndexed(home)).toMatchObject({ value: 2_000 * newest })
  }
  await load(`${zipHeader}\n37211,2024,.,100,.,.\n`)
  expect(await getIndexed(home)).toBeNull()
  const master = 'hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa'
  const row = (period: string, value: number, flavor = 'all-transactions') =>
    `traditional,${flavor},quarterly,State,Tennessee,TN,${period},${value},`
  await load(
    [master, row('2019,2', 90), row('2019,3', 100), row('2026,2', 170), row('2026,2', 9, 'purchase-only')].join('\n'),
  )
  expect(await getIndexed(home)).toMatchObject({
    ...{ value: 340_000, from: '2019 Q3', to: '2026 Q2', indexName: 'FHFA House Price Index, TN, quarterly' },
  })
  await load('Three-Digit ZIP Code,Year,Quarter,Index (NSA),Index Type\n372,2019,3,100,Native\n372,2026,1,150,Native\n')
  expect(await getIndexed(home)).toMatchObject({
    value: 300_000,
    indexName: 'FHFA House Price Index, ZIP codes 372xx, quarterly',
  })
})

test.each([
  ['a,b,c\n1,2,3\n', 'This is no index of house prices'],
  [`${zipHeader}\n`, 'The file has no values of an index.'],
  [`${zipHeader}\n37209,2019,.,100,.,.\n3720x,2020,.,100,.,.\n`, 'Line 3: "3720x" is no five-digit zip code.'],
  [`${zipHeader}\n37209,soon,.,100,.,.\n`, 'Line 2: "soon" is no year from 1970 on.'],
  [`${zipHeader}\n37209,2019,.,-3,.,.\n`, 'Line 2: "-3" is no index value.'],
  ['', 'is empty.'],
])('%j is refused with a sentence and changes nothing', async (content, sentence) => {
  await load(`${zipHeader}\n37209,2019,.,100,.,.\n37209,2024,.,180,.,.\n`)
  await expect(load(content)).rejects.toThrow(sentence)
  expect(await getIndexed(home)).toMatchObject({ value: 360_000 })
})
