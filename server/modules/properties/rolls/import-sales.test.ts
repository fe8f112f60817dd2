import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signalMask, targetTypeMask } from '../records/bit-masks.ts'
import { createGenericDocument } from '../sources/generic-source.ts'
import { findRoll } from './rolls.queries.ts'
import {
  assessed,
  assessedColumns,
  assessments,
  type Cells,
  cashDeeds,
  createSalesImports,
  deeds,
  getSaleProvenance,
  listed,
  makeAssessedFile,
  makeDeedFile,
  makeListedFile,
  makeParcelRow,
  sales,
  toCsv,
  withDeeds,
  withDeedsAndFacts,
} from './sales-rolls.fixture.ts'

let imports: Awaited<ReturnType<typeof createSalesImports>>
beforeAll(async () => {
  imports = await createSalesImports()
})
afterAll(() => imports.close())
beforeEach(() => imports.clear())

test('an assessed parcel adds its last sale with the owner as buyer, and the previous one without', async () => {
  const more = { noted: '2019-05-20', sold_before: '2008-03-01', price_before: 120000 }
  const report = await imports.load(
    assessed,
    makeAssessedFile(makeParcelRow('1', more), makeParcelRow('2', { sold: '' })),
  )
  expect(report).toMatchObject({ properties: 2, transfers: 2, transfersJoined: 2 })
  const { owner_key } = await imports.findProperty('1')
  const place = { source: 'assessed-tn', state: 'TN', county_fips: '47037', lat: 36.15, lng: -86.85 }
  expect(await imports.listTransfers('1')).toMatchObject([
    {
      ...place,
      ...{ recorded_on: '2019-05-14', price: 210000, stated_on: '2019-05-20' },
      ...{ buyer: 'TESTWELL AVERY', buyer_key: owner_key, buyer_type: 'INDIVIDUAL' },
    },
    { ...place, recorded_on: '2008-03-01', price: 120000, buyer: '', buyer_key: '0', buyer_type: 'UNKNOWN' },
  ])
  expect(await imports.findProperty('2')).toMatchObject({ last_sale_date: null, last_sale_price: null })
  expect(getSaleProvenance(await imports.findProperty('1'))).toEqual(['assessed-tn', '2019-05-20'])
})

test('a sales roll adds transfers, reports how many join a parcel, and creates no property', async () => {
  await imports.load(assessed, makeAssessedFile(makeParcelRow('1'), makeParcelRow('2')))
  const report = await imports.load(
    deeds,
    makeDeedFile(
      { parcel: '1', day: '2026-03-02', price: 305000, deed: 'WD', loan: 200000, buyer: 'EXAMPLE HOMES LLC' },
      { parcel: '1', day: '2022-07-09', price: 260000, seller: 'TESTWELL AVERY', document: 'B1 P2' },
      { parcel: '77', day: '2026-01-05', price: 99000 },
      { parcel: '5', day: '2026-01-05', county: '12011' },
      { parcel: '6', price: 5000 },
    ),
  )
  expect(report).toMatchObject({ rowsRead: 5, rowsMapped: 4, properties: 0, transfers: 4, transfersJoined: 2 })
  expect(report.reasons).toEqual({ 'It has no sale date.': 1 })
  expect(await findRoll(imports.services.db, 'deeds-tn')).toMatchObject({
    countyFips: ['12011', '47037'],
    transfers: 4,
  })
  expect(await imports.read('select distinct source from properties')).toEqual([{ source: 'assessed-tn' }])

  const row = await imports.findProperty('1')
  expect(row).toMatchObject({
    ...{ last_sale_date: '2026-03-02', last_sale_price: 305000, last_sale_deed_type: 'WARRANTY' },
    ...{ acquired_by_qc: 'UNKNOWN', cash_purchase: false }, // the buyer is not the owner that the roll names
    ...{ previous_sale_date: '2022-07-09', previous_sale_price: 260000 },
    owner_names: ['TESTWELL AVERY'],
  })
  expect(signalMask.fromMask(row.signals)).toContain('RECENTLY_SOLD')
  expect(getSaleProvenance(row)).toEqual(['deeds-tn', '2026-03-02'])
  expect(await imports.listTransfers('1')).toMatchObject([
    { buyer: 'EXAMPLE HOMES LLC', buyer_type: 'LLC', buyer_key: '0', cash_purchase: false, lat: 36.15 },
    { buyer: '', seller: 'TESTWELL AVERY', document: 'B1 P2', lat: 36.15 },
    { buyer: 'TESTWELL AVERY', source: 'assessed-tn' },
  ])
  expect(await imports.findProperty('2')).toMatchObject({ last_sale_date: '2019-05-14', previous_sale_date: null })
})

