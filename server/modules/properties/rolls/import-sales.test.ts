import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signalMask, targetTypeMask } from '../bits.ts'
import { owners, zip5 } from '../mapping/address-readers.ts'
import { date } from '../mapping/dates.ts'
import { latitude, longitude, money, oneOf, salePrice, text, yesNo } from '../mapping/readers.ts'
import { csv, type RollSource, roll } from '../mapping/roll.ts'
import { propertyServices } from '../property-services.fixture.ts'
import { readDataVersion } from '../search/data-version.queries.ts'
import { genericSource } from '../sources/generic.ts'
import { importRoll } from './import-roll.ts'
import { findRoll } from './rolls.queries.ts'

const assessment = (source: string) =>
  roll({
    source,
    name: `Assessments of Example County, ${source}`,
    countyFips: '47037',
    format: csv(),
    key: text('parcel'),
    columns: {
      situsAddress: text('address'),
      situsZip: zip5('zip'),
      lat: latitude('lat'),
      lng: longitude('lng'),
      ownerNames: owners('owner'),
      mailingAddress: text('mail'),
      mailingZip: zip5('mail_zip'),
      lastSaleDate: date('sold'),
      lastSalePrice: salePrice('price'),
      saleRecordedOn: date('noted'),
      previousSaleDate: date('sold_before'),
      previousSalePrice: salePrice('price_before'),
    },
  })
const assessed = assessment('assessed-tn')
const rival = assessment('rival-tn')

const saleReaders = {
  recordedOn: date('day'),
  isMonthOnly: yesNo('month_only'),
  price: salePrice('price'),
  deedType: oneOf('deed', { WD: 'WARRANTY', QC: 'QUITCLAIM' } as const),
  isDeedInferred: yesNo('inferred'),
  loanAmount: money('loan'),
  sellerNames: owners('seller'),
  document: text('document'),
}

const deeds = roll({
  source: 'deeds-tn',
  name: 'Deeds of two counties',
  countyFips: text('county'),
  format: csv(),
  key: text('parcel'),
  sale: { ...saleReaders, buyerNames: owners('buyer') },
})

const withDeeds = roll({
  source: 'told-tn',
  name: 'Deeds and how they were paid',
  countyFips: '47037',
  format: csv(),
  key: text('parcel'),
  sale: {
    ...{ recordedOn: date('day'), deedType: saleReaders.deedType, cashPurchase: yesNo('cash') },
    buyerNames: owners('owner'),
  },
})

const listed = roll({
  source: 'listed-tn',
  name: 'Sales with the present owner',
  countyFips: '47037',
  format: csv(),
  key: text('parcel'),
  columns: { situsAddress: text('address'), ownerNames: owners('owner'), mailingAddress: text('mail') },
  sale: { ...saleReaders, buyerNames: owners('owner') },
})

type Cells = Record<string, string | number>

/** A file of rows, of which each says some of the columns. */
const fileFor = (columns: readonly string[], ...rows: Cells[]) =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map((cells) => cells.join(',')).join('\n')

const assessedColumns = [
  ...['parcel', 'address', 'zip', 'lat', 'lng', 'owner', 'mail', 'mail_zip'],
  ...['sold', 'price', 'noted', 'sold_before', 'price_before'],
]
const parcelRow = (parcel: string, more: Cells = {}): Cells => ({
  ...{ parcel, address: `${parcel} EXAMPLE ORCHARD LN`, zip: '37209', lat: 36.15, lng: -86.85 },
  ...{ owner: 'TESTWELL AVERY', mail: '9 ELSEWHERE RD', mail_zip: '37211', sold: '2019-05-14', price: 210000 },
  ...more,
})
const assessedFile = (...rows: Cells[]) => fileFor(assessedColumns, ...rows)

const saleColumns = ['day', 'month_only', 'price', 'deed', 'inferred', 'loan', 'seller', 'document']
const deedFile = (...rows: Cells[]) =>
  fileFor(['county', 'parcel', 'buyer', ...saleColumns], ...rows.map((row) => ({ county: '47037', ...row })))
