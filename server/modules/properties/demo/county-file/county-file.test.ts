import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SimpleFaker } from '@faker-js/faker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { signalMask } from '../../records/bit-masks.ts'
import { importRoll } from '../../rolls/import-roll.ts'
import { createGenericDocument } from '../../sources/generic-source.ts'
import { loadDemo } from '../load-demo.ts'
import { demoCountyDocument } from './county-source.ts'
import { hasDemoCounty } from './parcels.queries.ts'
import { type CountyFileOptions, writeCountyFile } from './write-county-file.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
beforeAll(async () => {
  store = await createPropertyServices()
  await loadRealCounty()
  expect(await hasDemoCounty(store.services)).toBe(false)
  await loadDemo(store.services, { rows: 3_000 })
  expect(await hasDemoCounty(store.services)).toBe(true)
})
afterAll(() => store.close())

const county = "county_fips = '47037'"

const realCounty = createGenericDocument('real-county', 'Davidson County TN, assessor', '47037')

/** Parcels of the same county from another file, most of them of one company. */
async function loadRealCounty() {
  const path = join(store.folder, 'assessor.csv')
  const lines = Array.from({ length: 300 }, (_, at) => {
    const owner = at % 3 === 0 ? `TESTWELL AVERY ${at},37209` : 'SAMPLE HOLDINGS LLC,37210'
    return `R${at},${at} SAMPLE ST,37209,${owner},300000,DETACHED_HOUSE,1950`
  })
  const header = 'apn,address,zip,owner_1,mailing_zip,market_value,asset_use,year_built'
  await writeFile(path, [header, ...lines].join('\n'))
  await importRoll(store.services, { document: realCounty, files: { file: path } })
}

const publishedMask = signalMask.toMask([
  ...(['TAX_DELINQUENT', 'PRE_FORECLOSURE', 'AUCTION', 'CODE_VIOLATION', 'SENIOR_EXEMPTION'] as const),
])

/** What a file says, and what the store derives from it. */
const columns = `property_id, address, unit, city, zip, lat, lng, owner_names[1] as owner, occupancy, mailing_address,
  is_homestead, asset_sub_group, living_area_sqft, lot_sqft, year_built, units, bathrooms, zoning, legal_description,
  market_value, assessed_value, estimated_value, tax_amount, last_sale_date, last_sale_price, previous_sale_date,
  previous_sale_price, open_loans, mortgages.amount, ltv_percent, properties_owned,
  bitAnd(signals, ${publishedMask}) as published`

type Row = Record<'property_id' | 'apn' | 'address' | 'outline' | 'owner', string> &
  Record<'ltv_percent' | 'year_built', number | null> & { last_sale_date: string | null } & Record<string, unknown>

const readCounty = (selected = `apn, ${columns}`) =>
  store.services.clickhouse.rows<Row>(
    `select ${selected}, base64Encode(drawn.outline) as outline from properties
     left join (select property_id, outline from outlines) as drawn using property_id where ${county} order by apn`,
  )

async function load(options: Omit<CountyFileOptions, 'random'>) {
  const path = join(store.folder, `parcels-${options.publishedOn}.csv.gz`)
  await writeFile(path, await writeCountyFile(store.services, { random: new SimpleFaker({ seed: 1 }), ...options }))
  return importRoll(store.services, { document: demoCountyDocument, files: { parcels: path } })
}

const readRealCounty = () =>
  store.services.clickhouse.rows(
    `select source, apn, owner_names, market_value, last_sale_date from properties
     where source = '${realCounty.source}' order by apn`,
  )

test('a first file changes nothing, and a later one has sales, values and new parcels, on old ground', async () => {
  const generated = await readCounty()
  const real = await readRealCounty()
  expect(real).toHaveLength(300)
  expect(await load({ publishedOn: '2025-11-20' })).toMatchObject({ rowsRejected: 0, recordedOn: '2025-11-20' })
  const first = await readCounty()
  expect(first).toEqual(generated)

  const since = '2020-11-20'
  const { changes, recordedOn, rowsRejected } = await load({ publishedOn: '2026-10-20', since })
  expect([recordedOn, rowsRejected]).toEqual(['2026-10-20', 0])
  for (const kind of ['added', 'removed', 'sold', 'ownerChanged', 'valueChanged'] as const)
    expect(changes?.[kind], kind).toBeGreaterThan(0)
  const second = await readCounty()
  const before = new Map(first.map((row) => [row.apn, row]))
  for (const { apn, outline, ...row } of second) {
    const old = before.get(apn) ?? before.get(apn.replace(/-\w+$/, ''))
    expect([row.address, row.lat, row.lng, outline]).toEqual([old?.address, old?.lat, old?.lng, old?.outline])
  }
  expect(second.filter(({ year_built }) => year_built === 2026).length).toBeGreaterThan(0)
  const added = second.filter(({ apn }) => !before.has(apn))
  expect(added.filter(({ ltv_percent }) => (ltv_percent ?? 0) > 150)).toEqual([])
  const built = second.filter(({ apn, year_built }) => year_built === 2026 && before.get(apn)?.year_built !== 2026)
  expect(built.filter(({ last_sale_date: sold }) => sold && sold > since && sold < '2026')).toEqual([])
  const wrong = await store.services.clickhouse.rows(
    `select address, last_sale_date, recorded_on, seller from transfers
     inner join (select property_id, address, last_sale_date, owner_names from properties where ${county}) as property
     using property_id
     where source = '${demoCountyDocument.source}' and seller != ''
       and (recorded_on > last_sale_date or seller = owner_names[1] or recorded_on < '${since}' or price < 5000)`,
  )
  expect(wrong).toEqual([])
  expect(await readRealCounty()).toEqual(real)
  expect(second.filter(({ apn, owner }) => owner === 'SAMPLE HOLDINGS LLC' && !apn.startsWith('R'))).toEqual([])
}, 120_000)