test('a sale known by month in one roll and by day in another counts once, on that day', async () => {
  await imports.load(deeds, sales)
  await imports.load(assessed, assessments)
  const row = await imports.findProperty('3')
  expect(row).toMatchObject({
    ...{ last_sale_date: '2024-08-21', last_sale_price: 400000, previous_sale_date: null },
    last_sale_deed_type: 'WARRANTY', // what the other roll knows about the same sale is kept
  })
  expect(getSaleProvenance(row)).toEqual(['assessed-tn', '2024-09-02'])
  expect(await imports.findProperty('1')).toMatchObject({
    ...{ last_sale_date: '2025-06-01', last_sale_deed_type: 'QUITCLAIM', is_deed_inferred: true },
    ...{ acquired_by_qc: 'UNKNOWN', previous_sale_date: '2019-05-14', previous_sale_price: 210000 },
  })
  // One sale, reported twice.
  expect(await imports.findProperty('4')).toMatchObject({ acquired_by_qc: 'YES', previous_sale_date: null })
})

test('sales no longer in a roll are removed from the properties', async () => {
  await imports.load(assessed, assessments)
  const before = await imports.everything()
  await imports.load(deeds, sales)
  await imports.load(deeds, makeDeedFile({ parcel: '77', day: '2026-01-05' }))
  const after = await imports.everything()
  expect(after.properties).toEqual(before.properties)
  expect(after.transfers).toHaveLength(before.transfers.length + 1)
})

test('of several sales the latest row represents the parcel, and only it has the owner as its buyer', async () => {
  const owned = { address: '1 SAMPLE ST', owner: 'MOCKFORD KAY', mail: '1 SAMPLE ST' }
  const report = await imports.load(
    listed,
    makeListedFile(
      { parcel: '1', ...owned, address: '1 OLD NAME ST', day: '2014-01-01', price: 100000 },
      { parcel: '1', ...owned, day: '2016-01-01', price: 150000 },
      { parcel: '1', ...owned, address: '1 OLDER NAME ST', day: '2015-01-01', price: 120000 },
      { parcel: '1', ...owned, day: '2015-01-01', price: 120000 },
      { parcel: '1', ...owned, day: '2015-01-01', price: 120000, document: 'another' },
    ),
  )
  expect(report).toMatchObject({ rowsRead: 5, rowsMapped: 4, rowsRejected: 1, properties: 1, transfers: 4 })
  expect(report.reasons).toEqual({ 'It repeats a sale of an earlier line.': 1 })
  const rejects = await readFile(join(imports.folder, 'files', report.rejectFile ?? ''), 'utf8')
  expect(rejects.trim().split('\n').slice(1)).toEqual(['5,1,It repeats the sale of line 4.'])
  expect(await imports.findProperty('1')).toMatchObject({
    ...{ address: '1 SAMPLE ST', last_sale_date: '2016-01-01', last_sale_price: 150000 },
    ...{ previous_sale_date: '2015-01-01', previous_sale_price: 120000 },
  })
  const buyers = (await imports.listTransfers('1')) as { buyer: string }[]
  expect(buyers.map(({ buyer }) => buyer)).toEqual(['MOCKFORD KAY', '', '', ''])
})

test('a sale loaded before its parcel gets its position when the parcel is loaded', async () => {
  await imports.load(deeds, makeDeedFile({ parcel: '1', day: '2026-01-05', price: 99000 }))
  expect(await imports.read('select lat, lng from transfers')).toEqual([{ lat: null, lng: null }])
  await imports.load(assessed, makeAssessedFile(makeParcelRow('1')))
  expect(await imports.read("select lat, lng from transfers where source = 'deeds-tn'")).toEqual([
    { lat: 36.15, lng: -86.85 },
  ])
})

test('a purchase without a loan makes a cash buyer, whichever roll reports it', async () => {
  await imports.load(assessed, makeAssessedFile(makeParcelRow('1')))
  const types = async () => targetTypeMask.fromMask((await imports.findProperty('1')).target_types)
  expect(await types()).toEqual([])
  const bought = { parcel: '1', day: '2026-01-05', price: 99000, buyer: 'TESTWELL AVERY' }
  await imports.load(cashDeeds, makeDeedFile({ ...bought, month_only: 'Y' }))
  expect(await types()).toEqual(['CASH_BUYER'])
  await imports.load(cashDeeds, makeDeedFile({ ...bought, month_only: 'N' }))
  expect(await types()).toEqual([])
})