const listedFile = (...rows: Cells[]) => fileFor(['parcel', 'address', 'owner', 'mail', ...saleColumns], ...rows)

let store: Awaited<ReturnType<typeof propertyServices>>

beforeAll(async () => {
  store = await propertyServices()
  await mkdir(join(store.folder, 'rolls'))
})
afterAll(() => store.close())

const tables = ['properties', 'transfers', 'sales', 'place_counts', 'addresses']

beforeEach(async () => {
  for (const table of tables) await store.services.clickhouse.run(`truncate table ${table}`)
  await store.services.db.deleteFrom('rolls').execute()
})

// Standing still, so that only the order of imports could make a difference.
const noon = new Date('2026-11-02T12:00:00Z')

async function load(source: RollSource, content: string, options = {}) {
  const path = join(store.folder, 'rolls', `${source.source}.csv`)
  await writeFile(path, content)
  return importRoll({ ...store.services, clock: { now: () => noon } }, { source, path, ...options })
}

const read = <Row>(sql: string) => store.services.clickhouse.rows<Row>(sql)
const everything = async () => ({
  properties: await read('select * from properties order by property_id, source'),
  transfers: await read('select * from transfers order by property_id, source, recorded_on, price, document'),
  sales: await read('select * from sales order by all'),
  places: await read('select * from place_counts order by all'),
  addresses: await read('select * from addresses order by all'),
})

type Property = Record<string, unknown> & { apn: string; signals: number; target_types: number }
const propertyOf = async (parcel: string) => {
  const found = await read<Property>(`select * from properties where apn = '${parcel}'`)
  expect(found).toHaveLength(1)
  return found[0] as Property
}
const transfersOf = async (parcel: string) =>
  read(`select * except (ingested_at) from transfers where property_id in
    (select property_id from properties where apn = '${parcel}') order by recorded_on desc`)

const saleProvenance = (row: Property) => {
  const at = (row['provenance.group'] as string[]).indexOf('SALE')
  return ['roll', 'recorded_on'].map((name) => (row[`provenance.${name}`] as string[])[at])
}

test('an assessed parcel brings its last sale with the owner as buyer, and the one before without', async () => {
  const more = { noted: '2019-05-20', sold_before: '2008-03-01', price_before: 120000 }
  const report = await load(assessed, assessedFile(parcelRow('1', more), parcelRow('2', { sold: '' })))
  expect(report).toMatchObject({ properties: 2, transfers: 2, transfersJoined: 2 })
  const { owner_key } = await propertyOf('1')
  const place = { source: 'assessed-tn', state: 'TN', county_fips: '47037', lat: 36.15, lng: -86.85 }
  expect(await transfersOf('1')).toMatchObject([
    {
      ...place,
      ...{ recorded_on: '2019-05-14', price: 210000, stated_on: '2019-05-20' },
      ...{ buyer: 'TESTWELL AVERY', buyer_key: owner_key, buyer_type: 'INDIVIDUAL' },
    },
    { ...place, recorded_on: '2008-03-01', price: 120000, buyer: '', buyer_key: '0', buyer_type: 'UNKNOWN' },
  ])
  expect(await propertyOf('2')).toMatchObject({ last_sale_date: null, last_sale_price: null })
  expect(saleProvenance(await propertyOf('1'))).toEqual(['assessed-tn', '2019-05-20'])
})

test('a roll of sales adds transfers, says which join a parcel, and never makes a property', async () => {
  await load(assessed, assessedFile(parcelRow('1'), parcelRow('2')))
  const report = await load(
    deeds,
    deedFile(
      { parcel: '1', day: '2026-03-02', price: 305000, deed: 'WD', loan: 200000, buyer: 'EXAMPLE HOMES LLC' },
      { parcel: '1', day: '2022-07-09', price: 260000, seller: 'TESTWELL AVERY', document: 'B1 P2' },
      { parcel: '77', day: '2026-01-05', price: 99000 },
      { parcel: '5', day: '2026-01-05', county: '12011' },
      { parcel: '6', price: 5000 },
    ),
  )
  expect(report).toMatchObject({ rowsRead: 5, rowsMapped: 4, properties: 0, transfers: 4, transfersJoined: 2 })
  expect(report.reasons).toEqual({ 'It says no day of a sale.': 1 })
  expect(await findRoll(store.services.db, 'deeds-tn')).toMatchObject({ countyFips: ['12011', '47037'], transfers: 4 })
  expect(await read('select distinct source from properties')).toEqual([{ source: 'assessed-tn' }])

  const row = await propertyOf('1')
  expect(row).toMatchObject({
    ...{ last_sale_date: '2026-03-02', last_sale_price: 305000, last_sale_deed_type: 'WARRANTY' },
    ...{ acquired_by_qc: 'UNKNOWN', cash_purchase: false }, // somebody else bought than the owner that the roll names
    ...{ previous_sale_date: '2022-07-09', previous_sale_price: 260000 },
    owner_names: ['TESTWELL AVERY'],
  })
  expect(signalMask.fromMask(row.signals)).toContain('RECENTLY_SOLD')
  expect(saleProvenance(row)).toEqual(['deeds-tn', '2026-03-02'])
  expect(await transfersOf('1')).toMatchObject([
    { buyer: 'EXAMPLE HOMES LLC', buyer_type: 'LLC', buyer_key: '0', cash_purchase: false, lat: 36.15 },
    { buyer: '', seller: 'TESTWELL AVERY', document: 'B1 P2', lat: 36.15 },
    { buyer: 'TESTWELL AVERY', source: 'assessed-tn' },
  ])
  expect(await propertyOf('2')).toMatchObject({ last_sale_date: '2019-05-14', previous_sale_date: null })
})

const assessments = assessedFile(
  parcelRow('1', { sold_before: '2001-02-03', price_before: 50000 }),
  parcelRow('2', { sold: '' }),
  parcelRow('3', { sold: '2024-08-21', price: 400000, noted: '2024-09-02' }),
  parcelRow('4', { lat: '', lng: '' }),
)
const sales = deedFile(
  { parcel: '1', day: '2025-06-01', month_only: 'Y', price: 333000, deed: 'QC', inferred: 'Y' },
  { parcel: '2', day: '2026-01-10', price: '' },
  { parcel: '3', day: '2024-08-01', month_only: 'Y', price: 400000, deed: 'WD' },
  { parcel: '4', day: '2019-05-14', price: 210000, deed: 'QC' },
)
const listings = listedFile(
  { parcel: '3', address: '3 SAMPLE ST', owner: 'MOCKFORD KAY', day: '2020-01-01', price: 1000000 },
  { parcel: '8', address: '8 SAMPLE ST', owner: 'MOCKFORD KAY', day: '2021-01-01', price: 800000 },
)

test('whichever of two rolls is loaded first, the properties and transfers are the same', async () => {
  await load(assessed, assessments)
  await load(deeds, sales)
  const one = await everything()
  expect(one.properties).toHaveLength(4)
  await load(deeds, sales, { force: true })
  await load(assessed, assessments, { force: true })
  expect(await everything()).toEqual(one)
  for (const table of tables) await store.services.clickhouse.run(`truncate table ${table}`)
  await store.services.db.deleteFrom('rolls').execute()
  await load(deeds, sales)
  await load(assessed, assessments)
  expect(await everything()).toEqual(one)
  expect(await propertyOf('2')).toMatchObject({ last_sale_date: '2026-01-10', last_sale_price: null })
})