test('values derived from a last sale are the same whichever roll reports it', async () => {
  const owner = 'TESTWELL AVERY'
  const said = (row: Cells, at: number) => ({ parcel: String(at), address: `${at} EXAMPLE ORCHARD LN`, owner, ...row })
  const deeds: Cells[] = [{ deed: 'WD', cash: 'Y' }, { deed: 'QC', cash: 'N' }, {}]
  const rows = deeds.map((row): Cells => ({ ...row, day: '2026-01-05' }))
  const follows = () => imports.read('select apn, acquired_by_qc, target_types from properties order by apn')
  const columns = ['parcel', 'address', 'owner', 'day', 'deed', 'cash']
  const more = assessedColumns.filter((column) => !columns.includes(column))
  await imports.load(withDeedsAndFacts, toCsv(columns.concat(more), ...rows.map(said)))
  const one = await follows()
  expect(one).toMatchObject([{ acquired_by_qc: 'NO' }, { acquired_by_qc: 'YES' }, { acquired_by_qc: 'UNKNOWN' }])
  await imports.clear()
  await imports.load(assessed, makeAssessedFile(...rows.map((_, at) => said({}, at))))
  await imports.load(withDeeds, toCsv(columns, ...rows.map(said)))
  expect(await follows()).toEqual(one)
})

const buyersSource = createGenericDocument('buyers-tn', 'Sales with the addresses of buyers', '47037')
const buyerFile = (...rows: Cells[]) =>
  toCsv(
    [
      'apn',
      'address',
      'owner_1',
      'mailing_address',
      'mailing_zip',
      'sale_date',
      'sale_price',
      'arms_length',
      'buyer',
    ].concat(['buyer_mailing_address', 'buyer_mailing_city', 'buyer_mailing_state', 'buyer_mailing_zip']),
    ...rows,
  )
const owner = { owner_1: 'TESTWELL LLC', mailing_address: '9 ELSEWHERE RD', mailing_zip: '37211' }
const testwell = { buyer: 'TESTWELL LLC', buyer_mailing_address: '9 Elsewhere Road', buyer_mailing_zip: '37211-0101' }
const sampler = { buyer: 'SAMPLER JANE', buyer_mailing_address: '4 SAMPLE ST', buyer_mailing_zip: '37215' }

test('a buyer with a mailing address in the roll has the owner key of that name and address', async () => {
  await imports.load(
    buyersSource,
    buyerFile(
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2019-05-14', ...testwell },
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2015-05-14', ...sampler },
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2014-05-14', ...testwell },
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2013-05-14', buyer: 'SAMPLER JANE' },
    ),
  )
  const { owner_key } = await imports.findProperty('1')
  expect(await imports.listTransfers('1')).toMatchObject([
    { buyer: 'TESTWELL LLC', buyer_key: owner_key, buyer_type: 'LLC' },
    { buyer: 'SAMPLER JANE', buyer_key: expect.not.stringMatching(/^0$/), buyer_type: 'INDIVIDUAL' },
    { buyer: 'TESTWELL LLC', buyer_key: owner_key },
    { buyer: 'SAMPLER JANE', buyer_key: '0' },
  ])
})

test('an owner who resold a property within 18 months is a flipper on all their properties', async () => {
  const sold = (apn: string, sale_date: string, more: Cells): Cells => ({
    ...{ apn, address: `${apn} EXAMPLE ORCHARD LN`, owner_1: more['buyer'] ?? '', sale_date, sale_price: 90_000 },
    ...{ mailing_address: more['buyer_mailing_address'] ?? '', mailing_zip: more['buyer_mailing_zip'] ?? '' },
    ...more,
  })
  /** A party that bought a parcel, resold it, and has owned another for long. */
  const seller = (name: string, resoldOn: string, to: (who: Cells) => Cells = () => sampler) => {
    const who = { ...testwell, buyer: `TESTWELL ${name} LLC` }
    return [
      sold(`${name}1`, '2021-01-31', who),
      sold(`${name}1`, resoldOn, to(who)),
      sold(`${name}2`, '2012-01-01', who),
    ]
  }
  await imports.load(
    buyersSource,
    buyerFile(
      ...seller('A', '2022-07-31'),
      ...seller('B', '2022-08-01'),
      ...seller('C', '2022-07-31', () => ({ ...sampler, arms_length: 'no' })),
      ...seller('D', '2022-07-31', (who) => who),
    ),
  )
  const isFlipper = async (apn: string) =>
    targetTypeMask.fromMask((await imports.findProperty(apn)).target_types).includes('FLIPPER')
  expect(await isFlipper('A2')).toBe(true)
  for (const apn of ['A1', 'B2', 'C2', 'D2']) expect([apn, await isFlipper(apn)]).toEqual([apn, false])
})