test('a sale known by its month to one roll and by its day to another counts once, by the day', async () => {
  await load(deeds, sales)
  await load(assessed, assessments)
  const row = await propertyOf('3')
  expect(row).toMatchObject({
    ...{ last_sale_date: '2024-08-21', last_sale_price: 400000, previous_sale_date: null },
    last_sale_deed_type: 'WARRANTY', // what the other roll knows of the same sale is not lost
  })
  expect(saleProvenance(row)).toEqual(['assessed-tn', '2024-09-02'])
  expect(await propertyOf('1')).toMatchObject({
    ...{ last_sale_date: '2025-06-01', last_sale_deed_type: 'QUITCLAIM', is_deed_inferred: true },
    ...{ acquired_by_qc: 'UNKNOWN', previous_sale_date: '2019-05-14', previous_sale_price: 210000 },
  })
  // One sale, told twice.
  expect(await propertyOf('4')).toMatchObject({ acquired_by_qc: 'YES', previous_sale_date: null })
})

test('sales that a roll tells of no longer leave the properties again', async () => {
  await load(assessed, assessments)
  const before = await everything()
  await load(deeds, sales)
  await load(deeds, deedFile({ parcel: '77', day: '2026-01-05' }))
  const after = await everything()
  expect(after.properties).toEqual(before.properties)
  expect(after.transfers).toHaveLength(before.transfers.length + 1)
})

test('of several sales the latest row speaks for the parcel, and it alone has the owner for its buyer', async () => {
  const owned = { address: '1 SAMPLE ST', owner: 'MOCKFORD KAY', mail: '1 SAMPLE ST' }
  const report = await load(
    listed,
    listedFile(
      { parcel: '1', ...owned, address: '1 OLD NAME ST', day: '2014-01-01', price: 100000 },
      { parcel: '1', ...owned, day: '2016-01-01', price: 150000 },
      { parcel: '1', ...owned, address: '1 OLDER NAME ST', day: '2015-01-01', price: 120000 },
      { parcel: '1', ...owned, day: '2015-01-01', price: 120000 },
      { parcel: '1', ...owned, day: '2015-01-01', price: 120000, document: 'another' },
    ),
  )
  expect(report).toMatchObject({ rowsRead: 5, rowsMapped: 4, rowsRejected: 1, properties: 1, transfers: 4 })
  expect(report.reasons).toEqual({ 'It repeats a sale of an earlier line.': 1 })
  const rejects = await readFile(join(store.folder, 'files', report.rejectFile ?? ''), 'utf8')
  expect(rejects.trim().split('\n').slice(1)).toEqual(['5,1,It repeats the sale of line 4.'])
  expect(await propertyOf('1')).toMatchObject({
    ...{ address: '1 SAMPLE ST', last_sale_date: '2016-01-01', last_sale_price: 150000 },
    ...{ previous_sale_date: '2015-01-01', previous_sale_price: 120000 },
  })
  const buyers = (await transfersOf('1')) as { buyer: string }[]
  expect(buyers.map(({ buyer }) => buyer)).toEqual(['MOCKFORD KAY', '', '', ''])
})

test('of two assessments of one parcel the roll that came last has the say', async () => {
  await load(assessed, assessedFile(parcelRow('1'), parcelRow('2'), parcelRow('3')))
  await load(rival, assessedFile(parcelRow('2', { owner: 'SAMPLETON LEE' }), parcelRow('9', { zip: '37215' })))
  const rows = () => read('select source, apn from properties order by apn')
  expect(await rows()).toEqual([
    { source: 'assessed-tn', apn: '1' },
    { source: 'rival-tn', apn: '2' },
    { source: 'assessed-tn', apn: '3' },
    { source: 'rival-tn', apn: '9' },
  ])
  expect(await findRoll(store.services.db, 'assessed-tn')).toMatchObject({ rowsMapped: 3, properties: 2 })
  const counts = "select source, zip, sum(properties) as n from place_counts where zip != '' group by all order by all"
  expect(await read(counts)).toEqual([
    { source: 'assessed-tn', zip: '37209', n: '2' },
    { source: 'rival-tn', zip: '37209', n: '1' },
    { source: 'rival-tn', zip: '37215', n: '1' },
  ])
  await load(rival, assessedFile(parcelRow('9', { zip: '37215' })))
  expect((await rows()).map((row) => (row as { apn: string }).apn)).toEqual(['1', '3', '9'])
  // Nobody has parcel 2 now, so the same file of the older roll is worth loading again, once.
  const file = () => assessedFile(parcelRow('1'), parcelRow('2'), parcelRow('3'))
  expect((await load(assessed, file())).status).toBe('LOADED')
  expect((await rows()).map((row) => (row as { apn: string }).apn)).toEqual(['1', '2', '3', '9'])
  expect((await load(assessed, file())).status).toBe('UNCHANGED')
  await load(assessed, assessedFile(parcelRow('2')))
  expect(await rows()).toEqual([
    { source: 'assessed-tn', apn: '2' },
    { source: 'rival-tn', apn: '9' },
  ])
})

test('a sale that waits for its parcel gets its place when the parcel comes', async () => {
  await load(deeds, deedFile({ parcel: '1', day: '2026-01-05', price: 99000 }))
  expect(await read('select lat, lng from transfers')).toEqual([{ lat: null, lng: null }])
  await load(assessed, assessedFile(parcelRow('1')))
  expect(await read("select lat, lng from transfers where source = 'deeds-tn'")).toEqual([{ lat: 36.15, lng: -86.85 }])
})

test('a purchase without a loan makes a cash buyer, whichever roll tells of it', async () => {
  const cash = roll({
    ...deeds,
    sale: { ...saleReaders, buyerNames: owners('buyer'), cashPurchase: yesNo('month_only') },
  })
  await load(assessed, assessedFile(parcelRow('1')))
  const types = async () => targetTypeMask.fromMask((await propertyOf('1')).target_types)
  expect(await types()).toEqual([])
  const bought = { parcel: '1', day: '2026-01-05', price: 99000, buyer: 'TESTWELL AVERY' }
  await load(cash, deedFile({ ...bought, month_only: 'Y' }))
  expect(await types()).toEqual(['CASH_BUYER'])
  await load(cash, deedFile({ ...bought, month_only: 'N' }))
  expect(await types()).toEqual([])
})

test('what follows from a last sale is the same whether its own roll tells of it or another', async () => {
  const own = roll({ ...withDeeds, source: 'own-tn', columns: assessed.columns ?? {} })
  const owner = 'TESTWELL AVERY'
  const said = (row: Cells, at: number) => ({ parcel: String(at), address: `${at} EXAMPLE ORCHARD LN`, owner, ...row })
  const deeds: Cells[] = [{ deed: 'WD', cash: 'Y' }, { deed: 'QC', cash: 'N' }, {}]
  const rows = deeds.map((row): Cells => ({ ...row, day: '2026-01-05' }))
  const follows = () => read('select apn, acquired_by_qc, target_types from properties order by apn')
  const columns = ['parcel', 'address', 'owner', 'day', 'deed', 'cash']
  const more = assessedColumns.filter((column) => !columns.includes(column))
  await load(own, fileFor(columns.concat(more), ...rows.map(said)))
  const one = await follows()
  expect(one).toMatchObject([{ acquired_by_qc: 'NO' }, { acquired_by_qc: 'YES' }, { acquired_by_qc: 'UNKNOWN' }])
  await store.services.clickhouse.run('truncate table properties')
  await store.services.clickhouse.run('truncate table transfers')
  await store.services.db.deleteFrom('rolls').execute()
  await load(assessed, assessedFile(...rows.map((_, at) => said({}, at))))
  await load(withDeeds, fileFor(columns, ...rows.map(said)))
  expect(await follows()).toEqual(one)
})

test('the same file of sales again changes nothing and says so', async () => {
  await load(assessed, assessments)
  await load(deeds, sales)
  const [before, version] = [await everything(), await readDataVersion(store.services.db)]
  expect(await load(deeds, sales)).toMatchObject({ status: 'UNCHANGED', transfers: 4, transfersJoined: 4 })
  expect(await load(assessed, assessments)).toMatchObject({ status: 'UNCHANGED' })
  expect(await everything()).toEqual(before)
  expect(await readDataVersion(store.services.db)).toEqual(version)
})

test('a trial of a roll beside others changes none of them, and counts what would join', async () => {
  await load(assessed, assessments)
  const [before, version] = [await everything(), await readDataVersion(store.services.db)]
  const report = await load(deeds, sales, { dryRun: true })
  expect(report).toMatchObject({ status: 'CHECKED', transfers: 4, transfersJoined: 4 })
  await load(rival, assessments, { dryRun: true })
  expect(await everything()).toEqual(before)
  expect(await readDataVersion(store.services.db)).toEqual(version)
  expect(await findRoll(store.services.db, 'deeds-tn')).toBeUndefined()
})

test('every import moves the version of the data on, one of sales alone as well', async () => {
  await load(assessed, assessments)
  const { version: before } = await readDataVersion(store.services.db)
  await load(deeds, sales)
  expect((await readDataVersion(store.services.db)).version > before).toBe(true)
})

test('rolls that come at the same time do not spoil each other', async () => {
  await load(assessed, assessments)
  await load(deeds, sales)
  await load(listed, listings)
  const one = await everything()
  for (const table of tables) await store.services.clickhouse.run(`truncate table ${table}`)
  await store.services.db.deleteFrom('rolls').execute()
  await load(assessed, assessments)
  await Promise.all([load(deeds, sales), load(listed, listings)])
  expect(await everything()).toEqual(one)
})

const withBuyers = genericSource('buyers-tn', 'Sales with the addresses of buyers', '47037')
const buyerFile = (...rows: Cells[]) =>
  fileFor(
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

test('a buyer whose mailing address the roll says is the owner of that name and address', async () => {
  await load(
    withBuyers,
    buyerFile(
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2019-05-14', ...testwell },
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2015-05-14', ...sampler },
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2014-05-14', ...testwell },
      { apn: '1', address: '1 EXAMPLE ORCHARD LN', ...owner, sale_date: '2013-05-14', buyer: 'SAMPLER JANE' },
    ),
  )
  const { owner_key } = await propertyOf('1')
  expect(await transfersOf('1')).toMatchObject([
    { buyer: 'TESTWELL LLC', buyer_key: owner_key, buyer_type: 'LLC' },
    { buyer: 'SAMPLER JANE', buyer_key: expect.not.stringMatching(/^0$/), buyer_type: 'INDIVIDUAL' },
    { buyer: 'TESTWELL LLC', buyer_key: owner_key },
    { buyer: 'SAMPLER JANE', buyer_key: '0' },
  ])
})

test('an owner who resold a property within 18 months is a flipper wherever they own', async () => {
  const sold = (apn: string, sale_date: string, more: Cells): Cells => ({
    ...{ apn, address: `${apn} EXAMPLE ORCHARD LN`, owner_1: more['buyer'] ?? '', sale_date, sale_price: 90_000 },
    ...{ mailing_address: more['buyer_mailing_address'] ?? '', mailing_zip: more['buyer_mailing_zip'] ?? '' },
    ...more,
  })
  const typesAfter = async (resoldOn: string, more: Cells) => {
    const rows = [sold('1', '2021-01-31', testwell), sold('1', resoldOn, { ...sampler, ...more })]
    await load(withBuyers, buyerFile(...rows, sold('2', '2012-01-01', testwell)))
    return targetTypeMask.fromMask((await propertyOf('2')).target_types)
  }
  expect(await typesAfter('2022-07-31', {})).toContain('FLIPPER')
  expect(targetTypeMask.fromMask((await propertyOf('1')).target_types)).not.toContain('FLIPPER')
  expect(await typesAfter('2022-08-01', {})).not.toContain('FLIPPER')
  expect(await typesAfter('2022-07-31', { arms_length: 'no' })).not.toContain('FLIPPER')
  expect(await typesAfter('2022-07-31', testwell)).not.toContain('FLIPPER')
})
